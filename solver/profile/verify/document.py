"""Checking an isoperimetric profile: the least cut of each size, and the quotients they prove."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance, lighter_sides
from alphacut.solver.bisection.verify.document import POINT_FORMAT, STATUSES, verify_document
from alphacut.solver.common.errors import BeyondLimit, DocumentError, QuestionError, Refused
from alphacut.solver.common.fields import (
    alpha_in,
    document_in,
    fraction_in,
    integer_in,
    object_in,
    only_fields,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load, Verdict, refuse_files

PROFILE_FORMAT = "alphacut-profile/1"
HEAD = ("topology", "switches", "links", "balance")
FIELDS = ("format", *HEAD, "alpha", "status", "expansion", "sparsest", "cuts", "provenance")
CUT_FIELDS = ("size", "status", "point", "intercept", "slope", "side", "levels", "multipliers")
QUOTIENT_FIELDS = ("value", "lower", "size")


def verify_profile(document: object, load: Load = refuse_files, limits: Limits = USUAL) -> Verdict:
    """Check a profile: see `verify_document`, which checks the cut of each size.

    Raises
    ------
    DocumentError, BeyondLimit, Refused
        As `verify_document` does.
    """
    written = document_in(document, PROFILE_FORMAT, FIELDS)
    with within(limits):
        network = rebuilt(written.get("topology"))
        try:
            balance = Balance.of(network, text_in(written, "balance"))
        except QuestionError as error:
            raise DocumentError(str(error)) from error
    cuts = written.get("cuts")
    if not isinstance(cuts, list):
        raise DocumentError("cuts is not a list")
    alpha_in(written, "alpha")
    cuts = [object_in(cut, f"cuts.{number}") for number, cut in enumerate(cuts)]
    sizes = [integer_in(cut, "size") for cut in cuts]
    if sizes != list(_sizes(balance)):
        raise Refused("cuts: there is not one for each size of a side, in their order")
    checked = [_checked(written, cut, load, limits) for cut in cuts]
    status = text_in(written, "status")
    if status not in STATUSES or status == "formula":
        raise DocumentError(f"status is {shown(status)}, which is not known")
    weakest = max((cut["status"] for cut in cuts), key=("exact", "closed", "bounded").index)
    if status != weakest:
        raise Refused(f"status is {shown(status)}, but that of its cuts is {weakest!r}")
    total = sum(balance.weights)
    return Verdict(
        status=status,
        checked=(
            f"{network.switches} switches, {sum(network.count_by_class().values())} links rebuilt",
            f"a cut for each of {len(sizes)} sizes, the capacity of each measured anew",
            *(f"{size}:{total - size}: {said}" for size, said in zip(sizes, checked, strict=True)),
            _quotient(written, cuts, "expansion", {size: size for size in sizes}),
            _quotient(written, cuts, "sparsest", {s: s * (total - s) for s in sizes}),
        ),
    )


def _sizes(balance: Balance) -> Iterator[int]:
    unit, reachable = lighter_sides(balance.weights)
    bits = reversed(f"{reachable:b}")
    return (unit * k for k, bit in enumerate(bits) if k and bit == "1")


def _checked(
    document: Mapping[str, Any], cut: Mapping[str, Any], load: Load, limits: Limits
) -> str:
    """Check the cut of one size as the document of a point; return what was found, in words."""
    size = cut["size"]
    only_fields(cut, CUT_FIELDS, f"the cut of size {size}")
    point = object_in(cut.get("point"), f"the point of size {size}")
    if point.get("alpha") != document["alpha"]:
        raise Refused(f"size {size}: α is {shown(point.get('alpha'))}")
    if text_in(cut, "status") == "formula":
        raise Refused(f"size {size}: no formula is known of it")
    whole = {
        "format": POINT_FORMAT,
        **{name: document[name] for name in HEAD if name in document},
        "sizes": {"least": size, "most": size},
        **{name: value for name, value in cut.items() if name != "size"},
    }
    try:
        return verify_document(whole, load, limits).checked[-1]
    except Refused as refusal:
        raise Refused(f"size {size}: {refusal}") from refusal
    except BeyondLimit as error:
        raise error.at(f"size {size}") from error


def _quotient(
    document: Mapping[str, Any],
    cuts: list[Mapping[str, Any]],
    name: str,
    divisors: Mapping[int, int],
) -> str:
    """Check the least quotient of all cuts; return it in words."""
    written = object_in(document.get(name), name)
    only_fields(written, QUOTIENT_FIELDS, name)
    value, lower = fraction_in(written, "value"), fraction_in(written, "lower")
    least = {c["size"]: fraction_in(c["point"], "value") / divisors[c["size"]] for c in cuts}
    proven = [
        fraction_in(c["point"], "lower") / divisors[c["size"]]
        if c["point"]["proof"] == "certificate"
        else Fraction(0)
        for c in cuts
    ]
    if least.get(integer_in(written, "size")) != value or value != min(least.values()):
        raise Refused(f"{name}: the least is {min(least.values())}, not {value}")
    if lower != min(proven):
        raise Refused(f"{name}: what is certified is {min(proven)}, not {lower}")
    relation = "=" if value == lower else f"≤ {value}, ≥"
    return f"{name} {relation} {lower}, at size {written['size']}"
