"""`alphacut draw`: a picture of a network, and of a cut if a curve is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.documents import read_document
from alphacut.service.cli.exits import BAD_INPUT, Failure
from alphacut.service.cli.files import check_file, write_file
from alphacut.service.cli.options import (
    check_width,
    picture_options,
    read_spec,
)
from alphacut.service.cli.types import ALPHA, PictureType
from alphacut.solver.common.alpha import Alpha

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

MOST_HUES = 8  # GCCs that have colours of their own


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option(
    "--out",
    type=PictureType(),
    metavar="FILE",
    required=True,
    help="Write the picture here: FILE.svg, .png or .pdf.",
)
@click.option(
    "--curve",
    type=click.Path(path_type=Path),
    metavar="CURVE.json",
    help="Colour the two sides of a cut of this curve or point.",
)
@picture_options
@click.option(
    "--layout",
    type=click.Choice(["circle", "sides", "force"]),
    help="Groups on a circle; the two sides of the cut apart; or nodes placed by forces.  "
    "[default: what suits the network]",
)
@click.option(
    "--alpha",
    type=ALPHA,
    metavar="A",
    help="The α whose cut is shown.  [default: 1, or the nearest on the curve]",
)
def draw(
    spec: str,
    out: Path,
    curve: Path | None,
    title: str,
    size: tuple[float, float] | None,
    width: float | None,
    layout: str | None,
    alpha: Alpha | None,
) -> None:
    """Draw a network: groups on a circle with global links as chords, or a graph.

    Edges of a graph are as wide as their weights. With --width, the picture has that
    width in print and letters of at least 7 points.
    """
    check_file(out, "--out")
    check_width(width, size)
    if alpha is not None and curve is None:
        raise click.UsageError("--alpha: chooses a cut of a curve; give --curve as well")
    parsed = read_spec(spec)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.service.render.cut import check_drawable
    from alphacut.service.render.diagram import diagram_svg
    from alphacut.service.render.sheet import SCREEN, paper

    network = build(parsed)
    check_drawable(network)
    picture = _picture(network, complete(parsed), curve, alpha)
    sheet = SCREEN if width is None else paper(width)
    svg = diagram_svg(replace(picture, title=title or picture.title, layout=layout, sheet=sheet))
    if out.suffix.lower() == ".svg" and size is None:
        write_file(out, svg)
        return
    from alphacut.service.render.formats import form_of
    from alphacut.service.render.redrawn import redrawn  # loads matplotlib

    write_file(out, redrawn(svg, form_of(out.suffix), size))


def _picture(
    network: Network, topology: Mapping[str, Any], curve: Path | None, alpha: Alpha | None
) -> Any:
    from alphacut.arrangements.structure.components import blocks
    from alphacut.service.render.cut import picture_of
    from alphacut.service.text.names import network_name

    name = network_name(topology)
    if curve is None:
        several = "global" in network.class_by_name and len(set(network.groups)) > 1
        found = blocks(network, "global") if several else ()
        hues = [frozenset(block) for block in found] if 1 < len(found) <= MOST_HUES else []
        return replace(picture_of(network, topology, title=name), colours=hues)
    document: Any = read_document(curve)
    side, note = _cut(document, network, alpha)
    picture = picture_of(network, topology, title=name, side=side, note=note)
    at = alpha or (Alpha.read(document["point"]["alpha"]) if "point" in document else None)
    return picture if at is None or not at.finite else replace(picture, alpha=at.fraction)


def _cut(document: Any, network: Network, alpha: Alpha | None) -> tuple[frozenset[int], str]:
    """Return a side of the cut that a document has for an α, and what the cut is.

    Raises
    ------
    Failure
        If it is no curve or point of this network, or has no such cut.
    """
    from alphacut.arrangements.formats.spec import build, parse
    from alphacut.service.render.cut import cut_of

    try:
        if build(parse(document["topology"])).links != network.links:
            raise ValueError("its topology is another one; give the spec that it was made for")
        return cut_of(document, network, alpha)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise Failure(f"--curve: no curve or point of this network: {error}", BAD_INPUT) from error
