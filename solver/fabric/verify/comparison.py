"""What differs between a fabric and its design, derived anew from both networks.

The design with all differences applied must be the fabric, and no link may be told missing that
is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import object_in, only_fields, same, text_in
from alphacut.solver.fabric.verify.forms import Bisection, is_a

CHANGED = ("missing", "doubled", "unplanned", "swapped", "moved", "changed", "pairs")
SHAPES = {  # of an entry: numbers and names of classes
    "missing": "iisi", "doubled": "iisi", "unplanned": "iisi", "swapped": "iiiis",
    "moved": "iiis", "changed": "iissi", "pairs": "iiii",
}  # fmt: skip

Joint = tuple[int, int, str]


def check_differences(
    written: Mapping[str, Any], now: Bisection, designed: Bisection | None
) -> str:
    """Check what a fabric is told to differ in, and say what was counted."""
    match, found = written.get("match"), written.get("differences")
    if designed is None:
        if match is not None or found is not None:
            raise Refused("differences are told of a design that is not there")
        return "no design to compare with"
    matching = object_in(match, "match")
    only_fields(matching, ("by", "same", "groups"), "match")
    _check_groups(matching, now.network, designed.network)
    differing = object_in(found, "differences")
    only_fields(differing, ("classes", "switches", *CHANGED), "differences")
    entries = {name: _entries(differing.get(name), name) for name in CHANGED}
    switches = object_in(differing.get("switches"), "differences.switches")
    only_fields(switches, ("missing", "unplanned"), "differences.switches")
    if text_in(matching, "by") == "groups":
        if matching.get("same") != [] or any(entries[name] for name in CHANGED if name != "pairs"):
            raise Refused("where groups alone are compared, nothing is told of their switches")
        if switches.get("missing") != [] or switches.get("unplanned") != []:
            raise Refused("where groups alone are compared, no switch is missing")
        _check_pairs(entries["pairs"], _between(designed.network), _between(now.network))
        return "links between groups counted in the design and now"
    if designed.network.free:
        raise Refused("match.by: a design of any wiring has no switches to compare")
    numbers = _numbers(matching, switches, now.network, designed.network)
    classes = differing.get("classes")
    if not isinstance(classes, bool):
        raise DocumentError("differences.classes is not true or false")
    planned = _links(designed.network, range(designed.network.switches), classes)
    there = _links(now.network, numbers, classes)
    _apply(entries, planned, there)
    places = _places(designed.network)
    _check_pairs(entries["pairs"], _pairs(planned, places), _pairs(there, places))
    return f"{sum(planned.values()):,} links of the design compared with {sum(there.values()):,}"


def _entries(value: object, name: str) -> list[list[Any]]:
    shape = SHAPES[name]
    if not isinstance(value, list):
        raise DocumentError(f"differences.{name} is not a list")
    for place, entry in enumerate(value):
        fits = isinstance(entry, list) and len(entry) == len(shape)
        if not fits or not all(map(is_a, entry, shape)):
            raise DocumentError(
                f"differences.{name}.{place} is not of the form that it should have"
            )
    return value


def _check_groups(match: Mapping[str, Any], now: Network, designed: Network) -> None:
    """Check which group each group of the design is: that of its first switch that is there."""
    places, groups, listed = _places(now), _places(designed), match.get("same")
    found: list[int | None] = [None] * len(set(groups))
    if match.get("by") == "groups":
        found = list(range(len(found)))
    elif isinstance(listed, list):
        for switch, there in reversed(list(enumerate(listed[: len(groups)]))):
            if is_a(there, "i") and there < len(places):
                found[groups[switch]] = places[there]
    if not same(match.get("groups"), found):
        raise Refused("match.groups are not the groups of the switches that match.same names")


def _numbers(
    match: Mapping[str, Any], switches: Mapping[str, Any], now: Network, designed: Network
) -> list[int]:
    """Return the numbers of the fabric's switches in the design, or behind it."""
    listed = match.get("same")
    if not isinstance(listed, list) or len(listed) != designed.switches:
        raise Refused("match.same has not one entry for each switch of the design")
    where = _where(listed, now)
    if not same(switches.get("missing"), [s for s, each in enumerate(listed) if each is None]):
        raise Refused("differences.switches.missing are not those that match.same lacks")
    others = [switch for switch in range(now.switches) if switch not in where]
    if not same(switches.get("unplanned"), others):
        raise Refused("differences.switches.unplanned are not those that match.same lacks")
    by = text_in(match, "by")
    if by == "names":
        _check_names(where, others, now, designed)
    elif by != "order":
        raise DocumentError(f"match.by is {shown(by)}, which is not known")
    where.update((switch, designed.switches + place) for place, switch in enumerate(others))
    return [where[switch] for switch in range(now.switches)]


def _where(listed: Sequence[Any], now: Network) -> dict[int, int]:
    """Return the switch of the design that each one of the fabric is."""
    where: dict[int, int] = {}
    for switch, there in enumerate(listed):
        if there is None:
            continue
        if not is_a(there, "i") or there >= now.switches or there in where:
            raise Refused(f"match.same.{switch} is no switch of the fabric, or one named before")
        where[there] = switch
    return where


def _check_names(
    where: Mapping[int, int], others: Iterable[int], now: Network, designed: Network
) -> None:
    for there, switch in where.items():
        if designed.name_of(switch) != now.name_of(there):
            raise Refused(f"match.same.{switch}: the two switches have unlike names")
    names = set(designed.names)
    if any(now.name_of(switch) in names for switch in others):
        raise Refused("match.same lacks a switch of the fabric that the design names")


def _links(network: Network, numbers: Sequence[int], classes: bool) -> Counter[Joint]:
    found: Counter[Joint] = Counter()
    for first, second, name, multiplicity in network.links:
        ends = sorted((numbers[first], numbers[second]))
        found[ends[0], ends[1], name if classes else ""] += multiplicity
    return found


def _joint(one: int, other: int, name: str) -> Joint:
    return min(one, other), max(one, other), name


def _apply(
    entries: Mapping[str, list[list[Any]]], planned: Counter[Joint], there: Counter[Joint]
) -> None:
    """Take away and add what is told, and refuse it unless the fabric comes of that."""
    gone, come = Counter[Joint](), Counter[Joint]()
    for first, second, name, number in entries["missing"]:
        gone[_joint(first, second, name)] += number
    for kind in ("doubled", "unplanned"):
        for first, second, name, number in entries[kind]:
            joint = _joint(first, second, name)
            come[joint] += number
            if (planned[joint] > 0) != (kind == "doubled"):
                raise Refused(f"differences.{kind}: {list(joint)} is not of this kind")
    for a, x, b, y, name in entries["swapped"]:
        gone.update([_joint(a, x, name), _joint(b, y, name)])
        come.update([_joint(a, b, name), _joint(x, y, name)])
    for kept, was, now, name in entries["moved"]:
        gone[_joint(kept, was, name)] += 1
        come[_joint(kept, now, name)] += 1
    for first, second, was, now, number in entries["changed"]:
        gone[_joint(first, second, was)] += number
        come[_joint(first, second, now)] += number
    for counts, of, told in ((gone, planned - there, "missing"), (come, there - planned, "there")):
        if +counts != of:
            wrong = next(iter((counts - of) + (of - counts)))
            raise Refused(
                f"differences: {list(wrong)} is told {told} {counts[wrong]} times, and is "
                f"{of[wrong]} times"
            )


def _places(network: Network) -> list[int]:
    number = {group: place for place, group in enumerate(sorted(set(network.groups)))}
    return [number[group] for group in network.groups]


def _between(network: Network) -> Counter[tuple[int, int]]:
    """Count links between groups, and inside them."""
    places, found = _places(network), Counter[tuple[int, int]]()
    for first, second, _, multiplicity in network.links:
        pair = sorted((places[first], places[second]))
        found[pair[0], pair[1]] += multiplicity
    return found


def _pairs(links: Counter[Joint], places: Sequence[int]) -> Counter[tuple[int, int]]:
    """Count links between groups, of switches that have one."""
    found: Counter[tuple[int, int]] = Counter()
    for (first, second, _), number in links.items():
        if max(first, second) < len(places) and places[first] != places[second]:
            pair = sorted((places[first], places[second]))
            found[pair[0], pair[1]] += number
    return found


def _check_pairs(
    told: list[list[int]], planned: Counter[tuple[int, int]], there: Counter[tuple[int, int]]
) -> None:
    unlike = [
        [*pair, planned[pair], there[pair]]
        for pair in sorted({*planned, *there})
        if planned[pair] != there[pair]
    ]
    if told != unlike:
        raise Refused("differences.pairs are not the pairs of groups with other numbers of links")
