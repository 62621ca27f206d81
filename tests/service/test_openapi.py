"""What the OpenAPI document tells beside paths and schemas: for those who generate clients."""

from __future__ import annotations

from collections import Counter
from typing import Any

import httpx
import pytest


@pytest.fixture
def document(client: httpx.Client) -> dict[str, Any]:
    return dict(client.get("/openapi.json").json())


def operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [each for path in document["paths"].values() for each in path.values()]


def test_operations_have_short_names_each_once(document: dict[str, Any]) -> None:
    names = Counter(each["operationId"] for each in operations(document))
    assert max(names.values()) == 1
    assert {"post_job", "get_job", "list_jobs", "cancel_job", "get_result"} <= names.keys()
    assert all("v1" not in name and name.isidentifier() for name in names)


def test_the_licence_is_named(document: dict[str, Any]) -> None:
    assert document["info"]["license"]["identifier"] == "Apache-2.0"
    assert document["info"]["contact"]["name"]


def test_a_topology_is_an_object_or_a_short_form(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    written, short = schemas["Topology"]["anyOf"]
    assert schemas[written["$ref"].rpartition("/")[2]]["discriminator"]["propertyName"] == "family"
    assert short["type"] == "string"


def test_a_short_form_is_taken_as_the_object_that_it_means(client: httpx.Client) -> None:
    job = {"kind": "bisection-point", "alpha": "1"}
    answer = client.post("/v1/jobs", json={**job, "topology": "torus:sides=4x4"})
    assert answer.status_code == 202
    found = client.get(answer.headers["Location"]).json()
    assert found["request"]["topology"] == {"family": "torus", "sides": [4, 4], "p": 1}


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ("/etc/passwd", "topology", "short form such as dragonfly:a=4"),
        ("file:path=pyproject.toml", "topology.family", "unknown family"),
        ("ring:4", "topology.family", "unknown family"),
        ("x" * 10_001, "topology", "short form such as dragonfly:a=4"),
    ],
)
def test_no_other_text_is_a_topology(
    client: httpx.Client, text: str, field: str, words: str
) -> None:
    job = {"kind": "bisection-point", "alpha": "1", "topology": text}
    answer = client.post("/v1/jobs", json=job)
    assert answer.status_code == 422
    (problem,) = answer.json()["errors"]
    assert problem["field"] == field
    assert words in problem["problem"]


@pytest.mark.parametrize(
    ("path", "view"), [("jobs/{job_id}", "JobDetail"), ("batches/{batch_id}", "BatchView")]
)
def test_events_say_what_is_in_them(document: dict[str, Any], path: str, view: str) -> None:
    answer = document["paths"][f"/v1/{path}/events"]["get"]["responses"]["200"]
    event = answer["content"]["text/event-stream"]["itemSchema"]["properties"]
    assert event["event"]["enum"] == ["progress", "end"]
    assert event["data"]["contentSchema"]["$ref"] == f"#/components/schemas/{view}"
    assert view in document["components"]["schemas"]
