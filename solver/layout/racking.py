"""Switches and hosts in racks: groups in their order, each in as few racks as hold it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.layout.floor import Standing, standing

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.layout.plan import Plan

MOST_DEVICES = 2_000_000  # switches and hosts


@dataclass(frozen=True, kw_only=True)
class Slot:
    """Where a device is: a rack, and the lowest of the units that it takes, from 1."""

    rack: int
    unit: int
    units: int


@dataclass(frozen=True, kw_only=True)
class Racked:
    """All devices in their racks, and the racks on the floor."""

    racks: tuple[Standing, ...]
    switches: tuple[Slot, ...]  # by switch
    hosts: tuple[tuple[Slot, ...], ...]  # by switch; (): they are inside of it


@dataclass(kw_only=True)
class _Filling:
    """A rack that is being filled, from the top."""

    free: int  # units left, all at its bottom
    name: str | None = None  # that of its place, where a plan says so

    def take(self, rack: int, units: int) -> Slot:
        self.free -= units
        return Slot(rack=rack, unit=self.free + 1, units=units)


@dataclass(kw_only=True)
class _Filler:
    """Racks as they are filled, in the order in which they stand."""

    network: Network
    plan: Plan
    racks: list[_Filling] = field(default_factory=list)
    switches: dict[int, Slot] = field(default_factory=dict)
    hosts: dict[int, tuple[Slot, ...]] = field(default_factory=dict)

    def begin(self, name: str | None = None) -> None:
        self.racks.append(_Filling(free=self.plan.rack.units, name=name))

    def fill(self, switches: Sequence[int], names: Iterator[str] | None, group: int) -> None:
        """Fill the last rack, and others once it is full, with switches and their hosts."""
        for switch in switches:
            number = self.network.hosts[switch]
            height = self.plan.switch.height(number)
            each = self.plan.host.units
            if self.racks[-1].free < min(height + number * each, self.plan.rack.units):
                self._next(names, group)
            self.switches[switch] = self.racks[-1].take(len(self.racks) - 1, height)
            if not each:
                self.hosts[switch] = ()
                continue
            slots = []
            for _ in range(number):
                if self.racks[-1].free < each:
                    self._next(names, group)
                slots.append(self.racks[-1].take(len(self.racks) - 1, each))
            self.hosts[switch] = tuple(slots)

    def _next(self, names: Iterator[str] | None, group: int) -> None:
        if names is None:
            self.begin()
            return
        name = next(names, None)
        if name is None:
            raise QuestionError(
                f"groups.{group}",
                f"its racks are too small for it: it has {self._height(group):,} units, and racks "
                f"have {self.plan.rack.units} each; list more of them",
            )
        self.begin(name)

    def _height(self, group: int) -> int:
        return sum(
            self.height(switch)
            for switch in range(self.network.switches)
            if self.network.groups[switch] == group
        )

    def height(self, switch: int) -> int:
        """Return the units of a switch with its hosts."""
        number = self.network.hosts[switch]
        return self.plan.switch.height(number) + number * self.plan.host.units


def rack_up(network: Network, plan: Plan) -> Racked:
    """Put every switch and host into a rack, and the racks on the floor.

    Racks are filled from the top, a switch above its hosts. A group begins in the last rack if all
    of it fits there and the plan lets racks be shared; else in a new one. A switch stands in one
    rack with its hosts if they fit into one. Groups without hosts stand in racks of their own.

    Raises
    ------
    QuestionError
        If a device is higher than a rack, or there are fewer racks than it takes.
    """
    _check_sizes(network, plan)
    members: dict[int, list[int]] = {}
    for switch, group in enumerate(network.groups):
        members.setdefault(group, []).append(switch)
    for group in plan.groups:
        if group not in members:
            raise QuestionError(
                f"groups.{group}", f"there is no such group; there are {len(members):,}, from 0"
            )
    filler = _Filler(network=network, plan=plan)
    for group, names in plan.groups.items():
        given = iter(names)
        filler.begin(next(given))
        filler.fill(members[group], given, group)
    fixed = len(filler.racks)
    left = [group for group in sorted(members) if group not in plan.groups]
    with_hosts = [group for group in left if any(network.hosts[s] for s in members[group])]
    starts = _fill_groups(filler, with_hosts, members)
    between = len(filler.racks)
    _fill_groups(filler, [group for group in left if group not in set(with_hosts)], members)
    order = _order(filler, fixed, between, starts)
    racks = standing([filler.racks[each].name for each in order], plan)
    place = {old: new for new, old in enumerate(order)}

    def moved(slot: Slot) -> Slot:
        return Slot(rack=place[slot.rack], unit=slot.unit, units=slot.units)

    return Racked(
        racks=racks,
        switches=tuple(moved(filler.switches[each]) for each in range(network.switches)),
        hosts=tuple(
            tuple(moved(slot) for slot in filler.hosts[each]) for each in range(network.switches)
        ),
    )


def _fill_groups(
    filler: _Filler, groups: Sequence[int], members: dict[int, list[int]]
) -> list[int]:
    """Fill groups into new racks; return the racks in which none goes on that began before."""
    starts, own = [], len(filler.racks)
    for group in groups:
        units = sum(map(filler.height, members[group]))
        shared = filler.plan.rack.share and len(filler.racks) > own
        if not (shared and units <= filler.racks[-1].free):
            starts.append(len(filler.racks))
            filler.begin()
        filler.fill(members[group], None, group)
    return starts


def _order(filler: _Filler, fixed: int, between: int, starts: Sequence[int]) -> list[int]:
    """Return the racks in the order in which they stand: those of the core in the middle."""
    outer, core = list(range(fixed, between)), list(range(between, len(filler.racks)))
    middle = between
    if filler.plan.floor.core == "middle" and starts and core:
        half = fixed + (between - fixed) / 2
        middle = min((*starts, between), key=lambda each: (abs(each - half), each))
    cut = middle - fixed
    return [*range(fixed), *outer[:cut], *core, *outer[cut:]]


def _check_sizes(network: Network, plan: Plan) -> None:
    devices = network.switches + (sum(network.hosts) if plan.host.units else 0)
    if devices > MOST_DEVICES:
        raise QuestionError(
            "topology",
            f"too large to be laid out: {devices:,} switches and hosts, at most {MOST_DEVICES:,}",
        )
    for name, units in (
        ("switch.units", plan.switch.units),
        ("switch.edge_units", plan.switch.edge_units or 1),
        ("host.units", plan.host.units),
    ):
        if units > plan.rack.units:
            raise QuestionError(
                "rack.units",
                f"racks are too small: {name} is {units}, a rack has {shown(plan.rack.units)}",
            )
