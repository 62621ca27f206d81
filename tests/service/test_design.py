"""GET /v1/design: what the command prints, over HTTP."""

from __future__ import annotations

import httpx
import jsonschema
import pytest

import alphacut
from alphacut.solver.design.schema import DESIGN


def test_designs_are_those_of_the_library(client: httpx.Client) -> None:
    asked = {"hosts": "1000", "radix": "32", "cost": "switch=20,global=4", "per_host": "1/4"}
    answer = client.get("/v1/design", params=asked)
    assert answer.status_code == 200
    jsonschema.validate(answer.json(), DESIGN)
    found = alphacut.design(1000, 32, cost={"switch": 20, "global": 4}, per_host="1/4")
    assert {**found.document, "provenance": {}} == answer.json()
    again = client.get(
        "/v1/design", params=asked, headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert again.status_code == 304


def test_a_design_can_be_asked_about(client: httpx.Client) -> None:
    row = client.get("/v1/design", params={"hosts": 72, "radix": 9}).json()["designs"][0]
    question = {"kind": "bisection-point", "topology": row["topology"], "alpha": "1"}
    assert client.post("/v1/jobs", json=question).status_code == 202


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"hosts": "many"}, "hosts"),
        ({"radix": "1000"}, "radix"),
        ({"cost": "loca=1"}, "cost"),
        ({"cost": "local=x"}, "cost.local"),
        ({"balanced": "perhaps"}, "balanced"),
        ({"radius": "3"}, "radius"),
        ({"families": "ring"}, "families"),
        ({"sort": "beauty"}, "sort"),
        ({"spare_ports": "14"}, "spare_ports"),
        ({"hosts": "1" * 300}, "hosts"),
    ],
)
def test_bad_parameters_are_named(client: httpx.Client, wrong: dict[str, str], field: str) -> None:
    answer = client.get("/v1/design", params={"hosts": "100", "radix": "16", **wrong})
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_what_is_needed_is_said(client: httpx.Client) -> None:
    answer = client.get("/v1/design", params={"hosts": "100"})
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"field": "radix", "problem": "is missing"}]
