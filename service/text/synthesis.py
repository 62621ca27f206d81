"""What a document on a designed arrangement says, in lines for people."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from alphacut.service.text.decimals import both
from alphacut.service.text.names import network_name

Json = Mapping[str, Any]
BEST = {
    "all": "proven: no arrangement of these groups is better",
    "rotation": "proven: no arrangement that the rotation of groups keeps is better",
}
BEST_MOVES = "proven: no way to move cables is better"
LISTED = 10  # moves that are told


def of_synthesis(document: Json, units: object = None) -> list[str]:  # noqa: ARG001
    """Tell the arrangement, its bisection at each α, and how far from the best it may be."""
    topology, search = document["topology"], document["search"]
    start = document.get("start")
    if start is None:
        lines = [f"{network_name(topology)}, {document['status']}"]
        lines.append(f"  spec       {_spec(document)}")
    else:
        lines = [f"{network_name(start['topology'])} with other cables, {document['status']}"]
        lines += _moved(document)
    for point, upper in zip(document["points"], document["upper"], strict=True):
        lines.append(_at(point["point"], upper))
    if document["best"] is not None:
        told = BEST[document["best"]] if start is None else BEST_MOVES
        lines.append(f"  best       {told}")
    elif document["invariant"] is not None:
        value = both(Fraction(document["invariant"]["value"]))
        lines.append(
            f"  rotation   no arrangement that the rotation of groups keeps surpasses {value}"
        )
    listed = "" if search["classes"] is None else f" of {search['classes']:,} classes"
    lines.append(
        f"  search     {search['judged']:,} arrangements judged{listed}, {search['searched']:,} "
        f"searched for cuts of their own, {search['seconds']:.1f} s"
    )
    return lines


def _moved(document: Json) -> list[str]:
    """Tell the cables to move, and what the bisection gains by it."""
    moves, first = document["moves"], document["bisection"]
    before, lower, value = (
        Fraction(each) for each in (document["start"]["value"], first["lower"], first["value"])
    )
    lines = [f"  moves      {len(moves)} cables, all listed in the document"]
    for u, v, w, x in moves[:LISTED]:
        lines.append(f"             {u} - {v} becomes {w} - {x}")
    if len(moves) > LISTED:
        lines.append(f"             and {len(moves) - LISTED:,} more")
    told = f"  before     B({first['alpha']}) ≤ {both(before)}, a cut that was found"
    if lower > before:
        told += f"; the gain is proven to be {_percent(lower / before - 1)} at least"
    if value > max(lower, before):
        told += f"; {_percent(value / before - 1)} by the least cut that was found"
    return [*lines, told]


def _percent(share: Fraction) -> str:
    """Write a share, rounded down."""
    return f"{int(share * 1000) / 10:g} %"


def _spec(document: Json) -> str:
    return str(document["design"]["spec"])


def _at(point: Json, upper: Json) -> str:
    """Tell the bisection at one α, and the bound over all arrangements."""
    alpha, value, lower = (Fraction(point[name]) for name in ("alpha", "value", "lower"))
    told = f"B = {both(value)}" if lower == value else f"{both(lower)} ≤ B ≤ {both(value)}"
    what = "way to move cables" if "side" in upper else "arrangement"
    most = f"no {what} surpasses {both(Fraction(upper['value']))} ({upper['reason']})"
    return f"  α = {both(alpha)}: {told}; {most}"
