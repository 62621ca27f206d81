"""What a tree has to prove, and the parts into which it divides that."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.parity import Mask, Parities
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.blocks import Counts
from alphacut.solver.bisection.verify.counts import Limit
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused

Limits = tuple[Limit, ...]  # of different sets, in the order in which a path splits them


Named = Callable[[str], StatesLeaf]  # multipliers of a document, by their names


def nothing_named(name: str) -> StatesLeaf:
    """Know no multipliers.

    Raises
    ------
    Refused
        Always.
    """
    raise Refused(f"there are no multipliers with the name {shown(name)}")


@dataclass(frozen=True, kw_only=True)
class Statement:
    """What is to be proven: no bisection has a scaled capacity below target."""

    network: Network
    balance: Balance
    alpha: Alpha
    target: int
    known: tuple[KnownPoint, ...] = ()  # proven elsewhere, in the order of the certificate
    # the rest is of trees alone
    lemmas: tuple[InterceptLemma, ...] = ()  # proven elsewhere
    intercept: int | None = None  # of all bisections that are meant
    named: Named = nothing_named  # multipliers that a document holds once

    @property
    def highest(self) -> int | None:
        """The largest capacity to be excluded; None if parity and known points leave none."""
        region = Region.of(self.network, self.balance, self.known)
        return region.highest(self.alpha, self.target)


@dataclass(frozen=True, kw_only=True)
class Part:
    """The part of all bisections that a node of the tree stands for."""

    region: Region  # of lines
    limits: Limits  # on numbers of separated pairs
    parities: Parities  # of numbers of separated pairs
    # number of a rotation, or None for the network's groups, and blocks of each minority
    composition: tuple[int | None, Counts] | None = None
    states: Counts | None = None  # blocks of that rotation in each state
    contradicted: bool = False  # whether a parity was assumed where the other one was known

    @property
    def empty(self) -> bool:
        """Whether parities contradict each other, or limits leave no number of some pairs."""
        return self.contradicted or any(limit.low > limit.high for limit in self.limits)

    def assuming(self, mask: Mask, parity: int) -> Part:
        """Return the part in which a number with this degree mask has a parity.

        Where the other parity is known already, it is empty.
        """
        parities = self.parities.assuming(mask, parity)
        limits = tuple(limit.under(parities) for limit in self.limits)
        contradicted = self.contradicted or self.parities.of(mask) not in (None, parity)
        return replace(self, parities=parities, limits=limits, contradicted=contradicted)

    @property
    def level(self) -> int:
        """The one intercept; refused if it is not decided.

        Raises
        ------
        Refused
            If it is not decided.
        """
        if not self.region.one_intercept:
            raise Refused("a leaf rests on the intercept, but it is not decided")
        return self.region.low.intercept


def enough(bound: tuple[int, int], highest: int) -> None:
    """Refuse a bound, a ratio, that does not exceed the highest capacity to be excluded.

    Raises
    ------
    Refused
        If it does not.
    """
    numerator, denominator = bound
    if numerator <= highest * denominator:
        raise Refused(
            f"a leaf proves only {_ratio(numerator, denominator or 1):.6f} "
            f"where more than {highest} is needed"
        )


def _ratio(numerator: int, denominator: int) -> float:
    """Return what people are told of a number that may be of any size."""
    try:
        return numerator / denominator
    except OverflowError:
        return math.inf if numerator > 0 else -math.inf
