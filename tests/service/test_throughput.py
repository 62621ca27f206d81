"""Questions about throughput over HTTP: what is wrong with one is told with its field, at once."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from alphacut.arrangements.formats.spec import UNLIMITED
from alphacut.solver.bisection.request import PointRequest
from alphacut.solver.bisection.variants import POINT
from alphacut.solver.common.completing import completed
from alphacut.solver.throughput.kind import THROUGHPUT
from alphacut.solver.throughput.request import ThroughputRequest
from tests.service.test_bad_requests import said

RING = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}  # 12 hosts
CUBE = {"family": "hypercube", "dimension": 3}
PARTS = {"family": "graph", "switches": 4, "links": [[0, 1], [2, 3]]}
THIRDS = {"family": "torus", "sides": [7, 3]}  # whose groups are no neighbours of all others
ASKED = {"kind": "throughput", "topology": RING, "traffic": "shift:5", "alpha": "1"}
MISSING = object()

# What is changed, the field that is named, and words of what was wrong or would be right.
WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "a negative demand": (
        {"traffic": {"demands": [[0, 5, "1"], [0, 6, -1]]}}, "traffic",
        "demands.1: a demand must not be negative"),
    "a missing demand": ({"traffic": {"demands": [[0, 5]]}}, "traffic", "demands.0 must be"),
    "a host out of range": (
        {"traffic": {"demands": [[0, 12, 1]]}}, "traffic", "host 12 does not exist"),
    "a host that sends to itself": (
        {"traffic": {"demands": [[3, 3, 1]]}}, "traffic", "host 3 sends to itself"),
    "no demands": ({"traffic": {"demands": []}}, "traffic", "is empty"),
    "demands that are all zero": ({"traffic": {"demands": [[0, 5, 0]]}}, "traffic", "is empty"),
    "an empty pattern": ({"traffic": ""}, "traffic", "must be a pattern such as"),
    "a shift by all hosts": ({"traffic": "shift:12"}, "traffic", "is empty"),
    "an unknown pattern": ({"traffic": "rumours"}, "traffic", "stencil:8x9, or worst, or a matrix"),
    "no traffic": ({"traffic": MISSING}, "traffic", ""),
    "a network without groups": ({"topology": CUBE, "model": 3}, "topology", "has no groups"),
    "an α that is missing": ({"alpha": MISSING}, "alpha", "is missing: the capacity of some links"),
    "an α that is infinite": ({"alpha": "inf"}, "alpha", "must be finite"),
    "an α in floating point": ({"alpha": 0.5}, "alpha", ""),
    "an α below nothing": ({"alpha": "-1"}, "alpha", ""),
    "a network in two parts": ({"topology": PARTS, "model": "mcf"}, "topology", "has no path from"),
    "hosts that no minimal or non-minimal path joins": (
        {"topology": THIRDS, "traffic": "permutation:seed=1"}, "topology",
        "neither a minimal nor a non-minimal path"),
    "the worst permutation of too many hosts": (
        {"topology": {**RING, "p": 200}, "traffic": "worst"}, "traffic", "at most 1,100"),
    "an unknown model": ({"model": "7"}, "model", "unknown model"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "field", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_with_its_field(
    client: httpx.Client, change: dict[str, Any], field: str, words: str
) -> None:
    sent = {name: value for name, value in {**ASKED, **change}.items() if value is not MISSING}
    [told] = said(client.post("/v1/jobs", json=sent), 422, "invalid-request")["errors"]
    assert told["field"] == field
    assert words in told["problem"]
    assert "Error" not in told["problem"]


def test_where_no_capacity_depends_on_it_no_alpha_is_asked_for(client: httpx.Client) -> None:
    """Neither of throughput nor of points; the latter share what is found with those at 1."""
    rates = {**ASKED, "topology": CUBE, "model": "mcf"}
    point = {"kind": "bisection-point", "topology": CUBE, "alpha": "1"}
    for asked in (rates, point):
        without = {name: value for name, value in asked.items() if name != "alpha"}
        assert client.post("/v1/jobs", json=without).status_code == 202
    contents = {
        POINT.prepare(completed(PointRequest, {**point, "alpha": alpha}), UNLIMITED).content
        for alpha in (None, "1", 1)
    }
    assert len(contents) == 1


@pytest.mark.parametrize(("topology", "usual"), [(RING, "3"), (CUBE, "mcf")])
def test_the_model_that_is_left_out_suits_the_network(
    client: httpx.Client, topology: dict[str, Any], usual: str
) -> None:
    asked = {**ASKED, "topology": topology}
    assert client.post("/v1/jobs", json=asked).status_code == 202
    contents = [
        THROUGHPUT.check(completed(ThroughputRequest, {**asked, **more}), UNLIMITED)
        for more in ({}, {"model": None}, {"model": usual})
    ]
    assert len(set(contents)) == 1


def test_any_network_may_be_asked_about_its_maximum_concurrent_flow(client: httpx.Client) -> None:
    answer = client.post("/v1/jobs", json={**ASKED, "topology": CUBE, "model": "mcf"})
    assert answer.status_code == 202
