"""The table of kinds: each entry is whole, and what it says of documents is true of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click
import jsonschema
import pytest

from alphacut.arrangements.formats.spec import Limits
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.kinds import Kind, kinds
from alphacut.jobs.running import carry_out
from alphacut.jobs.store import SqlStore
from alphacut.service.checking import Allowed, check_job
from alphacut.solver.requests import Request

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


@each_kind
def test_the_schema_of_its_document_is_one(kind: Kind) -> None:
    schema = kind.part("schema")
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["format"] == {"const": kind.format}
    required = set(schema["required"])
    assert required <= set(schema["properties"])


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
