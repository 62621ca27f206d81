"""`alphacut route`: routes, whether they can deadlock, and what links carry."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.service.cli import terminal
from alphacut.service.cli.files import check_file, document_text, write_file
from alphacut.service.cli.options import read_spec

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.catalogue import Built

REFUTED = 1  # exit code


@click.command
@click.argument("spec", metavar="SPEC")
@click.option(
    "--mechanism", required=True, metavar="M",
    help="dimension-order, minimal, valiant, 2-colour, 4-colour, 4-colour-nonminimal, or the path "
    "of a file of routes or of OpenSM's forwarding tables.",
)  # fmt: skip
@click.option("--vcs", metavar="L/G", help="Virtual channels of local and global links, as 2/1.")
@click.option(
    "--valiant", metavar="switch|group", default="switch", show_default=True,
    help="Where Valiant's routes go through.",
)  # fmt: skip
@click.option("--colouring", metavar="C,C,…", help="The colour of each position of a group.")
@click.option(
    "--order", metavar="G,G,…", help="The groups in order, for 2-colour; or multiply:M."
)
@click.option("--adaptive", is_flag=True, help="Packets choose at every switch among the routes.")
@click.option(
    "--traffic", metavar="T", help="uniform, adversarial:K, …, or the path of a matrix: link loads."
)
@click.option(
    "--tables", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write the routes into this directory: CSV, and forwarding tables where there are any.",
)  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here.")
@click.option("--quiet", is_flag=True, help="Write no words, only the document.")
def route(
    spec: str, mechanism: str, vcs: str | None, valiant: str, colouring: str | None,
    order: str | None, adaptive: bool, traffic: str | None, tables: Path | None, out: Path | None,
    quiet: bool,
) -> int:  # fmt: skip
    """Prove or refute that routes are free from deadlock, and compute what links carry.

    Exit codes: 0 proven free, 1 a cycle of channels was found, 2 bad input.
    """
    check_file(out, "--out")
    parsed = read_spec(spec, quiet=quiet)
    began, started = time.monotonic(), datetime.now(UTC)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.jobs.provenance import provenance
    from alphacut.service.words.routing import routing_words
    from alphacut.solver.routing.answer import answer
    from alphacut.solver.routing.asked import Asked
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.document import routing_document
    from alphacut.solver.routing.question import read_vcs
    from alphacut.solver.traffic.reading import read_traffic_argument

    asked = Asked(
        mechanism=mechanism, vcs=read_vcs(vcs) if vcs else None, valiant=valiant,
        colouring=colouring, order=order, adaptive=adaptive,
    )  # fmt: skip
    network, topology = build(parsed), complete(parsed)
    built = asked.build(topology, network)
    demand = Demand.of(read_traffic_argument(traffic, network), network) if traffic else None
    found = answer(built.mechanism, demand)
    about = provenance(started=started, seconds=time.monotonic() - began)
    document = routing_document(
        found, built, topology=topology, network=network, provenance=about
    )
    if tables is not None:
        _write_tables(tables, built, network)
    _hand_out(document, out)
    if not quiet:
        for line in routing_words(document):
            terminal.say(line)
    return 0 if found.deadlock.verdict == "free" else REFUTED


def _hand_out(document: dict[str, Any], out: Path | None) -> None:
    if out is not None:
        write_file(out, document_text(document))
    else:
        click.echo(document_text(document), nl=False)


def _write_tables(folder: Path, built: Built, network: Network) -> None:
    from alphacut.solver.routing.files import routes_csv

    text = routes_csv(built.mechanism, network.hosts)
    folder.mkdir(parents=True, exist_ok=True)
    write_file(folder / "routes.csv", text)
