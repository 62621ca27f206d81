"""The isoperimetric profile of a network, in the words of its owner."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from alphacut.service.library.results import Bisection, Sides, _Result, frame


@dataclass(frozen=True, kw_only=True)
class Quotient:
    """The least of a quotient over all cuts."""

    value: Fraction  # of the best cut
    lower: Fraction  # what certificates prove of it
    sides: Sides  # of that cut

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
            sides=self.cuts[written["size"]].sides,
        )
