"""`alphacut jobs`, `status`, `result`, `cancel`, `retry`, `continue`: the jobs of a service."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.arrangements.words import printable
from alphacut.service.cli.files import check_document, document_text
from alphacut.service.cli.server import server_options, told_in_a_line
from alphacut.service.cli.terminal import say
from alphacut.service.cli.types import GAP, SECONDS

if TYPE_CHECKING:
    from alphacut.service.client import Client

STATES = ("queued", "running", "succeeded", "failed", "cancelled")
job_argument = click.argument("job", metavar="JOB")


@contextmanager
def _service(server: str, key: str | None) -> Iterator[Client]:
    from alphacut.service.client import Client

    with told_in_a_line(), Client(server, key=key) as client:
        yield client


@click.command
@server_options
@click.option("--state", type=click.Choice(STATES), help="Only jobs in this state.")
@click.option(
    "--limit", type=click.IntRange(1, 100), default=20, show_default=True, metavar="N",
    help="List at most N jobs, the newest first.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
def jobs(server: str, key: str | None, state: str | None, limit: int, as_json: bool) -> None:
    """List the jobs of a service, newest first."""
    with _service(server, key) as client:
        found = client.jobs(state=state, limit=limit)
    if as_json:
        click.echo(document_text({"jobs": found}), nl=False)
        return
    for line in _table(found):
        click.echo(line)


@click.command
@server_options
@job_argument
def status(server: str, key: str | None, job: str) -> None:
    """Print the state of a job, as JSON."""
    with _service(server, key) as client:
        click.echo(document_text(client.job(job)), nl=False)


@click.command
@server_options
@job_argument
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the result here."
)
@click.option("--quiet", is_flag=True, help="Print no summary and no progress.")
def result(server: str, key: str | None, job: str, out: Path | None, quiet: bool) -> int:
    """Wait for a job and print its result.

    The exit code is that of the command for the same question, such as curve.
    """
    from alphacut.service.cli.asking import Asking, await_job

    check_document(out)
    with _service(server, key) as client:
        asking = Asking(server=server, key=key, wait=True, out=out, quiet=quiet)
        return await_job(client, asking, client.job(job))


@click.command
@server_options
@job_argument
def cancel(server: str, key: str | None, job: str) -> None:
    """Stop a job; what it has found is kept."""
    with _service(server, key) as client:
        _show(client.cancel(job))


@click.command
@server_options
@job_argument
def retry(server: str, key: str | None, job: str) -> None:
    """Resume a job that failed or was cancelled."""
    with _service(server, key) as client:
        _show(client.retry(job))


@click.command("continue")
@server_options
@job_argument
@click.option(
    "--time-limit", type=SECONDS, metavar="S",
    help="Stop after so many seconds (or 5m, 2h) from now on.",
)  # fmt: skip
@click.option(
    "--gap", type=GAP, metavar="G",
    help="Stop once (upper - lower)/upper is at most this; left out, as it was.",
)  # fmt: skip
def go_on(
    server: str, key: str | None, job: str, time_limit: float | None, gap: Fraction | None
) -> None:
    """Have a job go on that ended with a bounded result, or too early.

    What it has proven is kept.
    """
    with _service(server, key) as client:
        _show(client.go_on(job, seconds=time_limit, gap=None if gap is None else str(gap)))


def _show(job: Mapping[str, Any]) -> None:
    """Print a job as JSON, and what becomes of it in a line for people."""
    from alphacut.service.client.records import ENDED

    click.echo(document_text(job), nl=False)
    stopping = job["cancel_requested"] and job["state"] not in ENDED
    state = "will stop within seconds" if stopping else f"is {job['state']}"
    say(f"job {job['id']} {state}: {_about(job)}")


def _table(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write a line for each job: its id, state and place, how far it is, and what it asks."""
    if not found:
        yield "There are no jobs."
    for each in found:
        progress = each["progress"]
        gap = f"{100 * progress['gap']:.1f} %" if each["state"] in ("running", "cancelled") else ""
        place = f"{each['state']} {each['place']}" if each.get("place") else each["state"]
        yield (
            f"{each['id']}  {place:<9}  {gap:>7}  {progress['seconds']:>8.1f} s  "
            f"{printable(_about(each))}"
        )


def _about(job: Mapping[str, Any]) -> str:
    """Say what a job asks, and what its owner says of it."""
    told = [job.get("label"), f"by {job['owner']}" if job.get("owner") else None]
    told += [f"priority {job['priority']}"] if job.get("priority") else []
    beside = ", ".join(filter(None, told))
    return f"{job['title']}  ({beside})" if beside else str(job["title"])
