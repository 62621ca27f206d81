"""Designing the global links of a dragonfly, and proving what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.formats.spec import complete, parse
from alphacut.service.library.asking import Ratio
from alphacut.service.library.networks import given
from alphacut.service.library.questions import Progress, answer
from alphacut.service.library.results import Answer
from alphacut.service.library.wanted import Wanted, request_of
from alphacut.solver.synthesis.kind import SYNTHESIS


@dataclass(frozen=True, kw_only=True)
class Synthesis(Answer):
    """An arrangement of global links, with its bisection bandwidth at the first α."""

    @property
    def spec(self) -> str:
        """The network, as every other question takes it."""
        return str(self.document["design"]["spec"])

    @property
    def status(self) -> str:
        """ "exact": the bisection is proven; "bounded": it lies between `lower` and `value`."""
        return str(self.document["status"])

    @property
    def value(self) -> Fraction:
        """The capacity of the least bisection that was found."""
        return Fraction(self.document["bisection"]["value"])

    @property
    def lower(self) -> Fraction:
        """What every bisection of the design is proven to have at least."""
        return Fraction(self.document["bisection"]["lower"])

    @property
    def upper(self) -> Fraction:
        """What the bisection of no arrangement surpasses."""
        return Fraction(self.document["upper"][0]["value"])

    @property
    def best(self) -> str | None:
        """ "all" or "rotation": the design is proven to be the best of these; None: of none."""
        return None if self.document["best"] is None else str(self.document["best"])

    def __repr__(self) -> str:
        return f"<Synthesis: {self.spec}, value {self.value}, {self.status}>"


def synthesise(
    *,
    a: int,
    h: int,
    alpha: Ratio | Sequence[Ratio],
    groups: int | None = None,
    p: int = 1,
    symmetry: str = "rotation",
    seed: int = 0,
    time_limit: float | str | None = None,
    memory: int | None = None,
    progress: Progress = None,
) -> Synthesis:
    """Design the arrangement of global links whose bisection bandwidth is as large as possible.

    What is not told here is as for `throughput`.

    Parameters
    ----------
    a, h
        Switches of each group, and global ports of a switch.
    alpha
        Capacity of a global link in units of a local one. Of several, the design has the largest
        least share of the best that was found at each.
    groups
        At most a·h + 1, which is also the default.
    p
        Hosts of each switch.
    symmetry
        What keeps the arrangement: the rotation of groups.
    seed
        Of what is random: the same one leads to the same design, save for what time cuts off.

    Raises
    ------
    SolverError, ArrangementsError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    asked = wanted(a=a, h=h, alpha=alpha, groups=groups, p=p, symmetry=symmetry, seed=seed,
                   time_limit=time_limit)  # fmt: skip
    return answer(asked, memory, progress)


def wanted(
    *,
    a: int,
    h: int,
    alpha: Ratio | Sequence[Ratio],
    groups: int | None = None,
    p: int = 1,
    symmetry: str = "rotation",
    seed: int = 0,
    time_limit: float | str | None = None,
) -> Wanted[Synthesis]:
    """Ask for an arrangement of global links; see `alphacut.synthesise`."""
    spec = {"family": "dragonfly", "a": a, "h": h, "p": p, "arrangement": "random"}
    spec |= {} if groups is None else {"groups": groups}
    found = given(complete(parse(spec)))
    several = isinstance(alpha, Sequence) and not isinstance(alpha, str)
    ratios: Any = [_written(each) for each in alpha] if several else _written(alpha)  # type: ignore[union-attr]
    request = request_of(
        SYNTHESIS,
        time_limit,
        {"topology": found.topology, "alpha": ratios, "symmetry": symmetry, "seed": seed},
    )
    return Wanted(kind=SYNTHESIS, request=request, given=found, made_of=Synthesis)


def _written(ratio: object) -> object:
    return str(ratio) if isinstance(ratio, Fraction) else ratio
