"""A bisection of a folded Clos network that has the charges of some values, if one has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.bounds.capacities import scaled_pairs
from alphacut.solver.bisection.bounds.clos.charges import BOTH, Charges
from alphacut.solver.bisection.bounds.clos.structure import FoldedClos
from alphacut.solver.common.alpha import Alpha

ROUNDS = 4  # in which switches without weight go to the side of most of their capacity

Sides = NDArray[np.int64]  # (switches,), 0 or 1


def sides_of(charges: Charges, values: Mapping[int, int]) -> list[int]:
    """Return a side of each switch that agrees with the values of all unknowns.

    Where edge switches that are free do not make the halves equal, others are moved.
    """
    layout = _Layout(charges=charges, values=values)
    layout.fill()
    return layout.sides


@dataclass(kw_only=True)
class _Layout:
    charges: Charges
    values: Mapping[int, int]
    sides: list[int] = field(default_factory=list)

    def fill(self) -> None:
        """Give a side to every switch."""
        clos = self.charges.clos
        self.sides = [self.values.get(each, 0) for each in range(len(clos.pods))]
        self._fill_edges(clos)
        for (pod, plane), switch in clos.aggregation.items():
            if switch not in self.values:
                self.sides[switch] = self._side_of_middle(clos, pod, plane)
        for plane, cores in enumerate(clos.cores):
            value = 0 if clos.flat else self._plane(plane + 1)
            for each in cores:
                if each not in self.values:
                    self.sides[each] = value % 3 if value != BOTH else 0

    def _pod(self, pod: int) -> int | None:
        return self.values.get(len(self.charges.clos.pods) + pod - 1)

    def _plane(self, plane: int) -> int:
        clos = self.charges.clos
        number = len(clos.pods) + len(clos.edges) + plane - 1
        return self.values.get(number, BOTH if self.charges.pure else 0)

    def _fill_edges(self, clos: FoldedClos) -> None:
        """Divide edge switches: whole pods first, and what is left within pods of both sides."""
        free, inner = list[tuple[int, ...]](), list[int]()
        for pod, edges in enumerate(clos.edges):
            value = self._pod(pod + 1)
            if value is None and not clos.flat:
                free.append(edges)
            elif value in (None, BOTH):
                inner += [each for each in edges if each not in self.values]
            else:
                self._put(edges, value)
        missing = clos.lighter - sum(self.sides[each] for edges in clos.edges for each in edges)
        for edges in sorted(free, key=len, reverse=True):
            taken = min(len(edges), max(0, missing))
            if taken == len(edges) or not self.charges.pure:
                self._put(edges[:taken], 1)
                missing -= taken
        movable = [*inner, *(each for edges in clos.edges for each in edges)]
        side = int(missing > 0)
        wrong = [each for each in dict.fromkeys(movable) if self.sides[each] != side]
        self._put(wrong[: abs(missing)], side)

    def _put(self, switches: Sequence[int], side: int) -> None:
        for each in switches:
            self.sides[each] = side

    def _side_of_middle(self, clos: FoldedClos, pod: int, plane: int) -> int:
        """Stand with the plane, or where that is divided with the pod."""
        value, own = self._plane(plane), {self.sides[each] for each in clos.edges[pod - 1]}
        if value < BOTH or len(own) > 1:
            return value % 3 if value != BOTH else 0
        return own.pop()


class Settled:
    """Sides of switches without weight, each where it severs least while the others stay."""

    def __init__(self, network: Network, alpha: Alpha, clos: FoldedClos) -> None:
        pairs = scaled_pairs(network, alpha)
        ends = np.array([*pairs], dtype=np.int64).reshape(-1, 2)
        capacities = list(pairs.values())
        self._from = np.concatenate([ends[:, 0], ends[:, 1]])
        self._to = np.concatenate([ends[:, 1], ends[:, 0]])
        self._capacities = np.array([*capacities, *capacities], dtype=np.float64)
        planes, pods = np.array(clos.planes), np.array(clos.pods)
        self._tiers = (planes > 0) & (pods > 0), pods == 0

    def settle(self, sides: Sequence[int]) -> Sides:
        """Return better sides; those with weight stay where they are."""
        now = np.array(sides, dtype=np.int64)
        for _ in range(ROUNDS):
            for tier in self._tiers:
                signed = self._capacities * (2 * now[self._to] - 1)
                pull = np.bincount(self._from, signed, len(now))
                now = np.where(tier & (pull != 0), pull > 0, now).astype(np.int64)
        return now
