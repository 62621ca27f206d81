"""Results as notebooks show them: a picture, and a table beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any

from alphacut.service.text.decimals import both

PROOFS = {"certificate": "certificate", "solver": "a solver's word", None: "nothing to prove"}
Piece = tuple[Fraction, Fraction | None, Fraction, Fraction]  # start, end, intercept, slope


def curve_html(
    document: Mapping[str, Any], pieces: Sequence[Piece], remarks: Sequence[str], picture: str
) -> str:
    """Return the picture of a curve, its segments, and what proves them.

    Parameters
    ----------
    pieces
        The segments, in the unit of the network's owner.
    picture
        As SVG; empty where it cannot be drawn.
    """
    rows = "".join(
        f"<tr><td>{escape(_range(start, end))}</td>"
        f"<td>{escape(both(intercept))} + {escape(both(slope))}·α</td></tr>"
        for start, end, intercept, slope in pieces
    )
    told = "".join(f"<p>{escape(remark)}</p>" for remark in remarks)
    return (
        f"<div>{picture}<table><thead><tr><th>α</th><th>B(α)</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><p>{escape(document['status'])}: "
        f"{escape('; '.join(_proven(document)))}</p>{told}</div>"
    )


def _range(start: Fraction, end: Fraction | None) -> str:
    return f"from {both(start)} on" if end is None else f"{both(start)} to {both(end)}"


def _proven(document: Mapping[str, Any]) -> Iterator[str]:
    """Say on what each point rests that proves the curve."""
    for proof, words in PROOFS.items():
        met = [
            "∞" if point["alpha"] == "inf" else point["alpha"]
            for point in document["points"]
            if point["proof"] == proof and point["lower"] == point["value"]
        ]
        if met:
            yield f"α = {', '.join(met)} by {words}" if proof else f"α = {', '.join(met)}: {words}"
    still = [p["alpha"] for p in document["points"] if p["lower"] != p["value"]]
    if still:
        yield f"open at α = {', '.join(still)}, gap {both(Fraction(document.get('gap', 0)))}"
