"""`alphacut place`: where the tasks of a stencil job should lie, and the file for its launcher."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.arrangements.words import known_names, shown
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.exits import BAD_INPUT, BOUNDED, CLOSED, EXACT, Failure
from alphacut.service.cli.files import check_file, check_svg, write_file
from alphacut.service.cli.idle import only_with
from alphacut.service.cli.options import Run, read_spec, run_options
from alphacut.solver.placement.kind import PLACEMENT

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec

Json = Mapping[str, Any]
FORMATS = ("slurm", "openmpi", "openmpi4", "mpich", "hosts")


class WriteType(click.ParamType[tuple[str, Path]]):
    """A launcher's format and a file: FORMAT=FILE."""

    name = "write"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Path]:
        """Read both."""
        if isinstance(value, tuple):
            return value
        name, _, path = str(value).partition("=")
        if name not in FORMATS:
            self.fail(f"{shown(name)} is not a format; {known_names(name, FORMATS)}", param, ctx)
        if not path:
            self.fail(f"names no file; give {name}=FILE", param, ctx)
        return name, Path(path)


def _path(help_text: str) -> dict[str, Any]:
    return {"type": click.Path(path_type=Path), "metavar": "FILE", "help": help_text}


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option("--grid", metavar="AxBxC", help="Elements of the job's grid, such as 512x512x512.")
@click.option("--tasks", metavar="AxBxC", help="Tasks along each side.  [default: all that divide]")
@click.option("--block", metavar="AxBxC", help="Tasks of a group, or cells of a regular block.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="The number of tasks.")
@click.option(
    "--any-tasks", is_flag=True, help="Also try numbers of tasks that do not divide the grid."
)
@click.option("--any-block", is_flag=True, help="Also try blocks that do not divide the tasks.")
@click.option(
    "--message",
    default="1000",
    show_default=True,
    metavar="BYTES",
    help="Bytes for each element of a face; 1KB is 1000, 1KiB 1024.",
)
@click.option("--weights", metavar="A,B,C", help="Factor of the message along each side.")
@click.option(
    "--ranks",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Tasks on each host.",
)
@click.option(
    "--injection", default="40", show_default=True, metavar="GBIT/S", help="Bandwidth of a host."
)
@click.option(
    "--local", default="40", show_default=True, metavar="GBIT/S", help="Bandwidth of a local link."
)
@click.option(
    "--remote",
    default="40",
    show_default=True,
    metavar="GBIT/S",
    help="Bandwidth of a global link.",
)
@click.option(
    "--routing",
    type=click.Choice(["both", "direct", "indirect"]),
    default="both",
    show_default=True,
    help="By shortest paths, or through another group.",
)
@click.option(
    "--same-group",
    type=click.Choice(["minimal", "indirect"]),
    default="minimal",
    show_default=True,
    help="How traffic inside a group is routed indirectly.",
)
@click.option(
    "--within",
    type=click.Choice(["spread", "packed", "random"]),
    default="spread",
    show_default=True,
    help="How the tasks of a group lie on its switches.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Seed of what is random.",
)
@click.option(
    "--top",
    type=click.IntRange(1, 10_000),
    default=10_000,
    show_default=True,
    metavar="N",
    help="List the N best choices.",
)
@click.option("--stencil", metavar="AxB", help="Map a stencil on switches, in place of a grid.")
@click.option("--torus", is_flag=True, help="The stencil is periodic.")
@click.option(
    "--regular", type=click.Choice(["B5", "R"]), help="Decide whether a regular mapping exists."
)
@click.option(
    "--objective",
    type=click.Choice(["load", "hops"]),
    default="load",
    show_default=True,
    help="What to minimise where the mapping need not be regular.",
)
@click.option("--nodes", **_path("Hosts that may be used: a host list, or topology.conf or .yaml."))
@click.option("--hosts", **_path("A topology.conf or .yaml with the names of all hosts."))
@click.option(
    "--write",
    "writes",
    type=WriteType(),
    multiple=True,
    metavar="FORMAT=FILE",
    help=f"Write the file for a launcher: {', '.join(FORMATS)}. May be given often.",
)
@click.option("--plot", **_path("Draw the mapping here, as SVG."))
@click.option("--heatmap", **_path("Draw the times of all choices here, as SVG."))
@run_options("with the best placement so far")
def place(
    spec: str, nodes: Path | None, hosts: Path | None, writes: tuple[tuple[str, Path], ...],
    plot: Path | None, heatmap: Path | None, run: Run, **asked: Any,
) -> int:  # fmt: skip
    """Place a stencil job on a dragonfly, or map a stencil on the switches of any network.

    With --grid, all ways to divide it among tasks and groups are ranked by the time of one
    exchange, and the best is laid out on hosts. With --stencil, the best mapping on switches
    is sought; with --regular, it is decided whether a regular one exists.

    The result is JSON on standard output, and words for people on standard error.

    Exit codes: 0 placed, or mapped as well as is possible; with --regular 4: proven
    impossible, 3: not decided; 3: a mapping that may not be the best; 2 bad input.
    """
    for path, option in ((plot, "--plot"), (heatmap, "--heatmap")):
        check_svg(path, option)
    only_with("--grid", asked["grid"] is not None, "heatmap")
    for _, path in writes:
        check_file(path, "--write")
    parsed = read_spec(spec, quiet=run.quiet)

    from alphacut.service.cli.answering import answered, exit_code, hand_out

    request = _request(parsed, nodes, hosts, run.time_limit, asked)
    driven = answered(PLACEMENT, request, run)
    document = hand_out(driven, run)
    _files(document, writes, plot, heatmap)
    if writes or request["nodes"]:
        from alphacut.arrangements.formats.spec import build
        from alphacut.service.cli.hostfiles import say_made_up

        say_made_up(request["hosts"], sum(build(parsed).hosts))
    return exit_code(driven, [_code(document)])


def _request(
    spec: FamilySpec, nodes: Path | None, hosts: Path | None, time_limit: float | None,
    asked: dict[str, Any],
) -> Json:  # fmt: skip
    """Make the request that a service would be sent."""
    from alphacut.arrangements.formats.spec import complete
    from alphacut.service.cli.answering import request_of
    from alphacut.service.cli.hostfiles import read_host_files

    given = {name: value for name, value in asked.items() if value is not None}
    given["message"] = _bytes(given["message"])
    given |= read_host_files(nodes, hosts, spec)
    written = {"topology": complete(spec), **given}
    return request_of(PLACEMENT, written, time_limit)


def _bytes(written: str) -> str:
    """Read a number of bytes, with its unit."""
    text = written.strip()
    for unit, times in (("KiB", 1024), ("KB", 1000), ("MiB", 1024**2), ("MB", 10**6), ("B", 1)):
        if text.endswith(unit):
            from alphacut.arrangements.numbers import NumberError, read_rational

            try:
                return str(read_rational(text.removesuffix(unit)) * times)
            except NumberError as error:
                raise Failure(f"--message: {error}", BAD_INPUT) from error
    return text


def _files(
    document: Json, writes: tuple[tuple[str, Path], ...], plot: Path | None, heatmap: Path | None
) -> None:
    from alphacut.solver.placement.files import launcher_file

    for name, path in writes:
        write_file(path, launcher_file(name, document))
    if plot is not None:
        from alphacut.service.render.placement import mapping_svg

        write_file(plot, mapping_svg(document))
    if heatmap is not None:
        from alphacut.service.render.placement import heatmap_svg

        write_file(heatmap, heatmap_svg(document))


def _code(document: Json) -> int:
    from alphacut.jobs.verifying import rests_on_proof

    if not rests_on_proof(document):
        return BOUNDED
    if document["question"]["regular"] is not None:
        if document["answer"] == "yes":
            return EXACT
        return CLOSED if document["status"] == "exact" else BOUNDED
    if document["question"]["stencil"] is not None and document["status"] != "exact":
        return BOUNDED
    return EXACT
