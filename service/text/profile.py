"""What the document of a profile says, in lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.nouns import balanced
from alphacut.service.render.reading import unit_of
from alphacut.service.text.decimals import both
from alphacut.service.text.names import network_name

Json = Mapping[str, Any]
MEANS = {
    "expansion": "capacity / lighter side (expansion, isoperimetric number)",
    "sparsest": "capacity / (side × other side) (uniform sparsest cut)",
}


def of_profile(document: Json, units: object = None) -> list[str]:  # noqa: ARG001
    """Tell the least capacity of each size, and the quotients that follow."""
    return list(_lines(document))


def sparsest_cut(document: Json) -> tuple[Json, str, str]:
    """Return the cut that is the sparsest, what that is, and how its sparsity comes about."""
    unit, quotient = unit_of(document["topology"]), document["sparsest"]
    cut = next(each for each in document["cuts"] if each["size"] == quotient["size"])
    value, lower = (unit * Fraction(quotient[name]) for name in ("value", "lower"))
    capacity = unit * Fraction(cut["point"]["value"])
    other = round(capacity / value / cut["size"]) if value else None
    known = "proven" if value == lower else f"proven to be at least {both(lower)}"
    how = "" if other is None else f" = {both(capacity)} / ({cut['size']} × {other})"
    return cut, f"sparsest cut: {both(value)}{how}", f"the least of all cuts, {known}"


def _lines(document: Json) -> Iterator[str]:
    unit = unit_of(document["topology"])
    yield f"{network_name(document['topology'])}, {document['status']}, α = {document['alpha']}"
    yield f"  {balanced(document['balance'], document['topology']['family']):>8}  capacity"
    for cut in document["cuts"]:
        value, lower = (unit * Fraction(cut["point"][name]) for name in ("value", "lower"))
        yield f"  {cut['size']:>8}  {'' if value == lower else f'{both(lower)} to '}{both(value)}"
    for name, means in MEANS.items():
        quotient = document[name]
        value, lower = (unit * Fraction(quotient[each]) for each in ("value", "lower"))
        relation = f"= {both(value)}" if value == lower else f"from {both(lower)} to {both(value)}"
        yield f"  {name} {relation}, at size {quotient['size']}: the least {means}"
