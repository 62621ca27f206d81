"""The table of kinds: each entry is whole, and what it says of documents is true of ours."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import httpx
import jsonschema
import pytest

from alphacut.arrangements.formats.spec import Limits
from alphacut.arrangements.formats.spec._results import VERIFIED
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.runner import DRIVERS, carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore, Store
from alphacut.service.checking import Allowed, check_job
from alphacut.service.kinds import entries, kinds
from alphacut.solver.common.kind import Kind, StepKind, Verifiable
from alphacut.solver.common.requests import Request
from alphacut.solver.fabric.kind import FABRIC
from alphacut.solver.layout.kind import LAYOUT
from tests.service.test_jobs import CURVE

Json = Mapping[str, Any]

each_kind = pytest.mark.parametrize("kind", kinds().values(), ids=kinds())


@each_kind
def test_all_that_an_entry_names_is_there(kind: Kind) -> None:
    assert issubclass(kind.request(), Request)
    assert kind.name in DRIVERS or isinstance(kind, StepKind)
    for command in entries()[kind.name].commands:
        assert isinstance(command.load(), click.Command)


@each_kind
def test_it_is_found_by_processes_that_do_the_work(kind: Kind) -> None:
    assert type(pickle.loads(pickle.dumps(kind))) is type(kind)
    for view in entries()[kind.name].views:
        assert pickle.loads(pickle.dumps(view.make)) is view.make


def test_what_is_said_of_a_result_in_place_of_a_network_is_true() -> None:
    ours = [kind for kind in kinds().values() if kind.format.startswith("alphacut-")]
    checked = [*ours, FABRIC, LAYOUT]  # the last two answer no question of a service
    assert {kind.format for kind in checked if isinstance(kind, Verifiable)} == VERIFIED


@each_kind
def test_the_schema_of_its_document_is_one(kind: Kind) -> None:
    schema = kind.schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["format"] == {"const": kind.format}
    required = set(schema["required"])
    assert required <= set(schema["properties"])


@each_kind
def test_the_schema_is_published(kind: Kind, client: httpx.Client) -> None:
    schema = client.get(f"/v1/kinds/{kind.name}/schema").json()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == kind.schema()["title"]
    assert schema["$schema"].endswith("2020-12/schema")


def test_what_is_no_kind_has_no_schema(client: httpx.Client) -> None:
    assert client.get("/v1/kinds/nonesuch/schema").status_code == 404


def test_the_result_of_a_batch_is_as_its_schema_says(client: httpx.Client, store: Store) -> None:
    batch = client.post("/v1/batches", json={"jobs": [CURVE]}).json()
    client.post(batch["links"]["cancel"])
    document = client.get(batch["links"]["result"]).json()
    openapi = client.get("/openapi.json").json()
    schemas = {"components": openapi["components"]}
    jsonschema.validate(document, {"$ref": "#/components/schemas/BatchDocument", **schemas})
    assert store.batch(batch["id"]).state is State.CANCELLED


@each_kind
def test_a_document_is_as_its_schema_says(kind: Kind, tmp_path: Path) -> None:
    document = answered(kind.example, tmp_path)
    jsonschema.validate(document, kind.schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, "unknown": 1}, kind.schema())


@pytest.mark.parametrize(("switches", "lacks"), [(346, ()), (347, ("cut",))])
def test_no_picture_of_a_cut_is_promised_that_programs_would_not_open(
    switches: int, lacks: tuple[str, ...]
) -> None:
    """346 switches have 59,685 links, and one more has 60,031."""
    complete = {"family": "complete", "switches": switches}
    request = {"kind": "bisection-curve", "topology": complete}
    sizes = Limits(switches=1000, links=100_000)
    allowed = Allowed(sizes=sizes, total=100_000, batch=1, default_seconds=9, max_seconds=9)
    [asked] = check_job(json.dumps(request).encode(), allowed).submissions
    assert asked.lacks == lacks


def answered(request: Json, folder: Path) -> Json:
    """Check a request as the service does, work on it as a worker does; return the document."""
    sizes = Limits(switches=1000, links=1000)
    allowed = Allowed(sizes=sizes, total=5000, batch=9, default_seconds=600, max_seconds=600)
    [asked] = check_job(json.dumps(request).encode(), allowed).submissions
    with closing(SqlStore(f"sqlite:///{folder / 'jobs.sqlite3'}")) as store:
        job = store.submit(asked.kind, asked.request, content=asked.content)
        claim = store.claim("worker", 600)
        assert claim is not None
        with LocalExecution() as execution:
            carry_out(
                claim,
                kinds=kinds(),
                store=store,
                execution=execution,
                lease_seconds=600,
                leaving=lambda: False,
            )
        document = store.result(job.id)
    assert document is not None
    return dict(document)
