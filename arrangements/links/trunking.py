"""Wiring any shape by an arrangement: trunks of several forms, and fewer groups than ports."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.links._base import FORMS
from alphacut.arrangements.words import known_names, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from alphacut.arrangements.links._base import Arrangement, GlobalLink, Shape


class Misfit(NamedTuple):
    """Why an arrangement does not wire a shape."""

    field: str  # of a dragonfly: what would have to change
    problem: str  # what is wrong, and what would be right


def usual_form(rule: Arrangement, shape: Shape) -> str | None:
    """Return the form of trunks where none is asked for: extended, if the arrangement has it."""
    if shape.trunking == 1:
        return None
    return "extended" if rule.extended or rule.lift else "lag"


def misfit(rule: Arrangement, shape: Shape, form: str | None) -> Misfit | None:
    """Say why there is no such wiring, if there is none.

    Parameters
    ----------
    rule, shape
        The arrangement and what it must wire.
    form
        One of "extended", "lag" and "multichassis"; None if there are no trunks.
    """
    if rule.lift or shape.offsets:
        return _wrong_numbers(shape) or _wrong_lift(rule, shape, form)
    return (
        _wrong_numbers(shape)
        or (_wrong_groups(rule, shape) if not shape.full else None)
        or (_wrong_base(rule, shape) if form is None else _wrong_form(rule, shape, form))
    )


def wire(
    rule: Arrangement, shape: Shape, form: str | None, options: Mapping[str, str]
) -> list[GlobalLink]:
    """Return the global links, lower group first, sorted.

    Those that are aggregated (`aggregated`) stand here once; others that are
    parallel stand here one by one.

    Raises
    ------
    NetworkError
        If the arrangement has no such wiring.
    """
    wrong = misfit(rule, shape, form)
    if wrong:
        raise NetworkError(f"{wrong.field}: {wrong.problem}")
    found = _wire(rule, shape, form, rule.complete_options(options))
    for position, (one, other) in enumerate(found):
        if other < one:
            found[position] = (other, one)
    found.sort()
    return found


def aggregated(shape: Shape, form: str | None) -> int:
    """Return how many links every one stands for that `wire` returns: t if they are aggregated."""
    return shape.trunking if form == "lag" else 1


def _wire(
    rule: Arrangement, shape: Shape, form: str | None, options: Mapping[str, str]
) -> list[GlobalLink]:
    if rule.lift:
        return rule.lift(shape)
    if form == "lag":
        return _wire(rule, _single(shape), None, options)
    if form == "multichassis" and rule.multichassis:
        return rule.multichassis(shape)
    if rule.extended and (form == "extended" or rule.seeded):
        return rule.extended(shape)
    if not shape.full and rule.fewer_groups:
        return rule.fewer_groups(shape)
    return rule.wire(shape.a, shape.h, **options)


def _single(shape: Shape) -> Shape:
    """Return the shape whose links, each taken t times, are aggregated."""
    return replace(shape, h=shape.h // shape.trunking, trunking=1)


def _wrong_numbers(shape: Shape) -> Misfit | None:
    ports = shape.a * shape.h
    if shape.groups < 2:
        return Misfit("groups", f"must be at least 2, got {shown(shape.groups)}")
    if shape.ports > ports:
        return Misfit(
            "groups",
            f"must be at most a·h/trunking + 1 = {ports // shape.trunking + 1}, got "
            f"{shown(shape.groups)}; a group has a·h = {ports} global links",
        )
    return None


def _wrong_groups(rule: Arrangement, shape: Shape) -> Misfit | None:
    if rule.fewer_groups:
        return None
    ports = shape.a * shape.h
    if ports % shape.trunking:
        return Misfit("trunking", f"must divide a·h = {ports}, got {shape.trunking}")
    what = "a·h + 1" if shape.trunking == 1 else "a·h/trunking + 1"
    return Misfit(
        "groups",
        f"must be {what} = {ports // shape.trunking + 1} with the {rule.name} arrangement, got "
        f"{shown(shape.groups)}: {rule.no_fewer}",
    )


def _wrong_lift(rule: Arrangement, shape: Shape, form: str | None) -> Misfit | None:
    if not rule.lift:
        return Misfit(
            "offsets", f"are of the lift arrangement alone, and this is {rule.name}; leave them out"
        )
    if form not in (None, "extended"):
        return Misfit("trunks", f"must be extended for a lift, got {shown(form)}")
    reason = rule.lift_refusal(shape)
    return Misfit("offsets", reason) if reason else None


def _wrong_base(rule: Arrangement, shape: Shape) -> Misfit | None:
    reason = rule.refusal(shape.a, shape.h)
    if reason is None:
        return None
    return Misfit("arrangement", f"{rule.name} does not exist for these a and h: {reason}")


def _wrong_form(rule: Arrangement, shape: Shape, form: str) -> Misfit | None:
    if form not in FORMS:
        return Misfit("trunks", f"unknown form {shown(form)}; {known_names(form, FORMS)}")
    if form == "lag":
        return _wrong_lag(rule, shape)
    if form == "multichassis":
        return None if rule.multichassis else Misfit("trunks", _no_multichassis(rule))
    if not rule.extended:
        return Misfit("trunks", f"no extended {rule.name} arrangement: {rule.no_extended}")
    reason = rule.extended_refusal(shape)
    return Misfit("trunking", f"no extended {rule.name} arrangement: {reason}") if reason else None


def _wrong_lag(rule: Arrangement, shape: Shape) -> Misfit | None:
    if shape.h % shape.trunking:
        return Misfit(
            "trunking",
            f"must divide h = {shape.h} for link aggregation, where the {shape.trunking} links "
            "between two groups join the same two switches",
        )
    single = _single(shape)
    reason = rule.refusal(single.a, single.h)
    if reason is None:
        return None
    return Misfit(
        "trunks",
        f"no {rule.name} arrangement with link aggregation, of h/trunking = {single.h} groups for "
        f"each switch: {reason}",
    )


def _no_multichassis(rule: Arrangement) -> str:
    return (
        f"no multichassis {rule.name} arrangement: it comes of ports that lead to the groups in "
        "order, as in the absolute and relative arrangements"
    )
