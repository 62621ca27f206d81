"""Excluding all bisections up to a capacity, by two sweeps along an order of the switches.

Forward, the switches are placed on a side one after the other. Two ways to
place the first i switches that are in the same state mean the same for the
rest, so the cheaper one is enough; so it is of two that a symmetry of the
network takes to each other. A state is dropped where no bisection of at
most the capacity that is to be excluded can come of it, by what it severs
already, the boundary (what the links to the switches to come sever at least)
and what must be severed among the switches to come.

The last number comes from the other sweep, which goes backward. It would be as
long, if it went as far. But it drops what has too many severed ends: a cut
severs links before a place in the order, across, and behind it, and with those
across counted half for either part, the parts before and behind cannot both
carry more than half of the capacity. So neither sweep has to follow a state that
carries more than about half, unless the other has found what completes it.

Severed ends of a part are the capacity of severed links at each of their ends in it:
twice what is severed within the part, and once the boundary.

References
----------
Kinnersley, The vertex separation number of a graph equals its path-width (1992).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.sweep.fields import IntArray
from alphacut.solver.bisection.verify.sweep.layout import BoolArray, Layout, Step, layout
from alphacut.solver.bisection.verify.sweep.profile import IMPOSSIBLE, MOST_LISTED, Profile
from alphacut.solver.bisection.verify.sweep.states import States
from alphacut.solver.bisection.verify.sweep.symmetry import Permutation
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import SolverError
from alphacut.solver.common.limits import room_for

LARGEST_TOTAL = 1 << 56  # scaled capacity of all links together
LARGEST_PROFILES = 1 << 24  # numbers in all profiles together

OnProgress = Callable[[int], None]  # told the number of states at every step; may raise


class TooLarge(SolverError):
    """A network is too large to be swept."""


def ignore(_: int) -> None:
    """Let a sweep go on."""


@dataclass(frozen=True, kw_only=True)
class Exclusion:
    """No bisection has a scaled capacity of at most `highest`: a question to be counted."""

    network: Network
    balance: Balance
    alpha: Alpha
    order: tuple[int, ...]  # a permutation of the switches
    most_ends: int  # severed ends up to which the sweep backward goes; any will do
    highest: int  # scaled
    symmetries: tuple[Permutation, ...] = ()  # that keep links, classes and weights

    def __post_init__(self) -> None:
        if self.alpha.scaled(self.network.total) >= LARGEST_TOTAL:
            raise TooLarge("the capacities are too large for a sweep")
        listed = min(sum(self._weights) + 1, MOST_LISTED)
        if self.network.switches * listed > LARGEST_PROFILES:
            raise TooLarge("the network is too large for a sweep")
        room_for(8 * self.network.switches * listed, "the profiles of a sweep")

    def holds(self, on_progress: OnProgress = ignore) -> bool:
        """Tell whether it is true."""
        left = 1
        for states in self.forward(on_progress):
            left = len(states)
        return left == 0

    def forward(self, on_progress: OnProgress = ignore) -> Iterator[States]:
        """Yield the states after each step forward; none at the end if it is true.

        If it is not, the least capacity at the end is that of the best bisection.
        """
        profiles, states = self._backward(on_progress), States.start(self.ahead.words)
        for number, step in enumerate(self.ahead.steps):
            states = states.placed(step, both=number > 0)
            states = self._completable(states, step, profiles[step.rest])
            on_progress(len(states))
            yield states

    @cached_property
    def ahead(self) -> Layout:
        """The steps forward."""
        return layout(self.order, self._capacities, self._weights, self.symmetries)

    @cached_property
    def _weights(self) -> list[int]:
        unit = gcd(*self.balance.weights)
        return [weight // unit for weight in self.balance.weights]

    @cached_property
    def _halves(self) -> tuple[int, ...]:
        """What a side of a bisection can weigh."""
        total = sum(self._weights)
        difference = self.balance.difference // gcd(*self.balance.weights)
        return tuple({(total - difference) // 2, (total + difference) // 2})

    @cached_property
    def _capacities(self) -> dict[int, dict[int, int]]:
        """The scaled capacity between every two switches that are linked, both ways."""
        capacities: dict[int, dict[int, int]] = {}
        for link in self.network.links:
            each = self.network.class_by_name[link.link_class]
            scaled = self.alpha.denominator * each.base + self.alpha.numerator * each.slope
            for one, other in ((link.first, link.second), (link.second, link.first)):
                if scaled:
                    links = capacities.setdefault(one, {})
                    links[other] = links.get(other, 0) + scaled * link.multiplicity
        return capacities

    # ---- backward --------------------------------------------------------

    def _backward(self, on_progress: OnProgress) -> Sequence[Profile]:
        """Return what is known of the last m switches of the order, for every m."""
        steps = layout(self.order[::-1], self._capacities, self._weights, self.symmetries)
        states, profiles, numbers = States.start(steps.words), [Profile.of_nothing()], 0
        for number, step in enumerate(steps.steps):
            states = states.placed(step, both=number > 0)
            states, severed_ends = self._within_most_ends(states, step)
            on_progress(len(states))
            placed = sum(self._weights) - step.weight_left
            weights = step.weight.of(states.keys)
            profiles.append(Profile.of(placed, weights, states.costs, severed_ends, self.most_ends))
            numbers += len(profiles[-1].inside)
            if numbers > LARGEST_PROFILES:
                raise TooLarge("the profiles are too large for a sweep")
        return profiles

    def _within_most_ends(self, states: States, step: Step) -> tuple[States, IntArray]:
        """Drop the states that cannot become a half, or have more severed ends than the most."""
        states = states.where(2 * states.costs <= self.most_ends).merged(step)
        remaining, fits = self._remaining(states, step)
        boundary = np.where(fits, states.boundary(step, remaining), IMPOSSIBLE).min(axis=0)
        severed_ends = 2 * states.costs + boundary
        kept = (severed_ends <= self.most_ends) & (states.costs + boundary <= self.highest)
        return states.where(kept), severed_ends[kept]

    # ---- forward ---------------------------------------------------------

    def _completable(self, states: States, step: Step, profile: Profile) -> States:
        """Drop the states of which no bisection of at most the highest capacity can come."""
        remaining, fits = self._remaining(states, step)
        possible = self._within(states, profile, np.zeros_like(remaining), remaining, fits)
        states = states.where(possible).merged(step)
        remaining, fits = self._remaining(states, step)
        boundary = states.boundary(step, remaining)
        return states.where(self._within(states, profile, boundary, remaining, fits))

    def _within(
        self,
        states: States,
        profile: Profile,
        boundary: IntArray,
        remaining: IntArray,
        fits: BoolArray,
    ) -> BoolArray:
        """Tell which states may be completed to some half within the highest capacity."""
        least = profile.least(boundary, np.where(fits, remaining, 0))
        within = 2 * states.costs + least <= 2 * self.highest
        return np.asarray((fits & within).any(axis=0), dtype=np.bool_)

    def _remaining(self, states: States, step: Step) -> tuple[IntArray, BoolArray]:
        """Return for each half (rows) the weight still to go to side 1, and whether it can."""
        remaining = np.array(self._halves)[:, None] - step.weight.of(states.keys)
        return remaining, (remaining >= 0) & (remaining <= step.weight_left)
