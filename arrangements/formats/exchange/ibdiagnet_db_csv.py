"""The .db_csv file of ibdiagnet: nodes, ports and links of an InfiniBand fabric, in sections.

A section begins with START_NAME and ends with END_NAME; in it stand a line with the names of its
columns and a row for each entry. NODES, PORTS and LINKS are read.

References
----------
NVIDIA, ibdiagnet InfiniBand Fabric Diagnostic Tool User Manual, "Output Files"; InfiniBand
Architecture Specification, volume 1, section 14.2.5.6 (link widths and speeds).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._infiniband import Cabling, End, Rate
from alphacut.arrangements.formats.exchange._sections import (
    Row,
    Table,
    cells_of,
    guid_of,
    number_of,
)
from alphacut.arrangements.formats.exchange._text import head_of, lines_of
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

NEEDED = {  # columns of each section that is read
    "NODES": ("NodeDesc", "NodeType", "NodeGUID"),
    "PORTS": ("NodeGuid", "PortNum"),
    "LINKS": ("NodeGuid1", "PortNum1", "NodeGuid2", "PortNum2"),
}
BEGIN = re.compile(r"START_([A-Z0-9_]{1,60})\s*")
HEAD = re.compile(r"^START_[A-Z0-9_]{1,60}\s*$", re.MULTILINE)
KINDS = {1: "adapter", 2: "switch", 3: "router"}  # of nodes, by their numbers
WIDTHS = {1: "1", 2: "4", 4: "8", 8: "12", 16: "2"}  # lanes, by the bit that is set
BASE_SPEEDS = {1: "SDR", 2: "DDR", 4: "QDR"}
EXTENDED_SPEEDS = {1: "FDR", 2: "EDR", 4: "HDR", 8: "NDR", 16: "XDR"}  # the eight bits above


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches, the cables between them with their speeds, and the hosts that they have."""
    fabric = _Fabric(reading)
    section, table = "", None
    for number, line in lines_of(files[0]):
        place, text = f"line {number}", line.strip()
        begun = BEGIN.fullmatch(text)
        if begun is not None:
            section, table = begun[1], None
        elif text == f"END_{section}":
            section = ""
        elif section in NEEDED and text:
            if table is None:
                table = Table(section, cells_of(text, place), NEEDED[section], place)
            else:
                fabric.row(section, table.row(text, place), place)
    return fabric.imported()


class _Fabric:
    """What the sections have told so far."""

    def __init__(self, reading: Reading) -> None:
        self._cabling, self._reading = Cabling(), reading
        self._rates: dict[End, Rate] = {}
        self._links: list[tuple[str, End, End]] = []
        self._most = 64 * (reading.switches + reading.links)

    def row(self, section: str, row: Row, place: str) -> None:
        """Take in a row of a section."""
        if section == "NODES":
            self._node(row, place)
        elif section == "PORTS":
            self._port(row, place)
        else:
            self._link(row, place)
        if len(self._rates) + len(self._links) > self._most:
            raise SpecError("", f"too large: more than {self._most:,} ports and cables")
        self._cabling.check_size(self._reading)

    def _node(self, row: Row, place: str) -> None:
        number = number_of(row["NodeType"], place, "NodeType")
        if number not in KINDS:
            raise SpecError(
                "",
                f"{place}: NodeType must be 1 (adapter), 2 (switch) or 3 (router), got "
                f"{shown(row['NodeType'])}",
            )
        guid = guid_of(row["NodeGUID"], place, "NodeGUID")
        self._cabling.add(guid, row["NodeDesc"], is_switch=KINDS[number] == "switch")
        if KINDS[number] == "router":
            self._cabling.strangers.add(guid)

    def _port(self, row: Row, place: str) -> None:
        """Note the speed of a port, where it is told."""
        speed, width = row.get("LinkSpeedActv", ""), row.get("LinkWidthActv", "")
        if not speed or not width or "N/A" in (speed.upper(), width.upper()):
            return
        rate = _rate(
            number_of(width, place, "LinkWidthActv"), number_of(speed, place, "LinkSpeedActv")
        )
        if rate is not None:
            self._rates[_end(row, place, "NodeGuid", "PortNum")] = rate

    def _link(self, row: Row, place: str) -> None:
        one = _end(row, place, "NodeGuid1", "PortNum1")
        other = _end(row, place, "NodeGuid2", "PortNum2")
        self._links.append((place, one, other))

    def imported(self) -> Imported:
        """Make the network; a link may stand before the nodes and ports that it joins."""
        for place, one, other in self._links:
            for node, _ in (one, other):
                if node not in self._cabling.switches and node not in self._cabling.adapters:
                    raise SpecError("", f"{place}: the node 0x{node} is not among NODES")
            rate = self._rates.get(one) or self._rates.get(other)
            self._cabling.join(place, one, other, rate)
        return self._cabling.imported(self._reading)


def _end(row: Row, place: str, guid: str, port: str) -> End:
    return End(guid_of(row[guid], place, guid), number_of(row[port], place, port, 256))


def _rate(width: int, speed: int) -> Rate | None:
    """Tell a rate by the bits of a port's active width and speed; None if they say nothing."""
    lanes = WIDTHS.get(width)
    name = EXTENDED_SPEEDS.get(speed >> 8) or BASE_SPEEDS.get(speed & 255)
    return None if lanes is None or name is None else Rate.of(lanes, name)


def looks_like(content: bytes) -> bool:
    """Whether one of the first lines begins a section."""
    return HEAD.search(head_of(content)) is not None


def write(network: Network) -> Files:
    """Refuse: a network has no ports and GUIDs."""
    raise NetworkError(f"{network.switches:,} switches: ibdiagnet's files are read and not written")


IBDIAGNET = ExchangeFormat(
    name="ibdiagnet",
    description="ibdiagnet's .db_csv: an InfiniBand fabric's switches, cables and hosts",
    media_type="text/csv",
    extensions=(".db_csv",),
    read=read,
    write=write,
    looks_like=looks_like,
    options=frozenset({"weights"}),
    written=False,
)
