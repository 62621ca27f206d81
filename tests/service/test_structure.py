"""Questions about structure over HTTP."""

from __future__ import annotations

import httpx

from tests.service.test_bad_requests import said

RELATIVE = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}


def test_a_structure_can_be_asked_for(client: httpx.Client) -> None:
    answer = client.post("/v1/jobs", json={"kind": "structure", "topology": RELATIVE})
    assert answer.status_code == 202
    assert answer.json()["kind"] == "structure"
    assert answer.json()["request"]["topology"]["groups"] == 9


def test_what_is_wrong_is_told_with_its_field(client: httpx.Client) -> None:
    wrong = client.post("/v1/jobs", json={"kind": "structure", "topology": {**RELATIVE, "a": 0}})
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["field"] == "topology.a"
    more = client.post("/v1/jobs", json={"kind": "structure", "topology": RELATIVE, "alpha": "1"})
    assert more.status_code == 422
    assert more.json()["errors"][0]["field"] == "alpha"
    large = {**RELATIVE, "a": 16, "h": 8}
    assert client.post("/v1/jobs", json={"kind": "structure", "topology": large}).status_code == 422


def test_it_has_a_network_but_no_bounds(client: httpx.Client) -> None:
    job = client.post("/v1/jobs", json={"kind": "structure", "topology": RELATIVE}).json()
    assert job["name"] == "(p,4,2) relative"
    assert client.get(job["links"]["network"]).json()["switches"] == 36
    assert job["links"]["bounds"] is None
    said(client.get(f"{job['links']['self']}/bounds"), 409, "no-result")


def test_its_network_keeps_the_unit_of_capacities(client: httpx.Client) -> None:
    edge = {"family": "graph", "switches": 2, "links": [[0, 1]], "unit": "100"}
    job = client.post("/v1/jobs", json={"kind": "structure", "topology": edge}).json()
    assert client.get(job["links"]["network"]).json()["unit"] == "100"


def test_it_can_be_a_member_of_a_batch(client: httpx.Client) -> None:
    answer = client.post(
        "/v1/batches", json={"jobs": [{"kind": "structure", "topology": RELATIVE}]}
    )
    assert answer.status_code == 202
    assert [job["kind"] for job in answer.json()["jobs"]] == ["structure"]
