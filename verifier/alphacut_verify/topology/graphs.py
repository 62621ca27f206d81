"""Networks given link by link."""

from __future__ import annotations

from typing import Any

from alphacut_verify.errors import Unreadable
from alphacut_verify.network import LOCAL, Line, Network
from alphacut_verify.reading import (
    a_list,
    a_rational,
    a_string,
    an_integer,
    an_object,
    integers,
    only,
)
from alphacut_verify.topology.draft import LARGEST, STANDARD, Draft, Spec
from alphacut_verify.topology.grouped import grouped


def graph(spec: Spec) -> Network:
    """Build a graph: its links are two ends, a class ("local") and a multiplicity (1)."""
    n = spec.switches(spec.integer("switches"), "switches")
    classes = _classes(spec.rest("classes"), spec.at("classes"))
    draft = Draft(spec, n, classes)
    for i, link in enumerate(a_list(spec.rest("links"), spec.at("links"))):
        place = spec.at(f"links.{i}")
        entry = a_list(link, place)
        if not 2 <= len(entry) <= 4:
            raise Unreadable(place, "must be two switches, then a class and a number")
        one, other = (an_integer(entry[k], f"{place}.{k}", 0, n - 1) for k in (0, 1))
        name = a_string(entry[2], f"{place}.2") if len(entry) > 2 else LOCAL[0]
        count = an_integer(entry[3], f"{place}.3", 1, LARGEST) if len(entry) > 3 else 1
        if one == other or name not in classes:
            raise Unreadable(place, "must join two different switches, by a class that is known")
        draft.join(one, other, name, count)
    groups = _each(spec, "groups", n)
    hosts = _each(spec, "hosts", n)
    _check_names(spec.rest("names"), n, spec.at("names"))
    if (unit := spec.rest("unit")) is not None and not a_rational(unit, spec.at("unit")):
        raise Unreadable(spec.at("unit"), "must be above 0")
    return draft.network(hosts=hosts, groups=groups)


def _classes(value: Any, place: str) -> dict[str, Line]:
    if value is None:
        return dict(STANDARD)
    if isinstance(value, dict):
        value = [
            {"name": name, **an_object(each, f"{place}.{name}")} for name, each in value.items()
        ]
    found: dict[str, Line] = {}
    for i, each in enumerate(a_list(value, place)):
        here = f"{place}.{i}"
        only(an_object(each, here), here, ("name", "base", "slope"), ())
        name = a_string(each["name"], f"{here}.name")
        if name in found:
            raise Unreadable(here, "has the name of another class")
        base, slope = (
            an_integer(each[part], f"{here}.{part}", 0, LARGEST) for part in ("base", "slope")
        )
        found[name] = (base, slope)
    return found


def _each(spec: Spec, name: str, n: int) -> tuple[int, ...] | None:
    value = spec.rest(name)
    if value is None:
        return None
    found = integers(value, spec.at(name), 0, LARGEST)
    if len(found) != n and found:
        raise Unreadable(spec.at(name), f"must have one number for each of {n} switches")
    return found or None


def _check_names(value: Any, n: int, place: str) -> None:
    if value is None:
        return
    names = [a_string(each, f"{place}.{i}") for i, each in enumerate(a_list(value, place))]
    if names and (
        len(names) != n or len(set(names)) != n or not all(0 < len(x) <= 200 for x in names)
    ):
        raise Unreadable(place, f"must be {n} different names of 1 to 200 characters")


def port_map(spec: Spec) -> Network:
    """Build a dragonfly from the groups that its ports lead to."""
    a, h = spec.integer("a"), spec.integer("h")
    rows = a_list(spec.rest("ports"), spec.at("ports"))
    spec.switches(a * len(rows), "ports")
    ends: dict[tuple[int, int], list[int]] = {}
    for group, row in enumerate(rows):
        place = spec.at(f"ports.{group}")
        if len(a_list(row, place)) != a * h:
            raise Unreadable(place, f"must have a·h = {a * h} entries")
        for port, other in enumerate(row):
            if other is None:
                continue
            an_integer(other, f"{place}.{port}", 0, len(rows) - 1)
            if other == group:
                raise Unreadable(f"{place}.{port}", "must be another group")
            ends.setdefault((group, other), []).append(port // h)
    links = []
    for (one, other), starts in sorted(ends.items()):
        back = ends.get((other, one), [])
        if len(back) != len(starts):
            raise Unreadable(spec.at("ports"), f"groups {one} and {other} do not agree")
        if one < other:
            links += [((one, x), (other, y)) for x, y in zip(starts, back, strict=True)]
    return grouped(spec, a, len(rows), links)


def link_list(spec: Spec) -> Network:
    """Build a dragonfly from its global links: group and position of both ends."""
    a, h, groups = spec.integer("a"), spec.integer("h"), spec.integer("groups")
    spec.switches(a * groups, "groups")
    degree: dict[tuple[int, int], int] = {}
    links = []
    for i, entry in enumerate(a_list(spec.rest("links"), spec.at("links"))):
        place = spec.at(f"links.{i}")
        numbers = integers(entry, place, 0)
        if len(numbers) != 4 or max(numbers[::2]) >= groups or max(numbers[1::2]) >= a:
            raise Unreadable(place, "must be group, position, group, position")
        one, other = (numbers[0], numbers[1]), (numbers[2], numbers[3])
        if one[0] == other[0]:
            raise Unreadable(place, "must join two groups")
        for end in (one, other):
            degree[end] = degree.get(end, 0) + 1
            if degree[end] > h:
                raise Unreadable(place, f"a switch has more than h = {h} global links")
        links.append((one, other))
    return grouped(spec, a, groups, links)


GRAPHS = {"graph": graph, "port_map": port_map, "link_list": link_list}
