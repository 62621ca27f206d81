"""`alphacut submit`: have a service answer."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

from service.cli.exits import BAD_INPUT, FAILED, INTERRUPTED, Failure, code_of
from service.cli.files import check_file, document_text, write_file
from service.cli.options import AlphaType, check_range, problem_options, read_spec
from solver.bisection.alpha import INFINITY, ZERO, Alpha


@click.command
@click.argument("spec", metavar="SPEC")
@click.option(
    "--server",
    callback=lambda _context, _option, server: check_address(server),
    envvar="ALPHACUT_SERVER",
    default="http://127.0.0.1:8000",
    show_default=True,
    metavar="URL",
    help="Address of the service.",
)
@click.option("--alpha", type=AlphaType(), metavar="A", help="Ask for this one α only.")
@click.option(
    "--alpha-min",
    type=AlphaType(),
    default=ZERO,
    metavar="A",
    help="Least α of the curve.  [default: 0]",
)
@click.option(
    "--alpha-max",
    type=AlphaType(),
    default=INFINITY,
    metavar="B",
    help="Largest α of the curve.  [default: inf]",
)
@problem_options
@click.option("--wait", is_flag=True, help="Wait for the result.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the result here; waits for it.",
)
@click.option("--quiet", is_flag=True, help="Write no words and no progress.")
def submit(
    spec: str,
    server: str,
    alpha: Alpha | None,
    alpha_min: Alpha,
    alpha_max: Alpha,
    balance: str,
    engine: str,
    gap: Fraction,
    time_limit: float | None,
    wait: bool,
    out: Path | None,
    quiet: bool,
) -> int:
    """Post a network to a service.

    Without --wait the job is printed as JSON. With it the result is, and the
    exit code is that of curve. Ctrl-C ends the waiting, not the job.
    """
    check_file(out, "--out")
    check_range(alpha_min, alpha_max)
    span = {"min": str(alpha_min), "max": str(alpha_max)}
    request = {
        "kind": "bisection-curve" if alpha is None else "bisection-point",
        "topology": _complete(spec),
        "alpha": span if alpha is None else str(alpha),
        "limits": {"seconds": time_limit, "gap": str(gap)},
        "engine": engine,
        "balance": balance,
    }  # fmt: skip
    return _ask(server, request, wait=wait or out is not None, out=out, quiet=quiet)


def check_address(server: str) -> str:
    """Refuse what is no address of a service."""
    try:
        parts = urlsplit(server)
        fits = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        raise click.BadParameter(f"{server!r} is no address; give one as http://127.0.0.1:8000")
    return server


def _complete(text: str) -> dict[str, Any]:
    from arrangements.formats.spec import complete

    return complete(read_spec(text))


def _ask(server: str, request: dict[str, Any], *, wait: bool, out: Path | None, quiet: bool) -> int:
    from service.client import Client, ClientError, RequestRefusedError

    try:
        with Client(server) as client:
            job = client.submit(request)
            if not wait:
                click.echo(document_text(job), nl=False)
                return 0
            return _await(client, server, job, out, quiet=quiet)
    except RequestRefusedError as refused:
        code = BAD_INPUT if refused.status < 500 else FAILED
        raise Failure(str(refused), code) from refused
    except ClientError as error:
        raise Failure(str(error)) from error


def _await(client: Any, server: str, job: dict[str, Any], out: Path | None, *, quiet: bool) -> int:
    from service.cli.progress import ProgressLine
    from service.words.names import network_name

    address = f"{server.rstrip('/')}{job['links']['self']}"
    try:
        if not quiet:
            click.echo(f"job {job['id']} at {address}", err=True)
        with ProgressLine(network_name(job["request"]["topology"]), quiet=quiet) as line:
            ended = client.follow(job["id"], lambda seen: line.show(seen["progress"]))
    except KeyboardInterrupt as interrupt:
        raise Failure(f"the job goes on: {address}", INTERRUPTED) from interrupt
    if not ended["has_result"]:
        raise Failure(_why(ended))
    document = client.result(job["id"])
    if out is None:
        click.echo(document_text(document), nl=False)
    else:
        write_file(out, document_text(document))
    if not quiet:
        _tell(document, out)
    return code_of(document["status"])


def _why(job: dict[str, Any]) -> str:
    error = job.get("error") or {}
    return f"job {job['id']} {job['state']}: {error.get('detail', 'there is no result')}"


def _tell(document: dict[str, Any], out: Path | None) -> None:
    from service.words.documents import document_words

    for line in document_words(document):
        click.echo(line, err=True)
    if out is not None:
        click.echo(f"  written to {out}", err=True)
