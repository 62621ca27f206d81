"""The parameters of SST merlin's dragonfly, with its map of global links."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
    check_written,
)
from alphacut.arrangements.formats.exchange._grouped import Grouped
from alphacut.arrangements.formats.exchange._json import begins_object, object_of
from alphacut.arrangements.formats.exchange._merlin_map import failed_links, joined, link_map
from alphacut.arrangements.formats.exchange._numbering import network_of
from alphacut.arrangements.network import GLOBAL, LOCAL, Link
from alphacut.arrangements.words import printable, shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

COUNTS = ("hosts_per_router", "routers_per_group", "num_groups", "intergroup_links")
MODES = ("relative", "absolute")
KNOWN = (  # what decides the links, and is read
    *COUNTS,
    "intragroup_links",
    "intergroup_per_router",
    "global_link_map",
    "global_route_mode",
    "global_routes",
    "config_failed_links",
    "failed_links",
)
MOST_NOTES = 100


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read an object of the parameters, with or without the prefix "dragonfly".

    References
    ----------
    SST elements, merlin: the entry of router r and port p is the number s of
    the link to a group, times the other groups, plus the group, counted
    without the own one ("absolute") or from the next one on ("relative"). Each
    two routers of a group have `intragroup_links` links; of the links between
    groups those of `failed_links` ("group:group:s") are missing where
    `config_failed_links` is true.
    """
    found = _object(files[0], reading)
    hosts, size, groups, trunk = (_count(found, name) for name in COUNTS)
    inside = _count(found, "intragroup_links") if "intragroup_links" in found else 1
    reading.check_size(groups * size, groups * (size * (size - 1) + trunk * (groups - 1)) // 2)
    mode = found.get("global_route_mode", found.get("global_routes", "absolute"))
    if mode not in MODES:
        raise SpecError("global_route_mode", f"must be absolute or relative, got {shown(mode)}")
    routers = link_map(found, size, groups, trunk)
    failed, notes = failed_links(found, groups, trunk)
    links = [
        Link(*ends, GLOBAL.name, n)
        for ends, n in joined(mode, routers, size, groups, trunk, failed).items()
    ]
    local = [
        Link(group * size + one, group * size + other, LOCAL.name, inside)
        for group in range(groups)
        for one, other in combinations(range(size), 2)
    ]
    switches = groups * size
    network, _ = network_of(
        switches=switches,
        links=[*local, *links],
        groups={switch: switch // size for switch in range(switches)},
        hosts=dict.fromkeys(range(switches), hosts),
    )
    lost = [
        f"the parameter {printable(str(name), 60)}" for name in sorted(found.keys() - set(KNOWN))
    ]
    return Imported(network=network, notes=(*notes, *lost[:MOST_NOTES]))


def _object(content: bytes, reading: Reading) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in object_of(content, reading).items():
        short = name.removeprefix("dragonfly:").removeprefix("dragonfly.")
        if short in found:
            raise SpecError(short[:60], "is given twice, with a prefix and without")
        found[short] = value
    return found


def _count(found: dict[str, Any], name: str) -> int:
    value = found.get(name)
    least = {"hosts_per_router": 0, "num_groups": 2}.get(name, 1)
    if type(value) is not int or not least <= value <= 10**6:
        raise SpecError(name, f"must be an integer from {least}, got {shown(value)}")
    return value


def write(network: Network) -> Files:
    """Write the parameters, by a map that is the same for every group.

    Raises
    ------
    NetworkError
        If it is no dragonfly of complete groups, or no such map makes its links.
    """
    between = [link for link in network.links if len({network.groups[end] for end in link[:2]}) > 1]
    check_written(sum(link.multiplicity for link in between), "links between groups")
    grouped = Grouped.of(network, "SST merlin")
    size, groups = grouped.size, grouped.groups
    counts = {count for *_, count in grouped.inside} or {1}
    if len(grouped.inside) < size * (size - 1) // 2 or len(counts) > 1:
        raise NetworkError(
            "SST merlin needs groups that are complete graphs, with as many links in each place"
        )
    if len(set(network.hosts)) > 1:
        raise NetworkError("SST merlin needs the same number of hosts at every switch")
    links = Counter(grouped.between)
    trunk = 2 * len(grouped.between) // (groups * (groups - 1)) if groups > 1 else 0
    for mode in MODES if trunk else ():
        routers = _routers(mode, grouped, trunk)
        if routers is not None and joined(mode, routers, size, groups, trunk) == links:
            return (_parameters(network, mode, routers, grouped, trunk, *counts),)
    raise NetworkError(
        "SST merlin has one map of global links for all groups, absolute or relative, and no such "
        "map makes the links of this network"
    )


def _routers(mode: str, grouped: Grouped, trunk: int) -> dict[int, int] | None:
    """Read off group 0 at which position each entry must stand, if it can."""
    size, others = grouped.size, grouped.groups - 1
    routers: dict[int, int] = {}
    ends: dict[int, list[tuple[int, int]]] = {}
    for first, second in grouped.between:
        if first < size:
            ends.setdefault(second // size, []).append((first, second % size))
    for other in range(others):
        back = others - 1 - other  # the same links as the other group counts them, if relative
        for link, (here, there) in enumerate(ends.get(other + 1, [])[:trunk]):
            routers.setdefault(link * others + other, here)
            if mode == "relative":
                routers.setdefault(link * others + back, there)
    return routers if sorted(routers) == list(range(trunk * others)) else None


def _parameters(
    network: Network,
    mode: str,
    routers: dict[int, int],
    grouped: Grouped,
    trunk: int,
    inside: int,
) -> bytes:
    size, groups = grouped.size, grouped.groups
    ports = -(-trunk * (groups - 1) // size)
    entries: list[list[int]] = [[] for _ in range(size)]
    for raw, router in sorted(routers.items()):
        entries[router].append(raw)
    ports = max(ports, *map(len, entries))
    written = {
        "hosts_per_router": network.hosts[0],
        "routers_per_group": size,
        "num_groups": groups,
        "intergroup_links": trunk,
        **({"intragroup_links": inside} if inside > 1 else {}),
        "intergroup_per_router": ports,
        "global_route_mode": mode,
        "global_link_map": [x for row in entries for x in row + [-1] * (ports - len(row))],
    }
    return (
        json.dumps({f"dragonfly:{name}": value for name, value in written.items()}) + "\n"
    ).encode()


def looks_like(content: bytes) -> bool:
    """Whether it is an object with the counts of merlin's dragonfly."""
    return (
        begins_object(content)
        and b"routers_per_group" in content
        and b"intergroup_links" in content
    )


SST_MERLIN = ExchangeFormat(
    name="sst-merlin",
    description="the parameters of SST merlin's dragonfly, with its global_link_map, as JSON",
    media_type="application/json",
    extensions=(".json",),
    read=read,
    write=write,
    looks_like=looks_like,
)
