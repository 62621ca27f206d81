"""Results as notebooks show them: a picture, and a table beside it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from alphacut.arrangements.missing import missing
from alphacut.service.words.decimals import both

if TYPE_CHECKING:
    from alphacut.service.library.results import Curve

PROOFS = {"certificate": "certificate", "solver": "a solver's word", None: "nothing to prove"}


def curve_html(curve: Curve) -> str:
    """Return the picture of a curve, its segments, and what proves them."""
    rows = "".join(
        f"<tr><td>{escape(_range(piece.start, piece.end))}</td>"
        f"<td>{escape(both(piece.intercept))} + {escape(both(piece.slope))}·α</td></tr>"
        for piece in curve.segments
    )
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in curve.remarks)
    return (
        f"<div>{_picture(curve)}<table><thead><tr><th>α</th><th>B(α)</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><p>{escape(curve.status)}: "
        f"{escape('; '.join(_proven(curve)))}</p>{remarks}</div>"
    )


def _picture(curve: Curve) -> str:
    try:
        return curve._repr_svg_()
    except ModuleNotFoundError as error:
        if missing(error) is None:
            raise
        return ""  # the extra "plot" is not installed


def _range(start: Fraction, end: Fraction | None) -> str:
    return f"from {both(start)} on" if end is None else f"{both(start)} to {both(end)}"


def _proven(curve: Curve) -> Iterator[str]:
    """Say on what each point rests that proves the curve."""
    for proof, words in PROOFS.items():
        met = [
            "∞" if point["alpha"] == "inf" else point["alpha"]
            for point in curve.document["points"]
            if point["proof"] == proof and point["lower"] == point["value"]
        ]
        if met:
            yield f"α = {', '.join(met)} by {words}" if proof else f"α = {', '.join(met)}: {words}"
    still = [p["alpha"] for p in curve.document["points"] if p["lower"] != p["value"]]
    if still:
        yield f"open at α = {', '.join(still)}, gap {both(curve.gap)}"
