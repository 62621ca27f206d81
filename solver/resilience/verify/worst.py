"""What fails at worst: derived anew for every set, and measured for those that are listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import fraction_in, integer_in, object_in, text_in
from alphacut.solver.resilience.verify.networks import (
    Intact,
    exactly,
    least_without,
    switches_in,
    without,
)

Json = Mapping[str, Any]
KINDS = ("switch", "group", "domain")
LISTED = ("name", "switches", "lower", "upper", "by", "side", "certificate")


def check_worst(written: object, place: str, intact: Intact) -> None:
    """Check what the worst failures of a network are told to leave."""
    node = object_in(written, place)
    exactly(node, ("links", *KINDS), place)
    _check_links(node["links"], f"{place}.links", intact)
    for kind in KINDS:
        sets = _sets(kind, intact)
        if node[kind] is not None:
            _check_kind(object_in(node[kind], f"{place}.{kind}"), f"{place}.{kind}", sets, intact)


def _check_links(written: object, place: str, intact: Intact) -> None:
    """Check the theorem: no cut loses more than the largest capacities, the best one its own."""
    if not isinstance(written, list):
        raise DocumentError(f"{place} is not a list")
    inside = set(intact.side)
    all_of: list[tuple[Fraction, int]] = []
    of_cut: list[tuple[Fraction, int]] = []
    for first, second, name, number in intact.network.links:
        all_of.append((intact.capacities[name], number))
        if (first in inside) != (second in inside):
            of_cut.append((intact.capacities[name], number))
    for i, each in enumerate(written):
        node = object_in(each, f"{place}.{i}")
        exactly(node, ("number", "lower", "upper"), f"{place}.{i}")
        number = integer_in(node, "number")
        if not 1 <= number <= sum(count for _, count in of_cut):
            raise Refused(f"{place}.{i}.number is not from 1 to the links of the cut")
        if fraction_in(node, "lower") > max(Fraction(0), intact.lower - _most(all_of, number)):
            raise Refused(f"{place}.{i}.lower is more than what is certain")
        if fraction_in(node, "upper") != intact.value - _most(of_cut, number):
            raise Refused(f"{place}.{i}.upper is not what the cut has left")


def _most(capacities: Sequence[tuple[Fraction, int]], number: int) -> Fraction:
    """Return the sum of so many of the largest capacities."""
    total = Fraction(0)
    for capacity, count in sorted(capacities, reverse=True):
        taken = min(count, number)
        total, number = total + taken * capacity, number - taken
    return total


def _sets(kind: str, intact: Intact) -> dict[int, list[int]] | None:
    """Return all sets of a kind by their names; None where the document names them."""
    network = intact.network
    if kind == "domain":
        return None
    if kind == "switch":
        found = {switch: [switch] for switch in range(network.switches)}
    else:
        order = {group: place for place, group in enumerate(sorted(set(network.groups)))}
        found = {place: [] for place in order.values()}
        for switch, group in enumerate(network.groups):
            found[order[group]].append(switch)
    return {name: lost for name, lost in found.items() if len(intact.heavy - set(lost)) > 1}


def _check_kind(
    node: Json, place: str, sets: Mapping[int, Sequence[int]] | None, intact: Intact
) -> None:
    exactly(node, ("number", "lower", "upper", "listed"), place)
    listed = node.get("listed")
    if not isinstance(listed, list) or not listed:
        raise DocumentError(f"{place}.listed is not a list with an entry")
    bounds: dict[Any, tuple[Fraction, Fraction]] = {}
    for i, each in enumerate(listed):
        entry = object_in(each, f"{place}.listed.{i}")
        name, found = _check_listed(entry, f"{place}.listed.{i}", sets, intact)
        if name in bounds:
            raise Refused(f"{place}.listed.{i}.name is listed twice")
        bounds[name] = found
    number = len(bounds) if sets is None else len(sets)
    if integer_in(node, "number") != number:
        raise Refused(f"{place}.number is {shown(node['number'])}, and there are {number}")
    lower = min(low for low, _ in bounds.values())
    for other, lost in (sets or {}).items():
        if other not in bounds:
            lower = min(lower, least_without(intact, lost))
    if fraction_in(node, "lower") > lower:
        raise Refused(f"{place}.lower is more than what is certain")
    if fraction_in(node, "upper") != min(high for _, high in bounds.values()):
        raise Refused(f"{place}.upper is not the least of the cuts that are listed")


def _check_listed(
    entry: Json, place: str, sets: Mapping[int, Sequence[int]] | None, intact: Intact
) -> tuple[int | str, tuple[Fraction, Fraction]]:
    """Check one set of switches, and return its name and both bounds."""
    exactly(entry, LISTED, place)
    lost = switches_in(entry.get("switches"), f"{place}.switches", intact.network.switches)
    name: int | str
    if sets is None:
        name = text_in(entry, "name")
        if not lost or len(intact.heavy - set(lost)) < 2:
            raise Refused(f"{place}.switches are none, or leave no halves")
    else:
        name = integer_in(entry, "name")
        if name not in sets or list(sets[name]) != lost:
            raise Refused(f"{place}.switches are not those of {shown(name)}")
    left = without(intact, lost)
    proven = {
        "loss": least_without(intact, lost),
        "certificate": left.certified(entry.get("certificate"), f"{place}.certificate"),
    }
    by, lower, upper = (
        text_in(entry, "by"),
        fraction_in(entry, "lower"),
        fraction_in(entry, "upper"),
    )
    if by not in proven:
        raise DocumentError(f"{place}.by is {shown(by)}, which is not known here")
    if not 0 <= lower <= proven[by]:
        raise Refused(f"{place}.lower is {lower}, and by {by} no more than {proven[by]} follows")
    if upper != left.cut(entry.get("side"), f"{place}.side"):
        raise Refused(f"{place}.upper is not what the cut has")
    return name, (lower, upper)
