"""Rounds that spread all weight over common ends: products of small networks, and folded Clos.

A Cartesian product spreads along one factor after another. Where some switches weigh nothing, as
those without hosts in a fat tree, the weight of the others may go up, level by level (Leiserson,
1985). How loads bound bisections is argued in `docs/certificate.md`; those within factors are
computed in `spreading.factors`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.capacities import scaled_pairs
from alphacut.solver.bisection.bounds.spreading.factors import (
    Factor,
    factors_of,
    numbered,
)
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.bisection.certificate.proofs import SpreadingRound
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha

PRIME = (1 << 61) - 1  # distributions are compared by random numbers modulo it


@dataclass(frozen=True, kw_only=True)
class Spread:
    """Rounds, and the scaled capacity that they prove."""

    bound: int
    rounds: tuple[SpreadingRound, ...]


def spreads(problem: PointProblem, params: SpreadingParams) -> Iterator[Spread]:
    """Yield what spreading proves of a problem: as a product, and up levels."""
    weights = problem.balance.weights
    if len(set(weights)) == 1:
        factors = factors_of(problem.network, problem.alpha, params)
        if factors:
            bound = _bound_of(factors, problem.balance)
            yield Spread(bound=bound, rounds=tuple(_rounds(factors)))
    elif 0 in weights:
        levels = _levels(scaled_pairs(problem.network, problem.alpha), weights)
        if levels is not None:
            lighter = (sum(weights) - problem.balance.difference) // 2
            yield Spread(bound=ceil(levels[0] * lighter), rounds=tuple(levels[1]))


def _bound_of(factors: Sequence[Factor], balance: Balance) -> int:
    """Return what a product proves of equal weights.

    What each of two sides holds ends on both as they share the weight, so that twice the product
    of both weights over their sum crosses.
    """
    total, difference = sum(balance.weights), balance.difference
    crossing = Fraction(total**2 - difference**2, 2 * total)
    return ceil(crossing * min(each.ratio for each in factors) / balance.weights[0])


def closing_side(
    network: Network, balance: Balance, alpha: Alpha, params: SpreadingParams
) -> list[int] | None:
    """Return a side of a best bisection of a product that spreading closes; None if it is none.

    It holds the first switches where they are put in order by factors, the one with the least
    capacity for its load first: half of a path, ring or complete network of even size, and of
    the layer in the middle of an odd one half in the same way.

    Parameters
    ----------
    alpha
        At which capacities are scaled.
    params
        How large a network may be.
    """
    if len(set(balance.weights)) > 1 or not (balance.sizes is None or balance.sizes.exact):
        return None
    factors = factors_of(network, alpha, params)
    if not factors:
        return None
    ordered = sorted(factors, key=lambda each: each.ratio, reverse=True)
    order = np.lexsort([each.ranks()[each.place] for each in ordered])
    lighter = (sum(balance.weights) - balance.difference) // (2 * balance.weights[0])
    side: list[int] = np.sort(order[:lighter]).tolist()
    severed = alpha.scaled(network.cut(side))
    bound = _bound_of(factors, balance)
    if Region.of(network, balance).lowest(alpha, bound, severed) < severed:
        return None
    return side


def _rounds(factors: Sequence[Factor]) -> list[SpreadingRound]:
    """Spread along all factors, one after another."""
    numbers, stride, rounds = numbered([each.place for each in factors]), 1, []
    for each in factors:
        labels = numbers // (stride * each.side) * stride + numbers % stride
        rounds.append(SpreadingRound(rule="even", labels=tuple(labels.tolist())))
        stride *= each.side
    return rounds


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
