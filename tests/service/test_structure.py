"""Questions about structure over HTTP."""

from __future__ import annotations

import httpx

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
