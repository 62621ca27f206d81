"""Checking a document on a designed arrangement from nothing but itself.

The bisection of the design is proven by the certificates that the document holds, which the
verifier of points checks; the bounds over all arrangements are derived anew; where classes are
listed, all arrangements are counted, and the cut of each class is measured link by link. Nothing
is shared with what designs, but the form of a document. How the design was found cannot be
checked, and is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import factorial
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.fields import (
    alpha_in,
    document_in,
    fraction_in,
    integer_in,
    number_in,
    object_in,
    only_fields,
    same,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, current, within
from alphacut.solver.common.rebuilt import rebuilt
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.synthesis.verify.ceilings import ceiling, lowered
from alphacut.solver.synthesis.verify.counting import (
    check_ports,
    has_symmetry,
    images,
    links_of,
    number_of_arrangements,
    severed,
)
from alphacut.solver.synthesis.verify.every import EVERY, check_every
from alphacut.solver.synthesis.verify.halves import half
from alphacut.solver.synthesis.verify.recabling import Recabling, closed_positions

FORMAT = "alphacut-synthesis/1"
FIELDS = (
    *("format", "topology", "question", "status", "design", "bisection", "upper", "invariant"),
    *("best", "points", "search", "provenance"),
)
NONE = "none"
MOVED = ("start", "moves")  # fields of a document on moved cables
WEAKEST_FIRST = ("bounded", "formula", "closed", "exact")
Json = Mapping[str, Any]
Line = tuple[int, int, int, int]  # a, h, groups and trunking


def verify_synthesis(
    document: object, load: Load = refuse_files, limits: Limits = USUAL
) -> Verdict:
    """Check a document on a designed arrangement.

    Parameters
    ----------
    document
        The JSON value.
    load
        Loads certificates that the document keeps in files beside it.
    limits
        The most that the check may cost.

    Raises
    ------
    DocumentError
        If it cannot be read.
    BeyondLimit
        If the check would cost more than is allowed.
    Refused
        If something in it is false.
    """
    written = document_in(document, FORMAT, (*FIELDS, *MOVED))
    missing = next((name for name in FIELDS if name not in written), None)
    if missing is not None:
        raise DocumentError(f"{missing} is missing")
    with within(limits):
        alphas = _question(written)
        statuses = _points(written, alphas, load, limits)
        listed = _listed(written, "upper", len(alphas))
        lower = _bisection(written, statuses[0])
        value = before = None
        if written["question"]["symmetry"] == NONE:
            uppers, before = _recabled(written, listed, alphas)
        else:
            uppers, value = _lifted(written, listed, alphas)
        best = _best(written, lower, uppers[0], value)
        _search(object_in(written["search"], "search"))
        object_in(written["provenance"], "provenance")
    status = min(statuses, key=WEAKEST_FIRST.index)
    if written["status"] != status:
        raise Refused(f"status is {shown(written['status'])}, but its points are {status}")
    return Verdict(status=status, checked=_told(written, value, best, before))


def _lifted(
    written: Json, listed: list[Json], alphas: list[Fraction]
) -> tuple[list[Fraction], Fraction | None]:
    """Check a lift, and return what no arrangement, and no rotation-invariant one, surpasses."""
    if any(name in written for name in MOVED):
        raise Refused("a lift has no start and no moves")
    shape = _design(written)
    uppers = [_upper(each, alpha, shape) for each, alpha in zip(listed, alphas, strict=True)]
    a, _, groups, trunking = shape
    closed = closed_positions(written["question"])
    positions = [position for position in range(a) if position not in closed]
    if len(positions) + len(closed) > a:
        raise Refused(f"question.closed is not positions from 0 to {a - 1}")
    pairs = _pairs(written["topology"].get("offsets"))
    if any(place in closed for pair in pairs for place in pair):
        raise Refused("the design has links at a closed position")
    symmetry = written["question"]["symmetry"]
    if symmetry != "rotation" and (
        trunking > 1 or not has_symmetry(links_of(pairs, groups), symmetry)
    ):
        raise Refused(f"the design is not kept by a {symmetry}")
    return uppers, _invariant(written, shape, positions, alphas[0])


def _recabled(
    written: Json, listed: list[Json], alphas: list[Fraction]
) -> tuple[list[Fraction], Fraction]:
    """Check moved cables, and return what no moves surpass, and a cut of the network before."""
    if written["invariant"] is not None:
        raise Refused("invariant is about arrangements that the rotation keeps")
    found = Recabling(written)
    before = found.check_start(alphas[0])
    return [found.upper(each, alpha) for each, alpha in zip(listed, alphas, strict=True)], before


def _design(written: Json) -> Line:
    """Check that the spec, the offsets and the topology are one lift, and return its numbers."""
    topology = object_in(written["topology"], "topology")
    if topology.get("family") != "dragonfly" or topology.get("arrangement") != "lift":
        raise Refused("the topology is no dragonfly with the arrangement lift")
    for name in ("failed", "capacities", "local"):
        if topology.get(name) is not None:
            raise Refused(f"topology.{name} is no part of a designed arrangement")
    rebuilt(topology)
    names = ("a", "h", "groups", "trunking")
    a, h, groups, trunking = (integer_in(topology, name) for name in names)
    offsets = _pairs(topology.get("offsets"))
    if trunking == 1:
        check_ports(links_of(offsets, groups), a, h)
    design = object_in(written["design"], "design")
    only_fields(design, ("spec", "offsets"), "design")
    if not same(design.get("offsets"), topology.get("offsets")):
        raise Refused("design.offsets are not those of the topology")
    if text_in(design, "spec") != _spec(
        (a, h, groups, trunking), integer_in(topology, "p"), offsets
    ):
        raise Refused("design.spec is another network than the topology")
    return a, h, groups, trunking


def _spec(shape: Line, p: int, offsets: list[tuple[int, int]]) -> str:
    """Write a lift in its short form."""
    a, h, groups, trunking = shape
    told = f"dragonfly:a={a},h={h},arrangement=lift"
    if p != 1:
        told += f",p={p}"
    if groups != a * h // trunking + 1:
        told += f",groups={groups}"
    if trunking != 1:
        told += f",trunking={trunking}"
    return told + ",offsets=" + "x".join(f"{x}-{y}" for x, y in offsets)


def _question(written: Json) -> list[Fraction]:
    """Return the α at which the design was asked for."""
    question = object_in(written["question"], "question")
    symmetry = question.get("symmetry")
    limits = ("moves", "reach", "closed") if symmetry == NONE else ("closed",)
    only_fields(question, ("alpha", "symmetry", "seed", *limits), "question")
    if symmetry not in ("rotation", "reflection", "multiplier", NONE):
        raise Refused(f"question.symmetry is {shown(symmetry)}, which is no symmetry")
    if integer_in(question, "seed") < 0:
        raise Refused("question.seed is negative")
    listed = question.get("alpha")
    if not isinstance(listed, list) or not listed:
        raise DocumentError("question.alpha is no list of ratios")
    alphas = [fraction_in({"alpha": each}, "alpha") for each in listed]
    if min(alphas) <= 0 or len(set(alphas)) < len(alphas):
        raise Refused("question.alpha must be ratios above 0, each once")
    for ratio, each in zip(alphas, listed, strict=True):
        if str(ratio) != each:
            raise Refused(f"question.alpha is {shown(each)}, in lowest terms {ratio}")
    return alphas


def _points(written: Json, alphas: list[Fraction], load: Load, limits: Limits) -> list[str]:
    """Check the proofs of the bisection at each α, and return what they prove."""
    statuses = []
    for point, alpha in zip(_listed(written, "points", len(alphas)), alphas, strict=True):
        if point.get("format") != "alphacut-point/1":
            raise DocumentError("points: a format is not alphacut-point/1")
        if not same(point.get("topology"), written["topology"]):
            raise Refused("a point is about another network than the topology")
        if point.get("balance") != "switches":
            raise Refused("a point is balanced otherwise than by switches")
        verdict = verify_document(point, load, limits)
        if alpha_in(object_in(point["point"], "point"), "alpha").fraction != alpha:
            raise Refused(f"a point is at another α than {alpha}")
        statuses.append(verdict.status)
    return statuses


def _bisection(written: Json, status: str) -> Fraction:
    """Check what is told of the first point, and return the lower bound that a proof gives."""
    told = object_in(written["bisection"], "bisection")
    only_fields(told, ("alpha", "value", "lower", "status"), "bisection")
    point = written["points"][0]["point"]
    for name in ("alpha", "value", "lower"):
        if text_in(told, name) != point[name]:
            raise Refused(f"bisection.{name} is {shown(told[name])}; its point has {point[name]}")
    if told.get("status") != status:
        raise Refused(f"bisection.status is {shown(told.get('status'))}; its point is {status}")
    return fraction_in(point, "lower") if point["proof"] == "certificate" else Fraction(0)


def _upper(told: Json, alpha: Fraction, shape: Line) -> Fraction:
    """Derive a bound over all arrangements anew."""
    fields = ("alpha", "value", "reason", "intercept", "slope", "segments")
    only_fields(told, (*fields, "cuts"), "upper")
    if fraction_in(told, "alpha") != alpha or text_in(told, "alpha") != str(alpha):
        raise Refused(f"upper.alpha is {shown(told['alpha'])}, where {alpha} was asked for")
    if text_in(told, "reason") == EVERY:
        return check_every(told, alpha, shape)
    if "cuts" in told:
        raise Refused("upper.cuts belong to a bound by a cut of every arrangement alone")
    segments = None if told.get("segments", 0) is None else integer_in(told, "segments")
    intercept, slope = ceiling(text_in(told, "reason"), segments, *shape)
    value = lowered(intercept + slope * alpha, alpha, *shape)
    for name, right in (("intercept", intercept), ("slope", slope), ("value", value)):
        if text_in(told, name) != str(right):
            raise Refused(f"upper.{name} is {shown(told[name])}, and follows as {right}")
    return value


def _invariant(
    written: Json, shape: Line, positions: list[int], alpha: Fraction
) -> Fraction | None:
    """Check that every rotation-invariant arrangement has a cut of at most some capacity."""
    if written["invariant"] is None:
        return None
    a, h, groups, trunking = shape
    if trunking > 1:
        raise Refused("invariant is about single links between groups")
    told = object_in(written["invariant"], "invariant")
    only_fields(told, ("value", "classes"), "invariant")
    value = fraction_in(told, "value")
    if str(value) != told["value"]:
        raise Refused(f"invariant.value is {shown(told['value'])}, in lowest terms {value}")
    number = _number((len(positions), h, groups), current().nodes)
    if not isinstance(told.get("classes"), list):
        raise DocumentError("invariant.classes is not a list")
    seen: set[Any] = set()
    for each in told["classes"]:
        entry = object_in(each, "invariant.classes")
        only_fields(entry, ("offsets", "side"), "invariant.classes")
        links = links_of(_pairs(entry.get("offsets")), groups)
        check_ports(links, a, h)
        if links in seen:
            raise Refused("invariant.classes has one class twice")
        local, crossing = severed(links, half(entry.get("side"), a * groups), a)
        if local + alpha * crossing > value:
            raise Refused(f"invariant: a cut severs {local} + {crossing}α, more than {value}")
        if any(place not in positions for pair in links for place in pair):
            raise Refused("invariant: a class has links at a closed position")
        seen |= images(links, positions)
    if len(seen) != number:
        raise Refused(f"invariant: {number - len(seen):,} of {number:,} arrangements are left out")
    return value


def _number(shape: tuple[int, int, int], most: int) -> int:
    """Count all arrangements, unless they or the ways to rename positions are too many."""
    a, h, groups = shape
    few = a <= 9 and factorial(a) <= most and groups - 1 <= most.bit_length() + 20
    number = number_of_arrangements(a, h, groups) if few else most + 1
    if number > most:
        raise BeyondLimit("nodes", "invariant: more arrangements to compare than allowed")
    return number


def _pairs(written: object) -> list[tuple[int, int]]:
    if not isinstance(written, list):
        raise DocumentError("offsets are not a list")
    for each in written:
        if not (isinstance(each, list) and len(each) == 2 and all(type(x) is int for x in each)):
            raise DocumentError(f"an offset is {shown(each)}, not two positions")
    return [(x, y) for x, y in written]


def _best(written: Json, lower: Fraction, upper: Fraction, value: Fraction | None) -> str | None:
    """Check over which arrangements the design is told to be the best."""
    if lower > upper or (value is not None and lower > value):
        raise Refused("the lower bound is above what no arrangement surpasses")
    best = "all" if lower == upper else "rotation" if lower == value else None
    if written["best"] is not None and written["best"] != best:
        raise Refused(f"best is {shown(written['best'])}; what is proven is {shown(best)}")
    return None if written["best"] is None else best


def _search(told: Json) -> None:
    """Check the form of what is told of the search."""
    only_fields(told, ("judged", "searched", "cuts", "classes", "seconds"), "search")
    for name in ("judged", "searched", "cuts"):
        if integer_in(told, name) < 0:
            raise Refused(f"search.{name} is negative")
    if told.get("classes", 0) is not None and integer_in(told, "classes") < 1:
        raise Refused("search.classes is not a number of classes")
    if number_in(told, "seconds", "search") < 0:
        raise Refused("search.seconds is negative")


def _listed(written: Json, name: str, number: int) -> list[Json]:
    """Return a list of objects, one for each α."""
    listed = written[name]
    if not isinstance(listed, list) or len(listed) != number:
        raise DocumentError(f"{name} is no list of one object for each α")
    return [object_in(each, name) for each in listed]


def _told(
    written: Json, value: Fraction | None, best: str | None, before: Fraction | None
) -> tuple[str, ...]:
    first = written["bisection"]
    told = [f"B({first['alpha']}) of the design is from {first['lower']} to {first['value']}"]
    what = "arrangement" if before is None else "way to move cables"
    told += [f"no {what} surpasses {each['value']} at {each['alpha']}"
             for each in written["upper"]]  # fmt: skip
    if before is not None:
        told.append(f"{len(written['moves'])} cables are moved; before, a cut severs {before}")
    if value is not None:
        classes = len(written["invariant"]["classes"])
        told.append(
            f"no rotation-invariant one surpasses {value}: a cut of each of {classes} classes"
        )
    if best is not None:
        over = "all rotation-invariant arrangements"
        if best == "all":
            over = "all arrangements" if before is None else "all ways to move cables"
        told.append(f"the design is the best of {over}")
    return tuple(told)
