"""Published counts, and counts of all mechanisms against a list of all their routes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from alphacut.solver.routing.verify.definition import define
from alphacut.solver.routing.verify.dependencies import Counted
from alphacut.solver.routing.verify.fabric import Fabric

PALMTREE_42 = "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2,p=2"
PALMTREE_84 = "dragonfly:a=8,h=4,arrangement=palmtree,trunking=4,p=2"
CIRCULANT = "dragonfly:a=4,h=4,arrangement=circulant,trunking=4"
CASES: list[tuple[str, dict[str, Any]]] = [
    ("dragonfly:a=4,h=2,arrangement=relative,p=2", {"mechanism": "minimal"}),
    ("dragonfly:a=3,h=2,arrangement=random", {"mechanism": "minimal", "vcs": (1, 1)}),
    (PALMTREE_42, {"mechanism": "minimal"}),
    (PALMTREE_42, {"mechanism": "valiant"}),
    (PALMTREE_42, {"mechanism": "valiant", "valiant": "group"}),
    (PALMTREE_42, {"mechanism": "2-colour"}),
    (PALMTREE_42, {"mechanism": "2-colour", "order": "3,1,4,0,2"}),
    (CIRCULANT, {"mechanism": "4-colour"}),
    (CIRCULANT, {"mechanism": "4-colour-nonminimal"}),
    (CIRCULANT, {"mechanism": "valiant", "vcs": (2, 2)}),
    ("dragonfly:a=4,h=4,arrangement=hamming,trunking=4", {"mechanism": "minimal", "vcs": (1, 1)}),
    ("torus:sides=4x3", {"mechanism": "dimension-order"}),
    ("hamming:sides=3x2x4", {"mechanism": "dimension-order"}),
]


@pytest.mark.parametrize(("spec", "asked"), CASES)
def test_counts_are_those_of_a_list_of_all_routes(
    spec: str, asked: dict[str, Any], route: Any, enumerated: Any
) -> None:
    routed = route(spec, **asked)
    traffic = "adversarial:1" if spec.startswith("dragonfly") else "shift:3"
    for each in ("uniform", traffic):
        expected = enumerated(routed, each)
        loads = routed.built.mechanism.loads(routed.demand(each))
        assert [int(load) * loads.unit for load in loads.load] == expected.loads
    dependencies = routed.built.mechanism.dependencies()
    assert set(map(tuple, dependencies.tolist())) == expected.dependencies
    assert len(dependencies) == len(expected.dependencies)
    counted = {hops: n for hops, n in enumerate(routed.built.mechanism.histogram()) if n}
    assert counted == expected.hops


@pytest.mark.parametrize(
    ("spec", "asked"), [each for each in CASES if each[0].startswith("dragonfly")]
)
def test_routes_are_those_of_the_definition(spec: str, asked: dict[str, Any], route: Any) -> None:
    routed = route(spec, **asked)
    document = routed.document()
    fabric = Fabric(routed.network, routed.built.vcs)
    defined = Counted(define(document["mechanism"], fabric))
    for source, target in ((0, 1), (0, 5), (7, 2), (3, routed.network.switches - 1)):
        ours = {(r.channels, r.share) for r in routed.built.mechanism.routes(source, target)}
        assert ours == set(defined.routes(source, target))


def test_two_colours_on_a_small_palmtree(route: Any) -> None:
    document = route("dragonfly:a=4,h=2,arrangement=palmtree,trunking=2", "2-colour").document()
    assert document["deadlock"]["verdict"] == "free"
    assert document["deadlock"]["channels"] == 100
    assert document["deadlock"]["dependencies"] == 180
    assert document["routes"] == 380
    assert document["hops"] == {"1": 80, "2": 120, "3": 180}


def test_without_the_rule_of_colours_there_is_a_cycle_of_six(route: Any) -> None:
    found = route(PALMTREE_42, "minimal", vcs=(1, 1)).document()["deadlock"]
    assert (found["verdict"], found["dependencies"]) == ("possible", 200)
    assert (len(found["cycle"]), found["shortest"]) == (6, True)


@pytest.mark.parametrize(
    ("mechanism", "dependencies"),
    [("2-colour", 2736), ("4-colour", 2016), ("4-colour-nonminimal", 2304)],
)
def test_colours_on_eight_switches_in_a_group(
    mechanism: str, dependencies: int, route: Any
) -> None:
    found = route(PALMTREE_84, mechanism).document()["deadlock"]
    assert (found["verdict"], found["dependencies"]) == ("free", dependencies)


def test_the_non_minimal_routes_bring_all_dependencies_of_the_minimal_ones(route: Any) -> None:
    """So that packets may choose one of both kinds where they begin."""
    minimal = route(PALMTREE_84, "4-colour").built.mechanism.dependencies()
    both = route(PALMTREE_84, "4-colour-nonminimal").built.mechanism.dependencies()
    assert set(map(tuple, minimal.tolist())) < set(map(tuple, both.tolist()))


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ({"mechanism": "minimal"}, "free"),
        ({"mechanism": "minimal", "vcs": (1, 1)}, "possible"),
        ({"mechanism": "valiant"}, "free"),
        ({"mechanism": "valiant", "vcs": (3, 2)}, "possible"),
        ({"mechanism": "valiant", "valiant": "group"}, "free"),
        ({"mechanism": "valiant", "valiant": "group", "vcs": (2, 2)}, "possible"),
    ],
)
def test_how_many_virtual_channels_it_takes(
    asked: dict[str, Any], verdict: str, route: Any
) -> None:
    spec = "dragonfly:a=4,h=2,arrangement=palmtree"
    assert route(spec, **asked).document()["deadlock"]["verdict"] == verdict


def test_with_full_trunks_minimal_routes_need_one_virtual_channel(route: Any) -> None:
    for arrangement in ("palmtree", "hamming"):
        spec = f"dragonfly:a=4,h=4,arrangement={arrangement},trunking=4"
        found = route(spec, "minimal", vcs=(1, 1)).document()["deadlock"]
        assert found["verdict"] == "free"


@pytest.mark.parametrize(
    ("spec", "vcs", "verdict"),
    [
        ("torus:sides=5x4", None, "free"),
        ("torus:sides=5x4", (1, 1), "possible"),
        ("torus:sides=3x3", (1, 1), "free"),  # no packet goes further than one hop around
        ("mesh:sides=4x3", None, "free"),
        ("hamming:sides=4x3", None, "free"),
        ("hypercube:dimension=4", None, "free"),
    ],
)
def test_dimension_order(spec: str, vcs: tuple[int, int] | None, verdict: str, route: Any) -> None:
    assert route(spec, "dimension-order", vcs=vcs).document()["deadlock"]["verdict"] == verdict


def test_any_order_of_the_groups_keeps_two_colours_free(route: Any) -> None:
    draw = np.random.default_rng(7)
    for _ in range(10):
        order = ",".join(map(str, draw.permutation(5)))
        found = route(PALMTREE_42, "2-colour", order=order).document()["deadlock"]
        assert (found["verdict"], found["dependencies"]) == ("free", 180)
