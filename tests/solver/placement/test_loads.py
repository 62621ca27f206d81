"""Loads of hosts and links against routes that are listed one by one."""

from __future__ import annotations

import random
from collections import defaultdict
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.placement.allocation import everything, numbered
from alphacut.solver.placement.exchange import Exchange
from alphacut.solver.placement.layout import WITHIN, Layout, Placement, place
from alphacut.solver.placement.loads import Loads, loads, placed_cost
from alphacut.solver.placement.machine import Machine, machine_of
from alphacut.solver.placement.model import closed
from alphacut.solver.placement.model.general import ROUTINGS, SAME_GROUP, task_traffic

ARRANGEMENTS = ("absolute", "relative", "circulant", "nautilus", "helix")


def network_of(a: int, h: int, p: int, arrangement: str, **more: Any) -> tuple[Network, Machine]:
    spec = specs.parse(
        {"family": "dragonfly", "a": a, "h": h, "p": p, "arrangement": arrangement, **more}
    )
    return specs.build(spec), machine_of(spec)


def listed(
    exchange: Exchange, placement: Placement, network: Network, routing: str, same_group: str
) -> dict[tuple[int, int], float]:
    """Follow every message over every route, switch by switch."""
    gate = {}
    for u, v, _, _ in network.links:
        i, j = network.groups[u], network.groups[v]
        if i != j:
            gate[i, j], gate[j, i] = u, v
    load: dict[tuple[int, int], float] = defaultdict(float)
    pairs = task_traffic(exchange, placement.tasks)
    for s, d, units in zip(pairs.source, pairs.destination, pairs.units, strict=True):
        u, v = placement.switches[s], placement.switches[d]
        minimal = routing == "direct" or (
            same_group == "minimal" and network.groups[u] == network.groups[v]
        )
        ways = routes(u, v, network.groups, gate, minimal=minimal)
        for route in ways:
            for start, end in pairwise(route):
                if start != end:
                    load[start, end] += int(units) * float(pairs.unit) / len(ways)
    return load


def routes(
    u: int, v: int, groups: tuple[int, ...], gate: dict[tuple[int, int], int], *, minimal: bool
) -> list[list[int]]:
    """The routes between two switches, as switches in order, some of them twice."""
    i, j = groups[u], groups[v]
    if minimal:
        return [[u, v]] if i == j else [[u, gate[i, j], gate[j, i], v]]
    between = [p for p in range(max(groups) + 1) if p not in (i, j)]
    return [[u, gate[i, p], gate[p, i], gate[p, j], gate[j, p], v] for p in between]


def assert_alike(found: Loads, load: dict[tuple[int, int], float], network: Network) -> None:
    size = found.local.shape[1]
    unit = float(found.unit)
    for u, v, _, _ in network.links:
        for start, end in ((u, v), (v, u)):
            i, j = network.groups[start], network.groups[end]
            table = found.local[i, start % size, end % size] if i == j else found.remote[i, j]
            assert int(table) * unit == pytest.approx(load[start, end], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_loads_are_those_of_routes_listed_one_by_one(arrangement: str) -> None:
    network, _ = network_of(4, 2, 2, arrangement)
    rng = random.Random(arrangement)
    for routing in ROUTINGS:
        for same_group in SAME_GROUP:
            exchange = Exchange(
                elements=(rng.randint(4, 9), 12), weights=(Fraction(1), Fraction(2))
            )
            tasks = (rng.choice([3, 4, 6]), 8)
            layout = Layout(within=rng.choice(WITHIN), seed=rng.randint(0, 99), shuffled=True)
            hosts = everything(numbered(network.hosts))
            placement = place(tasks, (2, 4), hosts, network.groups, layout)
            found = loads(task_traffic(exchange, tasks), placement, network, routing, same_group)
            assert_alike(found, listed(exchange, placement, network, routing, same_group), network)


@pytest.mark.parametrize("groups", [9, 7])
def test_the_expected_local_demand_is_the_mean_over_placements(groups: int) -> None:
    """Tasks evenly on the switches of a group at random, blocks on groups at random."""
    network, machine = network_of(4, 2, 2, "relative", groups=groups)
    exchange, tasks, block = Exchange(elements=(32, 32)), (4, 4), (2, 2)
    rows = closed.exact_columns(exchange, np.array([tasks]), np.array([block]), groups)
    rng = np.random.default_rng(0)
    for routing in ROUTINGS:
        for same_group in SAME_GROUP:
            sums = []
            for _ in range(150):
                homes = rng.permutation(groups)[:4]
                places = [rng.permutation(4) for _ in homes]
                switches = [0] * 16
                for task, (y, x) in enumerate(np.ndindex(4, 4)):
                    home = y // 2 * 2 + x // 2
                    switches[task] = int(homes[home] * 4 + places[home][y % 2 * 2 + x % 2])
                placement = Placement(
                    tasks=tasks, block=block, groups=tuple(map(int, homes)),
                    hosts=tuple(2 * s for s in switches), switches=tuple(switches),
                )  # fmt: skip
                found = loads(
                    task_traffic(exchange, tasks), placement, network, routing, same_group
                )
                used = found.local[homes]
                sums.append(used.sum() / (len(homes) * 12) * float(found.unit))
            expected = float(closed.local(rows, machine, routing, same_group)[0])
            error = np.std(sums) / np.sqrt(len(sums))
            assert np.mean(sums) == pytest.approx(expected, abs=4 * error + 1e-9)


def test_spreading_the_tasks_of_a_group_keeps_local_links_cool(paper_exchange: Exchange) -> None:
    network, machine = network_of(8, 4, 4, "relative")
    hosts = everything(numbered(network.hosts))
    traffic = task_traffic(paper_exchange, (8, 8, 4))
    ratio = {}
    for within in WITHIN:
        layout = Layout(within=within, seed=1)
        placement = place((8, 8, 4), (2, 2, 2), hosts, network.groups, layout)
        found = loads(traffic, placement, network, "indirect", "minimal")
        demand = placed_cost(found, paper_exchange, placement, machine).demand
        ratio[within] = float(demand["local"] / demand["remote"])
    assert ratio["spread"] < 2
    assert 3.4 <= ratio["random"] <= 4.8
    assert ratio["packed"] > ratio["random"]


def test_tasks_on_one_host_send_each_other_nothing() -> None:
    network, machine = network_of(2, 1, 2, "relative")
    exchange = Exchange(elements=(8, 8))
    hosts = everything(numbered(network.hosts))
    placement = place((4, 4), (4, 4), hosts, network.groups, Layout(within="packed", ranks=4))
    found = loads(task_traffic(exchange, (4, 4)), placement, network, "direct", "minimal")
    assert placed_cost(found, exchange, placement, machine).demand["injection"] == 2
