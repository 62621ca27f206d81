"""What a theorem says of a network, as a cross-check of what was computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

Json = Mapping[str, Any]


def cross_check(document: Json) -> dict[str, Any] | None:
    """Compare a curve or a point with the proven formula of its family, if there is one.

    Parameters
    ----------
    document
        An `alphacut-curve/1` or `alphacut-point/1` document.

    Returns
    -------
    dict or None
        The formula's "value", how it follows ("formula") and where it is
        proven ("reference"), and a "verdict": "agrees" where all that was
        solved equals it, "within" where it lies between bounds that have not
        met, "contradicts" where it lies outside of them.
    """
    if "sizes" in document:  # formulas are those of halves
        return None
    from alphacut.arrangements.formats.spec import UNLIMITED, parse  # loads pydantic

    known = parse(document["topology"], UNLIMITED).known_bisection()
    if known is None or document["balance"] not in known.balances:
        return None
    return {
        "value": str(known.value),
        "formula": known.formula,
        "reference": known.reference,
        "verdict": _verdict(list(_solved(document, Fraction(known.value)))),
    }


def by_theorem(document: Json) -> dict[str, Any]:
    """Return a document with what a theorem says of it, and the status that it has by that.

    Where bounds leave open what a theorem settles, and cuts attain its value at every α, the
    status is "formula": known, but by no certificate.
    """
    said = cross_check(document)
    if said is None:
        return {**document}
    open_still = document["status"] == "bounded"
    known = open_still and _attained(document, int(said["value"]))
    return {**document, "status": "formula" if known else document["status"], "theorem": said}


def _attained(document: Json, value: int) -> bool:
    """Tell whether the cuts of a document have no more capacity than a theorem says."""
    lines = document.get("segments", [document])
    return all((each["intercept"], each["slope"]) == (value, 0) for each in lines)


def _solved(document: Json, value: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
    """Yield lower bound, what the theorem says, and the value found, at each α that was solved.

    Without global links B is the same for every α; at infinity slopes stand
    in its place, and these are 0.
    """
    points = document["points"] if "points" in document else [document["point"]]
    for point in points:
        expected = Fraction(0) if point["alpha"] == "inf" else value
        yield Fraction(point["lower"]), expected, Fraction(point["value"])


def _verdict(solved: list[tuple[Fraction, Fraction, Fraction]]) -> str:
    if any(not low <= expected <= high for low, expected, high in solved):
        return "contradicts"
    return "agrees" if all(low == high for low, _, high in solved) else "within"
