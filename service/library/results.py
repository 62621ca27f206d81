"""What is found out about the bisections of a network, in the words of its owner.

Values are exact fractions, in the unit of the capacities that were given.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.formats.spec import build_any, parse
from alphacut.arrangements.missing import naming_extra
from alphacut.arrangements.network import Line, Network
from alphacut.arrangements.numbers import NumberError
from alphacut.arrangements.words import shown
from alphacut.service.library.checking import Verified, verify
from alphacut.service.library.numbers import at_most, read_number
from alphacut.service.render.reading import Curve as Read
from alphacut.service.render.reading import unit_of
from alphacut.service.text.decimals import both
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError, SolverError

if TYPE_CHECKING:
    from alphacut.service.render.formats import Size

Sides = tuple[frozenset[Hashable], frozenset[Hashable]]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """The document of any kind of question, about a network in the words of its owner."""

    document: dict[str, Any] = field(repr=False)  # what `alphacut verify` checks; switches 0, 1, …
    nodes: tuple[Hashable, ...] = field(repr=False)  # by switch
    remarks: tuple[str, ...] = field(default=(), repr=False)  # how a file was understood

    @cached_property
    def network(self) -> Network:
        """The network, with a switch for each node."""
        return build_any(parse(self.document["topology"]))

    def save(self, path: str | Path) -> None:
        """Write the document as JSON, for `alphacut verify` and all other commands."""
        Path(path).write_text(json.dumps(self.document, indent=1) + "\n", encoding="utf-8")

    def verify(self) -> Verified:
        """Check the document in a process of its own; see `alphacut.verify`."""
        return verify(self)


@dataclass(frozen=True, kw_only=True)
class _Result(Answer):
    @property
    def status(self) -> str:
        """Say what is proven.

        "exact": all of it, with certificates; "closed": all of it, some on a solver's word;
        "formula": a theorem gives `value`, and certificates prove no more than `lower`;
        "bounded": the true value lies between `lower` and `value`.
        """
        return str(self.document["status"])

    # what rounding down took of the capacities of all links: of local ones, and of global ones
    lost: tuple[Fraction, Fraction] = field(default=(Fraction(0), Fraction(0)), repr=False)

    @property
    def unit(self) -> Fraction:
        """What capacities in the document are multiples of: 1/10 where weights have one decimal."""
        return unit_of(self.document["topology"])

    def _sides(self, side: list[int]) -> Sides:
        """Return both sides as sets of nodes, the one with the first node first."""
        found = frozenset(self.nodes[switch] for switch in side)
        other = frozenset(self.nodes) - found
        return (found, other) if self.nodes and self.nodes[0] in found else (other, found)


@dataclass(frozen=True, kw_only=True)
class Bisection(_Result):
    """The least capacity between two equal halves, at one α.

    Where α is infinite, `value` and `lower` are slopes: what each unit of α adds.
    """

    @property
    def alpha(self) -> Fraction | None:
        """The ratio of a global to a local capacity; None: infinite."""
        return _fraction(self.document["point"]["alpha"])

    @property
    def value(self) -> Fraction:
        """The least capacity that was found; with the status "exact" it is the least there is."""
        return Fraction(self.document["point"]["value"]) * self.unit

    @property
    def lower(self) -> Fraction:
        """What the least capacity is proven to be at least."""
        return Fraction(self.document["point"]["lower"]) * self.unit

    @property
    def error(self) -> Fraction:
        """What capacities that were rounded down may add: the least is at most `value` + `error`.

        0 where nothing was rounded. `lower` stays true, for no cut got larger.
        """
        alpha = self.alpha
        return self.lost[1] if alpha is None else self.lost[0] + self.lost[1] * alpha

    @property
    def gap(self) -> Fraction:
        """(value - lower)/value: 0 once nothing is open."""
        return (self.value - self.lower) / self.value if self.value else Fraction(0)

    @property
    def sides(self) -> Sides:
        """The two halves of the best cut that was found, as sets of nodes."""
        return self._sides(self.document["side"])

    @property
    def membership(self) -> list[int]:
        """The half of each node, 0 or 1, in the order of the nodes; the first node is in half 0."""
        first, _ = self.sides
        return [0 if node in first else 1 for node in self.nodes]

    def partition(self) -> tuple[Fraction, list[int]]:
        """Return the cut and the membership, as partitioners do."""
        return self.value, self.membership

    def save_partition(self, path: str | Path) -> None:
        """Write the half of each node on a line of its own, as METIS writes FILE.part.2."""
        lines = "".join(f"{half}\n" for half in self.membership)
        Path(path).write_text(lines, encoding="utf-8")

    def __repr__(self) -> str:
        sizes = " and ".join(str(len(side)) for side in self.sides)
        value = f"value {self.value}" + (f", lower {self.lower}" if self.gap else "")
        value += f", {at_most(self.error)} more at most as rounded" if self.error else ""
        return f"<Bisection: {value}, {self.status}, {sizes} nodes>"

    def to_pandas(self) -> Any:
        """Return a data frame with a row for each node and its half, 0 or 1 (pandas is needed)."""
        return frame([[node, half] for node, half in zip(self.nodes, self.membership, strict=True)],
                     ("node", "half"))  # fmt: skip

    @naming_extra()
    def plot(
        self,
        ax: Any = None,
        *,
        title: str = "",
        layout: str | None = None,
        pos: Mapping[Any, Any] | None = None,
        groups: Mapping[Any, Any] | None = None,
    ) -> Any:
        """Draw the network with its cut on axes of matplotlib.

        Parameters
        ----------
        ax
            Axes; left out, the current ones of pyplot.
        title
            What stands above it; left out, the value and what is proven.
        layout
            "sides": the two sides beside each other, their nodes placed by forces; "force": all
            nodes placed by forces; "circle": groups on a circle, or all nodes on one. None: what
            suits the network.
        pos
            The place of each node, as networkx's layouts give them, in place of a layout.
        groups
            The group of each node, for the layout "circle".

        Raises
        ------
        QuestionError
            If there is no such layout, or a node has no place or no group.
        """
        from alphacut.service.render.axes import draw_svg

        return draw_svg(self._svg(title, layout=layout, pos=pos, groups=groups), ax)

    @naming_extra()
    def draw(
        self,
        path: str | Path,
        *,
        title: str = "",
        size: Size | None = None,
        width: str | float | None = None,
        layout: str | None = None,
        pos: Mapping[Any, Any] | None = None,
        groups: Mapping[Any, Any] | None = None,
    ) -> None:
        """Write the picture of `plot` as SVG, PNG or PDF, as the name of the file says.

        Parameters
        ----------
        title, layout, pos, groups
            As of `plot`.
        size
            Width and height in inches.
        width
            In print: "column" (85 mm), "page" (180 mm), "120mm" or inches. The height follows,
            and letters have 7 points or more.

        Raises
        ------
        ValueError
            If the file's name ends with none of these.
        QuestionError
            As from `plot`, or if there is no such width.
        ModuleNotFoundError
            If matplotlib, of the extra "plot", is not installed.
        """
        from alphacut.service.render.formats import form_of
        from alphacut.service.render.redrawn import redrawn
        from alphacut.service.render.sheet import size_for

        path = Path(path)
        form = form_of(path.suffix)
        size_for(width, size)
        svg = self._svg(title, width=width, layout=layout, pos=pos, groups=groups)
        path.write_bytes(redrawn(svg, form, size))

    def _svg(self, title: str = "", **look: Any) -> str:
        from alphacut.service.library.drawing import Look, cut_svg

        head = title or f"{both(self.value)}, {self.status}"
        return cut_svg(self.document, self.network, self.nodes, Look(title=head, **look))

    def _repr_svg_(self) -> str | None:
        """Draw the network with its cut, for notebooks; None where no wiring is named."""
        return None if isinstance(self.network, AnyWiring) else self._svg()


@dataclass(frozen=True, kw_only=True)
class Bound(Bisection):
    """How far a partition is from the least cut of its sizes.

    `value` and `sides` are those of the best cut that was found, which may be the partition.
    """

    @property
    def capacity(self) -> Fraction:
        """The capacity of the partition; at an infinite α its slope."""
        written = self.document["partition"]
        alpha = Alpha.read(self.document["point"]["alpha"])
        line = Line(written["intercept"], written["slope"])
        return alpha.value(alpha.scaled(line)) * self.unit

    @property
    def gap(self) -> Fraction:
        """(capacity - lower)/capacity of the partition: 0 where it is proven to be the least."""
        return (self.capacity - self.lower) / self.capacity if self.capacity else Fraction(0)

    @property
    def parts(self) -> Sides:
        """Both parts of the partition, as sets of nodes."""
        return self._sides(self.document["partition"]["side"])

    def __repr__(self) -> str:
        return (
            f"<Bound: capacity {self.capacity}, least ≥ {self.lower}, "
            f"gap {float(100 * self.gap):.3g} %, {self.status}>"
        )


@dataclass(frozen=True, kw_only=True)
class Segment:
    """One range of α over which a single cut is the best that was found."""

    start: Fraction
    end: Fraction | None  # None: there is no end
    intercept: Fraction  # the cut's capacity is intercept + slope·α
    slope: Fraction
    sides: Sides

    def at(self, alpha: Fraction) -> Fraction:
        """Return the capacity of the cut at some α."""
        return self.intercept + self.slope * alpha


@dataclass(frozen=True, kw_only=True, eq=False)
class Curve(_Result):
    """The bisection bandwidth as a function of α."""

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The pieces of the curve, in order of α."""
        return tuple(self._segment(each) for each in self.document["segments"])

    @property
    def breakpoints(self) -> list[Fraction]:
        """Each α at which the best cut changes."""
        return [segment.start for segment in self.segments[1:]]

    def at(self, alpha: Any) -> Any:
        """Return the capacity of the best cut at some α.

        Parameters
        ----------
        alpha
            A number: an integer, text such as "5/4", a fraction, a decimal, or a float, which
            is the exact binary number that it is; or several, in a list or an array.

        Returns
        -------
        Fraction, list or numpy.ndarray
            Of a list, fractions; of an array, floats of the same shape, each rounded once.

        Raises
        ------
        QuestionError
            If α lies outside the range of the curve.
        """
        if hasattr(alpha, "shape") and alpha.shape:
            import numpy as np

            values = [float(self._value(each)) for each in alpha.ravel().tolist()]
            return np.array(values, dtype=np.float64).reshape(alpha.shape)
        if isinstance(alpha, list | tuple | range):
            return [self._value(each) for each in alpha]
        return self._value(alpha)

    __call__ = at

    def _value(self, alpha: Any) -> Fraction:
        try:
            if isinstance(alpha, bool):
                raise NumberError("must be a number")
            where = Alpha.parse(alpha).fraction if alpha == "inf" else read_number(alpha).exact
        except (NumberError, ZeroDivisionError) as error:
            raise QuestionError(
                "alpha", f"must be a finite number such as 5/4, got {shown(alpha)}"
            ) from error
        for segment in reversed(self.segments):
            if segment.start <= where and (segment.end is None or where <= segment.end):
                return segment.at(where)
        raise QuestionError("alpha", f"{where} lies outside the range of the curve")

    def __eq__(self, other: object) -> bool:
        """Tell whether two curves have the same values, upper and lower, on the same range."""
        return isinstance(other, Curve) and self._drawn == other._drawn

    def __hash__(self) -> int:
        return hash(self._drawn)

    @cached_property
    def _drawn(self) -> tuple[Any, ...]:
        lines = tuple((s.start, s.end, s.intercept, s.slope) for s in self.segments)
        open_below = self.lower if self.document["status"] in ("bounded", "formula") else ()
        return lines, open_below, self.lost

    def error_at(self, alpha: Any) -> Fraction:
        """Return what capacities that were rounded down may add at some α."""
        return self.lost[0] + self.lost[1] * read_number(alpha).exact

    def _repr_html_(self) -> str:
        """Show the curve with its segments and what proves them, for notebooks."""
        from alphacut.service.library.pages import curve_html

        try:
            picture = self._repr_svg_()
        except ModuleNotFoundError:  # the extra "plot" is not installed
            picture = ""
        pieces = [(s.start, s.end, s.intercept, s.slope) for s in self.segments]
        return curve_html(self.document, pieces, self.remarks, picture)

    @cached_property
    def lower(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The corners of what is proven from below, as α and value; between them it is straight.

        Empty unless the status is "bounded" or "formula": else it is the curve itself.
        """
        pieces = Read.of(self.document, "").lower
        ends = [(piece.end, piece.at(piece.end)) for piece in pieces if piece.end is not None]
        corners = [(piece.start, piece.at(piece.start)) for piece in pieces] + ends
        return tuple(sorted(set(corners)))

    @property
    def gap(self) -> Fraction:
        """The largest (upper - lower)/upper over the range: 0 once nothing is open."""
        return Fraction(self.document.get("gap", 0))

    def to_pandas(self) -> Any:
        """Return a data frame with a row for each segment (pandas has to be installed)."""
        columns = ("start", "end", "intercept", "slope")
        return frame([[getattr(each, name) for name in columns] for each in self.segments], columns)

    @naming_extra()
    def plot(self, ax: Any = None, *, label: str | None = None) -> Any:
        """Draw the curve, and dashed what is proven of it, on axes of matplotlib.

        Parameters
        ----------
        ax
            Axes; left out, the current ones of pyplot.
        label
            Its name in a legend.
        """
        from alphacut.service.render.axes import draw

        return draw(self.document, ax, label)

    def __repr__(self) -> str:
        pieces = len(self.segments)
        return f"<Curve: {pieces} segment{'s' * (pieces != 1)}, {self.status}>"

    @naming_extra()
    def _repr_svg_(self) -> str:
        """Draw the curve, for notebooks."""
        from alphacut.service.render.svg import curve_svg

        return curve_svg([self.document])

    @naming_extra()
    def draw(
        self,
        path: str | Path,
        *,
        title: str = "",
        size: Size | None = None,
        width: str | float | None = None,
    ) -> None:
        """Write the picture that notebooks show as SVG, PNG or PDF, as the name of the file says.

        Parameters
        ----------
        title
            What stands above it.
        size
            Width and height in inches.
        width
            In print, in place of a size: "column" (85 mm), "page" (180 mm), "120mm" or inches.

        Raises
        ------
        ValueError
            If the file's name ends with none of these.
        QuestionError
            If there is no such width.
        ModuleNotFoundError
            If matplotlib, of the extra "plot", is not installed.
        """
        from alphacut.service.render.formats import form_of
        from alphacut.service.render.sheet import size_for
        from alphacut.service.render.svg import curve_picture

        path = Path(path)
        form, size = form_of(path.suffix), size_for(width, size)
        path.write_bytes(curve_picture([self.document], form=form, title=title, size=size))

    def _segment(self, written: Mapping[str, Any]) -> Segment:
        start = _fraction(written["from"])
        assert start is not None  # curves begin at a finite α
        return Segment(
            start=start,
            end=None if written["to"] is None else _fraction(written["to"]),
            intercept=written["intercept"] * self.unit,
            slope=written["slope"] * self.unit,
            sides=self._sides(written["side"]),
        )


def frame(rows: list[list[Any]], columns: Sequence[str]) -> Any:
    """Make a data frame, if pandas is installed.

    Raises
    ------
    SolverError
        If it is not.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise SolverError("to_pandas needs pandas: pip install pandas") from error
    return pd.DataFrame(rows, columns=list(columns))


def _fraction(alpha: str) -> Fraction | None:
    return None if alpha == "inf" else Fraction(alpha)
