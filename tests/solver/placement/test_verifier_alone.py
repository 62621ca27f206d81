"""The verifier takes nothing over from what it checks, and its own counting is right."""

from __future__ import annotations

import ast
import random
import time
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Network
from alphacut.solver.placement.mapping.bounds import most_edges
from alphacut.solver.placement.mapping.parts import most_in_parts
from alphacut.solver.placement.mapping.search import usual_orders
from alphacut.solver.placement.mapping.starts import slots_of
from alphacut.solver.placement.mapping.stencil import Stencil
from alphacut.solver.placement.verify import regular
from alphacut.solver.placement.verify.bounds import (
    DIVISION,
    OF_GROUPS,
    OF_LINKS,
    OF_SWITCHES,
    SOME,
    Bounds,
)
from alphacut.solver.placement.verify.division import divisible
from alphacut.solver.placement.verify.document import verify_placement
from alphacut.solver.placement.verify.orders import usual_order
from alphacut.solver.placement.verify.parts import most_within
from alphacut.solver.placement.verify.regular_search import Ask, RegularSearch, Stopped
from alphacut.solver.placement.verify.routes import Routes, measured
from alphacut.solver.placement.verify.stencil import edges_of, most_inside
from tests.solver.placement.every_mapping import all_costs, stencil_edges
from tests.solver.placement.test_every_mapping import question
from tests.solver.placement.test_parts import divisions
from tests.solver.placement.test_regular import KINDS, SMALL

PACKAGE = "alphacut.solver.placement"
ALLOWED = (f"{PACKAGE}.verify", f"{PACKAGE}.request", f"{PACKAGE}.schema", f"{PACKAGE}.sides")
FOLDER = Path(verify_placement.__code__.co_filename).parent


def placement_imports(file: Path) -> set[str]:
    """The modules of placement that a file imports."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE):
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= set(inside) if node.module in (PACKAGE, ALLOWED[0]) else {str(node.module)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith(PACKAGE)}
    return found


def test_the_verifier_imports_nothing_that_makes_claims() -> None:
    """Of the package it reads the form of questions and of documents; so do those modules."""
    files = [*FOLDER.glob("*.py"), *(FOLDER.parent / f"{name}.py" for name in
                                     ("request", "schema", "sides"))]  # fmt: skip
    assert len(files) > 15
    for file in files:
        for module in placement_imports(file):
            assert module.startswith(ALLOWED), f"{file.name}: {module}"


@pytest.mark.parametrize("seed", range(40))
def test_its_bounds_and_measures_against_all_mappings(seed: int) -> None:
    network, sides, torus = question(seed, 20_000)
    edges, routes = edges_of(sides, torus=torus), Routes(network)
    assert sorted(map(sorted, edges)) == sorted(map(sorted, stencil_edges(sides, torus)))
    every, load, hops = all_costs(network, sides, torus)
    for at in random.Random(seed).sample(range(len(every)), min(len(every), 20)):
        assert measured(routes, edges, every[at].tolist()) == (load[at], hops[at])
    bounds = Bounds(sides, edges, network, network.hosts, torus=torus)
    for reason in (OF_LINKS, OF_GROUPS, SOME, DIVISION):
        assert (bounds.load(reason) or 0) <= load.min()
    assert (bounds.hops(OF_SWITCHES) or 0) <= hops.min()
    squares = bounds._squares()
    assert squares is None or squares[1] <= hops.min()
    assert bounds.load("anything") is None
    assert bounds.hops("anything") is None


@pytest.mark.parametrize("seed", range(60))
def test_its_parts_against_all_divisions(seed: int) -> None:
    rng = random.Random(seed)
    rooms = [rng.randint(0, 7) for _ in range(rng.randint(1, 4))]
    cells = rng.randint(0, sum(rooms))
    held = sorted([0, *(rng.randint(0, 20) for _ in range(max(rooms)))])
    most = max(sum(held[each] for each in division) for division in divisions(cells, rooms))
    assert most_within(held, rooms, cells) == most
    from_above = most_within(held, rooms, cells, most_degree=-1)
    assert most <= from_above <= most_in_parts(held, rooms, cells, most_sums=0)


def test_it_knows_as_many_edges_inside_as_the_bounds_that_it_checks() -> None:
    for sides in ((4, 6), (3, 3, 3), (1, 8), (2, 2, 5), (7,), (2, 9), (5, 5)):
        for torus in (False, True):
            stencil = Stencil(sides=sides, torus=torus)
            for cells in range(stencil.cells + 1):
                assert most_inside(sides, cells, torus=torus) <= most_edges(stencil, cells)


@pytest.mark.parametrize("arrangement", ["absolute", "relative", "nautilus"])
def test_its_orders_are_the_usual_ones(arrangement: str) -> None:
    spec = {"family": "dragonfly", "a": 4, "h": 2, "p": 3, "arrangement": arrangement}
    network = specs.build(specs.parse(spec))
    for sides in ((6, 6), (8, 13), (4, 4, 4), (108,), (5, 7), (2, 3, 4, 3)):
        places = slots_of(network)
        orders = usual_orders(Stencil(sides=sides), network, places, seed=7)
        for name, order in orders.items():
            assert usual_order(name, sides, places.tolist(), network.groups, 7) == order.tolist()
    assert usual_order("grid_order", (6, 6), places.tolist(), network.groups, 7) is None


def asked(arrangement: str, kind: tuple[bool, str], a: int = 4, h: int = 2,
          sides: tuple[int, int] = (6, 6)) -> Ask:  # fmt: skip
    spec: dict[str, Any] = {"family": "dragonfly", "a": a, "h": h, "arrangement": arrangement}
    network: Network = specs.build(specs.parse(spec))
    return Ask(network=network, sides=sides, torus=kind[0], rule=kind[1], block=None,
               free=(True,) * network.switches)  # fmt: skip


@pytest.mark.parametrize("arrangement", SMALL)
@pytest.mark.parametrize(
    ("at", "kind"),
    [pytest.param(at, each, marks=[pytest.mark.slow] * (at == 2)) for at, each in enumerate(KINDS)],
)
def test_its_search_for_regular_mappings(arrangement: str, at: int, kind: tuple[bool, str]) -> None:
    ask = asked(arrangement, kind)
    assert ask.shapes == [(2, 2)]
    found = next(RegularSearch(ask, (2, 2), time.monotonic() + 1e6).mappings(), None)
    assert (found is not None) == SMALL[arrangement][at]
    if found is not None:
        wrong = regular.problem(ask.network, found, (6, 6), torus=kind[0], rule=kind[1])
        assert wrong is None
        assert regular.block_of(ask.network, found, (6, 6)) == (2, 2)


def test_its_search_is_over_when_the_time_is() -> None:
    with pytest.raises(Stopped):
        next(RegularSearch(asked("relative", (True, "B5")), (2, 2), 0.0).mappings(), None)


def test_six_by_six_cannot_be_divided_into_nine_and_a_row_can() -> None:
    assert not divisible(edges_of((6, 6), torus=False), 36, 4)
    assert divisible(edges_of((36,), torus=False), 36, 4)
