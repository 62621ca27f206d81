"""Racks on the floor and devices in racks: each stands in one, with room, and nothing overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

from alphacut.arrangements.network import Network
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import object_in, only_fields, same, text_in
from alphacut.solver.layout.verify.room import METRE, UNIT, Room

Spot = tuple[int, int]  # a rack, and the lowest unit that a device takes, from 1


@dataclass(frozen=True, kw_only=True)
class Placed:
    """Where everything is."""

    network: Network
    room: Room
    racks: Sequence[tuple[int, int]]  # micrometres along a row, and across the rows
    switches: Sequence[Spot]
    hosts: Sequence[Sequence[Spot]]  # by switch

    def height(self, switch: int) -> int:
        """Return the units of a switch."""
        return self.room.edge if self.network.hosts[switch] else self.room.switch

    def middle(self, spot: Spot, units: int) -> int:
        """Return the height of the middle of a device over the bottom of unit 1."""
        return (spot[1] - 1) * UNIT + units * UNIT // 2

    @cached_property
    def boxes(self) -> frozenset[int]:
        """The switches in whose box their hosts are."""
        hosts = self.network.hosts if not self.room.host else ()
        return frozenset(switch for switch, number in enumerate(hosts) if number)


def decimal(micrometres: int) -> str:
    """Write a length in metres as documents do."""
    whole, part = divmod(micrometres, METRE)
    return f"{whole}.{part:06d}".rstrip("0").rstrip(".")


def placed(document: Any, network: Network, room: Room) -> Placed:
    """Read where everything is, and check that it can stand there.

    Raises
    ------
    DocumentError, Refused
        If it is not told, or cannot.
    """
    racks = _racks(document.get("racks"), room)
    devices = object_in(document.get("devices"), "devices")
    only_fields(devices, ("switches", "hosts"), "devices")
    switches = _spots(devices.get("switches"), network.switches, "devices.switches")
    beside = devices.get("hosts")
    if not isinstance(beside, list) or len(beside) != network.switches:
        raise DocumentError("devices.hosts is no list with an entry for each switch")
    hosts = [
        _spots(each, network.hosts[switch] if room.host else 0, f"devices.hosts.{switch}")
        for switch, each in enumerate(beside)
    ]
    found = Placed(
        network=network, room=room, switches=switches, hosts=hosts,
        racks=[(x, y) for _, x, y in racks],
    )  # fmt: skip
    _check_room(found)
    _check_groups(found, [name for name, _, _ in racks])
    _check_counts(document["racks"], found)
    return found


def _racks(written: object, room: Room) -> list[tuple[str, int, int]]:
    """Return names and places of the racks, each of which the floor has."""
    if not isinstance(written, list):
        raise DocumentError("racks is not a list")
    found, names, spots = [], set(), set()
    for number, each in enumerate(written):
        rack = object_in(each, f"racks.{number}")
        only_fields(
            rack, ("name", "x", "y", "groups", "switches", "hosts", "units"), f"racks.{number}"
        )
        name = text_in(rack, "name")
        place = room.places.get(name) if room.places else _in_rows(name, room)
        if place is None:
            raise Refused(f"racks.{number}: the floor has no place {shown(name)}")
        if (rack.get("x"), rack.get("y")) != tuple(map(decimal, place)):
            raise Refused(f"racks.{number}: {name} is at {' and '.join(map(decimal, place))} m")
        if name in names or (not room.places and place in spots):
            raise Refused(f"racks.{number}: another rack stands where {name} is")
        names.add(name)
        spots.add(place)
        found.append((name, *place))
    return found


def _in_rows(name: str, room: Room) -> tuple[int, int] | None:
    """Return where a rack of this name stands in the rows, "R01-02" the second of the first."""
    row, dash, column = name.removeprefix("R").partition("-")
    if not (dash and row.isdecimal() and column.isdecimal() and len(name) < 20):
        return None
    place = int(row) - 1, int(column) - 1
    if name != f"R{place[0] + 1:02d}-{place[1] + 1:02d}" or min(place) < 0:
        return None
    if place[0] >= room.rows or (room.wide is not None and place[1] >= room.wide):
        return None
    return place[1] * room.pitch[0], place[0] * room.pitch[1]


def _spots(written: object, number: int, name: str) -> list[Spot]:
    if not isinstance(written, list):
        raise DocumentError(f"{name} is not a list")
    if len(written) != number:
        raise Refused(f"{name}: {len(written)} devices are told, and there are {number}")
    for each in written:
        if not (isinstance(each, list) and len(each) == 2 and all(type(n) is int for n in each)):
            raise DocumentError(f"{name}: a place is a rack and a unit")
    return [(rack, unit) for rack, unit in written]


def _check_room(found: Placed) -> None:
    """Every device lies wholly inside of one rack, and no two share a unit."""
    lying = []  # rack, lowest unit, first unit above, and name of each device
    for switch, spot in enumerate(found.switches):
        lying.append(_lying(spot, found.height(switch), found, f"switch {switch}"))
        for host, beside in enumerate(found.hosts[switch]):
            name = f"host {host} of switch {switch}"
            lying.append(_lying(beside, found.room.host, found, name))
    for (rack, _, above, _), (other, unit, _, name) in pairwise(sorted(lying)):
        if rack == other and unit < above:
            raise Refused(f"devices: {name} is where another device is")


def _lying(spot: Spot, units: int, found: Placed, name: str) -> tuple[int, int, int, str]:
    """Return which units of its rack a device takes, however many these are."""
    rack, unit = spot
    if not 0 <= rack < len(found.racks):
        raise Refused(f"devices: {name} is in a rack that is not there")
    if not 1 <= unit <= found.room.units - units + 1:
        raise Refused(f"devices: {name} is not inside of its rack of {found.room.units} units")
    return rack, unit, unit + units, name


def _check_groups(found: Placed, names: Sequence[str]) -> None:
    """Groups that were given racks are in these, and alone."""
    owner = {name: group for group, racks in found.room.groups.items() for name in racks}
    if not set(found.room.groups) <= set(found.network.groups):
        raise DocumentError("files.racks: [groups] has a group that the network does not have")
    for switch, group in enumerate(found.network.groups):
        for rack, _ in (found.switches[switch], *found.hosts[switch]):
            own = found.room.groups.get(group)
            if names[rack] not in own if own is not None else names[rack] in owner:
                raise Refused(f"devices: group {group} is in rack {names[rack]}, against [groups]")


def _check_counts(written: Sequence[Any], found: Placed) -> None:
    """What is told of each rack is what is in it, and none is empty."""
    groups: list[set[int]] = [set() for _ in found.racks]
    switches, hosts, units = ([0] * len(found.racks) for _ in range(3))
    for switch, (rack, _) in enumerate(found.switches):
        groups[rack].add(found.network.groups[switch])
        switches[rack] += 1
        units[rack] += found.height(switch)
        for other, _ in found.hosts[switch]:
            groups[other].add(found.network.groups[switch])
            hosts[other] += 1
            units[other] += found.room.host
    for number, each in enumerate(written):
        true = {
            "groups": sorted(groups[number]), "switches": switches[number],
            "hosts": hosts[number], "units": units[number],
        }  # fmt: skip
        for name, value in true.items():
            if not same(each.get(name), value):
                raise Refused(f"racks.{number}.{name} is {shown(each.get(name))}; it is {value}")
        if not units[number]:
            raise Refused(f"racks.{number}: nothing is in it")
