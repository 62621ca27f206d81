"""The output of iblinkinfo: the links of an InfiniBand fabric, in sections or one to a line (-l).

References
----------
infiniband-diags, manual page iblinkinfo.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
    only_read,
)
from alphacut.arrangements.formats.exchange._infiniband import Cabling, End, Rate, short_lines_of
from alphacut.arrangements.formats.exchange._text import head_of

SECTION = re.compile(r"(Switch|CA|RT|Router): ?(?:(0x[0-9a-f]+) ?)?(.*?):?\s*")
PORT = re.compile(  # GUID, name, LID and port; the link; the same of the other end
    r"\s*(?:(0x[0-9a-f]{1,16})\s+)?(?:\"(.*?)\"\s+)?(\d{1,5})\s+(\d{1,3})\[[^\]]*\] ==\((.*?)\)"
    r"(?: \(HOQ.*?\))?==>\s*(?:(0x[0-9a-f]{1,16})\s+)?(?:(\d{1,5})\s+(\d{1,3}))?\s*\[[^\]]*\] "
    r"\"(.*?)\".*"
)
RATE = re.compile(r"\s*(\d{1,2})X\s+([0-9.]+) Gbps(?: \((FDR10)\))?")
ALONE = "only switches are listed, and each cable from them to another node counts as a host"
SAME_LIDS = "; give the output of iblinkinfo --line, which has GUIDs"


class Row(NamedTuple):
    """A port with something at its other end, or nothing."""

    place: str
    section: int  # 0: there are none, as with -l
    guid: str | None
    name: str  # of the node
    lid: str
    port: int
    rate: Rate | None
    far: tuple[str | None, str, int, str] | None  # GUID, LID, port, name


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches, the cables between them with their speeds, and the hosts that they have.

    Ends of cables are told by GUIDs, or without them by LIDs.
    """
    cabling = Cabling()
    rows, switches, routers = _rows(files[0], reading)
    if any(row.section == 0 for row in rows):
        _by_guids(cabling, rows)
    else:
        _by_lids(cabling, rows, switches, routers)
    cabling.check_size(reading)
    return cabling.imported(reading)


def _rows(content: bytes, reading: Reading) -> tuple[list[Row], dict[int, str], set[int]]:
    """Return all ports, the GUIDs of the sections of switches, and the sections of routers."""
    rows: list[Row] = []
    switches: dict[int, str] = {}
    routers: set[int] = set()
    section, name = 0, ""
    most = 64 * (reading.switches + reading.links)
    for number, line in short_lines_of(content):
        if port := PORT.fullmatch(line):
            rows.append(_row(f"line {number}", section, name, port))
            if len(rows) > most:
                raise SpecError("", f"too large: more than {most:,} ports")
        elif head := SECTION.fullmatch(line):
            section += 1
            kind, guid, name = head.groups()
            if kind == "Switch":
                switches[section] = guid or name
            elif kind != "CA":
                routers.add(section)
    return rows, switches, routers


def _row(place: str, section: int, name: str, port: re.Match[str]) -> Row:
    guid, own, lid, number, link, far, far_lid, far_number, far_name = port.groups()
    rate = RATE.match(link)
    return Row(
        place=place, section=section, guid=guid, name=name if own is None else own.strip(),
        lid=lid, port=int(number),
        rate=Rate.of(rate[1], rate[3] or rate[2]) if rate else None,
        far=(far, far_lid, int(far_number), far_name.strip()) if far_number else None,
    )  # fmt: skip


def _by_guids(cabling: Cabling, rows: list[Row]) -> None:
    """Tell nodes by GUIDs: a switch has several ports of one, an adapter one port."""
    ports = Counter(row.guid for row in rows)
    switches = {guid for guid, count in ports.items() if guid and count > 1}

    def end(place: str, guid: str | None, port: int, name: str) -> End:
        if guid is None:
            raise SpecError("", f"{place}: names no GUID, as other lines do")
        is_switch = guid in switches
        node = guid if is_switch else f"{int(guid, 16) - port:x} {name}"
        cabling.add(node, name, is_switch=is_switch)
        return End(node, port)

    for row in rows:
        here = end(row.place, row.guid, row.port, row.name)
        if row.far is not None:
            guid, _, port, name = row.far
            cabling.join(row.place, here, end(row.place, guid, port, name), row.rate)


def _by_lids(
    cabling: Cabling, rows: list[Row], switches: dict[int, str], routers: set[int]
) -> None:
    """Tell nodes by their sections, and the other ends by the LIDs of these."""
    section_of: dict[str, int] = {}
    for row in rows:
        if section_of.setdefault(row.lid, row.section) != row.section:
            raise SpecError("", f"{row.place}: two nodes have the LID {row.lid}{SAME_LIDS}")
        node = switches.get(row.section, f"{row.section}")
        cabling.add(node, row.name, is_switch=row.section in switches)
        if row.section in routers:
            cabling.strangers.add(node)
    for row in rows:
        if row.far is None:
            continue
        _, lid, port, name = row.far
        section = section_of.get(lid)
        node = f"LID {lid}" if section is None else switches.get(section, f"{section}")
        if section is None:
            cabling.add(node, name, is_switch=False)
            cabling.remarks = [ALONE]
        here = End(switches.get(row.section, f"{row.section}"), row.port)
        cabling.join(row.place, here, End(node, port), row.rate)


def looks_like(content: bytes) -> bool:
    """Whether one of the first lines is a port."""
    return any(PORT.fullmatch(line) for line in head_of(content).splitlines())


IBLINKINFO = ExchangeFormat(
    name="iblinkinfo",
    description="the output of iblinkinfo: an InfiniBand fabric's switches, cables and hosts",
    media_type="text/plain",
    extensions=(".iblinkinfo",),
    read=read,
    write=only_read("iblinkinfo's output is"),
    looks_like=looks_like,
    options=frozenset({"weights"}),
    written=False,
)
