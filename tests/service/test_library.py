"""`alphacut.Service`: the questions of the library put to a service."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import networkx as nx
import pytest

import alphacut
from alphacut.jobs.states import State
from alphacut.jobs.store import Store
from alphacut.service.client import NoResultError
from alphacut.solver.common.errors import QuestionError
from tests.service.test_jobs import ended

GRAPH = nx.Graph([("a", "b", {"weight": "1/2"}), ("b", "c", {"weight": 2}), ("c", "d")])


@pytest.fixture
def service(address: str) -> Iterator[alphacut.Service]:
    with alphacut.Service(address) as found:
        yield found


def test_a_handle_comes_back_at_once_and_waits_as_long_as_asked(
    service: alphacut.Service, store: Store
) -> None:
    handle = service.bisection(GRAPH, time_limit="2m", gap="5%")
    job = handle.job()
    assert handle.id == job["id"]
    assert job["request"]["limits"] == {"seconds": 120, "gap": "1/20"}
    assert job["request"]["topology"]["names"] == ["a", "b", "c", "d"]
    assert handle.id in [each["id"] for each in service.jobs()]
    with pytest.raises(alphacut.StillOpenError, match=f"job {handle.id} is queued still"):
        handle.wait(timeout=0)
    document = alphacut.bisection(GRAPH).document
    ended(store, state=State.SUCCEEDED, document=document)
    answer = handle.wait(timeout="1s")
    assert (answer.value, answer.status) == (Fraction(3, 2), "exact")
    assert list(map(set, answer.sides)) == [{"a", "d"}, {"b", "c"}]


def test_a_curve_that_is_cancelled_has_no_answer(service: alphacut.Service) -> None:
    handle = service.curve(GRAPH, hosts={"a": 1, "b": 2, "c": 1, "d": 0}, alpha_max=3)
    request = handle.job()["request"]
    assert (request["kind"], request["balance"]) == ("bisection-curve", "hosts")
    assert request["alpha"] == {"min": "0", "max": "3"}
    handle.cancel()
    assert handle.state == "cancelled"
    with pytest.raises(NoResultError):
        handle.wait(timeout=5)


def test_the_picture_of_a_cut_is_that_of_the_library(client: Any, store: Store) -> None:
    curve = alphacut.curve("dragonfly:a=2,h=1,arrangement=relative")
    request = {"kind": "bisection-curve", "topology": curve.document["topology"]}
    links = client.post("/v1/jobs", json=request).json()["links"]
    assert client.get(links["cut"]).status_code == 409
    ended(store, state=State.SUCCEEDED, document=curve.document)
    drawn = client.get(links["cut"])
    assert drawn.headers["Content-Type"].startswith("image/svg+xml")
    assert "(p,2,1) relative" in drawn.text
    assert "least cut for 0 ≤ α" in drawn.text
    assert client.get(links["cut"], params={"alpha": "5/4"}).text == drawn.text
    for parameters, word in (({"alpha": "wide"}, "alpha"), ({"beta": "1"}, "beta")):
        refused = client.get(links["cut"], params=parameters)
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["field"] == word


RING = "dragonfly:a=2,h=1,p=2,arrangement=relative"
ASKED: dict[str, tuple[Any, ...]] = {
    "throughput": (RING, "shift:1"),
    "routes": (RING, "up-down"),
    "simulate": (RING, "minimal"),
    "place": (RING, "16x16"),
    "mapping": (RING, "3x4"),
}
MORE: dict[str, dict[str, Any]] = {
    "throughput": {"alpha": 1},
    "simulate": {"loads": [1], "cycles": 600, "warm_up": 0},
    "place": {"count": 8},
}


@pytest.mark.parametrize("name", ASKED)
def test_a_method_has_the_question_and_the_answer_of_the_function(
    name: str, service: alphacut.Service, store: Store
) -> None:
    given, named = ASKED[name], MORE.get(name, {})
    handle = getattr(service, name)(*given, **named)
    here = getattr(alphacut, name)(*given, **named)
    ended(store, state=State.SUCCEEDED, document=here.document)
    answer = handle.wait(timeout="5s")
    assert answer == here
    assert type(answer) is type(here)


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("local", ["memory", "progress"])
def test_a_service_refuses_what_is_for_work_here(
    name: str, local: str, service: alphacut.Service
) -> None:
    given, named, jobs = ASKED[name], MORE.get(name, {}), service.jobs()
    with pytest.raises(QuestionError, match=f"{local}: is for work in this process"):
        getattr(service, name)(*given, **named, **{local: 1})
    assert service.jobs() == jobs


@pytest.mark.parametrize(
    ("name", "answer"),
    [("throughput", "Throughput"), ("routes", "Routes"), ("mapping", "StencilMapping")],
)
def test_help_tells_the_parameters_and_the_answer(name: str, answer: str) -> None:
    told = inspect.signature(getattr(alphacut, name))
    assert {"time_limit", "memory", "progress"} <= set(told.parameters)
    assert told.return_annotation == answer
    assert "Parameters" in getattr(alphacut, name).__doc__
