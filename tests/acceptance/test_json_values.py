"""What a JSON value must not hold is refused before any form reads it, by a real server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.acceptance.conftest import Machine

TORUS = {"family": "torus", "sides": [4, 4]}
HEADERS = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    machine = Machine(tmp_path_factory.mktemp("values"))
    _, address = machine.serve()
    with httpx.Client(base_url=address, timeout=120) as client:
        yield client
    machine.close()


def _curve(topology: str, **more: str) -> bytes:
    fields = {"kind": '"bisection-curve"', "topology": topology, **more}
    return f"{{{','.join(f'{json.dumps(name)}:{text}' for name, text in fields.items())}}}".encode()


def _nested(levels: int) -> str:
    return "[" * levels + "]" * levels


_HALF = r'"\ud800"'
_GRAPH = (
    '{"family":"graph","switches":2,"links":[[0,1,%s]],"classes":[{"name":%s,"base":1,"slope":0}]}'
)
UNFIT: dict[str, tuple[str, bytes]] = {
    "lists as a family": ("/v1/jobs", _curve(f'{{"family":{_nested(900)}}}')),
    "lists as a topology": ("/v1/jobs", _curve(_nested(900))),
    "lists as an α": ("/v1/jobs", _curve(json.dumps(TORUS), alpha=_nested(900))),
    "lists as a kind": ("/v1/jobs", f'{{"kind":{_nested(900)}}}'.encode()),
    "lists as a label": ("/v1/jobs", _curve(json.dumps(TORUS), label=_nested(900))),
    "lists in lists for ever": ("/v1/jobs", _curve(_nested(200_000))),
    "objects": ("/v1/jobs", _curve('{"a":' * 300 + "1" + "}" * 300)),
    "lists as a job of a batch": ("/v1/batches", f'{{"jobs":[{_nested(900)}]}}'.encode()),
    "lists in a sweep": (
        "/v1/batches", f'{{"sweep":{{"sizes":[{{"a":2,"h":1}}],"job":{_nested(900)}}}}}'.encode()),
    "half a character in a class": ("/v1/jobs", _curve(_GRAPH % (_HALF, _HALF))),
    "half a character in names": (
        "/v1/jobs",
        _curve(rf'{{"family":"graph","switches":2,"links":[[0,1]],"names":["a",{_HALF}]}}')),
    "half a character as a field": ("/v1/jobs", _curve(json.dumps(TORUS), **{"\ud800": "1"})),
    "half a character in a label": ("/v1/jobs", _curve(json.dumps(TORUS), label=_HALF)),
    "half a character, as bytes": (
        "/v1/jobs", _curve(json.dumps(TORUS), label='"?"').replace(b"?", b"\xed\xa0\x80")),
    "the character 0 in names": (
        "/v1/jobs",
        _curve(r'{"family":"graph","switches":2,"links":[[0,1]],"names":["a","\u0000"]}')),
    "a number that is none": ("/v1/jobs", _curve(json.dumps(TORUS), limits='{"seconds":NaN}')),
    "a name twice": ("/v1/jobs", _curve('{"family":"torus","sides":[4,4],"sides":[400,400]}')),
    "a kind twice": ("/v1/jobs", _curve(json.dumps(TORUS))[:-1] + b',"kind":"structure"}'),
}  # fmt: skip


@pytest.mark.parametrize(("path", "body"), UNFIT.values(), ids=UNFIT)
def test_what_is_unfit_is_refused_and_nothing_is_stored(
    served: httpx.Client, path: str, body: bytes
) -> None:
    answer = served.post(path, content=body, headers=HEADERS)
    assert answer.status_code in (400, 422), answer.text
    told = answer.json()
    assert told["type"] in ("urn:alphacut:problem:not-json", "urn:alphacut:problem:invalid-request")
    assert "fault of alphacut" not in told["detail"]
    assert served.get("/v1/jobs").json()["jobs"] == []


def test_the_place_is_named(served: httpx.Client) -> None:
    _, body = UNFIT["half a character in names"]
    [told] = served.post("/v1/jobs", content=body, headers=HEADERS).json()["errors"]
    assert told["field"] == "topology.names.1"
    assert "surrogates" in told["problem"]
    _, body = UNFIT["lists as a topology"]
    [told] = served.post("/v1/jobs", content=body, headers=HEADERS).json()["errors"]
    assert told["field"].startswith("topology.0.0")
    assert "at most 64 levels" in told["problem"]
    _, body = UNFIT["a name twice"]
    assert "'sides' is given twice" in served.post("/v1/jobs", content=body, headers=HEADERS).text


def test_a_network_is_told_as_safely(served: httpx.Client) -> None:
    """Files are read by another reader, with the same result."""
    for text in (_nested(900), _GRAPH % (_HALF, _HALF), f'{{"family":{_nested(900)}}}'):
        answer = served.post("/v1/networks", content=text.encode())
        assert answer.status_code == 422, answer.text


def test_what_goes_on_is_checked_as_well(served: httpx.Client) -> None:
    made = served.post("/v1/jobs", json={"kind": "bisection-curve", "topology": TORUS}).json()
    links = made["links"]
    served.post(links["cancel"])
    for body in (_nested(900).encode(), rb'{"\ud800":1}', b'{"limits":{},"limits":{}}'):
        answer = served.post(links["continue"], content=body, headers=HEADERS)
        assert answer.status_code in (400, 422), answer.text
    served.delete(links["self"])


def test_whole_characters_are_kept(served: httpx.Client) -> None:
    """The two halves of a character together are one."""
    names: list[Any] = ["\N{SNOWMAN}", "\N{GRINNING FACE}"]
    topology = {"family": "graph", "switches": 2, "links": [[0, 1]], "names": names}
    body = json.dumps({"kind": "bisection-curve", "topology": topology}).encode()
    assert rb"\ud83d\ude00" in body
    made = served.post("/v1/jobs", content=body, headers=HEADERS).json()
    assert served.get(made["links"]["network"]).json()["names"] == names
    served.delete(made["links"]["self"])
