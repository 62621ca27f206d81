"""Comparisons over HTTP: asked for as jobs, read as documents, tables and text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import httpx
import pytest

from alphacut.jobs.states import State
from alphacut.jobs.store import Store
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.comparison.document import comparison
from tests.service.test_bad_requests import said
from tests.service.test_jobs import CURVE, ended

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
HELIX = {**RELATIVE, "arrangement": "helix"}
SMALL = {"family": "mesh", "sides": [2]}
ANY_WIRING = {"family": "slingshot", "groups": 3, "switches": 4, "links": 2, "wiring": "any"}
EDGE = {"family": "graph", "switches": 2, "links": [[0, 1]]}
COMPARE = {"kind": "compare", "topologies": [RELATIVE, HELIX], "alpha": "5/4"}


def asked(client: httpx.Client, **changes: Any) -> dict[str, Any]:
    answer = client.post("/v1/jobs", json={**COMPARE, **changes})
    assert answer.status_code == 202
    return dict(answer.json())


@pytest.fixture(scope="module")
def document(solve: Any) -> dict[str, Any]:
    """A comparison of two small networks."""
    from alphacut.arrangements.formats.spec import build, complete, parse
    from alphacut.arrangements.structure.description import describe

    specs = [parse({"family": "torus", "sides": [4, side]}) for side in (4, 6)]
    results = [solve(complete(spec)) for spec in specs]
    structures = [describe(build(spec), complete(spec)) for spec in specs]
    return comparison(results, structures, alpha=Alpha.parse(1), injection=Fraction(1))


def test_what_is_left_out_is_filled_in(client: httpx.Client, store: Store) -> None:
    job = asked(client)
    assert (job["kind"], job["name"]) == ("compare", "(p,4,2) relative and 1 more")
    request = job["request"]
    assert [each["groups"] for each in request["topologies"]] == [9, 9]
    assert (request["alpha"], request["injection"], request["only_alpha"]) == ("5/4", "1", False)
    assert request["limits"]["seconds"] == 60
    assert store.get(job["id"]).content


def test_it_is_read_as_document_table_and_text(
    client: httpx.Client, store: Store, document: dict[str, Any]
) -> None:
    job = asked(client)
    said(client.get(job["links"]["csv"]), 409, "no-result-yet")
    ended(store, state=State.SUCCEEDED, document=document)
    assert client.get(job["links"]["result"]).json() == document
    table = client.get(job["links"]["csv"])
    assert table.headers["Content-Type"].startswith("text/csv")
    head, *rows = table.text.splitlines()
    assert head.startswith("network,alpha,bisection")
    assert [row.split(",")[0] for row in rows] == ["torus sides 4 × 4", "torus sides 4 × 6"]
    text = client.get(job["links"]["text"])
    assert text.headers["Content-Type"].startswith("text/plain")
    assert "best at α = 1" in text.text
    again = client.get(job["links"]["text"], headers={"If-None-Match": text.headers["ETag"]})
    assert again.status_code == 304


def test_it_has_no_curve_no_bounds_and_not_one_network(client: httpx.Client) -> None:
    job = asked(client)
    here = job["links"]["self"]
    for part in ("curve", "curve.svg", "bounds", "network"):
        said(client.get(f"{here}/{part}"), 409, "no-result")
        assert job["links"].get(part.replace("curve.", "")) is None
    curve = client.post("/v1/jobs", json=CURVE).json()["links"]["self"]
    said(client.get(f"{curve}/comparison.csv"), 409, "no-result")


@pytest.mark.parametrize(
    ("changes", "field", "hint"),
    [
        ({"topologies": []}, "topologies", "at least 1"),
        ({"topologies": RELATIVE}, "topologies", "list"),
        ({"topologies": [EDGE, {**EDGE, "unit": "100"}]}, "topologies", "in one unit"),
        ({"topologies": [RELATIVE, {**HELIX, "a": 0}]}, "topologies.1.a", "at least 1"),
        ({"topologies": [{**HELIX, "a": 20}]}, "topologies.0.a", "at most 200"),
        ({"topologies": [RELATIVE, ANY_WIRING]}, "topologies.1.wiring", "no structure"),
        ({"topologies": [SMALL] * 501}, "topologies", "at most 500"),
        ({"alpha": "inf"}, "alpha", "finite"),
        ({"alpha": 1.25}, "alpha", "string"),
        ({"injection": "0"}, "injection", "above 0"),
        ({"only_alpha": "yes"}, "only_alpha", "true or false"),
        ({"topology": RELATIVE}, "topology", "topologies"),
        ({"engine": "magic"}, "engine", "auto"),
        ({"balance": "cables"}, "balance", "hosts"),
    ],
)
def test_what_is_wrong_is_told_with_its_field(
    client: httpx.Client, store: Store, changes: dict[str, Any], field: str, hint: str
) -> None:
    answer = client.post("/v1/jobs", json={**COMPARE, **changes})
    assert answer.status_code == 422
    (problem,) = answer.json()["errors"]
    assert problem["field"] == field
    assert hint in problem["problem"]
    assert store.newest(limit=1) == []


def test_it_can_be_a_member_of_a_batch(client: httpx.Client) -> None:
    answer = client.post("/v1/batches", json={"jobs": [COMPARE, {**COMPARE, "alpha": 1}]})
    assert answer.status_code == 202
    assert [job["kind"] for job in answer.json()["jobs"]] == ["compare", "compare"]
    wrong = client.post("/v1/batches", json={"jobs": [{**COMPARE, "alpha": "inf"}]})
    assert wrong.json()["errors"][0]["field"] == "jobs.0.alpha"
    wrong = client.post("/v1/batches", json={"jobs": [{**COMPARE, "x": "inf"}]})
    assert wrong.json()["errors"][0]["field"] == "jobs.0.x"
