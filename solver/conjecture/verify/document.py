"""Checking a document on a conjecture: every network that it tells of is counted anew.

How much work a method took, and how long, cannot be checked, and is not; nor is whether two
methods agreed, but what they have found is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.fields import (
    document_in,
    integer_in,
    number_in,
    object_in,
    only_fields,
    same,
    text_in,
)
from alphacut.solver.common.limits import USUAL, Limits, current, within
from alphacut.solver.common.verdict import Load, Verdict, refuse_files
from alphacut.solver.conjecture.verify.recount import Counted, helix, nautilus

FORMAT = "alphacut-conjecture/1"
CLAIM = "a single globally connected component"
FIELDS = ("format", "arrangement", "claim", "question", "status", "lanes", "provenance")
LATER = ("question", "status")  # which earlier releases did not write
LANE = (
    *("h", "sign", "method", "a", "cases", "work", "failures", "first_failure", "lemmas_failed"),
    *("methods_agree", "seconds"),
)
METHODS = {"nautilus": ("links", "intervals", "both"), "helix": ("links", "rotation", "both")}
SIGNS = {"nautilus": ("text", "figures"), "helix": ("",)}
LINKS = 10  # of all networks, for each of the nodes that a check may take: a minute or so
Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Lane:
    """One h and one rule, along which a grows."""

    h: int
    sign: str
    method: str
    first: int
    last: int

    @property
    def sizes(self) -> range:
        """The a that were looked at; the rules of nautilus differ for odd ones alone."""
        if self.sign != "figures":
            return range(self.first, self.last + 1)
        return range(self.first | 1, self.last + 1, 2)


def verify_conjecture(
    document: object,
    load: Load = refuse_files,  # noqa: ARG001
    limits: Limits = USUAL,
) -> Verdict:
    """Check a document on a conjecture.

    Parameters
    ----------
    document
        The JSON value.
    limits
        The most that the check may cost.

    Raises
    ------
    DocumentError
        If it cannot be read.
    BeyondLimit
        If there are more links to be made anew than are allowed.
    Refused
        If something in it is false.
    """
    written = document_in(document, FORMAT, FIELDS)
    missing = next((name for name in FIELDS if name not in written and name not in LATER), None)
    if missing is not None:
        raise DocumentError(f"{missing} is missing")
    arrangement = text_in(written, "arrangement")
    if arrangement not in METHODS or written["claim"] != CLAIM:
        raise Refused("arrangement and claim are of no conjecture that is known")
    told = written["lanes"]
    if not isinstance(told, list):
        raise DocumentError("lanes are not a list")
    with within(limits):
        lanes = [_lane(object_in(each, "lanes"), arrangement) for each in told]
        if len({(lane.h, lane.sign, lane.method, lane.first) for lane in lanes}) < len(lanes):
            raise Refused("a lane is there twice")
        _affordable(lanes, arrangement)
        status = _status(written, lanes, arrangement)
        object_in(written["provenance"], "provenance")
        networks = sum(
            _counted(lane, each, arrangement) for lane, each in zip(lanes, told, strict=True)
        )
    failures = sum(each["failures"] for each in told)
    return Verdict(
        status=status,
        checked=(
            f"{len(lanes)} lanes, {networks:,} networks of {arrangement} counted anew",
            f"{failures:,} with several components" if failures else "each a single component",
            "not checked: how much work it was, and how long it took",
        ),
    )


def _lane(told: Json, arrangement: str) -> Lane:
    """Read a lane."""
    only_fields(told, LANE, "lanes")
    missing = next((name for name in LANE if name not in told and name != "methods_agree"), None)
    if missing is not None:
        raise DocumentError(f"lanes: {missing} is missing")
    ends = told["a"]
    if not isinstance(ends, list) or len(ends) != 2 or not all(type(a) is int for a in ends):
        raise DocumentError("lanes: a is not the first and the last of a range")
    lane = Lane(
        h=integer_in(told, "h"), sign=text_in(told, "sign"), method=text_in(told, "method"),
        first=ends[0], last=ends[1],
    )  # fmt: skip
    if lane.h < 1 or not 1 <= lane.first <= lane.last + 1:
        raise Refused("lanes: h and a begin with 1")
    if lane.sign not in SIGNS[arrangement] or lane.method not in METHODS[arrangement]:
        raise Refused(f"lanes: {arrangement} has no rule or method such as {lane}")
    if (lane.method == "both") is not isinstance(told.get("methods_agree"), bool):
        raise Refused("lanes: methods_agree is told of both methods, and of nothing else")
    for unit, number in object_in(told["work"], "work").items():
        if unit not in ("links", "groups", "arcs") or type(number) is not int or number < 0:
            raise Refused("lanes: work is no number of links, groups or arcs")
    if number_in(told, "seconds", "lanes") < 0:
        raise Refused("lanes: seconds are negative")
    return lane


def _affordable(lanes: list[Lane], arrangement: str) -> None:
    """Refuse to make too many links; those of helix need only be made up to rotation."""
    most, links = current().nodes * LINKS, 0
    for lane in lanes:
        if lane.last > most:
            links = most + 1
        if links > most:
            break
        links += sum(
            10 * a * lane.h if arrangement == "helix" else (a * lane.h) ** 2 // 2
            for a in lane.sizes
        )
    if links > most:
        raise BeyondLimit("nodes", f"more than {most:,} links to be made anew")


def _status(written: Json, lanes: list[Lane], arrangement: str) -> str:
    """Check whether all that was asked for is told."""
    if "question" not in written:
        if "status" in written:
            raise Refused("a status without a question")
        return "exact"
    question = object_in(written["question"], "question")
    only_fields(question, ("h", "a_max", "a_min", "sign", "method"), "question")
    ends = text_in(question, "h").split(":")
    if len(ends) != 2 or not all(end.isdecimal() and len(end) < 4 for end in ends):
        raise DocumentError("question.h is no range such as 3:9")
    low, high = map(int, ends)
    if not 1 <= low <= high:
        raise Refused("question.h is empty")
    first = None if question.get("a_min", "") is None else integer_in(question, "a_min")
    sign = text_in(question, "sign")
    if sign not in ("both", "text", "figures"):
        raise Refused(f"question.sign is {shown(sign)}")
    signs = SIGNS[arrangement] if sign == "both" or arrangement == "helix" else (sign,)
    method, to = text_in(question, "method"), integer_in(question, "a_max")
    if to < 1 or (first is not None and first < 1):
        raise Refused("question: a_min and a_max begin with 1")
    done = {(lane.h, lane.sign, lane.method, lane.first) for lane in lanes if lane.last >= to}
    wanted = {
        (h, each, method, first or (h + 1 if arrangement == "nautilus" else 1))
        for h in range(low, high + 1)
        for each in signs
    }
    status = "exact" if wanted <= done else "bounded"
    if written.get("status") != status:
        raise Refused(f"status is {shown(written.get('status'))}; by its lanes it is {status}")
    return status


def _counted(lane: Lane, told: Json, arrangement: str) -> int:
    """Count all networks of a lane, and return how many there are."""
    failures, first, lemmas = 0, None, set[int]()
    for a in lane.sizes:
        found = _one(a, lane, arrangement)
        lemmas |= found.lemmas
        if found.components != 1:
            failures += 1
            first = first or {"a": a, "components": found.components}
    seen = sorted(lemmas & {1}) if lane.method == "intervals" else sorted(lemmas)
    for name, value in (
        ("cases", len(lane.sizes)), ("failures", failures), ("first_failure", first),
        ("lemmas_failed", seen),
    ):  # fmt: skip
        if not same(told[name], value):
            raise Refused(f"h = {lane.h}: {name} is {shown(told[name])}; it is {value}")
    return len(lane.sizes)


def _one(a: int, lane: Lane, arrangement: str) -> Counted:
    if arrangement == "helix":
        return Counted(components=helix(a, lane.h), lemmas=frozenset())
    return nautilus(a, lane.h, lane.sign)
