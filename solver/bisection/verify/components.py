"""Least capacity by counting: when links with a capacity form small components.

Where the links that have any capacity at an α fall into small components, every
way to divide each component can be listed: the least capacity for each weight
on one side. Adding components one by one then gives the least capacity of all
bisections. At α = 0 the components of a dragonfly are its groups, and for
α → ∞ its globally connected components (GCCs).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.proofs import ComponentsProof
from alphacut.solver.bisection.verify.part import Statement
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused

LARGEST_COMPONENT = 21  # switches of one whose divisions are listed
MOST_WORK = 1 << 28  # listed divisions times links, all components together
MOST_SUMS = 1 << 31  # sums of two profiles' numbers, all components together
EACH = 1 << 10  # sums that take as long as beginning a row of them
IMPOSSIBLE = np.iinfo(np.int64).max // 4

IntArray = NDArray[np.int64]
Capacities = dict[tuple[int, int], int]  # scaled, between two switches


def least_by_components(network: Network, balance: Balance, alpha: Alpha) -> int | None:
    """Return the least scaled capacity of any bisection, or None where listing is too much.

    Parameters
    ----------
    alpha
        Where capacities are taken; infinity for the slope alone.
    """
    capacities = _capacities(network, alpha)
    components = _components(network.switches, capacities)
    if not _affordable(components, capacities):
        return None
    unit = gcd(*balance.weights)
    weights = [weight // unit for weight in balance.weights]
    profiles: dict[object, IntArray] = {}
    best, left = np.zeros(1, dtype=np.int64), MOST_SUMS
    for component in components:
        problem = _relabelled(component, capacities, weights)
        if problem not in profiles:
            profiles[problem] = _profile(*problem)
        left -= _sums(best, profiles[problem])
        if left < 0:
            return None
        best = _combined(best, profiles[problem])
    return int(best[(sum(balance.weights) - balance.difference) // (2 * unit)])


def check_components(_: ComponentsProof, statement: Statement) -> str:
    """Count all divisions of all components, or refuse; the certificate tells no more than that.

    Raises
    ------
    Refused
        If they are too large, or a bisection has less than the target.
    """
    least = least_by_components(statement.network, statement.balance, statement.alpha)
    if least is None:
        raise Refused("the components of this network are too large to be counted")
    if least < statement.target:
        raise Refused(f"counting components gives {least}, which is less than {statement.target}")
    return "all divisions of all components counted"


def _capacities(network: Network, alpha: Alpha) -> Capacities:
    capacities: Capacities = {}
    for link in network.links:
        each = network.class_by_name[link.link_class]
        scaled = alpha.denominator * each.base + alpha.numerator * each.slope
        if scaled:
            pair = (link.first, link.second)
            capacities[pair] = capacities.get(pair, 0) + scaled * link.multiplicity
    return capacities


def _components(switches: int, capacities: Capacities) -> list[list[int]]:
    neighbours: list[list[int]] = [[] for _ in range(switches)]
    for first, second in capacities:
        neighbours[first].append(second)
        neighbours[second].append(first)
    seen = [False] * switches
    components = []
    for start in range(switches):
        if seen[start]:
            continue
        seen[start] = True
        component = [start]
        for switch in component:  # grows while it is read
            for other in neighbours[switch]:
                if not seen[other]:
                    seen[other] = True
                    component.append(other)
        components.append(sorted(component))
    return components


def _affordable(components: list[list[int]], capacities: Capacities) -> bool:
    if max(map(len, components)) > LARGEST_COMPONENT or sum(capacities.values()) >= IMPOSSIBLE:
        return False
    number = {switch: i for i, members in enumerate(components) for switch in members}
    links = [0] * len(components)
    for first, _ in capacities:
        links[number[first]] += 1
    work = sum(count << len(members) for count, members in zip(links, components, strict=True))
    return work <= MOST_WORK


def _relabelled(
    component: list[int], capacities: Capacities, weights: Sequence[int]
) -> tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]]:
    """Write a component so that those of the same form are equal."""
    place = {switch: i for i, switch in enumerate(component)}
    members = set(component)
    inside = sorted(
        (place[first], place[second], scaled)
        for first, second in capacities.keys() & {(u, v) for u in members for v in members}
        for scaled in (capacities[first, second],)
    )
    return tuple(weights[switch] for switch in component), tuple(inside)


def _profile(weights: tuple[int, ...], links: tuple[tuple[int, int, int], ...]) -> IntArray:
    """Return, for each weight on one side, the least capacity of such a division."""
    sides = np.arange(1 << (len(weights) - 1), dtype=np.int64)  # the last switch stays out
    weight = np.zeros(len(sides), dtype=np.int64)
    for place, each in enumerate(weights):
        weight += each * (sides >> place & 1)
    capacity = np.zeros(len(sides), dtype=np.int64)
    for first, second, scaled in links:
        capacity += scaled * ((sides >> first ^ sides >> second) & 1)
    profile = np.full(sum(weights) + 1, IMPOSSIBLE, dtype=np.int64)
    np.minimum.at(profile, weight, capacity)
    np.minimum.at(profile, sum(weights) - weight, capacity)
    return profile


def _sums(best: IntArray, profile: IntArray) -> int:
    """Return how many sums `_combined` makes."""
    row, other = _by_weights(best, profile)
    return int((row < IMPOSSIBLE).sum()) * (len(other) + EACH)


def _combined(best: IntArray, profile: IntArray) -> IntArray:
    """Return the least sums over all ways to share a weight between two profiles."""
    row, other = _by_weights(best, profile)
    combined = np.full(len(best) + len(profile) - 1, IMPOSSIBLE, dtype=np.int64)
    for weight in np.flatnonzero(row < IMPOSSIBLE).tolist():
        part = combined[weight : weight + len(other)]
        np.minimum(part, other + row[weight], out=part)
    return np.minimum(combined, IMPOSSIBLE)


def _by_weights(one: IntArray, other: IntArray) -> tuple[IntArray, IntArray]:
    """Return two profiles, the one with fewer possible weights first."""
    few, many = int((one < IMPOSSIBLE).sum()), int((other < IMPOSSIBLE).sum())
    return (one, other) if few <= many else (other, one)
