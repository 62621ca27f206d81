"""Checking a document from nothing but itself: the curve or point, and its proofs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from alphacut.arrangements.network import Line, Network
from alphacut.arrangements.nouns import OF_FABRICS, nouns
from alphacut.arrangements.words import shown
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.verify.claims import Claims, PointClaim, WrittenLemma
from alphacut.solver.bisection.verify.lower import check_lower
from alphacut.solver.bisection.verify.memo import current, remembering
from alphacut.solver.bisection.verify.shared import Shared
from alphacut.solver.bisection.verify.sizes import read_balance, with_isolated
from alphacut.solver.bisection.verify.theorem import check_theorem
from alphacut.solver.bisection.verify.upper import Upper, read_segments
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import (
    alpha_in,
    fraction_in,
    integer_in,
    object_in,
    only_fields,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, within
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load, Verdict, refuse_files

CURVE_FORMAT = "alphacut-curve/1"
POINT_FORMAT = "alphacut-point/1"
STATUSES = ("bounded", "formula", "closed", "exact")
OPEN = ("bounded", "formula")  # whose bounds do not meet
PROOFS = ("certificate", "solver", None)

# All fields that there are. What `verify` does not look at is listed in docs/certificate.md.
_ABOUT = ("format", "topology", "switches", "links", "balance", "status")
_BESIDE = ("sizes", "levels", "multipliers", "certificates", "theorem", "provenance")
FIELDS = {
    CURVE_FORMAT: (*_ABOUT, "segments", "points", "lower", "gap", *_BESIDE),
    POINT_FORMAT: (*_ABOUT, "point", "intercept", "slope", "side", "partition", *_BESIDE),
}
PARTITION_FIELDS = ("intercept", "slope", "side")
POINT_FIELDS = ("alpha", "value", "lower", "proof", "engine", "seconds", "certificate")
LEVEL_FIELDS = ("intercept", "slope", "engine", "seconds", "certificate")


def verify_document(document: object, load: Load = refuse_files, limits: Limits = USUAL) -> Verdict:
    """Check a curve or point document and every proof in it.

    Parameters
    ----------
    document
        The JSON value.
    load
        Loads certificates that the document keeps in files beside it.
    limits
        The most that the check may cost. Its time is limited where it runs in a process of
        its own, as that of `alphacut verify` does.

    Raises
    ------
    DocumentError
        If it is not a document that can be read, or one with members that are not known.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false, or does not prove what it is labelled with.
    """
    written = object_in(document, "the document")
    kinds = {CURVE_FORMAT: _verify_curve, POINT_FORMAT: _verify_point}
    kind = written.get("format")
    if not isinstance(kind, str) or kind not in kinds:
        raise DocumentError(f"format is {shown(kind)}; it should be one of {', '.join(kinds)}")
    only_fields(written, FIELDS[kind], "")
    with within(limits), remembering(current()):
        return kinds[kind](written, load)


def _verify_curve(document: Mapping[str, Any], load: Load) -> Verdict:
    network, balance = _network(document)
    upper = Upper(read_segments(document), network, balance)
    points = [_point(entry, i) for i, entry in enumerate(_list(document, "points"))]
    if any(first.alpha >= second.alpha for first, second in pairwise(points)):
        raise Refused("points are not in order of α, each once")
    for point in points:
        _check_value(point, upper.value_at(point.alpha))
    status = _check_status(document, points, upper.needed)
    check_lower(document, upper, points)
    theorem = check_theorem(document, [segment.line for segment in upper.segments])
    claims = Claims(
        *with_isolated(network, balance), points, _lemmas(document), Shared.of(document, load)
    )
    accepted = claims.check()
    return Verdict(
        status=status,
        checked=(
            _rebuilt(network, document["topology"]["family"]),
            *_units(document["topology"]),
            f"{len(upper.segments)} segments: every cut measured anew, {_kept(balance)}, in order",
            *theorem,
            *claims.words,
            *(_words(point, accepted) for point in points),
        ),
    )


def _rebuilt(network: Network, family: str) -> str:
    """Count what was rebuilt; of somebody's graph, parallel edges are one with a weight."""
    words = nouns(family)
    links = network.count_by_class().values() if words is OF_FABRICS else (len(network.links),)
    return f"{words.count_nodes(network.switches)}, {words.count_edges(sum(links))} rebuilt"


def _verify_point(document: Mapping[str, Any], load: Load) -> Verdict:
    network, balance = _network(document)
    point = _point(document.get("point"), 0)
    side = document.get("side")
    line = Line(integer_in(document, "intercept"), integer_in(document, "slope"))
    Upper.check_cut(side, line, network, balance)
    _check_value(point, point.alpha.value(point.alpha.scaled(line)))
    partition = tuple(_partition(document, point, network, balance))
    status = _check_status(document, [point], (point.alpha,))
    theorem = check_theorem(document, [line])
    claims = Claims(
        *with_isolated(network, balance), [point], _lemmas(document), Shared.of(document, load)
    )
    accepted = claims.check()
    return Verdict(
        status=status,
        checked=(
            f"the cut measured anew and {_kept(balance)}",
            *_units(document["topology"]),
            *theorem,
            *claims.words,
            _words(point, accepted),
            *partition,
        ),
    )


def _kept(balance: Balance) -> str:
    """Say what cuts keep."""
    sizes = balance.sizes
    if sizes is None:
        return "balanced"
    rest = sum(balance.weights) - sizes.least
    if sizes.exact:
        return f"of the sizes {sizes.least}:{rest}"
    return f"with at most {rest} {balance.name} on a side"


def _partition(
    document: Mapping[str, Any], point: PointClaim, network: Network, balance: Balance
) -> Iterator[str]:
    """Check a partition that the least is compared with, if there is one."""
    if "partition" not in document:
        return
    written = object_in(document["partition"], "partition")
    only_fields(written, PARTITION_FIELDS, "partition")
    line = Line(integer_in(written, "intercept"), integer_in(written, "slope"))
    try:
        Upper.check_cut(written.get("side"), line, network, balance)
    except Refused as refusal:
        raise Refused(f"partition: {refusal}") from refusal
    value = point.alpha.value(point.alpha.scaled(line))
    if value < point.value:
        raise Refused(f"the partition has {value}, which is less than the value {point.value}")
    gap = f", a gap of {(value - point.lower) / value}" if value > point.lower else ", the least"
    yield f"the partition given: {value}, measured anew{gap}"


def _network(document: Mapping[str, Any]) -> tuple[Network, Balance]:
    network = rebuilt(document.get("topology"), any_wiring=True)
    balance = read_balance(network, document)
    if integer_in(document, "switches") != network.switches:
        raise Refused(f"switches: the topology has {network.switches}")
    counted = network.count_by_class()
    links = object_in(document.get("links"), "links")
    if links != counted or any(type(number) is not int for number in links.values()):
        raise Refused(f"links: the topology has {shown(counted)}")
    return network, balance


def _list(document: Mapping[str, Any], name: str) -> list[Any]:
    value = document.get(name)
    if not isinstance(value, list):
        raise DocumentError(f"{name} is not a list")
    return value


def _point(entry: object, index: int) -> PointClaim:
    name = f"points.{index}"
    point = object_in(entry, name)
    only_fields(point, POINT_FIELDS, name)
    proof, certificate = point.get("proof"), point.get("certificate")
    if "proof" not in point or proof not in PROOFS:
        raise DocumentError(f"{name}.proof is {shown(proof)}, which is not known")
    if certificate is not None and proof != "certificate":
        raise Refused(f"{name} has a certificate that its proof, {shown(proof)}, does not name")
    return PointClaim(
        alpha=alpha_in(point, "alpha"),
        value=fraction_in(point, "value"),
        lower=fraction_in(point, "lower"),
        proof=proof,
        certificate=certificate,
    )


def _lemmas(document: Mapping[str, Any]) -> list[WrittenLemma]:
    if "levels" not in document:
        return []
    entries = [object_in(e, f"levels.{i}") for i, e in enumerate(_list(document, "levels"))]
    for number, entry in enumerate(entries):
        only_fields(entry, LEVEL_FIELDS, f"levels.{number}")
    return [
        WrittenLemma(
            statement=InterceptLemma(
                intercept=integer_in(e, "intercept"), slope=integer_in(e, "slope")
            ),
            certificate=e.get("certificate"),
        )
        for e in entries
    ]


def _check_value(point: PointClaim, upper: Fraction) -> None:
    if point.value != upper:
        raise Refused(f"α = {point.alpha}: the value is {point.value}, but the cuts give {upper}")
    if not 0 <= point.lower <= point.value:
        raise Refused(f"α = {point.alpha}: the lower bound is not between 0 and the value")
    if point.proof is None and point.lower > 0:
        raise Refused(f"α = {point.alpha}: the lower bound {point.lower} rests on nothing")


def _check_status(
    document: Mapping[str, Any], points: list[PointClaim], needed: tuple[Alpha, ...]
) -> str:
    """Return the status claimed, unless it claims more than is there."""
    status = text_in(document, "status")
    if status not in STATUSES:
        raise DocumentError(f"status is {shown(status)}; it should be one of {', '.join(STATUSES)}")
    proven = {point.alpha: point for point in points if point.lower == point.value}
    missing = [alpha for alpha in needed if alpha not in proven]
    if status not in OPEN and missing:
        raise Refused(f"status is {status!r}, but α = {missing[0]} is not proven")
    on_word = [alpha for alpha in needed if alpha in proven and not _certified(proven[alpha])]
    if status == "exact" and on_word:
        raise Refused(f"status is 'exact', but α = {on_word[0]} rests on a solver's word")
    return status


def _certified(point: PointClaim) -> bool:
    return point.proof == "certificate"


def _units(topology: Mapping[str, Any]) -> Iterator[str]:
    """Say how the owner of the network counts capacities, if not as the document does."""
    if "unit" in topology:
        yield f"capacities in units of {topology['unit']}, as the network's owner counts"


def _words(point: PointClaim, accepted: Mapping[Alpha, str]) -> str:
    what = "the least intercept" if str(point.alpha) == "0" else "B"
    name = "the least slope" if not point.alpha.finite else what
    relation = "=" if point.lower == point.value else f"≤ {point.value}, ≥"
    at = f"α = {point.alpha}: {name} {relation} {point.lower}"
    if point.alpha in accepted:
        return f"{at}, certificate accepted ({accepted[point.alpha]})"
    return f"{at}, on a solver's word" if point.proof == "solver" else f"{at}, nothing proven"
