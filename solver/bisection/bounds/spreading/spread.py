"""Rounds that spread all weight over common ends: products of small networks, and folded Clos.

A network whose switches are numbered as those of a Cartesian product of networks spreads along one
factor after another. Where some switches weigh nothing, as those without hosts in a fat tree, the
weight of the others may go up, level by level (Leiserson, 1985). How loads bound bisections is
argued in `docs/certificate.md`; here they are computed from counts of shortest ways in a factor.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, lcm, prod

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.bisection.certificate.proofs import SpreadingRound
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha

PRIME = (1 << 61) - 1  # distributions are compared by random numbers modulo it

Capacities = dict[tuple[int, int], int]  # scaled, by both ends in order
Integers = NDArray[np.int64]
Pairs = tuple[Integers, Integers]  # both ends of links, and which capacity they have


@dataclass(frozen=True, kw_only=True)
class Spread:
    """Rounds, and the scaled capacity that they prove."""

    bound: int
    rounds: tuple[SpreadingRound, ...]


def spreads(problem: PointProblem, params: SpreadingParams) -> Iterator[Spread]:
    """Yield what spreading proves of a problem: as a product, and up levels."""
    capacities = _scaled(problem.network, problem.alpha)
    weights = problem.balance.weights
    lighter = (sum(weights) - problem.balance.difference) // 2
    if len(set(weights)) == 1:
        factors = _factors(capacities, problem.network.switches, params)
        if len(factors) > 1:
            tightest = min(each.ratio for each in factors) / weights[0]
            yield _bounded(tightest, _rounds(factors, problem.network.switches), lighter)
    elif 0 in weights:
        levels = _levels(capacities, weights)
        if levels is not None:
            yield _bounded(*levels, lighter)


def _bounded(tightest: Fraction, rounds: Sequence[SpreadingRound], lighter: int) -> Spread:
    return Spread(bound=ceil(tightest * lighter), rounds=tuple(rounds))


def closing_side(network: Network, alpha: Alpha, params: SpreadingParams) -> list[int] | None:
    """Return a side of a best bisection of a product that spreading closes; None if it is none.

    All switches must weigh the same. It closes where the factor with the least capacity for its
    load is cut so by the half of its switches that have the lower numbers, as a ring, a path or a
    complete network of even size is.

    Parameters
    ----------
    alpha
        At which capacities are scaled.
    params
        How large a network may be.
    """
    factors = _factors(_scaled(network, alpha), network.switches, params)
    if len(factors) < 2:
        return None
    least = min(range(len(factors)), key=lambda number: factors[number].ratio)
    factor, half = factors[least], factors[least].side // 2
    severed = sum(c for (u, v), c in factor.links.items() if (u < half) != (v < half))
    if factor.side % 2 or severed != half * factor.ratio:
        return None
    stride = prod(each.side for each in factors[:least])
    numbers = np.arange(network.switches)
    return np.flatnonzero(numbers // stride % factor.side < half).tolist()


def _scaled(network: Network, alpha: Alpha) -> Capacities:
    found: defaultdict[tuple[int, int], int] = defaultdict(int)
    for first, second, name, multiplicity in network.links:
        each = network.class_by_name[name]
        scaled = alpha.denominator * each.base + alpha.numerator * each.slope
        if scaled:
            found[first, second] += scaled * multiplicity
    return dict(found)


@dataclass(frozen=True, kw_only=True)
class Factor:
    """A factor of a product of networks."""

    side: int  # its switches
    links: Mapping[tuple[int, int], int]  # their scaled capacities
    ratio: Fraction  # the least capacity for a unit of load


def _factors(
    capacities: Mapping[tuple[int, int], int], switches: int, params: SpreadingParams
) -> list[Factor]:
    """Return the factors of a product, that whose number runs fastest first; else none."""
    values = sorted(set(capacities.values()))
    number = {value: index for index, value in enumerate(values)}  # values may be beyond 64 bits
    ends = np.array(list(capacities), dtype=np.int64).reshape(-1, 2)
    kinds = np.array([number[value] for value in capacities.values()], dtype=np.int64)
    factors, left = list[Factor](), switches
    while left > 1:
        split = _factor(ends, kinds, left)
        if split is None:
            return []
        side, own, (ends, kinds) = split
        pairs = ((u, v) for u, v in own[0].tolist())
        links = dict(zip(pairs, (values[kind] for kind in own[1].tolist()), strict=True))
        ratio = _least_ratio(links, side, params)
        if ratio is None:
            return []
        factors.append(Factor(side=side, links=links, ratio=ratio))
        left //= side
    return factors


def _rounds(factors: Sequence[Factor], switches: int) -> list[SpreadingRound]:
    """Spread along all factors, one after another."""
    numbers, stride, rounds = np.arange(switches), 1, []
    for each in factors:
        labels = numbers // (stride * each.side) * stride + numbers % stride
        rounds.append(SpreadingRound(rule="even", labels=tuple(labels.tolist())))
        stride *= each.side
    return rounds


def _factor(ends: Integers, kinds: Integers, switches: int) -> tuple[int, Pairs, Pairs] | None:
    """Split off the factor whose number runs fastest: its size, its links, and those that are left.

    The least size for which all links join switches that are alike in the one or in the other.
    """
    for side in range(2, switches + 1):
        if switches % side:
            continue
        block, place = ends // side, ends % side
        within = block[:, 0] == block[:, 1]
        if not (within | (place[:, 0] == place[:, 1])).all():
            continue
        inner = _repeated(place[within], kinds[within], switches // side)
        outer = _repeated(block[~within], kinds[~within], side)
        if inner is not None and outer is not None:
            return side, inner, outer
    return None


def _repeated(pairs: Integers, kinds: Integers, times: int) -> Pairs | None:
    """Return each pair once, with its kind; None unless all stand so many times, and are alike."""
    codes = pairs[:, 0] << 32 | pairs[:, 1]
    _, first, place, counts = np.unique(
        codes, return_index=True, return_inverse=True, return_counts=True
    )
    if (counts != times).any() or (kinds[first][place] != kinds).any():
        return None
    return pairs[first], kinds[first]


def _least_ratio(
    links: Mapping[tuple[int, int], int], side: int, params: SpreadingParams
) -> Fraction | None:
    """Return the least capacity for a unit of load where each switch of a factor sends one unit.

    A link on w of the W shortest ways between two switches carries w/W of what one sends the other.
    """
    if not links or side**2 * len(links) > params.most_work:
        return None
    adjacent = np.zeros((side, side), dtype=np.int64)
    for u, v in links:
        adjacent[u, v] = adjacent[v, u] = 1
    far, ways = _shortest(adjacent)
    if (far < 0).any() or ways.max() > params.most_ways:
        return None
    common = lcm(*set(ways.ravel().tolist()))
    if common * side**2 >= 1 << 60:
        return None
    each_way = common // ways
    ratios = []
    for (u, v), capacity in links.items():
        load = 0
        for one, other in ((u, v), (v, u)):
            on = far[:, one][:, None] + 1 + far[other] == far
            load += int((np.outer(ways[:, one], ways[other]) * each_way)[on].sum())
        ratios.append(Fraction(capacity * common * side, load))
    return min(ratios)


def _shortest(adjacent: Integers) -> tuple[Integers, Integers]:
    """Return distances and numbers of shortest ways; -1 where there is no way."""
    side = len(adjacent)
    far = np.where(np.eye(side, dtype=bool), 0, -1)
    ways, latest = np.eye(side, dtype=np.int64), np.eye(side, dtype=np.int64)
    for distance in range(1, side):
        latest = (latest @ adjacent) * (far < 0)
        if not latest.any():
            break
        far[latest > 0] = distance
        ways += latest
        if ways.max() > 1 << 30:
            break
    return far, ways


def _levels(
    capacities: Mapping[tuple[int, int], int], weights: Sequence[int]
) -> tuple[Fraction, list[SpreadingRound]] | None:
    """Send all weight up from the switches that have some, if it ends in the same shares."""
    beside: list[dict[int, int]] = [{} for _ in weights]
    for (u, v), capacity in capacities.items():
        beside[u][v] = beside[v][u] = capacity
    level = _distances(beside, [v for v, weight in enumerate(weights) if weight])
    if level is None:
        return None
    order = sorted(range(len(weights)), key=level.__getitem__)
    up = [{u: c for u, c in beside[v].items() if level[u] > level[v]} for v in range(len(weights))]
    held, tightest = [Fraction(weight) for weight in weights], list[Fraction]()
    for switch in order:
        total = sum(up[switch].values())
        for other, capacity in up[switch].items():
            held[other] += held[switch] * capacity / total
        if total and held[switch]:  # a link carries what is held, times its share of the capacity
            tightest.append(total / held[switch])
    if not tightest or not _alike(order, up, weights):
        return None
    return min(tightest), [SpreadingRound(rule="up", labels=tuple(level))]


def _distances(beside: Sequence[Mapping[int, int]], sources: Sequence[int]) -> list[int] | None:
    """Return how far each switch is from the next source; None if there is no way."""
    distances, latest, distance = dict.fromkeys(sources, 0), list(sources), 0
    while latest:
        distance += 1
        reached = dict.fromkeys(u for v in latest for u in beside[v] if u not in distances)
        distances |= dict.fromkeys(reached, distance)
        latest = list(reached)
    return [distances[v] for v in range(len(beside))] if len(distances) == len(beside) else None


def _alike(order: Sequence[int], up: Sequence[Mapping[int, int]], weights: Sequence[int]) -> bool:
    """Tell whether all weight ends in the same shares, by random numbers modulo a prime."""
    rng = np.random.default_rng(1)
    at = [int(each) for each in rng.integers(1, PRIME, len(order))]
    for switch in reversed(order):
        if up[switch]:
            total = pow(sum(up[switch].values()), -1, PRIME)
            at[switch] = sum(c * at[u] for u, c in up[switch].items()) * total % PRIME
    return len({at[v] for v, weight in enumerate(weights) if weight}) == 1
