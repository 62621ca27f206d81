"""The links between groups that the parameters of SST merlin's dragonfly make."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.words import shown

FAILED = re.compile(r"([0-9]{1,6}):([0-9]{1,6}):([0-9]{1,6})")
TRUE, FALSE = (True, "true", "True", "1"), (False, "false", "False", "0")
Ends = Counter[tuple[int, int]]
Failed = frozenset[tuple[int, int, int]]  # links between groups: the two groups, and the number


def target(mode: str, group: int, raw: int, groups: int) -> int:
    """Return the group that an entry of the map leads to."""
    other = raw % (groups - 1)
    if mode == "relative":
        return (group + other + 1) % groups
    return other + (other >= group)


def joined(
    mode: str,
    routers: dict[int, int],
    size: int,
    groups: int,
    trunk: int,
    failed: Failed = frozenset(),
) -> Ends:
    """Return the links between groups that a map makes: link s of a pair is s at both ends.

    Parameters
    ----------
    routers
        The position that each entry of the map stands at.
    """
    port = [
        {
            (target(mode, group, raw, groups), raw // (groups - 1)): group * size + router
            for raw, router in routers.items()
        }
        for group in range(groups)
    ]
    return Counter(
        (port[low][high, link], port[high][low, link])
        for low, high in combinations(range(groups), 2)
        for link in range(trunk)
        if (low, high, link) not in failed
    )


def failed_links(found: dict[str, Any], groups: int, trunk: int) -> tuple[Failed, tuple[str, ...]]:
    """Return the links between groups that have failed, with a note if they are not counted."""
    entries, counted = found.get("failed_links", []), found.get("config_failed_links", False)
    if not isinstance(counted, bool | str) or counted not in (*TRUE, *FALSE):
        raise SpecError("config_failed_links", f"must be true or false, got {shown(counted)}")
    if not isinstance(entries, list):
        raise SpecError(
            "failed_links", f'must be a list of "group:group:link", got {shown(entries)}'
        )
    failed = frozenset(
        _failed_link(each, f"failed_links.{place}", groups, trunk)
        for place, each in enumerate(entries)
    )
    if counted in TRUE:
        return failed, ()
    note = "the parameter failed_links: merlin does not count it without config_failed_links"
    return frozenset(), (note,) if failed else ()


def _failed_link(value: object, place: str, groups: int, trunk: int) -> tuple[int, int, int]:
    parts = FAILED.fullmatch(value) if isinstance(value, str) else None
    one, other, link = map(int, parts.groups() if parts else (0, 0, 0))
    low, high = min(one, other), max(one, other)
    if not 0 <= low < high < groups or link >= trunk:
        raise SpecError(
            place,
            f'must be "group:group:link" of two of {groups} groups and a link from 0 to '
            f"{trunk - 1}, got {shown(value)}",
        )
    return low, high, link


def link_map(found: dict[str, Any], size: int, groups: int, trunk: int) -> dict[int, int]:
    entries = found.get("global_link_map")
    used = trunk * (groups - 1)
    ports = -(-used // size)
    if entries is None:
        return _default_map(size, used, ports)
    if not isinstance(entries, list) or len(entries) % size:
        raise SpecError("global_link_map", f"must be a list of entries for {size} routers")
    ports = len(entries) // size
    if found.get("intergroup_per_router", ports) != ports:
        raise SpecError(
            "intergroup_per_router",
            f"is {shown(found['intergroup_per_router'])}, but global_link_map has {ports} entries "
            "for each router",
        )
    for place, raw in enumerate(entries):
        if type(raw) is not int:
            raise SpecError(f"global_link_map.{place}", f"must be an integer, got {shown(raw)}")
    routers = {raw: place // ports for place, raw in enumerate(entries) if raw != -1}
    if sorted(raw for raw in entries if raw != -1) != list(range(used)):
        raise SpecError(
            "global_link_map",
            f"must have each of the numbers 0 to {used - 1} once, and -1 elsewhere",
        )
    return routers


def _default_map(size: int, used: int, ports: int) -> dict[int, int]:
    """Return merlin's own map: in order, the last routers with one port less."""
    shorter = ports * size - used
    routers: dict[int, int] = {}
    for router in range(size):
        for _ in range(ports - (router >= size - shorter)):
            routers[len(routers)] = router
    return routers
