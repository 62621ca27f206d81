"""Routing as a job: what a request may say, and the document that comes of it."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from alphacut.arrangements.formats.spec import Limits
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.kind import ROUTING as KIND
from alphacut.solver.routing.request import RoutingRequest
from alphacut.solver.routing.schema import ROUTING
from alphacut.solver.routing.verify.document import verify_routing

PALMTREE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "palmtree", "trunking": 2}
RING = {"family": "torus", "sides": [4]}
LEVELS = {"family": "dragonfly3", "a": 2, "m": 1, "h": 1}
TWO_GROUPS = {**PALMTREE, "h": 1, "trunking": 4, "groups": 2}
PARTS = {"family": "graph", "switches": 4, "links": [[0, 1], [2, 3]]}
ALONE = {"family": "graph", "switches": 2, "hosts": [3, 0], "links": [[0, 1]]}
HOPS = "source,destination,from,to\n"


def asked(**fields: Any) -> dict[str, Any]:
    request = RoutingRequest.model_validate({"kind": "routing", "topology": PALMTREE, **fields})
    return request.model_dump(mode="json")


@pytest.mark.parametrize(
    "fields",
    [
        {"mechanism": "2-colour", "traffic": "uniform", "order": "multiply:2"},
        {"mechanism": "minimal", "vcs": "1/1", "traffic": {"demands": [[0, 5, "1/3"]]}},
        {"mechanism": "valiant", "valiant": "group"},
        {"mechanism": "dimension-order", "topology": RING},
        {"mechanism": "up-down", "traffic": "uniform"},
        {"mechanism": "shortest", "topology": RING, "vcs": "2/2"},
        {"mechanism": "minimal", "topology": LEVELS},
    ],
)
def test_a_job_gives_a_document_that_is_accepted(fields: dict[str, Any]) -> None:
    request = asked(**fields)
    assert KIND.check(request, Limits()) == KIND.check(dict(request), Limits())
    question = KIND.read(request, Limits())
    document = KIND.document(question, [KIND.work(question, 0, [])], {"seconds": 1})
    assert document is not None
    jsonschema.validate(document, ROUTING)
    assert verify_routing(document).status == "exact"
    assert document["provenance"] == {"seconds": 1}


BAD: list[tuple[dict[str, Any], str]] = [
    ({"mechanism": "best"}, "mechanism: unknown"),
    ({"mechanism": "minimal", "vcs": "2/x"}, "vcs: must be an integer"),
    ({"mechanism": "valiant", "valiant": "host"}, "valiant: unknown"),
    ({"mechanism": "routes"}, "routes: must be given with the mechanism routes"),
    ({"mechanism": "minimal", "adaptive": True}, "adaptive: minimal is not adaptive"),
    ({"mechanism": "up-down", "order": "multiply:2"}, "order: up-down has none"),
    ({"mechanism": "4-colour"}, "needs at least 4 links between every two groups"),
    (
        {"mechanism": "2-colour", "topology": {**PALMTREE, "a": 6, "h": 3}},
        "mechanism: no colouring .* groups 0 and 4 lack one",
    ),
    ({"mechanism": "2-colour", "colouring": "0,1"}, "colouring: needs the colours of 4 positions"),
    ({"mechanism": "2-colour", "order": "0"}, "order: must name each of the groups"),
    ({"mechanism": "minimal", "order": "0,1,2,3,4"}, "order: minimal follows no order"),
    ({"mechanism": "minimal", "colouring": "0,1,1,0"}, "colouring: minimal has no colours"),
    ({"mechanism": "minimal", "vcs": "99/1"}, "vcs: must be from 1 to 64"),
    ({"mechanism": "valiant", "topology": TWO_GROUPS}, "mechanism: goes through a third group"),
    ({"mechanism": "dimension-order", "topology": RING, "order": "0,1"}, "order: dimension-order"),
    (
        {"mechanism": "dimension-order", "topology": {"family": "torus", "sides": [99, 99]}},
        "mechanism: too many routes",
    ),
    ({"mechanism": "minimal", "topology": {**LEVELS, "m": 8, "h": 1}}, "at most 1,000 switches"),
    ({"mechanism": "minimal", "topology": LEVELS, "order": "0,1"}, "order: minimal on 3 levels"),
    (
        {"mechanism": "routes", "topology": RING, "routes": HOPS + "0,1,0,1\n", "order": "0,1"},
        "order: a list of routes has none",
    ),
    ({"mechanism": "minimal", "topology": RING}, "mechanism: needs a link between every two"),
    ({"mechanism": "minimal", "traffic": "nothing"}, "traffic: unknown pattern"),
    ({"mechanism": "up-down", "topology": PARTS}, "topology: has no way from switch 0 to switch 2"),
    ({"mechanism": "shortest", "topology": ALONE}, "topology: has fewer than two switches with"),
    (
        {"mechanism": "routes", "topology": RING, "routes": HOPS + "0,2,0,2\n"},
        "routes: line 2: no link leads from switch 0 to switch 2",
    ),
]


@pytest.mark.parametrize(("fields", "problem"), BAD)
def test_what_is_wrong_is_told_before_there_is_a_job(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises((QuestionError, ValidationError), match=problem):
        KIND.check(asked(**fields), Limits())


def test_hosts_and_pairs_of_switches_count_for_the_size() -> None:
    request = RoutingRequest.model_validate(
        {"kind": "routing", "topology": PALMTREE, "mechanism": "2-colour"}
    )
    assert request.size(request.topology) == 20 + 50 + 20 + 20 * 20 // 16  # a host each
