"""Requests that are wrong in a few places get an answer that is documented, and soon."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import httpx
import hypothesis
import pytest
from hypothesis import strategies as st

from alphacut.arrangements.formats.spec import parse
from alphacut.arrangements.formats.spec.families import FAMILIES
from alphacut.service.app import create_app
from alphacut.service.problems import DETAIL, FIELD, REPORTED, WORDS
from alphacut.service.schemas.request import JOB
from alphacut.service.settings import Settings
from tests.service.conftest import serving
from tests.service.mutations import BATCHES, REQUESTS, SPECS, as_body, mutated

EXAMPLES = int(os.environ.get("ALPHACUT_FUZZ", "0"))  # more, where a run is to be long
SECONDS = 30.0  # for one answer, by a machine that is busy with other things
HEADERS = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service of its own, which refuses to work on much."""
    file = tmp_path_factory.mktemp("fuzz") / "jobs.sqlite3"
    settings = Settings(
        database_url=f"sqlite:///{file}", max_switches=200, max_links=2000, max_total_size=20_000,
        check_seconds=SECONDS / 2, check_memory_mb=256,
    )  # fmt: skip
    with (
        serving(create_app(settings)) as address,
        httpx.Client(base_url=address, timeout=SECONDS) as client,
    ):
        yield client


def test_every_family_and_every_kind_is_among_the_originals() -> None:
    assert {spec["family"] for spec in SPECS} == {*FAMILIES, "preset"}
    assert {request["kind"] for request in REQUESTS} == set(JOB.kinds())


@pytest.mark.parametrize("spec", SPECS, ids=[spec["family"] for spec in SPECS])
def test_the_originals_are_right(spec: dict[str, Any]) -> None:
    parse(spec)


def _check(answer: httpx.Response) -> int:
    """Hold an answer to what the API promises of every answer."""
    assert answer.status_code in (202, 400, 422), answer.text
    told = answer.json()
    if answer.status_code == 202:
        assert answer.headers["Location"] == told["links"]["self"]
        return 202
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert told["type"] != "urn:alphacut:problem:too-much-work"
    assert len(told["detail"]) <= DETAIL
    assert len(told.get("errors", [])) <= REPORTED
    for each in told.get("errors", []):
        assert len(each["field"]) <= FIELD
        assert 0 < len(each["problem"]) <= WORDS
        assert "Error" not in each["problem"]
    return answer.status_code


def _fuzz(
    client: httpx.Client, path: str, originals: tuple[dict[str, Any], ...], examples: int
) -> Counter[int]:
    seen: Counter[int] = Counter()

    @hypothesis.given(request=mutated(originals))
    @hypothesis.settings(
        max_examples=examples, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )  # fmt: skip
    def try_one(request: dict[str, Any]) -> None:
        body = as_body(request)
        answer = client.post(path, content=body, headers=HEADERS)
        if len(body) > Settings().max_body_bytes:
            assert answer.status_code == 413
        else:
            seen[_check(answer)] += 1

    try_one()
    return seen


def test_mutated_requests_are_answered_soundly(own: httpx.Client) -> None:
    seen = _fuzz(own, "/v1/jobs", REQUESTS, 150)
    assert seen[422] > 50
    assert seen[202]


def test_mutated_batches_are_answered_soundly(own: httpx.Client) -> None:
    assert _fuzz(own, "/v1/batches", BATCHES, 60)[422] > 20


@pytest.mark.slow
def test_many_mutated_requests_are_answered_soundly(own: httpx.Client) -> None:
    _fuzz(own, "/v1/jobs", REQUESTS, EXAMPLES or 10_000)
    _fuzz(own, "/v1/batches", BATCHES, EXAMPLES or 2_000)


def test_bodies_of_any_bytes_are_answered_soundly(own: httpx.Client) -> None:
    @hypothesis.given(body=st.binary(min_size=1, max_size=200))
    @hypothesis.settings(max_examples=100, deadline=None, derandomize=True, database=None)
    def try_one(body: bytes) -> None:
        assert _check(own.post("/v1/jobs", content=body, headers=HEADERS)) != 202

    try_one()
