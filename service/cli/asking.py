"""Asking a service, waiting for it, and handing its documents out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli import terminal
from alphacut.service.cli.exits import EXACT, FAILED, INTERRUPTED, Failure, code_of, weakest
from alphacut.service.cli.files import document_line, document_text, unused, write_file
from alphacut.service.cli.progress import ProgressLine
from alphacut.service.cli.server import told_in_a_line
from alphacut.service.client import Batch, Client, Job
from alphacut.service.client.calls import why
from alphacut.service.text.documents import document_words
from alphacut.service.text.names import file_stem, network_name


@dataclass(frozen=True, kw_only=True)
class Asking:
    """How a service is asked, and where its answers go."""

    server: str
    key: str | None
    wait: bool
    out: Path | None  # a file; for several questions, a directory
    quiet: bool

    def say(self, line: str) -> None:
        """Write a line for people, unless they want none."""
        if not self.quiet:
            terminal.say(line)

    def address(self, seen: Mapping[str, Any]) -> str:
        """Return where a job or a batch can be seen."""
        return f"{self.server.rstrip('/')}{seen['links']['self']}"


def ask(asking: Asking, requests: Sequence[Mapping[str, Any]]) -> int:
    """Post requests, several of them as a batch; return the exit code."""
    with told_in_a_line(), Client(asking.server, key=asking.key) as client:
        if len(requests) == 1:
            job = client.submit(requests[0])
            return await_job(client, asking, job) if asking.wait else _show(job)
        batch = client.submit_batch(requests)
        return _await_batch(client, asking, batch) if asking.wait else _show(batch)


def _show(accepted: Mapping[str, Any]) -> int:
    click.echo(document_text(accepted), nl=False)
    return 0


def await_job(client: Client, asking: Asking, job: Job) -> int:
    """Wait until a job has ended, and hand its document out; return the exit code."""
    several = job["request"].get("topologies")
    name = f"{len(several)} networks" if several else network_name(job["request"]["topology"])
    with _watching(asking, "job", job, name) as line:
        ended = client.follow(job["id"], lambda seen: line.show(seen["progress"]))
    if not ended["has_result"]:
        raise Failure(why(ended))
    return _hand_out(client.result(job["id"]), asking, asking.out, alone=True)


def _await_batch(client: Client, asking: Asking, batch: Batch) -> int:
    name = f"{len(batch['jobs'])} networks"
    with _watching(asking, "batch", batch, name) as line:
        client.follow_batch(batch["id"], lambda seen: line.show_sums(seen["progress"]))
    members = client.batch_result(batch["id"])["jobs"]
    codes = [
        _missing(member) if document is None else _hand_out(document, asking, file, alone=False)
        for member, document, file in _filed(members, asking.out)
    ]
    return weakest(codes)


@contextmanager
def _watching(
    asking: Asking, what: str, seen: Mapping[str, Any], name: str
) -> Iterator[ProgressLine]:
    """Show progress while waiting; Ctrl-C ends the waiting only."""
    address = asking.address(seen)
    try:
        asking.say(f"{what} {seen['id']} at {address}")
        with ProgressLine(name, quiet=asking.quiet) as line:
            yield line
    except KeyboardInterrupt as interrupt:
        raise Failure(f"the {what} goes on: {address}", INTERRUPTED) from interrupt


def _filed(
    members: Sequence[Mapping[str, Any]], folder: Path | None
) -> Iterator[tuple[Mapping[str, Any], dict[str, Any] | None, Path | None]]:
    """Yield each member with its document and the file that this goes to."""
    documents = [member["document"] for member in members]
    if folder is None:
        yield from ((member, member["document"], None) for member in members)
        return
    stems = (file_stem(each["topology"]) if each else "none" for each in documents)
    files = unused(folder / f"{stem}.json" for stem in stems)
    yield from zip(members, documents, files, strict=True)


def _missing(member: Mapping[str, Any]) -> int:
    error = member["error"] or {}
    detail = error.get("detail", "there is no result")
    terminal.say(f"alphacut: job {member['job']} {member['state']}: {detail}")
    return FAILED


def _hand_out(document: dict[str, Any], asking: Asking, file: Path | None, *, alone: bool) -> int:
    """Write a document and say what it means; return its exit code."""
    if file is not None:
        write_file(file, document_text(document))
    else:
        click.echo((document_text if alone else document_line)(document), nl=False)
    if not asking.quiet:
        for line in document_words(document):
            asking.say(line)
    if file is not None:
        asking.say(f"  written to {file}")
    told = document.get("networks", [document])
    return weakest([code_of(each["status"]) for each in told if "status" in each] or [EXACT])
