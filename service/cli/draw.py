"""`alphacut draw`: a picture of a network, and of a cut if a curve is given."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from alphacut.arrangements.network import Line
from alphacut.service.cli.completion import SpecType
from alphacut.service.cli.documents import read_document
from alphacut.service.cli.exits import BAD_INPUT, Failure
from alphacut.service.cli.files import check_file, write_file
from alphacut.service.cli.options import AlphaType, read_spec
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.verify.written import alpha_in, integer_in

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

LARGEST = 60_000  # links of a picture that programs still open
MOST_HUES = 8  # GCCs that have colours of their own


@click.command
@click.argument("spec", metavar="SPEC", type=SpecType())
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE.svg",
    required=True,
    help="Write the picture here.",
)
@click.option(
    "--curve",
    type=click.Path(path_type=Path),
    metavar="CURVE.json",
    help="Colour the two sides of a cut of this curve or point.",
)
@click.option(
    "--alpha",
    type=AlphaType(),
    metavar="A",
    help="The α whose cut is shown.  [default: 1, or the nearest on the curve]",
)
def draw(spec: str, out: Path, curve: Path | None, alpha: Alpha | None) -> None:  # fmt: skip
    """Draw a network: its groups on a circle, local links inside, global links as chords."""
    check_file(out, "--out")
    if out.suffix.lower() != ".svg":
        raise click.UsageError(f"--out: draws SVG only; name the file {out.with_suffix('.svg')}")
    if alpha is not None and curve is None:
        raise click.UsageError("--alpha: chooses a cut of a curve; give --curve as well")
    parsed = read_spec(spec)

    from alphacut.arrangements.formats.spec import build, complete
    from alphacut.service.render.circle import circle_svg

    network = build(parsed)
    if len(network.links) > LARGEST:
        raise Failure(
            f"topology: too large to draw: {len(network.links):,} links, at most {LARGEST:,}",
            BAD_INPUT,
        )
    write_file(out, circle_svg(_picture(network, complete(parsed), curve, alpha)))


def _picture(
    network: Network, topology: Mapping[str, Any], curve: Path | None, alpha: Alpha | None
) -> Any:
    from alphacut.arrangements.structure.components import blocks
    from alphacut.service.render.circle import Picture
    from alphacut.service.words.names import network_name

    name = network_name(topology)
    if curve is None:
        several = "global" in network.class_by_name and len(set(network.groups)) > 1
        found = blocks(network, "global") if several else ()
        hues = [frozenset(block) for block in found] if 1 < len(found) <= MOST_HUES else []
        return Picture(network=network, title=name, colours=hues)
    side, note = cut_of(read_document(curve), network, alpha)
    return Picture(network=network, title=name, side=side, note=note)


def cut_of(document: Any, network: Network, alpha: Alpha | None) -> tuple[frozenset[int], str]:
    """Return a side of the cut that a document has for an α, and what the cut is.

    Raises
    ------
    Failure
        If it is no curve or point of this network, or has no such cut.
    """
    try:
        _check_network(document, network)
        line, side, note = _chosen(document, alpha)
        found = frozenset(int(switch) for switch in side)
        if network.cut(found) != line:
            raise ValueError(f"its cut {line[0]} + {line[1]}α is not what the side severs")
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise Failure(f"--curve: no curve or point of this network: {error}", BAD_INPUT) from error
    return found, note


def _check_network(document: Any, network: Network) -> None:
    from alphacut.arrangements.formats.spec import build, parse

    if build(parse(document["topology"])).links != network.links:
        raise ValueError("its topology is another one; give the spec that it was made for")


def _chosen(document: Any, alpha: Alpha | None) -> tuple[Line, Any, str]:
    if "point" in document:
        at = alpha_in(document["point"], "alpha")
        if alpha is not None and alpha != at:
            raise ValueError(f"it is the point α = {at}; leave out --alpha")
        line = _line(document)
        return line, document["side"], f"cut at α = {at}: {_formula(line)}"
    segment = _segment(document["segments"], alpha)
    line = _line(segment)
    kind = "best known cut" if document["status"] == "bounded" else "least cut"
    return line, segment["side"], f"{kind} for {_range(segment)}: {_formula(line)}"


def _line(written: Mapping[str, Any]) -> Line:
    return Line(integer_in(written, "intercept"), integer_in(written, "slope"))


def _range(segment: Mapping[str, Any]) -> str:
    end = alpha_in(segment, "to", open_end=True)
    return f"{alpha_in(segment, 'from')} ≤ α" + (f" ≤ {end}" if end.finite else "")


def _formula(line: Line) -> str:
    from alphacut.service.render.reading import Stretch

    intercept, slope = map(Fraction, line)
    return Stretch(start=Fraction(0), end=None, intercept=intercept, slope=slope).formula


def _segment(segments: list[Any], alpha: Alpha | None) -> Any:
    """Return the segment that an α lies on; of two that meet there, the second."""
    wanted = Alpha.parse(1) if alpha is None else alpha
    start = alpha_in(segments[0], "from")
    ends = [alpha_in(each, "to", open_end=True) for each in segments]
    if alpha is not None and not start <= wanted <= ends[-1]:
        raise ValueError(f"it ends before α = {alpha}; its range is {start} to {ends[-1]}")
    found = (each for each, end in zip(segments, ends, strict=True) if wanted < end)
    return next(found, segments[-1])
