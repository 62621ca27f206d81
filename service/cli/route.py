"""`alphacut route`: routes, whether they can deadlock, and what links carry."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.words import printable
from alphacut.service.cli import terminal
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.files import check_svg, write_file
from alphacut.service.cli.options import Run, read_spec, run_options
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.kind import ROUTING

Json = Mapping[str, Any]
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
    "--plot", type=click.Path(path_type=Path), metavar="FILE.svg",
    help="Draw the loads of links; or the cycle that was found; or routes by their hops.",
)  # fmt: skip
@run_options("if nothing is proven by then")
def route(
    spec: str, mechanism: str, traffic: str | None, tables: Path | None, fabric: Path | None,
    path_sl: Path | None, sl2vl: Path | None, plot: Path | None, run: Run, **asked: Any,
) -> int:  # fmt: skip
    """Prove routes free of deadlock or find a cycle, and compute the loads of links.

    SPEC may also be the topology of an InfiniBand fabric: opensm-subnet.lst, or what
    ibnetdiscover prints.

    Exit codes: 0 proven free, 1 a cycle of channels was found, 2 bad input, 130 interrupted.
    """
    check_svg(plot, "--plot")
    _check_lids(spec, mechanism, fabric)

    from alphacut.service.cli.answering import answered, hand_out

    request = _request(
        spec, mechanism, traffic, run, asked,
        files={"fabric": fabric, "path_sl": path_sl, "sl2vl": sl2vl},
    )  # fmt: skip
    beside = [name for name, wanted in (("tables", tables), ("loads", plot)) if wanted]
    try:
        driven = answered(ROUTING, {**request, "beside": beside}, run)
    except QuestionError as error:
        if error.field != "routes":
            raise
        raise QuestionError("mechanism", f"{mechanism}: {error.problem}") from error
    document, told = hand_out(driven, run), driven.found[0].get("beside", {})
    if tables is not None:
        _write_tables(tables, told["tables"])
    if plot is not None:
        write_file(plot, _drawn(document, told["loads"]))
    return 0 if document["deadlock"]["verdict"] == "free" else REFUTED


def _request(
    spec: str, mechanism: str, traffic: str | None, run: Run, asked: dict[str, Any], *,
    files: dict[str, Path | None],
) -> dict[str, Any]:  # fmt: skip
    """Make the request that a service would be sent; "files" are those that none is sent."""
    from alphacut.arrangements.formats.spec import build, complete, to_spec
    from alphacut.service.cli.answering import request_of
    from alphacut.service.cli.mechanisms import named_mechanism
    from alphacut.solver.routing.infiniband.topology import fabric_at
    from alphacut.solver.traffic.reading import read_traffic_argument

    named, tabled = named_mechanism(mechanism)
    fabric = fabric_at(spec) if files["fabric"] is None else None
    parsed = read_spec(spec, quiet=run.quiet) if fabric is None else to_spec(fabric.network())
    topology = complete(parsed)
    sent = None
    if traffic is not None:
        network = build(parsed)
        sent = read_traffic_argument(traffic, network, host_names=parsed.host_names).spec
    written = {**asked, **named, "topology": topology, "traffic": sent}
    request = request_of(ROUTING, written, run.time_limit)
    paths: dict[str, object] = {**files, **tabled, "spec": spec if fabric is not None else None}
    # absolute, for the child may have been begun elsewhere
    absolute = {name: str(Path(str(path)).absolute()) for name, path in paths.items() if path}
    return {**request, "files": absolute}


def _check_lids(spec: str, mechanism: str, fabric: Path | None) -> None:
    """Refuse forwarding tables for a fabric whose file does not say which LIDs its nodes have."""
    from alphacut.solver.routing.files import content_of
    from alphacut.solver.routing.infiniband.tables import looks_like_tables
    from alphacut.solver.routing.infiniband.topology import lacks_lids
    from alphacut.solver.routing.options import NAMES

    if fabric is not None or mechanism in NAMES or not Path(mechanism).is_file():
        return
    lacking = spec.startswith("file:") or lacks_lids(spec)  # a path alone is read with its LIDs
    if lacking and looks_like_tables(content_of(Path(mechanism))):
        raise QuestionError(
            "mechanism",
            "forwarding tables speak of LIDs, which this file has not for all nodes; give "
            "the path alone of opensm-subnet.lst or of the output of ibnetdiscover without -p",
        )


def _drawn(document: Json, loads: Mapping[str, list[float]] | None) -> str:
    from alphacut.service.render.routing import loads_svg, routing_picture
    from alphacut.service.text.names import network_name

    if loads is None or "cycle" in document["deadlock"]:
        return routing_picture(document).decode()
    spec = document["load"]["traffic"]
    traffic = printable(spec, 60) if isinstance(spec, str) else "a matrix"
    title = f"{network_name(document['topology'])}\n{document['mechanism']['name']}, {traffic}"
    return loads_svg(title, loads)


def _write_tables(folder: Path, told: Json) -> None:
    for remark in told["remarks"]:
        terminal.say(remark)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in told["files"].items():
        write_file(folder / name, text)
