"""Bisections of whole groups, with at most one that is divided, for every wiring between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd, prod

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.structure.group_kinds import group_kinds
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.starts import filled, trivial_cut
from alphacut.solver.bisection.problem import Cut

MOST_STATES = 300_000  # numbers of groups of each kind on side 1
MOST_CUTS = 8

Reals = NDArray[np.float64]


def group_cuts(network: AnyWiring, balance: Balance) -> tuple[Cut, ...]:
    """Return bisections of whole groups, and of the halves of all groups."""
    halves = [
        each[place % 2 :: 2] if len(each) % 2 else each[: len(each) // 2]
        for place, each in enumerate(network.members)
    ]
    inside = {switch for half in halves for switch in half}
    order = sorted(range(network.switches), key=lambda switch: switch not in inside)
    best = [Cut.of(network, side) for side in _best_sides(network, balance)]
    return (*best, trivial_cut(network, balance), Cut.of(network, filled(order, balance)))


def _best_sides(network: AnyWiring, balance: Balance) -> Iterator[list[int]]:
    """Yield the sides of whole groups, one divided, that are least at some α by their means."""
    unit = gcd(*balance.weights)
    half = (sum(balance.weights) - balance.difference) // 2 // unit
    members, between = network.members, _matrix(network)
    weights = [balance.weights[own[0]] // unit for own in members]
    colours = [(len(own), weight) for own, weight in zip(members, weights, strict=True)]
    kinds = group_kinds(colours, between.astype(np.int64).tolist())
    groups = [[g for g, kind in enumerate(kinds) if kind == own] for own in range(max(kinds) + 1)]
    counts = [len(own) for own in groups]
    if prod(count + 1 for count in counts) > MOST_STATES:
        return
    ones = np.indices([count + 1 for count in counts]).reshape(len(counts), -1).T
    first = [own[0] for own in groups]
    joined = np.array(
        [[between[own[0], [g for g in other if g != own[0]][:1]].sum() for other in groups]
         for own in groups]
    )  # fmt: skip
    zeros = np.array(counts) - ones
    to_ones, unlike = ones @ joined, np.einsum("sk,kl,sl->s", ones, joined, zeros)
    heavy = np.array([len(members[g]) * weights[g] for g in first])
    missing = half - ones @ heavy
    lines = [(np.zeros(len(ones)), np.where(missing == 0, unlike, np.inf), -1)]
    for kind, group in enumerate(first):
        size, weight = len(members[group]), weights[group]
        if not weight:
            continue
        taken, rest = np.divmod(missing, weight)
        possible = (rest == 0) & (taken > 0) & (taken < size) & (zeros[:, kind] > 0)
        beyond = zeros @ joined[kind] - joined[kind, kind] - to_ones[:, kind]
        slope = unlike + taken / size * beyond
        inside = np.where(possible, taken * (size - taken), 0)
        lines.append((inside.astype(float), np.where(possible, slope, np.inf), kind))
    for state, kind in _hull(lines):
        side = [v for own, n in zip(groups, ones[state], strict=True) for g in own[:n]
                for v in members[g]]  # fmt: skip
        if kind >= 0:
            group = groups[kind][ones[state][kind]]
            side += members[group][: missing[state] // weights[group]]
        yield sorted(side)


def _matrix(network: AnyWiring) -> Reals:
    """Return the number of global links between each two groups."""
    place = {network.groups[own[0]]: at for at, own in enumerate(network.members)}
    matrix = np.zeros((len(place), len(place)))
    for (one, other), links in network.between.items():
        matrix[place[one], place[other]] = matrix[place[other], place[one]] = links
    return matrix


def _hull(lines: Sequence[tuple[Reals, Reals, int]]) -> list[tuple[int, int]]:
    """Return the states and divided kinds whose lines are least at some α above 0."""
    hull: list[tuple[int, int]] = []
    for alpha in (2.0**step for step in range(-4, MOST_CUTS - 4)):
        values = [intercept + alpha * slope for intercept, slope, _ in lines]
        at = min(range(len(lines)), key=lambda each: values[each].min())
        chosen = (int(values[at].argmin()), lines[at][2])
        if np.isfinite(values[at][chosen[0]]) and chosen not in hull:
            hull.append(chosen)
    return hull
