"""What a theorem says of a network, beside what was computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from arrangements.formats.spec import parse


def theorem_words(document: Mapping[str, Any]) -> Iterator[str]:
    """Compare a curve or a point with the proven formula of its family, if there is one."""
    known = parse(document["topology"]).known_bisection()
    if known is None or document["balance"] not in known.balances:
        return
    agrees = all(low <= known.value <= high for low, high in _bounds(document))
    verdict = "agrees with" if agrees else "CONTRADICTS"
    yield f"  {verdict} the theorem B = {known.value} = {known.formula}"
    yield f"    ({known.reference})"


def _bounds(document: Mapping[str, Any]) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield lower bound and value at each α that was solved; without global links B is constant."""
    points = document["points"] if "points" in document else [document["point"]]
    for point in points:
        if point["alpha"] != "inf":
            yield Fraction(point["lower"]), Fraction(point["value"])
