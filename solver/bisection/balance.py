"""What "two equal halves" means for a network: weights and their least difference."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError

LARGEST_TOTAL = 10_000_000  # of weights over their greatest common divisor

BALANCES = ("switches", "hosts")


def least_difference(weights: Sequence[int]) -> int:
    """Return the least difference between the two sides that any cut can have.

    Subset sums are kept as the bits of one integer, so the answer is exact.
    """
    unit, reachable = lighter_sides(weights)
    return sum(weights) - 2 * unit * (reachable.bit_length() - 1)


def lighter_sides(weights: Sequence[int]) -> tuple[int, int]:
    """Return a unit of all weights, and which multiples of it a lighter side can weigh, as bits.

    Raises
    ------
    QuestionError
        If the weights are too many units together.
    """
    unit = gcd(*weights) or 1
    reduced = [weight // unit for weight in weights]
    total = sum(reduced)
    if total > LARGEST_TOTAL:
        raise QuestionError(
            "balance",
            f"the weights add up to {total} units of {unit}; at most {LARGEST_TOTAL} will do",
        )
    mask = (1 << (total // 2 + 1)) - 1
    reachable = 1
    for weight in reduced:
        reachable |= (reachable << weight) & mask
    return unit, reachable


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """What the lighter side of a cut may weigh."""

    least: int
    most: int  # equal to least, or half of the weight of all switches, rounded down

    @property
    def exact(self) -> bool:
        """Whether there is one size alone."""
        return self.least == self.most


@dataclass(frozen=True, kw_only=True)
class Balance:
    """The weights that the two sides of a bisection share equally, or in other sizes.

    Sides that cannot be equal, or are to be of other sizes, are made equal by one isolated
    dummy switch of weight `difference`, which a bisection puts on its lighter side. Engines
    therefore work on `extended` weights, whose halves are always equal. A range of sizes is
    none that engines know: `sizes.widened` makes halves of it.
    """

    name: str  # "switches" or "hosts"
    weights: tuple[int, ...]  # of each switch, not negative
    sizes: Sizes | None = None  # None: as equal as they can be

    @classmethod
    def of(cls, network: Network, name: str = "switches") -> Balance:
        """Weigh a network by its switches or by its hosts.

        Parameters
        ----------
        name
            "switches" or "hosts": what the halves share equally.

        Raises
        ------
        QuestionError
            If there is no such balance, or the network has no hosts.
        """
        if name not in BALANCES:
            raise QuestionError(
                "balance", f"{shown(name)} is unknown; it is one of {', '.join(BALANCES)}"
            )
        weights = (1,) * network.switches if name == "switches" else network.hosts
        if not any(weights):
            raise QuestionError("balance", "this network has no hosts; balance it by switches")
        return cls(name=name, weights=weights)

    @cached_property
    def difference(self) -> int:
        """The difference in weight of the two sides: the least that there can be, or as asked.

        Raises
        ------
        ValueError
            If the balance allows several differences.
        """
        if self.sizes is None:
            return least_difference(self.weights)
        if not self.sizes.exact:
            raise ValueError("the sides may differ more or less")  # see `sizes.widened`
        return sum(self.weights) - 2 * self.sizes.least

    @cached_property
    def extended(self) -> tuple[int, ...]:
        """The weights, with the dummy switch last where there is one."""
        return self.weights + ((self.difference,) if self.difference else ())

    @property
    def half(self) -> int:
        """The weight of either side, dummy included."""
        return sum(self.extended) // 2

    def holds(self, side: Collection[int]) -> bool:
        """Tell whether a side and its complement form a bisection, or have the sizes asked for."""
        inside = sum(self.weights[switch] for switch in set(side))
        if self.sizes is not None:
            lighter = min(inside, sum(self.weights) - inside)
            return self.sizes.least <= lighter <= self.sizes.most
        return abs(sum(self.weights) - 2 * inside) == self.difference

    def reachable(self, sizes: Sizes) -> bool:
        """Tell whether the lighter side of some cut has such a size."""
        unit, reachable = lighter_sides(self.weights)
        low, high = -(-max(sizes.least, 0) // unit), sizes.most // unit
        return low <= high and (reachable >> low) & ((1 << (high - low + 1)) - 1) != 0
