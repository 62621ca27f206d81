"""Bounds and mappings against all mappings of small stencils on small networks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.placement.mapping.bounds import _squares_bound
from alphacut.solver.placement.mapping.measure import cost
from alphacut.solver.placement.mapping.routes import routes_of
from alphacut.solver.placement.mapping.search import Effort, Params, map_stencil
from alphacut.solver.placement.mapping.stencil import Stencil
from alphacut.solver.placement.verify.bounds import Bounds
from tests.solver.placement.every_mapping import all_costs, stencil_edges

FEW = Params(starts=2, load=Effort(each=0, least=4_000, most=4_000),
             hops=Effort(each=0, least=4_000, most=4_000), trial=4_000)  # fmt: skip
STENCILS = [(2, 2), (2, 3), (3, 2), (5,), (6,), (7,), (2, 4), (1, 6), (2, 2, 2), (3, 3)]


def drawn(rng: random.Random) -> dict[str, Any]:
    """A spec of up to eight switches or so."""
    p = rng.randint(1, 6)
    arrangement = rng.choice(["absolute", "relative"])
    return rng.choice([
        {"family": "dragonfly", "a": 1, "h": 1, "p": p, "arrangement": "absolute"},
        {"family": "dragonfly", "a": 1, "h": 2, "p": p, "arrangement": arrangement},
        {"family": "dragonfly", "a": 1, "h": 3, "p": p, "arrangement": arrangement},
        {"family": "dragonfly", "a": 2, "h": 1, "p": p, "arrangement": arrangement},
        {"family": "dragonfly", "a": 3, "h": 1, "p": p, "groups": 2, "arrangement": "absolute"},
        {"family": "dragonfly", "a": 4, "h": 1, "p": 1, "groups": 2, "arrangement": "absolute"},
        {"family": "dragonfly", "a": 2, "h": 2, "p": p, "trunking": 2, "arrangement": "palmtree"},
        {"family": "hyperx", "sides": [rng.randint(2, 4)], "p": p},
        {"family": "hyperx", "sides": [2, 2], "p": p},
        {"family": "torus", "sides": [rng.randint(5, 7)]},
        {"family": "mesh", "sides": [2, 3]},
        uneven(rng),
    ])  # fmt: skip


def uneven(rng: random.Random) -> dict[str, Any]:
    """A connected graph with groups, and hosts that differ."""
    n = rng.randint(2, 6)
    links = {(rng.randrange(v), v) for v in range(1, n)}
    for _ in range(rng.randint(0, n)):
        u, v = sorted(rng.sample(range(n), 2))
        links.add((u, v))
    return {
        "family": "graph", "switches": n, "links": [list(each) for each in sorted(links)],
        "hosts": [rng.randint(0, 7) for _ in range(n)],
        "groups": [at * rng.randint(1, 3) // 3 for at in range(n)],
    }  # fmt: skip


def question(seed: int, most: int) -> tuple[Network, tuple[int, ...], bool]:
    """A network and a stencil with no more mappings than may be tried."""
    rng = random.Random(seed)
    while True:
        network = specs.build(specs.parse(drawn(rng)))
        sides, torus = rng.choice(STENCILS), rng.random() < 0.4
        cells = int(np.prod(sides))
        if cells <= sum(network.hosts) and network.switches**cells <= most:
            return network, sides, torus


def check(seed: int, most: int) -> None:
    network, sides, torus = question(seed, most)
    stencil, routes = Stencil(sides=sides, torus=torus), routes_of(network)
    every, load, hops = all_costs(network, sides, torus)
    for at in random.Random(seed).sample(range(len(every)), min(len(every), 20)):
        found = cost(stencil, routes, every[at])
        assert (found.load, found.hops) == (load[at], hops[at])
    for objective, least in (("load", load.min()), ("hops", hops.min())):
        mapped = map_stencil(stencil, network, objective, params=FEW)
        value = getattr(mapped.cost, objective)
        assert mapped.bounds[objective].value <= least <= value
        assert (mapped.mapping == every).all(axis=1).any()


@pytest.mark.parametrize("seed", range(60))
def test_no_bound_is_above_the_best_mapping(seed: int) -> None:
    check(seed, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(20))
def test_no_bound_is_above_the_best_mapping_of_many(part: int) -> None:
    for seed in range(1_000 + 60 * part, 1_000 + 60 * (part + 1)):
        check(seed, 120_000)


@pytest.mark.parametrize(
    ("spec", "sides", "objective", "best"),
    [
        ("dragonfly:a=5,h=1,p=1,groups=2,arrangement=absolute", (2, 4), "load", 2),
        ("dragonfly:a=1,h=1,p=5,groups=2,arrangement=absolute", (2, 4), "hops", 2),
        ("hyperx:sides=2,p=13", (4, 6), "hops", 4),
        ("hyperx:sides=2,p=13", (4, 6), "load", 4),
    ],
)
def test_more_room_than_tasks(spec: str, sides: tuple[int, ...], objective: str, best: int) -> None:
    found = map_stencil(Stencil(sides=sides), specs.build(specs.read(spec)), objective, params=FEW)
    assert (getattr(found.cost, objective), found.bounds[objective].value) == (best, best)


def test_a_bound_is_not_above_the_cost_where_the_last_part_is_small() -> None:
    network = specs.build(specs.read("hyperx:sides=3,p=5"))
    found = map_stencil(Stencil(sides=(2, 6)), network, "hops", params=FEW)
    assert found.bounds["hops"].value <= found.cost.hops == 4


@pytest.mark.parametrize(
    ("spec", "sides", "torus"),
    [
        ("complete:switches=6", (2, 2), False),
        ("complete:switches=8", (2, 3), False),
        ("mesh:sides=3x3", (2, 2), False),
        ("ladder", (2, 3), False),
    ],
)
def test_a_group_with_more_switches_than_the_stencil_has_cells_spoils_no_square(
    spec: str, sides: tuple[int, ...], torus: bool
) -> None:
    ladder = {"family": "graph", "switches": 9, "links": [
        [0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5], [5, 6], [6, 7], [7, 8],
    ]}  # fmt: skip
    network = specs.build(specs.parse(ladder) if spec == "ladder" else specs.read(spec))
    stencil = Stencil(sides=sides, torus=torus)
    _, _, hops = all_costs(network, sides, torus)
    assert hops.min() == len(stencil.edges)
    bound = map_stencil(stencil, network, "hops", params=FEW).bounds["hops"]
    assert bound.value <= hops.min()
    room = tuple(network.hosts)
    checked = Bounds(sides, stencil_edges(sides, torus), network, room, torus=torus)
    assert (checked.hops(bound.reason) or 0) <= hops.min()
    squares = _squares_bound(stencil, network, room, len(stencil.edges))
    assert squares is not None
    assert checked.hops(squares.reason) == squares.value <= hops.min()
