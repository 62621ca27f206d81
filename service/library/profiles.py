"""The isoperimetric profile of a network, in the words of its owner."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.missing import naming_extra
from alphacut.service.library.results import Bisection, Sides, _Result, frame

if TYPE_CHECKING:
    from alphacut.service.render.formats import Size


@dataclass(frozen=True, kw_only=True)
class Quotient:
    """The least of a quotient over all cuts."""

    value: Fraction  # of the best cut
    lower: Fraction  # what certificates prove of it
    cut: Bisection = field(repr=False)  # the cut that has it, to be drawn

    @property
    def sides(self) -> Sides:
        """The two sides of that cut, as sets of nodes."""
        return self.cut.sides

    @property
    def proven(self) -> bool:
        """Whether certificates prove that there is none less."""
        return self.value == self.lower


@dataclass(frozen=True, kw_only=True)
class Profile(_Result):
    """The least capacity of a cut for each size of its lighter side."""

    @cached_property
    def cuts(self) -> dict[int, Bisection]:
        """The least cut by the size of its lighter side: nodes, or hosts where these count."""
        return {each["size"]: self._cut(each) for each in self.document["cuts"]}

    @property
    def values(self) -> dict[int, Fraction]:
        """The least capacity by the size of the lighter side."""
        return {size: cut.value for size, cut in self.cuts.items()}

    @property
    def expansion(self) -> Quotient:
        """The least capacity over the size of the lighter side: the isoperimetric number."""
        return self._quotient("expansion")

    @property
    def sparsest(self) -> Quotient:
        """The least capacity over the product of both sizes: the uniform sparsest cut."""
        return self._quotient("sparsest")

    def __str__(self) -> str:
        from alphacut.service.text.profile import of_profile

        return "\n".join(of_profile(self.document))

    @naming_extra()
    def plot(self, ax: Any = None) -> Any:
        """Draw the least capacity by size on axes of matplotlib; None: the current ones of pyplot.

        `sparsest.cut.plot()` draws the network with the sparsest cut.
        """
        from alphacut.service.render.profile import draw_profile

        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.gca()
        draw_profile(self.document, ax)
        return ax

    @naming_extra()
    def draw(
        self,
        path: str | Path,
        *,
        title: str = "",
        size: Size | None = None,
        width: str | float | None = None,
    ) -> None:
        """Write the picture of `plot` as SVG, PNG or PDF; see `Curve.draw`."""
        from alphacut.service.render.formats import form_of
        from alphacut.service.render.profile import profile_picture
        from alphacut.service.render.sheet import size_for

        path = Path(path)
        form, size = form_of(path.suffix), size_for(width, size)
        path.write_bytes(profile_picture(self.document, form=form, title=title, size=size))

    @naming_extra()
    def _repr_svg_(self) -> str:
        """Draw the profile, for notebooks."""
        from alphacut.service.render.profile import profile_picture

        return profile_picture(self.document).decode()

    def to_pandas(self) -> Any:
        """Return a data frame with a row for each size (pandas has to be installed)."""
        rows = [[size, cut.value, cut.lower, cut.status] for size, cut in self.cuts.items()]
        return frame(rows, ("size", "value", "lower", "status"))

    def __repr__(self) -> str:
        found = self.expansion
        return f"<Profile: {len(self.cuts)} sizes, expansion {found.value}, {self.status}>"

    def _cut(self, written: dict[str, Any]) -> Bisection:
        head = ("topology", "switches", "links", "balance", "provenance")
        size = written["size"]
        document = {
            "format": "alphacut-point/1",
            **{name: self.document[name] for name in head},
            "sizes": {"least": size, "most": size},
            **{name: value for name, value in written.items() if name != "size"},
        }
        return Bisection(document=document, nodes=self.nodes, remarks=self.remarks, lost=self.lost)

    def _quotient(self, name: str) -> Quotient:
        written = self.document[name]
        return Quotient(
            value=Fraction(written["value"]) * self.unit,
            lower=Fraction(written["lower"]) * self.unit,
            cut=self.cuts[written["size"]],
        )
