"""The table of kinds: each entry is whole, and what it says of documents is true of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click
import httpx
import jsonschema
import pytest

from alphacut.arrangements.formats.spec import Limits
from alphacut.arrangements.formats.spec._results import VERIFIED
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.kinds import Kind, kinds
from alphacut.jobs.running import carry_out
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore, Store
from alphacut.service.checking import Allowed, check_job
from alphacut.solver.common.requests import Request
from tests.service.test_jobs import CURVE

Json = Mapping[str, Any]

PLACES = ("request", "check", "carry_out", "words", "schema")
each_kind = pytest.mark.parametrize("kind", kinds().values(), ids=kinds())


@each_kind
def test_all_that_an_entry_names_is_there(kind: Kind) -> None:
    for name in PLACES:
        assert kind.part(name) is not None
    for name in ("question", "verify"):
        assert getattr(kind, name) is None or kind.part(name) is not None
    assert issubclass(kind.part("request"), Request)
    for command in kind.commands:
        assert isinstance(resolve_name(command.run), click.Command)


def test_what_is_said_of_a_result_in_place_of_a_network_is_true() -> None:
    ours = [kind for kind in kinds().values() if kind.format.startswith("alphacut-")]
    assert {kind.format for kind in ours if kind.verify} == VERIFIED


@each_kind
def test_the_schema_of_its_document_is_one(kind: Kind) -> None:
    schema = kind.part("schema")
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["format"] == {"const": kind.format}
    required = set(schema["required"])
    assert required <= set(schema["properties"])


@each_kind
def test_the_schema_is_published(kind: Kind, client: httpx.Client) -> None:
    schema = client.get(f"/v1/kinds/{kind.name}/schema").json()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == kind.part("schema")["title"]
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
    jsonschema.validate(document, kind.part("schema"))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**document, "unknown": 1}, kind.part("schema"))


def answered(request: dict[str, Any], folder: Path) -> Json:
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
                store=store,
                execution=execution,
                lease_seconds=600,
                leaving=lambda: False,
            )
        document = store.result(job.id)
    assert document is not None
    return dict(document)
