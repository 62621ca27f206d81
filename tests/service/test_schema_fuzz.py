"""Schemathesis against our own OpenAPI document: no 5xx, no undocumented answer."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import hypothesis
import pytest
import schemathesis
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.failures import FailureGroup

import alphacut
from alphacut.arrangements.formats.spec import build, parse
from alphacut.arrangements.structure.description import describe
from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, SqlStore
from alphacut.service.app import create_app
from alphacut.service.settings import Settings
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.comparison.document import comparison
from tests.service.conftest import serving
from tests.service.test_jobs import CURVE, DOCUMENT, POINT

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
FEW, MANY = 12, 40  # examples for each of some twenty operations


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A service of its own, with jobs in every state for generated requests to meet."""
    file = tmp_path_factory.mktemp("fuzz") / "jobs.sqlite3"
    settings = Settings(
        database_url=f"sqlite:///{file}", max_switches=50, max_links=500, max_wait_seconds=0.2
    )
    with (
        serving(create_app(settings)) as address,
        closing(SqlStore(settings.database_url)) as store,
    ):
        ids = itertools.cycle(_populate(address, store))
        found = schemathesis.openapi.from_url(f"{address}/openapi.json", wait_for_schema=5)

        @found.hook("map_path_parameters")
        def meet(context: Any, parameters: dict[str, Any] | None) -> dict[str, Any] | None:  # noqa: ARG001
            """Let every second id be one that there is."""
            chosen = next(ids)
            return {name: chosen or value for name, value in (parameters or {}).items()} or None

        yield found


COMPARISON: dict[str, Any] = {
    "format": "alphacut-comparison/1", "alpha": "1", "injection": "1", "balance": "switches",
    "networks": [{
        "topology": {"family": "mesh", "sides": [2], "p": 1}, "status": "exact", "bisection": "1",
        "lower": "1", "bisection_per_host": "1/2", "bisection_per_host_lower": "1/2",
        "share_of_full_bisection": "1", "share_of_full_bisection_lower": "1", "switches": 2,
        "hosts": 2, "links": {"local": 1, "global": 0}, "radix": 2, "diameter": 1,
        "average_distance": 1.0, "average_by_class": {"local": 1.0, "global": 0.0}, "gccs": None,
    }],
    "ranked_by": "bisection", "best": [0], "candidates": [0], "winners": None,
}  # fmt: skip


def _populate(address: str, store: SqlStore) -> list[str | None]:
    structure = {"kind": "structure", "topology": CURVE["topology"]}
    compare = {"kind": "compare", "topologies": [row["topology"] for row in COMPARISON["networks"]]}
    asked = (compare, CURVE, CURVE, CURVE, POINT, structure)
    ids = [_posted(f"{address}/v1/jobs", each) for each in asked]
    for ending in (
        Ending(state=State.SUCCEEDED, document=COMPARISON, seconds=1),
        Ending(state=State.SUCCEEDED, document=DOCUMENT, seconds=1),
        Ending(state=State.CANCELLED, document=DOCUMENT, seconds=1),
    ):
        claim = store.claim("worker", 60)
        assert claim is not None
        store.finish(claim, ending)
    ids.append(_posted(f"{address}/v1/batches", {"jobs": [CURVE, CURVE]}))
    return [each for found in ids for each in (found, None)]


def _posted(url: str, asked: dict[str, Any]) -> str:
    return str(httpx.post(url, json=asked, timeout=60).raise_for_status().json()["id"])


def test_the_comparison_that_is_met_is_what_jobs_store() -> None:
    [row] = COMPARISON["networks"]
    found = alphacut.bisection("mesh:sides=2", 1).document
    described = describe(build(parse(row["topology"])), row["topology"])
    assert comparison([found], [described], alpha=Alpha(1, 1), injection=Fraction(1)) == COMPARISON


@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
def test_every_answer_is_documented(schema: Any, examples: int) -> None:
    operations = [each.ok() for each in schema.get_all_operations()]
    # A stream does not end; test_events.py reads it.
    tried = [each for each in operations if not each.path.endswith("/events")]
    assert len(tried) > 20
    seen: set[int] = set()
    for operation in tried:

        @hypothesis.given(case=operation.as_strategy())
        @hypothesis.settings(
            max_examples=examples, deadline=None, derandomize=True, database=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )  # fmt: skip
        def try_one(case: Any) -> None:
            seen.add(case.call_and_validate(checks=CHECKS, timeout=60).status_code)

        try_one()
    assert seen >= {200, 202, 204, 404, 409, 422}  # else it has met nothing


def test_what_is_not_documented_would_be_found(tmp_path: Path) -> None:
    """The checks can fail: an application that answers 418 is caught."""
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'jobs.sqlite3'}"))
    app.add_api_route("/teapot", lambda: None, status_code=200)
    document = app.openapi()
    teapot = document["paths"]["/teapot"]["get"]
    teapot["responses"] = {"418": {"description": "short and stout"}}
    with serving(app) as address:
        found = schemathesis.openapi.from_url(f"{address}/openapi.json")
        case = found["/teapot"]["GET"].Case()
        with pytest.raises(FailureGroup, match="Undocumented status code"):
            case.call_and_validate(checks=CHECKS)
