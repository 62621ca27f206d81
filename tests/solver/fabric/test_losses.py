"""What losses leave: never above or below what every bisection of the rest has."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from alphacut.arrangements.network import GLOBAL, LOCAL, Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.fabric.losses import Losses, groups_of, losses

Lines = Callable[..., frozenset[Line]]


def drawn(rng: random.Random) -> Network:
    number, size = rng.randint(2, 3), rng.randint(1, 3)
    groups = [group for group in range(number) for _ in range(size)] + [number] * rng.randint(0, 2)
    links = [
        Link(first, second, rng.choice([LOCAL.name, GLOBAL.name]), rng.randint(1, 2))
        for first, second in combinations(range(len(groups)), 2)
        if rng.random() < 0.7
    ]
    some = rng.random() < 0.5  # of which others have no hosts
    hosts = [rng.choice([0, 2, 2]) if some else 1 for _ in groups]
    return Network(
        switches=len(groups), links=tuple(links), groups=tuple(groups), hosts=tuple(hosts)
    )


def without(network: Network, gone: list[int]) -> Network:
    left = [switch for switch in range(network.switches) if switch not in gone]
    number = {switch: place for place, switch in enumerate(left)}
    return Network(
        switches=len(left),
        links=tuple(
            link._replace(first=number[link.first], second=number[link.second])
            for link in network.links
            if not set(gone) & set(link[:2])
        ),
        hosts=tuple(network.hosts[switch] for switch in left),
    )


def told_of(network: Network, alpha: Alpha, least: int) -> Losses:
    balance = Balance.of(network, "hosts")
    return losses(network, balance, alpha, trivial_cut(network, balance).side, least)


def test_what_is_left_lies_between_the_bounds(lines_of: Lines) -> None:
    """Of each switch and each group, with the exact bisection of the rest."""
    checked = 0
    for seed in range(200):
        rng = random.Random(seed)
        network, alpha = drawn(rng), rng.choice([Alpha(1, 1), Alpha(3, 2), Alpha(1, 2)])
        if not network.links or network.switches < 3 or not any(network.hosts):
            continue
        least = min(alpha.scaled(line) for line in lines_of(network, network.hosts))
        told = told_of(network, alpha, least)
        parts = groups_of(network)
        for entries, lost in (
            (told.switches, [[switch] for switch in range(network.switches)]),
            (told.groups, parts),
        ):
            for entry in entries:
                rest = without(network, lost[entry.what])
                true = min(alpha.scaled(line) for line in lines_of(rest, rest.hosts))
                assert entry.lower <= true <= entry.upper, (seed, entry)
                checked += 1
    assert checked > 600


def test_the_worst_failures_of_links_are_between_the_bounds(lines_of: Lines) -> None:
    """One and two links that fail, in every way; of unit links it is B less their number."""
    for seed in range(25):
        rng = random.Random(seed)
        network, alpha = drawn(rng), rng.choice([Alpha(1, 1), Alpha(2, 1)])
        network = replace(network, links=network.links[:9])
        single = [link[:3] for link in network.links for _ in range(link.multiplicity)]
        if not single or network.switches < 3 or not any(network.hosts):
            continue
        weights = network.hosts
        least = min(alpha.scaled(line) for line in lines_of(network, weights))
        told = {entry.what: entry for entry in told_of(network, alpha, least).links}
        for number in (1, 2):
            if number not in told:
                continue
            worst = min(
                min(alpha.scaled(line) for line in lines_of(_failed(network, gone), weights))
                for gone in combinations(range(len(single)), number)
            )
            assert told[number].lower <= worst <= told[number].upper, seed
            if alpha == Alpha(1, 1):
                assert told[number].lower == max(0, least - number)


def _failed(network: Network, gone: tuple[int, ...]) -> Network:
    single = [link[:3] for link in network.links for _ in range(link.multiplicity)]
    left = [Link(*joint) for place, joint in enumerate(single) if place not in gone]
    return replace(network, links=tuple(left))
