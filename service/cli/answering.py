"""Answering a question with steps here: in a child, with progress, limits, and Ctrl-C."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.jobs.drive import Driven
from alphacut.jobs.errors import Cancelled
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.execution.fork_client import warm_from_here
from alphacut.jobs.execution.memory import MEGABYTE
from alphacut.jobs.local_steps import answer_locally
from alphacut.service.cli import terminal
from alphacut.service.cli.exits import BOUNDED, FAILED, INTERRUPTED, Failure, weakest
from alphacut.service.cli.files import document_text, write_file
from alphacut.service.cli.options import Run
from alphacut.service.cli.progress import ProgressLine
from alphacut.service.cli.resuming import steps_done
from alphacut.service.cli.stopping import Stop
from alphacut.service.text.documents import document_words
from alphacut.service.text.names import request_name
from alphacut.solver.common.completing import completed
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.kind import Kind, StepKind

Json = Mapping[str, Any]
OBEY = 5.0  # seconds that work has after Ctrl-C to tell what it has found; a second one ends it


@contextmanager
def of_options() -> Iterator[None]:
    """Tell what is wrong with a field as the option of its name."""
    try:
        yield
    except QuestionError as error:
        name, _, part = error.field.partition(".")
        said = f"{part} {error.problem}" if part else error.problem
        raise click.UsageError(f"--{name.replace('_', '-')}: {said}") from error


def request_of(kind: Kind, written: Json, time_limit: float | None = None) -> dict[str, Any]:
    """Return the request that a client of the service would post, with all its defaults.

    Raises
    ------
    QuestionError
        With the field that is wrong, as the service tells it.
    """
    limits = {} if time_limit is None else {"seconds": time_limit}
    return completed(kind.request(), {"kind": kind.name, "limits": limits, **written})


def answered(
    kind: StepKind[Any], request: Json, run: Run, found: Sequence[Json] | None = None
) -> Driven:
    """Check a request as the service does, and answer it in a child.

    After Ctrl-C, or when time is over, the document is that of the steps that are done.

    Parameters
    ----------
    found
        What the first steps have returned, if they were done before; None: as the document of
        `run.resume` tells.

    Raises
    ------
    Failure
        If Ctrl-C left nothing to keep.
    """
    if found is None:
        found = steps_done(kind, request, run.resume)
    kind.require()
    kind.check(request, LIMITS)
    warm_from_here()  # with all that the check has loaded
    limit = None if run.memory is None else run.memory * MEGABYTE
    line = ProgressLine(kind.subject(request) or request_name(request), quiet=run.quiet)
    try:
        with Stop() as stop, LocalExecution(memory=limit, obey=OBEY) as execution, line:
            return answer_locally(
                kind,
                request,
                execution,
                on_progress=line.show,
                should_stop=lambda: stop.asked,
                found=found,
            )
    except Cancelled as cancelled:
        raise Failure(f"interrupted: {cancelled}, and nothing is kept", INTERRUPTED) from cancelled


def hand_out(driven: Driven, run: Run) -> Json:
    """Write the document, and say what it means; return it."""
    if run.out is not None:
        write_file(run.out, document_text(driven.written))
    else:
        click.echo(document_text(driven.written), nl=False)
    if not run.quiet:
        for each in document_words(driven.written):
            terminal.say(each)
    if driven.failure:
        terminal.say(f"alphacut: {driven.failure}; what was done before is kept")
    return driven.written


def exit_code(driven: Driven, of_answers: Iterable[int]) -> int:
    """Return the weakest of the codes of some answers; steps that were not done weaken it."""
    codes = [*of_answers]
    if driven.failure:
        codes.append(FAILED)
    elif driven.steps.done < driven.steps.all:
        codes.append(BOUNDED)
    return weakest(codes)
