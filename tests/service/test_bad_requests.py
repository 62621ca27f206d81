"""Whatever is wrong with a request is said at once, field by field, and nothing is stored."""

from __future__ import annotations

import gzip
import json
from typing import Any

import httpx
import pytest

from alphacut.jobs.store import Store

DRAGONFLY = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
GRAPH = {"family": "graph", "switches": 3, "links": [[0, 1], [1, 2]]}
CURVE = {"kind": "bisection-curve", "topology": DRAGONFLY}
PAIRS = [[i, j] for i in range(65) for j in range(i)]
POINT = {"kind": "bisection-point", "topology": DRAGONFLY, "alpha": "5/4"}


def dragonfly(**changes: Any) -> dict[str, Any]:
    return {**CURVE, "topology": {**DRAGONFLY, **changes}}


def graph(**changes: Any) -> dict[str, Any]:
    return {**CURVE, "topology": {**GRAPH, **changes}}


def curve(**changes: Any) -> dict[str, Any]:
    return {**CURVE, **changes}


def without(request: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name != field}


# What is sent, the field that is at fault, and words that say what would be right.
WRONG: dict[str, tuple[Any, str, str]] = {
    "no kind": (without(CURVE, "kind"), "kind", "bisection-curve"),
    "unknown kind": (curve(kind="bisection-curv"), "kind", "bisection-curve"),
    "kind null": (curve(kind=None), "kind", "unknown kind null"),
    "kind no word": (curve(kind=5), "kind", "unknown kind 5"),
    "list with a wrong sign": (curve(topology="torus:sides=4y4"), "topology.sides", "as in 8x8"),
    "list with commas": (curve(topology="torus:sides=4,4"), "topology.sides", "as in 8x8"),
    "no topology": (without(CURVE, "topology"), "topology", "missing"),
    "topology no object": (curve(topology=3), "topology", "object"),
    "topology no short form": (curve(topology="relative"), "topology", "short form"),
    "short form of no family": (curve(topology="dragonly:a=4"), "topology.family", "dragonfly"),
    "no family": (curve(topology={"a": 4}), "topology.family", "dragonfly"),
    "unknown family": (dragonfly(family="dragon"), "topology.family", "dragonfly"),
    "unknown arrangement": (dragonfly(arrangement="relativ"), "topology.arrangement", "relative"),
    "unknown field": (curve(alfa="1"), "alfa", "did you mean alpha"),
    "unknown topology field": (dragonfly(b=1), "topology.b", "known are"),
    "unknown limit": (curve(limits={"second": 1}), "limits.second", "did you mean seconds"),
    "unknown end of range": (curve(alpha={"low": 1}), "alpha.low", "max, min"),
    "zero": (dragonfly(a=0), "topology.a", "at least 1"),
    "negative": (dragonfly(h=-1), "topology.h", "at least 1"),
    "non-integer": (dragonfly(a=4.5), "topology.a", "integer"),
    "text for a number": (dragonfly(a="four"), "topology.a", "integer"),
    "huge": (dragonfly(a=10**40), "topology.a", "at most"),
    "too many switches": (dragonfly(a=20), "topology.a", "at most 200"),
    "too many links": (graph(switches=65, links=PAIRS), "topology.links", "at most 2,000"),
    "capacities that engines do not take": (
        graph(links=[[0, 1, "local", 10**9], [1, 2, "global", 10**9]]),
        "topology",
        "takes at most 72,057,594,037,927,935",
    ),
    "capacities that one engine does not take": (
        {**graph(links=[[0, 1, "local", 10**6], [1, 2, "global", 10**6]]), "engine": "ilp"},
        "topology",
        "ilp takes at most 1,000,000,000",
    ),
    "h odd": (dragonfly(h=3, arrangement="circulant"), "topology.arrangement", "even"),
    "too many groups": (dragonfly(groups=10), "topology.groups", "9"),
    "failed link that is not there": (
        graph(failed={"links": [[0, 2]]}),
        "topology.failed.links.0",
        "there are 0 such links",
    ),
    "too many failures": (
        dragonfly(failed={"random_links": 91}),
        "topology.failed.random_links",
        "at most 90",
    ),
    "capacity of no class": (
        dragonfly(capacities={"globl": "2"}),
        "topology.capacities.globl",
        "did you mean global",
    ),
    "unknown preset": (
        curve(topology={"family": "preset", "name": "perks"}),
        "topology.name",
        "did you mean percs",
    ),
    "self-loop": (graph(links=[[0, 1], [2, 2]]), "topology.links.1", "two different"),
    "link out of range": (graph(links=[[0, 3]]), "topology.links.0", "0 to 2"),
    "empty graph": (graph(switches=0, links=[]), "topology.switches", "at least 1"),
    "several at once": (dragonfly(a=0, zz=1), "topology.zz", "known are"),
    "float for α": ({**POINT, "alpha": 1.25}, "alpha", '"5/4"'),
    "float for an end": (curve(alpha={"min": 0.5}), "alpha.min", "string"),
    "negative α": ({**POINT, "alpha": "-1"}, "alpha", "not negative"),
    "α over zero": ({**POINT, "alpha": "1/0"}, "alpha", "5/4"),
    "huge α": ({**POINT, "alpha": 10**30}, "alpha", "at most 9 digits"),
    "no α at all": (without(POINT, "alpha"), "alpha", "missing"),
    "a range for a point": ({**POINT, "alpha": {"min": 1}}, "alpha", "5/4"),
    "a point for a range": (curve(alpha="1"), "alpha", "object"),
    "an empty range": (curve(alpha={"min": "2", "max": "1"}), "alpha", "min 2 is above max 1"),
    "no time": (curve(limits={"seconds": 0}), "limits.seconds", "greater than 0"),
    "too much time": (curve(limits={"seconds": 601}), "limits.seconds", "at most 600"),
    "time as text": (curve(limits={"seconds": "60"}), "limits.seconds", "number"),
    "a gap of 1": (curve(limits={"gap": 1}), "limits.gap", "below 1"),
    "unknown engine": (curve(engine="magic"), "engine", "auto"),
    "unknown balance": (curve(balance="weight"), "balance", "hosts"),
    "no hosts to balance": ({**graph(hosts=[0, 0, 0]), "balance": "hosts"}, "balance", "switches"),
    "a list": ([CURVE], "", "object"),
    "a number": (5, "", "object"),
}  # fmt: skip


@pytest.mark.parametrize(("sent", "field", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_request_is_refused_naming_the_field(
    client: httpx.Client, store: Store, sent: Any, field: str, words: str
) -> None:
    answer = client.post("/v1/jobs", json=sent)
    problem = said(answer, 422, "invalid-request")
    told = {each["field"]: each["problem"] for each in problem["errors"]}
    assert words in told[field]
    assert store.newest(limit=1) == []


UNREADABLE: dict[str, tuple[bytes, str, int]] = {
    "not JSON": (b"family: dragonfly", "application/json", 400),
    "half of it": (json.dumps(CURVE).encode()[:-5], "application/json", 400),
    "bytes that are no text": (b"\xff\xfe{}", "application/json", 400),
    "nested too deep": (b"[" * 9_000, "application/json", 400),
    "said to be something else": (json.dumps(CURVE).encode(), "text/plain", 415),
    "too large": (b" " * 20_001, "application/json", 413),
}


@pytest.mark.parametrize(("body", "media_type", "status"), UNREADABLE.values(), ids=UNREADABLE)
def test_a_body_that_cannot_be_read_is_refused(
    client: httpx.Client, store: Store, body: bytes, media_type: str, status: int
) -> None:
    name = "content-too-large" if status == 413 else "not-json"
    said(client.post("/v1/jobs", content=body, headers={"Content-Type": media_type}), status, name)
    assert store.newest(limit=1) == []


@pytest.mark.parametrize("path", ["/v1/jobs", "/v1/batches", "/v1/networks"])
def test_a_compressed_body_is_refused_and_told_why(
    client: httpx.Client, store: Store, path: str
) -> None:
    """It was told that the body is not JSON; and one that said so without being so was taken."""
    for body in (gzip.compress(json.dumps(CURVE).encode()), json.dumps(CURVE).encode()):
        headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
        answer = client.post(path, content=body, headers=headers)
        assert "Content-Encoding" in said(answer, 415, "compressed")["detail"]
        assert answer.headers["accept-encoding"] == "identity"
    headers["Content-Encoding"] = "identity"
    assert client.post(path, content=body, headers=headers).status_code != 415
    assert len(store.newest(limit=2)) == (path == "/v1/jobs")


@pytest.mark.parametrize(
    ("path", "field", "words"),
    [
        ("/v1/networks?header=maybe", "header", "must be yes or no"),
        ("/v1/networks?format=A%20B", "format", "must be text that fits"),
        ("/v1/design?hosts=100&radix=16&balanced=maybe", "balanced", "must be yes or no"),
    ],
)
def test_parameters_are_told_in_plain_words(
    client: httpx.Client, path: str, field: str, words: str
) -> None:
    method = "POST" if "networks" in path else "GET"
    answer = client.request(method, path, content=b"1 2\n" if method == "POST" else None)
    told = said(answer, 422, "invalid-request")["errors"]
    assert [each["field"] for each in told] == [field]
    assert words in told[0]["problem"]


def test_a_body_is_no_longer_read_once_it_is_too_large(client: httpx.Client) -> None:
    sent = 0

    def endless() -> Any:
        nonlocal sent
        while sent < 50_000_000:
            sent += 1000
            yield b" " * 1000

    answer = client.post(
        "/v1/jobs", content=endless(), headers={"Content-Type": "application/json"}
    )
    said(answer, 413, "content-too-large")


def test_an_empty_body_is_refused(client: httpx.Client) -> None:
    said(client.post("/v1/jobs"), 422, "invalid-request")


ELSEWHERE: dict[str, tuple[str, str, int, str]] = {
    "unknown address": ("GET", "/v2/jobs", 404, "not-found"),
    "unknown job": ("GET", "/v1/jobs/nonesuch", 404, "unknown-job"),
    "result of an unknown job": ("GET", "/v1/jobs/nonesuch/result", 404, "unknown-job"),
    "curve of an unknown job": ("GET", "/v1/jobs/nonesuch/curve.svg", 404, "unknown-job"),
    "cancelling an unknown job": ("POST", "/v1/jobs/nonesuch/cancel", 404, "unknown-job"),
    "deleting an unknown job": ("DELETE", "/v1/jobs/nonesuch", 404, "unknown-job"),
    "wrong method": ("PUT", "/v1/jobs", 405, "method-not-allowed"),
    "unknown state": ("GET", "/v1/jobs?state=lost", 422, "invalid-request"),
    "page of none": ("GET", "/v1/jobs?limit=0", 422, "invalid-request"),
    "page of too many": ("GET", "/v1/jobs?limit=101", 422, "invalid-request"),
    "page that is no number": ("GET", "/v1/jobs?before=x", 422, "invalid-request"),
}


@pytest.mark.parametrize(("method", "path", "status", "name"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_every_other_error_is_a_problem_as_well(
    client: httpx.Client, method: str, path: str, status: int, name: str
) -> None:
    said(client.request(method, path), status, name)


def test_a_wrong_method_is_told_the_right_ones(client: httpx.Client) -> None:
    assert client.put("/v1/jobs").headers["Allow"] == "GET, POST"


def said(answer: httpx.Response, status: int, name: str) -> dict[str, Any]:
    """Check that an answer is a problem of some name, and return it."""
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert problem["type"] == f"urn:alphacut:problem:{name}"
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    return problem
