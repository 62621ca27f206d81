"""The point-to-point file of a Slingshot machine: its cables, a row of a table for each.

Behind lines of remarks stands a header that begins with cable_id. A cable joins a jack of a switch
to one of another, or to adapters of hosts; the second end on a side (…_b) is there where it forks.
A cable between two jacks carries two ports of each, and so counts as two links.

References
----------
HPE Cray, System Admin Toolkit, `sat swap cable`, which reads the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._sections import Row, Table, cells_of
from alphacut.arrangements.formats.exchange._slingshot import ADAPTER, NOTHING, switch_of
from alphacut.arrangements.formats.exchange._text import head_of, lines_of
from alphacut.arrangements.network import GLOBAL, LOCAL
from alphacut.arrangements.words import printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.arrangements.network import Network

FIRST = "cable_id"  # the column that begins the header
ENDS = ("src_conn_a", "src_conn_b", "dst_conn_a", "dst_conn_b")
GROUPS = ("src_group", "dst_group")
NEEDED = (FIRST, *ENDS, "link_type", *GROUPS)
KINDS = ("local", "global", "edge")
TWICE = "a cable between two switches carries two ports of each, and counts as two links"


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches with their groups, the links between them, and the hosts that they have."""
    machine, table = _Machine(reading), None
    for number, line in lines_of(files[0]):
        place = f"line {number}"
        if table is None:
            if line.startswith(FIRST):
                table = Table("a list of cables", cells_of(line, place), NEEDED, place)
        elif line.strip(" ,"):
            machine.cable(table.row(line, place), place)
    if table is None:
        raise SpecError("", f"has no header: a line that begins with {FIRST},{ENDS[0]}")
    return machine.imported()


class _Machine:
    """The cables that were read so far."""

    def __init__(self, reading: Reading) -> None:
        self._links, self._reading = Links(reading), reading
        self._at: dict[str, str] = {}  # the switch of each adapter
        self._most = 64 * (reading.switches + reading.links)

    def cable(self, row: Row, place: str) -> None:
        """Take in a cable: two links, or adapters that are joined to a switch."""
        if row["link_type"] not in KINDS:
            raise SpecError(
                "",
                f"{place}: link_type must be one of {', '.join(KINDS)}, got "
                f"{shown(row['link_type'])}",
            )
        for one, other in _legs(row, place):
            switches = switch_of(one), switch_of(other)
            if switches[0] is not None and switches[1] is not None:
                self._link(row, place, (switches[0], switches[1]), (one, other))
            else:
                self._host(place, switches, (one, other))
        for column, end in zip(GROUPS, (ENDS[0], ENDS[2]), strict=True):
            switch = switch_of(row[end].replace(".", ""))
            if switch is not None:
                self._group(switch, row[column], f"{place}: {column}")

    def _link(self, row: Row, place: str, switches: tuple[str, str], ends: tuple[str, str]) -> None:
        if row["link_type"] == "edge":
            raise SpecError("", f"{place}: link_type is edge, but both ends are switches")
        name = printable(f"{row[FIRST]} {ends[0]} - {ends[1]}", 100)
        kind = LOCAL if row["link_type"] == "local" else GLOBAL
        self._links.add(place, switches, link_class=kind.name, cable=name)

    def _host(
        self, place: str, switches: tuple[str | None, str | None], ends: tuple[str, str]
    ) -> None:
        """Count each adapter once, at the switch that is named first."""
        switch, adapter = (switches[0], ends[1]) if switches[0] else (switches[1], ends[0])
        if switch is None or not ADAPTER.fullmatch(adapter):
            wrong = ends[0] if switch is None else adapter
            raise SpecError(
                "",
                f"{place}: {shown(wrong)} is no jack of a switch, such as x1000c0r7j12, and no "
                "adapter, such as x1000c0s3b0n0h1",
            )
        self._links.switch(switch)
        self._at.setdefault(adapter, switch)
        if len(self._at) > self._most:
            raise SpecError("", f"too large: more than {self._most:,} adapters")

    def _group(self, switch: str, cell: str, place: str) -> None:
        if cell.lower() in NOTHING:
            return
        if not (cell.isascii() and cell.isdigit() and len(cell) < 10):
            raise SpecError("", f"{place} must be a number or none, got {shown(cell)}")
        number = self._links.switch(switch)
        before = self._links.groups.setdefault(number, int(cell))
        if before != int(cell):
            raise SpecError(
                "", f"{place}: {switch} is in group {cell}, but in {before} in a line before"
            )

    def imported(self) -> Imported:
        """Make the network of all cables."""
        links = self._links
        at: dict[str, list[str]] = {}
        for adapter, switch in self._at.items():
            at.setdefault(switch, []).append(adapter)
        for number in range(links.known):
            links.hosts[number] = 0
        for switch, adapters in at.items():
            links.hosts[links.switch(switch)] = len(adapters)
            links.host_names[links.switch(switch)] = tuple(adapters)
        links.remarks.append(TWICE)
        return links.imported()


def _legs(row: Row, place: str) -> Iterator[tuple[str, str]]:
    """Yield what each of the two ports of a cable joins; the ends of a side may be one."""
    first, second, third, fourth = (row[end].replace(".", "") for end in ENDS)
    for end, column in ((first, ENDS[0]), (third, ENDS[2])):
        if end.lower() in NOTHING:
            raise SpecError("", f"{place}: {column} must be the end of a cable, got {shown(end)}")
    yield first, third
    yield (
        first if second.lower() in NOTHING else second,
        third if fourth.lower() in NOTHING else fourth,
    )


def looks_like(content: bytes) -> bool:
    """Whether one of the first lines is the header."""
    beginning = f"{FIRST},{ENDS[0]}"
    return any(line.startswith(beginning) for line in head_of(content, 65_536).splitlines())


def write(network: Network) -> Files:
    """Refuse: a network has no jacks and cabinets."""
    raise NetworkError(f"{network.switches:,} switches: lists of cables are read and not written")


SLINGSHOT_CABLES = ExchangeFormat(
    name="slingshot-cables",
    description="the point-to-point file of a Slingshot machine: its cables with their jacks",
    media_type="text/csv",
    extensions=(".p2p",),
    read=read,
    write=write,
    looks_like=looks_like,
    written=False,
)
