"""Going on from the document of an earlier run, which is verified first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.formats.spec import UNLIMITED, FamilySpec, complete, parse
from alphacut.jobs.errors import Cancelled, ExecutionError
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.tasks.resuming import TakeOver
from alphacut.service.cli.documents import Files, read_document
from alphacut.service.cli.exits import BAD_INPUT, FAILED, INTERRUPTED, Failure
from alphacut.service.cli.stopping import Stop
from alphacut.solver.bisection.balance import Sizes
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.kind import StepKind
from alphacut.solver.common.limits import MEGABYTE, USUAL

Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """What another run has found and proven, all of it verified."""

    spec: FamilySpec
    balance: str
    low: Alpha
    high: Alpha
    answers: tuple[Outcome, ...]
    sizes: Sizes | None = None  # of the lighter side, if not those of halves
    side: tuple[int, ...] = ()  # of the partition that was judged


def earlier_run(path: Path, format_: str, spec: FamilySpec | None, balance: str | None) -> Earlier:
    """Read and verify a document, in a process that is ended when it takes too much.

    Parameters
    ----------
    spec, balance
        What the command line gives itself, which must be those of that run.

    Raises
    ------
    Failure, DocumentError
        If it is no document of this format, or not true.
    """
    document = read_document(path)
    found = document.get("format") if isinstance(document, Mapping) else None
    if not isinstance(document, Mapping) or found != format_:
        raise Failure(f"--resume: {path} is no document of the format {format_}", BAD_INPUT)
    answers = _verified(path, document)
    low, high = _range(document)
    earlier = Earlier(
        spec=parse(document["topology"]), balance=document["balance"], low=low, high=high,
        answers=answers, sizes=Sizes(**document["sizes"]) if "sizes" in document else None,
        side=tuple(document.get("partition", {}).get("side", ())),
    )  # fmt: skip
    if spec is not None and complete(spec) != complete(earlier.spec):
        raise click.UsageError(
            "--resume: that run was about another network; leave SPEC out to go on with its own"
        )
    if balance not in (None, earlier.balance):
        raise click.UsageError(f"--balance: that run balanced {earlier.balance}")
    return earlier


def verified(path: Path, option: str, format_: str, command: str) -> Json:
    """Read a document of an earlier run, once it is verified in a process of its own.

    Parameters
    ----------
    option
        Which names the file.
    command
        The one that writes such documents.

    Raises
    ------
    Failure
        If it is none of this format, or not true.
    """
    from alphacut.service.cli.checking import Request, checked, opened

    document = read_document(path)
    if not isinstance(document, dict) or document.get("format") != format_:
        wanted = f"{path} is no document that alphacut {command} writes"
        raise Failure(f"{option}: {wanted}", BAD_INPUT)
    with opened(path) as file:
        outcome = checked(Request(path=path, limits=USUAL), file)
    if outcome.code in (FAILED, BAD_INPUT):
        raise Failure(f"{option}: {path}: {outcome.words[-1]}", outcome.code)
    return document


def steps_done(kind: StepKind[Any], request: Json, path: Path | None) -> list[Json]:
    """Return what the first steps of a request have returned, from a document after --resume."""
    if path is None:
        return []
    document = verified(path, "--resume", kind.format, kind.name)
    return kind.resumed(kind.read(request, UNLIMITED), document)


def _verified(path: Path, document: Mapping[str, Any]) -> tuple[Outcome, ...]:
    task = TakeOver(document=document, load=Files(path).certificate)
    try:
        with Stop() as stop, LocalExecution(memory=USUAL.memory * MEGABYTE) as execution:
            return execution.ask(task, should_stop=lambda: stop.asked)
    except Cancelled as stopped:
        raise Failure("interrupted", INTERRUPTED) from stopped
    except (BeyondLimit, DocumentError, Refused, ExecutionError) as error:
        raise Failure(f"--resume: {path} cannot be gone on from: {error}", BAD_INPUT) from error


def _range(document: Mapping[str, Any]) -> tuple[Alpha, Alpha]:
    """Return the range of α of a document that was verified."""
    if "point" in document:
        alpha = Alpha.read(document["point"]["alpha"])
        return alpha, alpha
    first, last = document["segments"][0], document["segments"][-1]
    return Alpha.read(first["from"]), INFINITY if last["to"] is None else Alpha.read(last["to"])
