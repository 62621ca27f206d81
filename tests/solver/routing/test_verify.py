"""Documents are accepted as they are written, and refused when anything in them is changed."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.routing.verify.document import verify_routing

SPEC = "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2,p=2"
FOUR = "dragonfly:a=8,h=4,arrangement=palmtree,trunking=4"
CASES: list[Any] = [
    (SPEC, {"mechanism": "minimal"}, "free"),
    (SPEC, {"mechanism": "minimal", "vcs": (1, 1)}, "possible"),
    pytest.param(SPEC, {"mechanism": "valiant"}, "free", marks=pytest.mark.slow),
    (SPEC, {"mechanism": "valiant", "vcs": (3, 2)}, "possible"),
    (SPEC, {"mechanism": "valiant", "valiant": "group"}, "free"),
    (SPEC, {"mechanism": "2-colour", "order": "multiply:2"}, "free"),
    (FOUR, {"mechanism": "4-colour"}, "free"),
    (FOUR, {"mechanism": "4-colour-nonminimal"}, "free"),
    ("torus:sides=4x3", {"mechanism": "dimension-order"}, "free"),
    ("torus:sides=4x3", {"mechanism": "dimension-order", "vcs": (1, 1)}, "possible"),
    ("mesh:sides=3x3", {"mechanism": "dimension-order"}, "free"),
    ("grid:sides=3x3,p=2", {"mechanism": "dimension-order"}, "free"),
    ("dragonfly_plus:groups=4,leaves=2,spines=2,p=2", {"mechanism": "up-down"}, "free"),
    ("dragonfly_plus:groups=4,leaves=2,spines=2,p=2", {"mechanism": "shortest"}, "free"),
    ("hamming:sides=3x4", {"mechanism": "dimension-order"}, "free"),
]


@pytest.mark.parametrize(("spec", "asked", "verdict"), CASES)
def test_documents_are_accepted(spec: str, asked: dict[str, Any], verdict: str, route: Any) -> None:
    document = route(spec, **asked).document("shift:3")
    assert document["deadlock"]["verdict"] == verdict
    assert verify_routing(document).status == "exact"


def changed(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    forged = copy.deepcopy(document)
    place: Any = forged
    *before, last = (int(each) if each.isdigit() else each for each in path.split("."))
    for each in before:
        place = place[each]
    if value is None:
        del place[last]
    else:
        place[last] = value
    return forged


FREE = [
    ("switches", 21),
    ("links", {"local": 30, "global": 21}),
    ("routes", 381),
    ("hops", {"1": 80, "2": 120, "3": 181}),
    ("topology.arrangement", "circulant"),
    ("mechanism.name", "minimal"),
    ("mechanism.name", "4-colour"),
    ("mechanism.vcs", "2/1"),
    ("mechanism.colouring", "1,1,1,1"),
    ("mechanism.colouring", "0,1,0,1"),
    ("mechanism.colouring", None),
    ("mechanism.order", [0, 1, 2, 3, 3]),
    ("mechanism.order", [4, 3, 2, 1, 0]),
    ("mechanism.order", None),
    ("deadlock.verdict", "possible"),
    ("deadlock.verdict", "not shown"),
    ("deadlock.channels", 101),
    ("deadlock.dependencies", 179),
    ("deadlock.order", list(range(100))),
    ("deadlock.order.0", 1),
    ("deadlock.order", None),
    ("deadlock.shortest", True),
    ("load.saturation", "1/2"),
    ("load.largest.local", "1/2"),
    ("load.mean_hops", "2"),
    ("load.traffic", "adversarial:1"),
]


@pytest.mark.parametrize(("path", "value"), FREE)
def test_a_proof_that_is_changed_is_refused(path: str, value: Any, route: Any) -> None:
    document = route("dragonfly:a=4,h=2,arrangement=palmtree,trunking=2", "2-colour").document(
        "uniform"
    )
    verify_routing(document)
    with pytest.raises((Refused, DocumentError)):
        verify_routing(changed(document, path, value))


CYCLE = [
    ("deadlock.verdict", "free"),
    ("deadlock.verdict", "not shown"),
    ("deadlock.shortest", None),
    ("deadlock.cycle", []),
    ("deadlock.cycle.0", None),
    ("deadlock.cycle.0.channel", 1),
    ("deadlock.cycle.0.from", 3),
    ("deadlock.cycle.0.to", 3),
    ("deadlock.cycle.0.vc", 1),
    ("deadlock.cycle.0.route.source", 9),
    ("deadlock.cycle.0.route.target", 9),
    ("deadlock.cycle.0.route.channels.0", 5),
    ("deadlock.cycle.0.route.switches.0", 5),
    ("deadlock.order", list(range(100))),
]


@pytest.mark.parametrize(("path", "value"), CYCLE)
def test_a_cycle_that_is_changed_is_refused(path: str, value: Any, route: Any) -> None:
    document = route(SPEC, "minimal", vcs=(1, 1)).document()
    with pytest.raises((Refused, DocumentError)):
        verify_routing(changed(document, path, value))


@pytest.mark.parametrize("field", ["surprise", "deadlock.surprise", "mechanism.surprise"])
def test_fields_that_nobody_checks_are_refused(field: str, route: Any) -> None:
    document = route(SPEC, "2-colour").document()
    with pytest.raises(DocumentError, match="not known"):
        verify_routing(changed(document, field, 1))
