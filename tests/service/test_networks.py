"""POST /v1/networks: what a network is, told before anything is asked about it."""

from __future__ import annotations

import json

import httpx
import pytest

RING = {"family": "graph", "switches": 4, "links": [[0, 1], [1, 2, "global"], [2, 3], [3, 0]]}


def told(
    client: httpx.Client, content: bytes | str, name: str = "network", **options: str
) -> httpx.Response:
    return client.post("/v1/networks", content=content, params={"name": name, **options})


def test_a_spec_is_completed_and_estimated(client: httpx.Client) -> None:
    spec = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
    answer = told(client, json.dumps(spec)).json()
    assert answer["name"] == "(p,4,2) relative"
    assert answer["topology"]["groups"] == 9
    assert (answer["switches"], answer["links"]) == (36, {"local": 54, "global": 36})
    assert answer["estimate"].startswith("36 switches, 54 local and 36 global links")
    assert not answer["remarks"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ring.txt", "0 1\n1 2\n2 3\n3 0\n"),
        ("ring.metis", "4 4\n2 4\n1 3\n2 4\n3 1\n"),
        ("ring.json", json.dumps(RING)),
    ],
)
def test_a_file_becomes_a_spec_that_can_be_asked_about(
    client: httpx.Client, name: str, content: str
) -> None:
    answer = told(client, content, name).json()
    assert answer["switches"] == 4
    assert sum(answer["links"].values()) == 4
    question = {"kind": "bisection-curve", "topology": answer["topology"]}
    assert client.post("/v1/jobs", json=question).status_code == 202


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("%PDF-1.4 nothing of ours", "these are: "),
        ('{"family": "dragonfly", "a": 4}', "is missing"),
        ('{"family": "complete", "switches": 4000}', "too large"),
        ('{"family": ', "JSON"),
    ],
)
def test_what_is_wrong_is_said_of_the_file_by_its_name(
    client: httpx.Client, content: str, said: str
) -> None:
    answer = told(client, content, "../mine.bin")
    assert answer.status_code == 422
    [error, *_] = answer.json()["errors"]
    assert error["field"].startswith("topology")
    assert said in error["problem"]
    assert "/tmp" not in answer.text
    assert "alphacut-" not in answer.text


def test_an_option_that_a_remark_names_can_be_given(client: httpx.Client) -> None:
    weighted = "0 1 2\n1 2 3\n2 0 1\n"
    answer = told(client, weighted, "ring.txt").json()
    assert sum(answer["links"].values()) == 6
    [remark] = answer["remarks"]
    assert remark.startswith("ring.txt (edges): the weight in the third column")
    assert remark.endswith("weights=no leaves it out")
    plain = told(client, weighted, "ring.txt", weights="no", format="edges").json()
    assert sum(plain["links"].values()) == 3
    assert not [each for each in plain["remarks"] if "capacity" in each]


@pytest.mark.parametrize(
    ("option", "field"),
    [
        ({"weights": "perhaps"}, "weights"),
        ({"format": "edges,path=/etc/passwd"}, "format"),
        ({"format": "tape"}, "topology.format"),
        ({"wieghts": "no"}, "wieghts"),
    ],
)
def test_an_option_that_does_not_exist_is_refused(
    client: httpx.Client, option: dict[str, str], field: str
) -> None:
    answer = told(client, "0 1\n1 2\n2 0\n", "ring.txt", **option)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["errors"]] == [field]


def test_an_empty_body_is_refused(client: httpx.Client) -> None:
    assert told(client, b"").json()["errors"] == [
        {"field": "", "problem": "is missing; send a file"}
    ]


def test_the_catalogue_has_presets_that_are_networks(client: httpx.Client) -> None:
    presets = client.get("/v1/arrangements").json()["presets"]
    assert {"slingshot", "percs", "dragonfly-72"} <= {each["name"] for each in presets}
    small = next(each for each in presets if each["name"] == "dragonfly-72")
    assert told(client, json.dumps(small["spec"])).json()["switches"] == 36
