"""Checking the rate as a function of α: lines from above, points from below.

The rate is concave in α, for the capacities are the right-hand side of a linear program,
and it never falls. So lines that hold at every α bound it from above, and between proven
points chords bound it from below; beyond the last one it stays at least what it is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from alphacut.arrangements.numbers import NumberError, read_rational
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import object_in, only_fields, text_in
from alphacut.solver.throughput.models import Model
from alphacut.solver.throughput.verify.bounds import Setting, line_above, proven_below
from alphacut.solver.throughput.verify.evidence import read_rates
from alphacut.solver.throughput.verify.read import integers, listed

DIGITS = 3_900
STATUSES = ("bounded", "exact")
Line = tuple[Fraction, Fraction, Fraction]  # where it begins, intercept and slope


def check_curve(setting: Setting, model: Model, node: object, name: str) -> None:
    """Check a curve and its status.

    Raises
    ------
    DocumentError
        If it cannot be read.
    Refused
        If a line or a point is not proven, or the status claims more than they prove.
    """
    written = object_in(node, name)
    only_fields(written, ("status", "segments", "points"), name)
    status = text_in(written, "status")
    if status not in STATUSES:
        raise DocumentError(f"{name}.status is {shown(status)}; known are {', '.join(STATUSES)}")
    lines = _lines(setting, model, written, name)
    points = dict(
        _point(setting, model, object_in(entry, f"{name}.points.{place}"), f"{name}.points.{place}")
        for place, entry in enumerate(listed(written, "points"))
    )
    if status == "exact":
        for start, intercept, slope in lines:
            if points.get(start) != intercept + slope * start:
                raise Refused(f"{name}: status is 'exact', but α = {_short(start)} is not proven")
        if lines[-1][2]:
            raise Refused(f"{name}: status is 'exact', but the last segment is not flat")


def _lines(setting: Setting, model: Model, written: Mapping[str, Any], name: str) -> list[Line]:
    """Check every segment: its line is proven, and they follow each other without gaps."""
    lines: list[Line] = []
    end: str | None = "0"
    for place, entry in enumerate(listed(written, "segments")):
        where = f"{name}.segments.{place}"
        segment = object_in(entry, where)
        only_fields(segment, ("from", "to", "intercept", "slope", "lengths"), where)
        if segment.get("from") != end:
            raise Refused(f"{where}: should begin where the one before ends")
        start, intercept, slope = (
            rational_in(segment, each, where) for each in ("from", "intercept", "slope")
        )
        links = 2 * len(setting.network.links)
        lengths = integers(segment.get("lengths"), f"{where}.lengths", length=links, least=0)
        proven = line_above(setting, model, lengths)
        if intercept < proven[0] or slope < proven[1]:
            raise Refused(f"{where}: the lengths prove no such line")
        lines.append((start, intercept, slope))
        end = None if segment.get("to") is None else text_in(segment, "to")
    if not lines or end is not None:
        raise Refused(f"{name}.segments: should reach from 0 to null")
    for one, other in pairwise(lines):
        at = other[0]
        if one[0] >= at or one[1] + one[2] * at != other[1] + other[2] * at:
            raise Refused(f"{name}.segments: two of them do not meet at α = {_short(at)}")
    return lines


def _point(
    setting: Setting, model: Model, point: Mapping[str, Any], name: str
) -> tuple[Fraction, Fraction]:
    """Check one point; return its α and the rate that is proven there."""
    only_fields(point, ("alpha", "rate", "rates", "symmetries"), name)
    alpha, rate = rational_in(point, "alpha", name), rational_in(point, "rate", name)
    rates = read_rates(point, model, setting.flows, setting.network)
    if rate > proven_below(setting, model, rates, rate, alpha).rate:
        raise Refused(f"{name}: the rates do not prove its rate")
    return alpha, rate


def rational_in(node: Mapping[str, Any], member: str, name: str) -> Fraction:
    """Return a member that is a ratio of integers, not negative."""
    written = text_in(node, member)
    try:
        value = read_rational(written, digits=DIGITS)
    except NumberError as error:
        raise DocumentError(f"{name}.{member} {error}") from error
    if value < 0 or "." in written:
        raise DocumentError(f"{name}.{member} must be a ratio of integers, not negative")
    return value


def _short(value: Fraction) -> str:
    return str(value) if value.denominator < 10**6 else f"{float(value):.9f}"
