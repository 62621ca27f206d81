"""`alphacut route`: routes, whether they can deadlock, and what links carry."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.arrangements.words import printable
from alphacut.service.cli import terminal
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_document, check_svg, document_text, write_file
from alphacut.service.cli.options import read_spec
from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.routing.answer import Answer
    from alphacut.solver.routing.asked import Installed
    from alphacut.solver.routing.catalogue import Built

REFUTED = 1  # exit code


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option(
    "--mechanism", required=True, metavar="M",
    help="up-down or shortest, on any network; dimension-order, minimal, valiant, 2-colour, "
    "4-colour, 4-colour-nonminimal; or the path of a file of routes or of OpenSM's forwarding "
    "tables.",
)  # fmt: skip
@click.option("--vcs", metavar="L/G", help="Virtual channels of local and global links, as 2/1.")
@click.option(
    "--valiant", metavar="switch|group", default="switch", show_default=True,
    help="What Valiant's routes go through.",
)  # fmt: skip
@click.option("--colouring", metavar="C,C,…", help="The colour of each position of a group.")
@click.option("--order", metavar="G,G,…", help="The groups in order, for 2-colour; or multiply:M.")
@click.option("--adaptive", is_flag=True, help="Packets choose at every switch among the routes.")
@click.option(
    "--traffic", metavar="T", help="uniform, adversarial:K, …, or the path of a matrix: link loads."
)
@click.option(
    "--tables", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Write the routes into this directory: CSV, and forwarding tables where there are any.",
)  # fmt: skip
@click.option(
    "--fabric", type=click.Path(path_type=Path), metavar="FILE",
    help="The InfiniBand fabric that SPEC describes: opensm-subnet.lst, or from ibnetdiscover.",
)  # fmt: skip
@click.option(
    "--path-sl", type=click.Path(path_type=Path), metavar="FILE",
    help="Service levels of paths, for forwarding tables.",
)  # fmt: skip
@click.option(
    "--sl2vl", type=click.Path(path_type=Path), metavar="FILE",
    help="Virtual lanes of service levels, for forwarding tables.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the document here."
)
@click.option(
    "--plot", type=click.Path(path_type=Path), metavar="FILE.svg",
    help="Draw the loads of links; or the cycle that was found; or routes by their hops.",
)  # fmt: skip
@click.option("--quiet", is_flag=True, help="Print only the document.")
def route(
    spec: str, mechanism: str, vcs: str | None, valiant: str, colouring: str | None,
    order: str | None, adaptive: bool, traffic: str | None, tables: Path | None,
    fabric: Path | None, path_sl: Path | None, sl2vl: Path | None, out: Path | None,
    plot: Path | None, quiet: bool,
) -> int:  # fmt: skip
    """Prove routes free of deadlock or find a cycle, and compute the loads of links.

    SPEC may also be the topology of an InfiniBand fabric: opensm-subnet.lst, or what
    ibnetdiscover prints.

    Exit codes: 0 proven free, 1 a cycle of channels was found, 2 bad input.
    """
    check_document(out)
    check_svg(plot, "--plot")
    began, started = time.monotonic(), datetime.now(UTC)

    from alphacut.jobs.kinds import kinds
    from alphacut.jobs.provenance import provenance
    from alphacut.jobs.verifying import doubts, verified
    from alphacut.service.words.routing import routing_words
    from alphacut.solver.routing.answer import answer
    from alphacut.solver.routing.asked import Asked, Files
    from alphacut.solver.routing.choice import read_vcs
    from alphacut.solver.routing.demand import Demand
    from alphacut.solver.routing.document import routing_document
    from alphacut.solver.traffic.reading import read_traffic_argument

    asked = Asked(
        mechanism=mechanism, vcs=read_vcs(vcs) if vcs else None, valiant=valiant,
        colouring=colouring, order=order, adaptive=adaptive,
        files=Files(path_sl=path_sl, sl2vl=sl2vl),
    )  # fmt: skip
    _check_lids(spec, mechanism, fabric)
    subject = _subject(spec, fabric, quiet)
    network = subject.network
    built = asked.build(subject.topology, network, subject.installed)
    demand = Demand.of(read_traffic_argument(traffic, network), network) if traffic else None
    found = answer(built.mechanism, demand)
    about = provenance(started=started, seconds=time.monotonic() - began)
    written = routing_document(
        found, built, topology=subject.topology, network=network, provenance=about
    )
    document = dict(verified(kinds()["routing"], written))
    if tables is not None:
        _write_tables(tables, built, subject, mechanism)
    if plot is not None:
        write_file(plot, _drawn(document, found))
    _hand_out(document, out)
    if not quiet:
        for line in (*routing_words(document), *doubts(document)):
            terminal.say(line)
    return 0 if document["deadlock"]["verdict"] == "free" else REFUTED


def _check_lids(spec: str, mechanism: str, fabric: Path | None) -> None:
    """Refuse forwarding tables for a fabric whose file does not say which LIDs its nodes have."""
    from alphacut.solver.routing.choice import NAMES
    from alphacut.solver.routing.files import content_of
    from alphacut.solver.routing.infiniband.tables import looks_like_tables
    from alphacut.solver.routing.infiniband.topology import lacks_lids

    if fabric is not None or mechanism in NAMES or not Path(mechanism).is_file():
        return
    lacking = spec.startswith("file:") or lacks_lids(spec)  # a path alone is read with its LIDs
    if lacking and looks_like_tables(content_of(Path(mechanism))):
        raise QuestionError(
            "mechanism",
            "forwarding tables speak of LIDs, which this file has not for all nodes; give "
            "the path alone of opensm-subnet.lst or of the output of ibnetdiscover without -p",
        )


@dataclass(frozen=True, kw_only=True)
class _Subject:
    """The network that is asked about."""

    network: Network
    topology: dict[str, Any]
    installed: Installed | None  # the fabric, if there is one


def _subject(spec: str, fabric: Path | None, quiet: bool) -> _Subject:
    from alphacut.arrangements.formats.spec import build, complete, to_spec
    from alphacut.solver.routing.asked import Installed
    from alphacut.solver.routing.infiniband.topology import fabric_at

    found = fabric_at(spec) if fabric is None else None
    if found is not None:
        network = found.network()
        order = [node.guid for node in found.switches]
        return _Subject(
            network=network, topology=complete(to_spec(network)),
            installed=Installed(fabric=found, order=order),
        )  # fmt: skip
    parsed = read_spec(spec, quiet=quiet)
    network = build(parsed)
    installed = Installed.of(fabric, network) if fabric else None
    return _Subject(network=network, topology=complete(parsed), installed=installed)


def _drawn(document: dict[str, Any], found: Answer) -> str:
    from alphacut.service.render.routing import loads_svg, routing_picture
    from alphacut.service.words.names import network_name

    if found.load is None or found.deadlock.cycle is not None:
        return routing_picture(document).decode()
    demand, loads = found.load
    by_class = {
        name: [float(int(each) * loads.unit) for each in loads.load[loads.links.link_class == i]]
        for i, name in enumerate(loads.links.classes)
        if (loads.links.link_class == i).any()
    }
    traffic = printable(demand.spec, 60) if isinstance(demand.spec, str) else "a matrix"
    title = f"{network_name(document['topology'])}\n{document['mechanism']['name']}, {traffic}"
    return loads_svg(title, by_class)


def _hand_out(document: dict[str, Any], out: Path | None) -> None:
    if out is not None:
        write_file(out, document_text(document))
    else:
        click.echo(document_text(document), nl=False)


def _write_tables(folder: Path, built: Built, subject: _Subject, mechanism: str) -> None:
    from alphacut.solver.routing.files import routes_csv
    from alphacut.solver.routing.infiniband.files import table_files

    written = {"routes.csv": routes_csv(built.mechanism, subject.network)}
    try:
        found = table_files(built.mechanism, subject.network, subject.installed, mechanism)
        written |= found.texts
        if found.walked is not None:
            terminal.say(
                "alphacut: the forwarding tables have destination-based routes of their own, free "
                f"from deadlock: {len(found.walked.routes.dependencies()):,} dependencies"
            )
            for each in found.walked.remarks:
                terminal.say(f"  {each}")
    except QuestionError as error:
        if subject.installed is not None:
            raise
        terminal.say(f"alphacut: no forwarding tables are written: {error.problem}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in written.items():
        write_file(folder / name, text)
