"""The picture of a cut, from nothing but a document of curves or points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, build, parse
from alphacut.arrangements.network import Line, Network
from alphacut.service.render.diagram import Picture, diagram_svg
from alphacut.service.render.formats import MOST_LINKS
from alphacut.service.render.legend import formula
from alphacut.service.render.reading import unit_of
from alphacut.service.text.names import network_name
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.common.fields import alpha_in, integer_in


def cut_svg(
    document: Mapping[str, Any],
    alpha: Alpha | None = None,
    title: str = "",
    layout: str | None = None,
) -> str:
    """Draw the network of a document with one of its cuts, as SVG.

    Parameters
    ----------
    alpha
        Whose cut is drawn; None: 1, or the nearest on the curve.
    title
        What stands above the picture; left out, the name of the network.
    layout
        One of `layout.LAYOUTS`; None: what suits the network.

    Raises
    ------
    QuestionError
        If the document has no such cut, there is no such layout, or the network is too large.
    """
    picture = cut_picture(document, alpha, title)
    return diagram_svg(replace(picture, layout=layout, alpha=_drawn_at(document, alpha)))


def _drawn_at(document: Mapping[str, Any], alpha: Alpha | None) -> Fraction:
    """Return the α at which edges are as wide as their capacities: 1 where there is none."""
    if alpha is None and "point" in document:
        alpha = alpha_in(document["point"], "alpha")
    return Fraction(1) if alpha is None or not alpha.finite else alpha.fraction


def cut_picture(document: Mapping[str, Any], alpha: Alpha | None, title: str) -> Picture:
    """Return what `cut_svg` draws."""
    network = build(parse(document["topology"], UNLIMITED), UNLIMITED)
    check_drawable(network)
    try:
        side, note = cut_of(document, network, alpha)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise QuestionError("cut", f"no curve or point with a cut: {error}") from error
    named = title or network_name(document["topology"])
    return picture_of(network, document["topology"], title=named, side=side, note=note)


def picture_of(
    network: Network,
    topology: Mapping[str, Any],
    *,
    title: str,
    side: frozenset[int] | None = None,
    note: str = "",
) -> Picture:
    """Return a picture of a network in the words that its spec asks for."""
    return Picture(
        network=network, title=title, side=side, note=note,
        graph=topology["family"] == "graph", unit=unit_of(topology),
    )  # fmt: skip


def check_drawable(network: Network) -> None:
    """Refuse, with a QuestionError, what no program would open."""
    if len(network.links) > MOST_LINKS:
        raise QuestionError(
            "topology",
            f"too large to draw: {len(network.links):,} links, at most {MOST_LINKS:,}",
        )


def cut_of(
    document: Mapping[str, Any], network: Network, alpha: Alpha | None
) -> tuple[frozenset[int], str]:
    """Return a side of the cut that a document has for an α, and what the cut is.

    It is the side of switch 0, so that pictures of several cuts can be compared.

    Raises
    ------
    KeyError, TypeError, ValueError, IndexError
        If it is no curve or point of this network, or has no such cut.
    """
    line, side, kind = _chosen(document, alpha)
    found = frozenset(int(switch) for switch in side)
    if network.cut(found) != line:
        raise ValueError(f"its cut {line[0]} + {line[1]}α is not what the side severs")
    if 0 not in found:
        found = frozenset(range(network.switches)) - found
    return found, f"{kind}: {formula(line, unit_of(document['topology']))}"


def _chosen(document: Mapping[str, Any], alpha: Alpha | None) -> tuple[Line, Any, str]:
    if "point" in document:
        at = alpha_in(document["point"], "alpha")
        if alpha is not None and alpha != at:
            raise ValueError(f"it is the point α = {at}; leave out the other α")
        line = _line(document)
        bounded = document["status"] == "bounded"
        kind = "best known cut" if bounded else "least cut"
        return line, document["side"], f"{kind} at α = {at}" if line.slope else kind
    segment = _segment(document["segments"], alpha)
    line = _line(segment)
    kind = "best known cut" if document["status"] == "bounded" else "least cut"
    return line, segment["side"], f"{kind} for {_range(segment)}"


def _line(written: Mapping[str, Any]) -> Line:
    return Line(integer_in(written, "intercept"), integer_in(written, "slope"))


def _range(segment: Mapping[str, Any]) -> str:
    end = alpha_in(segment, "to", open_end=True)
    return f"{alpha_in(segment, 'from')} ≤ α" + (f" ≤ {end}" if end.finite else "")


def _segment(segments: list[Any], alpha: Alpha | None) -> Any:
    """Return the segment that an α lies on; of two that meet there, the second."""
    wanted = Alpha.parse(1) if alpha is None else alpha
    start = alpha_in(segments[0], "from")
    ends = [alpha_in(each, "to", open_end=True) for each in segments]
    if alpha is not None and not start <= wanted <= ends[-1]:
        raise ValueError(f"it ends before α = {alpha}; its range is {start} to {ends[-1]}")
    found = (each for each, end in zip(segments, ends, strict=True) if wanted < end)
    return next(found, segments[-1])
