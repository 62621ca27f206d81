"""Lists of cables, racks and devices as CSV, for people and for NetBox's bulk import.

References
----------
NetBox, `netbox/dcim/forms/bulk_import.py`, for the columns of each import. Those that are written
are the same from version 3.6 on.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.network import FORMULA
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.layout.lengths import METRE, metres
from alphacut.solver.layout.names import COPPER

if TYPE_CHECKING:
    from alphacut.solver.layout.cabling import End, Laid
    from alphacut.solver.layout.layout import Layout
    from alphacut.solver.layout.racking import Slot

COLUMNS = (
    "cable", "label", "class", "medium", "length_m", "way_m",
    "from_rack", "from_unit", "from_device", "from_port",
    "to_rack", "to_unit", "to_device", "to_port",
)  # fmt: skip
NETBOX_CABLES = (
    "side_a_device", "side_a_type", "side_a_name", "side_b_device", "side_b_type", "side_b_name",
    "type", "status", "label", "length", "length_unit", "description",
)  # fmt: skip
NETBOX_RACKS = ("site", "name", "status", "width", "u_height")
NETBOX_DEVICES = (
    "name", "role", "manufacturer", "device_type", "status", "site", "rack", "position", "face",
)  # fmt: skip
NETBOX_TYPES = ("manufacturer", "model", "slug", "u_height")
MAKER = "Generic"
NETBOX_INTERFACES = ("device", "name", "type")
INTERFACE = "dcim.interface"
TYPES = {COPPER: "dac-passive", "optical": "aoc"}
HUNDREDTH = METRE // 100  # NetBox keeps lengths with two decimals


@dataclass(frozen=True)
class Namer:
    """What devices and ports of a layout are called."""

    layout: Layout
    switches: tuple[str, ...]

    @classmethod
    def of(cls, layout: Layout) -> Namer:
        """Name switches as their owner does, or by group and place in it.

        Raises
        ------
        QuestionError
            If a name begins as what a spreadsheet computes.
        """
        network = layout.network
        names = network.names or tuple(_by_group(network.groups))
        for name in names:
            if name.startswith(FORMULA):
                raise QuestionError(
                    "topology.names",
                    f"must not begin with {' '.join(FORMULA)}, which a spreadsheet computes, got "
                    f"{shown(name)}",
                )
        return cls(layout, names)

    def device(self, end: End) -> str:
        """Return what the device at an end is called."""
        name = self.switches[end.switch]
        return name if end.host is None else f"{name}-h{end.host}"

    def port(self, end: End) -> str:
        """Return what the port at an end is called."""
        names = self.layout.plan.names
        if end.host is not None:
            return names.host_port
        return names.switch_port.replace("{}", str(end.port))

    def rack(self, slot: Slot) -> str:
        """Return what the rack of a device is called."""
        return self.layout.racked.racks[slot.rack].name


def _by_group(groups: Sequence[int]) -> Iterator[str]:
    met: dict[int, int] = {}
    for group in groups:
        met[group] = met.get(group, -1) + 1
        yield f"g{group}s{met[group]}"


def cables_csv(layout: Layout) -> str:
    """Write a row for each cable: its label, length, and both ends with rack, unit and port."""
    namer = Namer.of(layout)

    def end(each: End) -> tuple[str | int, ...]:
        return namer.rack(each.slot), each.slot.unit, namer.device(each), namer.port(each)

    return _csv(
        COLUMNS,
        (
            (
                cable.number, _label(cable, namer), cable.link_class, cable.medium,
                metres(cable.bought), metres(cable.way), *end(cable.start), *end(cable.end),
            )
            for cable in layout.cables()
        ),
    )  # fmt: skip


def netbox_cables(layout: Layout) -> str:
    """Write the cables for NetBox: Connections, Cables, Import."""
    namer = Namer.of(layout)

    def end(each: End) -> tuple[str, ...]:
        return namer.device(each), INTERFACE, namer.port(each)

    return _csv(
        NETBOX_CABLES,
        (
            (
                *end(cable.start), *end(cable.end), TYPES[cable.medium], "planned",
                _label(cable, namer), _decimals(cable.bought), "m", cable.link_class,
            )
            for cable in layout.cables()
        ),
    )  # fmt: skip


def netbox_racks(layout: Layout, site: str) -> str:
    """Write the racks for NetBox."""
    units = layout.plan.rack.units
    return _csv(
        NETBOX_RACKS,
        ((site, rack.name, "planned", 19, units) for rack in layout.racked.racks),
    )


def netbox_types(layout: Layout) -> str:
    """Write the types of devices for NetBox: one for each kind and height."""
    types = {(kind, slot.units): None for _, kind, slot in _devices(layout, Namer.of(layout))}
    return _csv(
        NETBOX_TYPES,
        (
            (MAKER, _type(kind, units), _type(kind, units).lower(), units)
            for kind, units in sorted(types)
        ),
    )


def netbox_devices(layout: Layout, site: str) -> str:
    """Write switches, boxes and hosts for NetBox, each with the unit that is its lowest."""
    namer = Namer.of(layout)
    return _csv(
        NETBOX_DEVICES,
        (
            (
                name, kind, MAKER, _type(kind, slot.units), "planned", site, namer.rack(slot),
                slot.unit, "front",
            )
            for name, kind, slot in _devices(layout, namer)
        ),
    )  # fmt: skip


def _type(kind: str, units: int) -> str:
    return f"{kind}-{units}U"


def netbox_interfaces(layout: Layout) -> str:
    """Write the ports that cables end at, for NetBox."""
    namer = Namer.of(layout)
    return _csv(
        NETBOX_INTERFACES,
        (
            (namer.device(end), namer.port(end), "other")
            for cable in layout.cables()
            for end in (cable.start, cable.end)
        ),
    )


def _devices(layout: Layout, namer: Namer) -> Iterator[tuple[str, str, Slot]]:
    for switch, slot in enumerate(layout.racked.switches):
        yield namer.switches[switch], "box" if switch in layout.boxes else "switch", slot
        for host, place in enumerate(layout.racked.hosts[switch]):
            yield f"{namer.switches[switch]}-h{host}", "host", place


def _label(cable: Laid, namer: Namer) -> str:
    """Return what is printed on a cable: both ends."""
    ends = (f"{namer.device(each)}:{namer.port(each)}" for each in (cable.start, cable.end))
    return " - ".join(ends)


def _decimals(ticks: int) -> str:
    """Write metres with two decimals, rounded up."""
    hundredths = -(-ticks // HUNDREDTH)
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _csv(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
