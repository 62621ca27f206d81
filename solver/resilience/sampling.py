"""What one sample of failures leaves: more and more of one random order of links or switches.

A seed fixes the order in which links fail, so that what fails at one level has failed at all later
ones. A bound for many failures then holds for fewer as well, and one for few, less what fails
beside it, for many. Cuts are those of the whole network and of other samples, measured anew and
improved by a walk.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from alphacut.arrangements.failures import Failures
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.certificate.proofs import Certificate
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.heuristics.search import SearchParams, search_at
from alphacut.solver.bisection.heuristics.starts import repaired
from alphacut.solver.bisection.heuristics.tabu import Walker
from alphacut.solver.bisection.outcome import goal_of
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.resilience.failing import LINKS, Failing
from alphacut.solver.resilience.networks import failed_capacity, two_kinds

Side = tuple[int, ...]
Certain = Callable[[Sequence[int]], int]  # what is certain without some switches, scaled
ONE = Alpha.of(1)
LOSS, CERTIFICATE, SAMPLE = "loss", "certificate", "sample"  # what a lower bound follows from


@dataclass(frozen=True, kw_only=True)
class SampleParams:
    """What steers the work on one value."""

    small: int = 64  # switches up to which every engine is asked, and for the exact value
    largest: int = 300  # switches up to which one semidefinite matrix is tried
    walks: int = 4  # from each of the best cuts that are known
    cuts: int = 3  # of these
    steps: int = 4_000  # of a walk
    work: int = 4_000_000  # moves times switches in one walk, at most
    seconds: float = 30.0  # for one proof, where there is no limit
    of_matrix: float = 600.0  # the same, for one that ends by itself after some seconds of a core
    shortest: float = 0.2  # seconds below which no proof is begun


USUAL = SampleParams()
SEARCH = SearchParams(walks=4, partitions=2, refined=2, patience=4, more=1)


@dataclass(frozen=True, kw_only=True)
class Whole:
    """The network before anything fails at random, and what is known of it."""

    network: Network
    balance: Balance
    alpha: Alpha
    lower: int  # scaled: what a certificate proves of its bisections
    side: Side  # of the best bisection found


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """What is known of one value: a cut from above, and a bound with what it follows from."""

    upper: int  # scaled
    side: Side
    lower: int
    by: str
    bound: int = 0  # scaled: what the certificate proves
    certificate: Certificate | None = None


@dataclass(frozen=True)
class Left:
    """The network that some failures leave."""

    whole: Whole
    network: Network
    same: bool  # whether it has the switches of the whole one

    @cached_property
    def balance(self) -> Balance:
        """What halves of it are."""
        return (
            self.whole.balance if self.same else Balance.of(self.network, self.whole.balance.name)
        )

    @cached_property
    def kinds(self) -> Network:
        """The network at whose β = ∞ bounds are proven; see `networks.two_kinds`."""
        return two_kinds(
            self.whole.network if self.same else self.network, self.network, self.whole.alpha
        )

    @property
    def known(self) -> tuple[KnownPoint, ...]:
        """What is proven at β = 1."""
        serves = self.same and self.whole.lower > 0
        return (KnownPoint(alpha=ONE, bound=self.whole.lower),) if serves else ()

    def measured(self, side: Iterable[int]) -> int:
        """Return the scaled capacity of a cut."""
        return self.kinds.cut(tuple(side)).slope


def degraded(whole: Whole, failing: Failing, number: int, seed: int) -> Left:
    """Let so many links or switches fail."""
    links = failing.what == LINKS
    failures = Failures(
        random_links=number if links else 0,
        random_switches=0 if links else number,
        random_class=failing.link_class,
        seed=seed,
    )
    return Left(whole, failures.apply(whole.network), links)


def survivors(whole: Whole, failing: Failing, number: int, seed: int) -> tuple[int, ...]:
    """Return the switches that are left, by their numbers in the whole network."""
    if failing.what == LINKS:
        return tuple(range(whole.network.switches))
    return Failures(random_switches=number, seed=seed).survivors(whole.network)


def best_cut(
    left: Left, sides: Sequence[Sequence[int]], seed: int, params: SampleParams = USUAL
) -> Side:
    """Return the best bisection found from some that are known, or from none."""
    network, balance = left.kinds, left.balance
    known = sorted((tuple(side) for side in sides if balance.holds(side)), key=left.measured)
    known = known[: params.cuts]
    if not known:
        cut = search_at(network, balance, INFINITY, seed=seed, params=SEARCH)
        return cut.side
    walker, rng = Walker(network, balance, INFINITY), np.random.default_rng([seed, 2])
    steps = min(params.steps, 1 + params.work // network.switches)
    blocks = blocks_of(network)
    best = known[0]
    for side in known:
        for _ in range(params.walks):
            found = tuple(walker.improve(side, blocks, steps, rng))
            if balance.holds(found):
                best = min(best, found, key=left.measured)
    return best


def blocks_of(network: Network) -> list[list[int]]:
    """Return the switches of each group; each switch by itself where there is one group."""
    found: dict[int, list[int]] = {}
    for switch, group in enumerate(network.groups):
        found.setdefault(group, []).append(switch)
    return [*found.values()] if len(found) > 1 else [[each] for each in range(network.switches)]


def proven(
    left: Left,
    side: Side,
    gap: Fraction,
    seconds: float | None,
    params: SampleParams = USUAL,
    engine: Engine | None = None,
) -> tuple[int, Certificate | None, Side]:
    """Prove a bound by an engine whose certificate the verifier accepts.

    Parameters
    ----------
    engine
        For networks that are not small; None: a semidefinite bound that begins with nothing.

    Returns
    -------
    bound, certificate, side
        Scaled, with its certificate; and a better cut, if one was found on the way.
    """
    from alphacut.solver.bisection.answer import answer

    switches = left.network.switches
    one_matrix_serves = params.small < switches <= params.largest
    most = params.of_matrix if one_matrix_serves else params.seconds
    budget = most if seconds is None else min(seconds, most)
    if budget < params.shortest or switches < 2 or told_to_stop():
        return 0, None, side
    problem = PointProblem(
        network=left.kinds,
        balance=left.balance,
        alpha=INFINITY,
        known=left.known,
        cuts=(Cut.of(left.kinds, side),),
        seconds=budget,
        gap=gap,
    )
    if one_matrix_serves:
        chosen = engine or one_matrix()
        outcome = answer(problem, lambda _: not told_to_stop(), engine_of=lambda _: chosen)
    else:
        outcome = answer(problem, lambda _: not told_to_stop())
    found = outcome.incumbent
    better = side if found is None else min(side, found.side, key=left.measured)
    if outcome.certificate is None:
        return 0, None, better
    return outcome.certified_bound, outcome.certificate, better


def one_matrix() -> Engine:
    """Return an engine that begins with what counted in the problem before."""
    from alphacut.solver.bisection.engines.catalogue import only
    from alphacut.solver.bisection.engines.semidefinite import Semidefinite

    return only(Semidefinite(most_nodes=1, learns=True))


def near(lower: int, upper: int, gap: Fraction) -> bool:
    """Tell whether a bound is near enough to a cut."""
    return lower >= goal_of(upper, gap)


@dataclass(frozen=True, kw_only=True)
class Sampling:
    """One sample at all levels."""

    whole: Whole
    failing: Failing
    numbers: tuple[int, ...]  # of failures, rising
    seed: int
    gap: Fraction
    params: SampleParams = USUAL

    def bounds(
        self,
        sides: Sequence[Sequence[int]],
        lost: Certain,
        seconds: float | None,
        engine: Engine,
    ) -> list[tuple[Left, Bounds]]:
        """Return what is known at each level.

        Parameters
        ----------
        sides
            Bisections of the whole network, with which searches begin.
        lost
            Takes switches, and returns what is certain without them.
        seconds
            For all levels; None: each proof has its usual time.
        engine
            For networks that are not small.
        """
        end = None if seconds is None else time.monotonic() + seconds
        lefts = [degraded(self.whole, self.failing, k, self.seed) for k in self.numbers]
        found: list[Bounds] = []
        pool = [tuple(side) for side in sides]
        for place in range(len(lefts) - 1, -1, -1):
            left = lefts[place]
            side = self._cut(left, pool, self.numbers[place])
            if left.same:
                pool.append(side)
            first = Bounds(
                upper=left.measured(side), side=side, lower=self._loss(left, place, lost), by=LOSS
            )
            time_left = None if end is None else (end - time.monotonic()) / (place + 1)
            found.insert(0, self._proven(left, first, found, time_left, engine))
        return list(zip(lefts, self._shared(lefts, found), strict=True))

    def _cut(self, left: Left, pool: Sequence[Side], number: int) -> Side:
        if left.same:
            return best_cut(left, pool, self.seed, self.params)
        kept = survivors(self.whole, self.failing, number, self.seed)
        place = {switch: new for new, switch in enumerate(kept)}
        sides = [tuple(place[each] for each in side if each in place) for side in pool]
        evened = [even(left, side) for side in sides]
        return best_cut(left, [each for each in evened if each], self.seed, self.params)

    def _loss(self, left: Left, place: int, lost: Certain) -> int:
        """Return what a theorem leaves of the bound of the whole network."""
        if left.same:
            taken = failed_capacity(self.whole.network, left.network, self.whole.alpha)
            return max(0, self.whole.lower - taken)
        kept = set(survivors(self.whole, self.failing, self.numbers[place], self.seed))
        gone = [each for each in range(self.whole.network.switches) if each not in kept]
        return lost(gone)

    def _proven(
        self,
        left: Left,
        first: Bounds,
        later: Sequence[Bounds],
        seconds: float | None,
        engine: Engine,
    ) -> Bounds:
        """Prove more, where what follows from other bounds is not enough."""
        implied = max([first.lower, *(each.lower for each in later if left.same)])
        if near(implied, first.upper, self.gap):
            return first
        bound, certificate, side = proven(left, first.side, self.gap, seconds, self.params, engine)
        better = replace(first, side=side, upper=left.measured(side))
        if bound <= first.lower or certificate is None:
            return better
        return replace(better, lower=bound, by=CERTIFICATE, bound=bound, certificate=certificate)

    def _shared(self, lefts: Sequence[Left], found: Sequence[Bounds]) -> list[Bounds]:
        """Let the cuts and the bounds of each level serve the others, where links alone fail."""
        if not lefts or not lefts[0].same:
            return list(found)
        return [
            self._with_cuts(left, self._with_bounds(lefts, found, place), found)
            for place, left in enumerate(lefts)
        ]

    def _with_bounds(self, lefts: Sequence[Left], found: Sequence[Bounds], place: int) -> Bounds:
        mine, best = found[place], found[place].lower
        for other, each in enumerate(found):
            taken = 0
            if other < place:
                taken = failed_capacity(
                    lefts[other].network, lefts[place].network, self.whole.alpha
                )
            best = max(best, each.lower - taken)
        return mine if best <= mine.lower else replace(mine, lower=best, by=SAMPLE)

    @staticmethod
    def _with_cuts(left: Left, mine: Bounds, found: Sequence[Bounds]) -> Bounds:
        side = min((mine.side, *(each.side for each in found)), key=left.measured)
        return replace(mine, side=side, upper=left.measured(side))


def even(left: Left, side: Sequence[int]) -> Side | None:
    """Return a bisection near to a division, by moving what costs least; None if that fails."""
    balance, network = left.balance, left.kinds
    if balance.holds(side):
        return tuple(side)
    inside = set(side)
    pull = [0.0] * network.switches  # how much of its capacity leads to the side
    for first, second, name, number in network.links:
        each = float(network.class_by_name[name].slope * number)
        pull[first] += each if second in inside else -each
        pull[second] += each if first in inside else -each
    found = tuple(repaired(list(side), balance, pull))
    return found if balance.holds(found) else None
