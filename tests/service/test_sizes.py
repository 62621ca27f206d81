"""Cuts of other sizes than halves, and partitions to be judged, asked of a service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import networkx as nx
import pytest

import alphacut
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.runner import carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import Store
from alphacut.service.kinds import kinds
from alphacut.solver.bisection.verify.document import verify_document
from tests.service.test_bad_requests import said

TORUS = {"family": "torus", "sides": [4, 4]}
ASKED: dict[str, Any] = {"kind": "bisection-point", "topology": TORUS, "alpha": 1}
Work = Callable[[], State]


@pytest.fixture(scope="module")
def execution() -> Iterator[LocalExecution]:
    with LocalExecution() as local:
        yield local


@pytest.fixture
def work(store: Store, execution: LocalExecution) -> Work:
    """Claim the next job and work on it to its end, as a worker does."""

    def working() -> State:
        claim = store.claim("worker", 60)
        assert claim is not None
        carry_out(
            claim, kinds=kinds(), store=store, execution=execution, lease_seconds=60,
            leaving=lambda: False,
        )  # fmt: skip
        return store.get(claim.job.id).state

    return working


@pytest.mark.parametrize(
    ("given", "kept", "value", "sizes"),
    [
        ({"sizes": "4:12"}, ("sizes", "4:12"), "8", {"least": 4, "most": 4}),
        ({"sizes": [12, 4]}, ("sizes", "12:4"), "8", {"least": 4, "most": 4}),
        ({"imbalance": "50%"}, ("imbalance", "1/2"), "8", {"least": 4, "most": 8}),
        ({"imbalance": 0.9}, ("imbalance", "9/10"), "4", {"least": 1, "most": 8}),
        ({"sizes": "8:8"}, ("sizes", "8:8"), "8", None),
    ],
)
def test_the_least_cut_of_other_sizes_is_proven(
    client: httpx.Client, work: Work, given: dict[str, Any], kept: tuple[str, str], value: str,
    sizes: dict[str, int] | None,
) -> None:  # fmt: skip
    job = client.post("/v1/jobs", json={**ASKED, **given}).json()
    assert job["request"][kept[0]] == kept[1]
    assert work() is State.SUCCEEDED
    document = client.get(job["links"]["result"]).json()
    assert document.get("sizes") == sizes
    assert (document["point"]["value"], document["status"]) == (value, "exact")
    assert verify_document(document).status == "exact"
    bounds = client.get(job["links"]["bounds"]).json()
    assert bounds["cut"]["words"].endswith("links cut")
    network = client.get(job["links"]["network"]).json()
    assert network["switches"] == 16  # without those that fill up a side
    assert 'data-node="switch"' in client.get(job["links"]["cut"]).text


def test_a_partition_is_judged(client: httpx.Client, work: Work) -> None:
    rows = [int(switch < 8) for switch in range(16)]
    odd = [switch % 2 for switch in range(16)]
    for partition, imbalance, capacity in ((rows, None, 8), (odd, None, 16), (odd, "10%", 16)):
        asked = {**ASKED, "partition": partition, "imbalance": imbalance}
        job = client.post("/v1/jobs", json=asked).json()
        assert work() is State.SUCCEEDED
        document = client.get(job["links"]["result"]).json()
        assert document["partition"]["intercept"] == capacity
        assert document["point"]["value"] == document["point"]["lower"] == "8"
        assert verify_document(document).status == "exact"


@pytest.mark.parametrize(
    ("given", "field", "message"),
    [
        ({"sizes": "4:4"}, "sizes", "must add up to 16"),
        ({"sizes": "16"}, "sizes", "must be two numbers"),
        ({"sizes": [0, 16]}, "sizes", "must be an integer from 1"),
        ({"sizes": [4, 12.0]}, "sizes", "integer"),
        ({"sizes": {"least": 4}}, "sizes", "must be two numbers"),
        ({"imbalance": "300%"}, "imbalance", "from 0 to below 1"),
        ({"imbalance": []}, "imbalance", "must be a share of 1"),
        ({"sizes": "4:12", "imbalance": 0.5}, "imbalance", "cannot be given beside sizes"),
        ({"partition": [0, 1]}, "partition", "a part for each of 16 nodes"),
        ({"partition": [0] * 16}, "partition", "has 1 part"),
        ({"partition": [0, 1] * 8, "sizes": "8:8"}, "sizes", "those of the partition"),
        ({"partition": [0] * 15 + [1], "imbalance": "10%"}, "imbalance", "15 switches on a side"),
    ],
)
def test_sizes_that_there_are_not_are_refused(
    client: httpx.Client, given: dict[str, Any], field: str, message: str
) -> None:
    [error] = said(client.post("/v1/jobs", json={**ASKED, **given}), 422, "invalid-request")[
        "errors"
    ]
    assert error["field"] == field
    assert message in error["problem"]


def test_curves_have_no_other_sizes(client: httpx.Client) -> None:
    asked = {"kind": "bisection-curve", "topology": TORUS, "sizes": "4:12"}
    [error] = said(client.post("/v1/jobs", json=asked), 422, "invalid-request")["errors"]
    assert error["field"] == "sizes"


def test_the_library_asks_a_service_as_it_asks_itself(address: str, work: Work) -> None:
    club = nx.karate_club_graph()
    clubs = {node: data["club"] for node, data in club.nodes(data=True)}
    with alphacut.Service(address) as service:
        for asked, here in (
            (service.bisection(club, weight=None, sizes=(5, 29)),
             alphacut.bisection(club, weight=None, sizes=(5, 29))),
            (service.bisection(club, weight=None, imbalance="20%"),
             alphacut.bisection(club, weight=None, imbalance="20%")),
        ):  # fmt: skip
            assert work() is State.SUCCEEDED
            answer = asked.wait(timeout=10)
            assert (answer.value, answer.status) == (here.value, "exact")
            assert sorted(map(len, answer.sides)) == sorted(map(len, here.sides))
        handle = service.bound(club, clubs)
        assert work() is State.SUCCEEDED
        judged = handle.wait(timeout=10)
        assert (int(judged.capacity), int(judged.lower), judged.status) == (25, 23, "exact")
        assert set(judged.parts) == {
            frozenset(node for node in club if clubs[node] == name) for name in set(clubs.values())
        }
