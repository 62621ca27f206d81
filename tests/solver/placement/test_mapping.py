"""Mappings of stencils: bounds against brute force, exact cover, and the search."""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.mapping.bounds import hops_bound, load_bound, most_edges
from alphacut.solver.placement.mapping.division import divisible
from alphacut.solver.placement.mapping.measure import cost
from alphacut.solver.placement.mapping.routes import NONE, routes_of
from alphacut.solver.placement.mapping.search import Effort, Params, map_stencil
from alphacut.solver.placement.mapping.starts import best_tile, tiled
from alphacut.solver.placement.mapping.stencil import Stencil
from tests.solver.placement.conftest import answer

FEW = Effort(each=0, least=20_000, most=20_000)
HOPS = {"absolute": 65, "relative": 64, "circulant": 68, "nautilus": 65, "helix": 64}


def built(family: str, **parameters: Any) -> Network:
    return specs.build(specs.parse({"family": family, **parameters}))


def dragonfly(arrangement: str, a: int = 4, h: int = 2, p: int = 1) -> Network:
    return built("dragonfly", a=a, h=h, p=p, arrangement=arrangement)


@pytest.mark.parametrize("arrangement", HOPS)
def test_bounds_of_six_by_six(arrangement: str) -> None:
    network, stencil = dragonfly(arrangement), Stencil(sides=(6, 6))
    assert hops_bound(stencil, network).value == HOPS[arrangement]
    bound = load_bound(stencil, network)
    assert (bound.value, "exact cover" in bound.reason) == (2, True)


@pytest.mark.parametrize("arrangement", HOPS)
def test_the_largest_load_is_two_on_six_by_six(arrangement: str) -> None:
    network = dragonfly(arrangement)
    found = map_stencil(Stencil(sides=(6, 6)), network, "load")
    assert found.cost.load == found.bounds["load"].value == 2


def test_exact_cover_against_plain_search() -> None:
    """2×4 cells in parts of two: all perfect divisions are listed."""
    for sides, parts in (((2, 4), 4), ((3, 4), 4), ((2, 3), 3), ((2, 2), 2), ((1, 6), 3)):
        stencil = Stencil(sides=sides)
        size = stencil.cells // parts
        assert divisible(stencil, parts) == any(
            fits(stencil, division) for division in divisions(set(range(stencil.cells)), size)
        )


def divisions(cells: set[int], size: int) -> Any:
    if not cells:
        yield []
        return
    first = min(cells)
    for others in combinations(sorted(cells - {first}), size - 1):
        part = {first, *others}
        for rest in divisions(cells - part, size):
            yield [part, *rest]


def fits(stencil: Stencil, division: list[set[int]]) -> bool:
    home = {cell: at for at, part in enumerate(division) for cell in part}
    pairs = [
        tuple(sorted((home[u], home[v]))) for u, v in stencil.edges.tolist() if home[u] != home[v]
    ]
    return len(set(pairs)) == len(pairs)


@pytest.mark.parametrize(
    ("sides", "torus"), [((3, 3), False), ((2, 2, 2), False), ((5, 5), True), ((3, 4), False)]
)
def test_most_edges_among_cells_is_an_upper_bound(sides: tuple[int, ...], torus: bool) -> None:
    stencil = Stencil(sides=sides, torus=torus)
    for count in range(1, 5):
        best = max(
            sum(u in chosen and v in chosen for u, v in stencil.edges.tolist())
            for chosen in map(set, combinations(range(stencil.cells), count))
        )
        assert most_edges(stencil, count) >= best
    assert most_edges(Stencil(sides=(6, 6)), 4) == 4


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("arrangement", ["absolute", "relative"])
def test_bounds_and_search_against_all_mappings(arrangement: str, torus: bool) -> None:
    network = dragonfly(arrangement, a=2, h=1)
    stencil, routes = Stencil(sides=(2, 3), torus=torus), routes_of(network)
    costs = [cost(stencil, routes, np.array(mapping)) for mapping in permutations(range(6))]
    for objective in ("load", "hops"):
        least = min(getattr(each, objective) for each in costs)
        found = map_stencil(
            stencil, network, objective, params=Params(starts=2, load=FEW, hops=FEW)
        )
        assert found.bounds[objective].value <= least == getattr(found.cost, objective)


@pytest.mark.parametrize(
    ("family", "parameters"),
    [("torus", {"sides": [4, 4]}), ("hypercube", {"dimension": 4}), ("complete", {"switches": 9})],
)
def test_routes_of_other_families_are_shortest(family: str, parameters: Any) -> None:
    routes = routes_of(built(family, **parameters))
    assert not routes.hierarchical
    assert ((routes.links != NONE).sum(axis=2) == routes.hops).all()


def test_hierarchical_routes_have_one_global_link() -> None:
    routes = routes_of(dragonfly("helix"))
    crossing = np.array([link.link_class == "global" for link in routes.network.links])
    for u, v in product(range(36), repeat=2):
        links = [link for link in routes.links[u, v] if link != NONE]
        apart = routes.network.groups[u] != routes.network.groups[v]
        assert crossing[[link // 2 for link in links]].sum() == apart
        assert len(links) <= 3


def test_a_mesh_on_its_own_network_takes_one_hop_for_each_edge() -> None:
    found = map_stencil(Stencil(sides=(4, 4)), built("mesh", sides=[4, 4]), "hops")
    assert found.cost.hops == found.bounds["hops"].value == 24


@pytest.mark.parametrize("seconds", [0.0, 20.0])
@pytest.mark.parametrize("objective", ["load", "hops"])
def test_no_usual_order_is_better_than_what_is_found(objective: str, seconds: float) -> None:
    """Nor where there is no time to look for anything."""
    network = dragonfly("relative", a=4, h=2, p=4)
    stencil, params = Stencil(sides=(12, 12)), Params(starts=1, load=FEW, hops=FEW, seconds=seconds)
    found = map_stencil(stencil, network, objective, params=params)
    assert set(found.compared) == {"row-major", "tiles", "tiles in groups", "random"}
    for each in found.compared.values():
        assert getattr(found.cost, objective) <= getattr(each, objective)


def test_few_hops_on_six_by_six() -> None:
    """Below 76, where exchanges that are drawn evenly alone stay above; bounds are 64 to 68."""
    few = Effort(each=0, least=400_000, most=400_000)
    for arrangement in ("relative", "nautilus"):
        found = map_stencil(
            Stencil(sides=(6, 6)), dragonfly(arrangement), "hops", params=Params(starts=4, hops=few)
        )
        assert found.cost.hops <= 76


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arrangement", "hops"),
    [("absolute", 75), ("relative", 73), ("circulant", 76), ("nautilus", 72), ("helix", 73)],
)
def test_the_fewest_hops_that_are_known_on_six_by_six(arrangement: str, hops: int) -> None:
    params = Params(seconds=1e9, hops=Effort(each=0, least=5_000_000, most=5_000_000))
    found = map_stencil(Stencil(sides=(6, 6)), dragonfly(arrangement), "hops", params=params)
    assert found.cost.hops <= hops


def test_annealing_beats_the_usual_orders() -> None:
    network = dragonfly("relative", a=4, h=2, p=4)
    few = Effort(each=2_000, least=0, most=10**6)
    found = map_stencil(Stencil(sides=(12, 12)), network, "hops", params=Params(starts=1, hops=few))
    assert found.cost.hops < 0.9 * min(each.hops for each in found.compared.values())
    assert found.compared["tiles in groups"].hops < found.compared["row-major"].hops
    switches, counts = np.unique(found.mapping, return_counts=True)
    assert len(found.mapping) == 144
    assert counts.max() <= 4
    assert switches.max() < network.switches


def test_tiles_are_as_square_as_can_be() -> None:
    assert best_tile((8, 8), 4, (1, 1)) == (2, 2)
    assert best_tile((8, 8), 16, (2, 2)) == (4, 4)
    mapping = tiled((4, 4), np.repeat(np.arange(4), 4), 4)
    assert mapping.reshape(4, 4)[:2, :2].tolist() == [[0, 0], [0, 0]]


def test_more_cells_than_hosts_are_refused() -> None:
    with pytest.raises(QuestionError, match="hosts for 36"):
        map_stencil(Stencil(sides=(7, 7)), dragonfly("relative"), "load")


def test_a_network_of_several_parts_is_refused_before_there_is_a_job() -> None:
    parts = {"family": "graph", "switches": 4, "links": [[0, 1], [2, 3]]}
    with pytest.raises(QuestionError, match="topology: is not connected"):
        answer(parts, stencil=[2, 2])


def test_what_lacks_the_groups_of_a_regular_mapping_is_told_of_it() -> None:
    torus = {"family": "torus", "sides": [4, 4]}
    with pytest.raises(QuestionError, match=r"a regular mapping needs .* or leave out regular"):
        answer(torus, stencil=[4, 4], regular="R")
    with pytest.raises(QuestionError, match=r"the exchange model needs .* or ask for a stencil"):
        answer(torus, grid=[4, 4])
