"""Packings of trees in all components that a bisection may split, the weakest enlarged first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from alphacut.solver.bisection.bounds.packing.search import AT_ONCE, LARGEST, Packer, TreePacking
from alphacut.solver.bisection.verify.elimination.classes import Capacities
from alphacut.solver.bisection.verify.packing.components import Component
from alphacut.solver.bisection.verify.packing.loads import Slots


@dataclass(kw_only=True, eq=False)
class _Part:
    """The packing of one component."""

    members: Sequence[int]
    packer: Packer
    bounds: Iterator[Fraction]
    bound: Fraction = Fraction(0)


class Packers:
    """Adds trees as long as it is asked to.

    Parameters
    ----------
    capacities
        Scaled.
    weights
        Of the switches.
    components
        Those that may be split, none of which may be whole.
    """

    def __init__(
        self, capacities: Capacities, weights: Sequence[int], components: Sequence[Component]
    ) -> None:
        self._capacities = capacities
        self._parts = [_part(capacities, weights, each) for each in components]

    @property
    def fit(self) -> bool:
        """Whether there is room for trees in all components."""
        return AT_ONCE * len(self._parts) * len(self._capacities) <= LARGEST

    def bounds(self) -> Iterator[Fraction]:
        """Yield the bound after every few trees, as long as there is room for more."""
        switches = len(self._capacities)
        for part in self._parts:
            part.bound = next(part.bounds)
        for _ in range(len(self._parts), LARGEST // (AT_ONCE * switches) + 1):
            weakest = min(self._parts, key=lambda part: part.bound)
            yield weakest.bound
            bound = next(weakest.bounds, None)
            if bound is None:
                return
            weakest.bound = bound

    def best(self) -> TreePacking:
        """Return the trees that give the best bound."""
        slots, sources, trees = Slots(capacities=self._capacities), [], []
        for part in self._parts:
            packing, members = part.packer.best(), np.array(part.members, dtype=np.int64)
            spread = np.zeros((len(packing.trees), len(self._capacities)), dtype=slots.type)
            spread[:, members] = packing.trees
            sources.append(members[packing.sources])
            trees.append(spread)
        return TreePacking(
            bound=min(part.bound for part in self._parts),
            sources=np.concatenate(sources),
            trees=np.concatenate(trees),
        )


def _part(capacities: Capacities, weights: Sequence[int], component: Component) -> _Part:
    """Return the packing of a component, of which switches are numbered in the same order."""
    place = {switch: number for number, switch in enumerate(component.members)}
    packer = Packer(
        capacities={
            number: {place[other]: capacity for other, capacity in capacities[switch].items()}
            for switch, number in place.items()
        },
        weights=[weights[switch] for switch in component.members],
        half=component.weight,
    )
    return _Part(members=component.members, packer=packer, bounds=packer.bounds())
