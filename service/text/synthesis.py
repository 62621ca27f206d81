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


def of_synthesis(document: Json, units: object = None) -> list[str]:  # noqa: ARG001
    """Tell the arrangement, its bisection at each α, and how far from the best it may be."""
    topology, search = document["topology"], document["search"]
    lines = [f"{network_name(topology)}, {document['status']}", f"  spec       {_spec(document)}"]
    for point, upper in zip(document["points"], document["upper"], strict=True):
        lines.append(_at(point["point"], upper))
    if document["best"] is not None:
        lines.append(f"  best       {BEST[document['best']]}")
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


def _spec(document: Json) -> str:
    return str(document["design"]["spec"])


def _at(point: Json, upper: Json) -> str:
    """Tell the bisection at one α, and the bound over all arrangements."""
    alpha, value, lower = (Fraction(point[name]) for name in ("alpha", "value", "lower"))
    told = f"B = {both(value)}" if lower == value else f"{both(lower)} ≤ B ≤ {both(value)}"
    most = f"no arrangement surpasses {both(Fraction(upper['value']))} ({upper['reason']})"
    return f"  α = {both(alpha)}: {told}; {most}"
