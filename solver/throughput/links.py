"""Links with a direction and a capacity, as traffic sees them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network

Integers = NDArray[np.int64]
LARGE = 10**9  # of p and q, from which on Python's own integers are needed


@dataclass(frozen=True, kw_only=True)
class DirectedLinks:
    """The two directions of every link of a network, which each have its whole capacity.

    Link k of the network gives 2k, from its first switch to its second, and 2k + 1 back.
    Parallel links of one class between two switches are one entry; a local hop takes
    them together, while global ones are as many paths.
    """

    tails: Integers  # (E,) switch at which each begins
    heads: Integers  # (E,) switch at which it ends
    multiplicities: Integers  # (E,) parallel links that it stands for
    classes: Integers  # (E,) place of its class in `names`
    crossing: NDArray[np.bool_]  # (E,) whether it joins two groups: a global link
    bases: Integers  # (E,) capacity at α = 0, of all parallel links together
    slopes: Integers  # (E,) capacity for each unit of α
    names: tuple[str, ...]  # of the link classes

    @classmethod
    def of(cls, network: Network) -> Self:
        """Give each link of a network its two directions."""
        names = tuple(each.name for each in network.classes)
        ends = np.array([link[:2] for link in network.links], dtype=np.int64).reshape(-1, 2)
        times = np.array([link.multiplicity for link in network.links], dtype=np.int64)
        kinds = np.array([names.index(link.link_class) for link in network.links], dtype=np.int64)
        bases = np.array([each.base for each in network.classes], dtype=np.int64)
        slopes = np.array([each.slope for each in network.classes], dtype=np.int64)
        groups = np.array(network.groups, dtype=np.int64)
        return cls(
            tails=ends.ravel(),
            heads=ends[:, ::-1].ravel(),
            multiplicities=np.repeat(times, 2),
            classes=np.repeat(kinds, 2),
            crossing=np.repeat(groups[ends[:, 0]] != groups[ends[:, 1]], 2),
            bases=np.repeat(times * bases[kinds], 2),
            slopes=np.repeat(times * slopes[kinds], 2),
            names=names,
        )

    def __len__(self) -> int:
        return len(self.tails)

    def capacities(self, alpha: Fraction) -> NDArray[Any]:
        """Return the capacity of each at α = p/q, times q: integers, of Python where large."""
        bases, slopes = self.bases, self.slopes
        if max(alpha.numerator, alpha.denominator) >= LARGE:
            bases, slopes = bases.astype(object), slopes.astype(object)
        return np.asarray(alpha.denominator * bases + alpha.numerator * slopes)
