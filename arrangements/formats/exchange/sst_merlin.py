"""The parameters of SST merlin's dragonfly, with its map of global links."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Any

from arrangements.errors import NetworkError, SpecError
from arrangements.formats.exchange._base import ExchangeFormat, Files, Imported, text_of
from arrangements.formats.exchange._grouped import Grouped
from arrangements.formats.exchange._numbering import network_of
from arrangements.network import GLOBAL, LOCAL, Link
from arrangements.words import shown

if TYPE_CHECKING:
    from arrangements.network import Network

COUNTS = ("hosts_per_router", "routers_per_group", "num_groups", "intergroup_links")
LARGEST = 10**8  # about twice the links of a network that is read
MODES = ("relative", "absolute")
Ends = Counter[tuple[int, int]]


def target(mode: str, group: int, raw: int, groups: int) -> int:
    """Return the group that an entry of the map leads to."""
    other = raw % (groups - 1)
    if mode == "relative":
        return (group + other + 1) % groups
    return other + (other >= group)


def joined(mode: str, routers: dict[int, int], size: int, groups: int, trunk: int) -> Ends:
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
    )


def read(files: Files) -> Imported:
    """Read an object of the parameters, with or without the prefix "dragonfly".

    References
    ----------
    SST elements, merlin: the entry of router r and port p is the number s of
    the link to a group, times the other groups, plus the group, counted
    without the own one ("absolute") or from the next one on ("relative").
    """
    found = _object(files[0])
    hosts, size, groups, trunk = (_count(found, name) for name in COUNTS)
    if groups * size * (size + trunk * groups) > LARGEST:
        raise SpecError("", f"too large: {groups} groups of {size} routers")
    mode = found.get("global_route_mode", found.get("global_routes", "absolute"))
    if mode not in MODES:
        raise SpecError("global_route_mode", f"must be absolute or relative, got {shown(mode)}")
    routers = _map(found, size, groups, trunk)
    links = [
        Link(*ends, GLOBAL.name, n)
        for ends, n in joined(mode, routers, size, groups, trunk).items()
    ]
    local = [
        Link(group * size + one, group * size + other, LOCAL.name)
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
    known = {
        *COUNTS,
        "global_link_map",
        "global_route_mode",
        "global_routes",
        "intergroup_per_router",
    }
    return Imported(
        network=network,
        notes=tuple(f"the parameter {name}" for name in sorted(found.keys() - known)),
    )


def _object(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text_of(content))
    except (ValueError, RecursionError) as error:
        raise SpecError("", f"not JSON: {error}") from error
    if not isinstance(found, dict):
        raise SpecError("", f"must be an object of parameters, got {shown(found)}")
    return {
        name.removeprefix("dragonfly:").removeprefix("dragonfly."): v for name, v in found.items()
    }


def _count(found: dict[str, Any], name: str) -> int:
    value = found.get(name)
    least = {"hosts_per_router": 0, "num_groups": 2}.get(name, 1)
    if type(value) is not int or not least <= value <= 10**6:
        raise SpecError(name, f"must be an integer from {least}, got {shown(value)}")
    return value


def _map(found: dict[str, Any], size: int, groups: int, trunk: int) -> dict[int, int]:
    entries = found.get("global_link_map")
    used = trunk * (groups - 1)
    ports = -(-used // size)
    if entries is None:
        return _default_map(size, used, ports)
    if not isinstance(entries, list) or len(entries) % size:
        raise SpecError("global_link_map", f"must be a list of entries for {size} routers")
    ports = len(entries) // size
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


def write(network: Network) -> Files:
    """Write the parameters, by a map that is the same for every group.

    Raises
    ------
    NetworkError
        If it is no dragonfly of complete groups, or no such map makes its links.
    """
    grouped = Grouped.of(network, "SST merlin")
    size, groups = grouped.size, grouped.groups
    if set(grouped.inside) != {(one, other, 1) for one, other in combinations(range(size), 2)}:
        raise NetworkError("SST merlin needs groups that are complete graphs of single links")
    if len(set(network.hosts)) > 1:
        raise NetworkError("SST merlin needs the same number of hosts at every switch")
    links = Counter(grouped.between)
    trunk = 2 * len(grouped.between) // (groups * (groups - 1)) if groups > 1 else 0
    for mode in MODES if trunk else ():
        routers = _routers(mode, grouped, trunk)
        if routers is not None and joined(mode, routers, size, groups, trunk) == links:
            return (_parameters(network, mode, routers, size, groups, trunk),)
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
    network: Network, mode: str, routers: dict[int, int], size: int, groups: int, trunk: int
) -> bytes:
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
        "intergroup_per_router": ports,
        "global_route_mode": mode,
        "global_link_map": [x for row in entries for x in row + [-1] * (ports - len(row))],
    }
    return (
        json.dumps({f"dragonfly:{name}": value for name, value in written.items()}) + "\n"
    ).encode()


def looks_like(content: bytes) -> bool:
    """Whether it is an object with the counts of merlin's dragonfly."""
    return b"routers_per_group" in content[:4096] and b"intergroup_links" in content[:4096]


SST_MERLIN = ExchangeFormat(
    name="sst-merlin",
    description="the parameters of SST merlin's dragonfly, with its global_link_map, as JSON",
    media_type="application/json",
    extensions=(".json",),
    read=read,
    write=write,
    looks_like=looks_like,
)
