"""OpenSM's opensm-subnet.lst: every link of an InfiniBand fabric, from either end.

References
----------
OpenSM, osm_subnet.c and osm_dump.c; ibutils, which reads the file.
"""

from __future__ import annotations

import re

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
from alphacut.arrangements.formats.exchange._text import head_of, quoted

HALF = (
    r"\{ (CA|CA-SM|SW|SW-SM|Rt|Rt-SM) Ports:([0-9A-Fa-f]+) SystemGUID:[0-9A-Fa-f]+ "
    r"NodeGUID:([0-9A-Fa-f]{1,16}) PortGUID:([0-9A-Fa-f]{1,16}) VenID:\w+ "
    r"DevID:([0-9A-Fa-f]{1,8}) Rev:\w+ "
    r"\{(.*)\} LID:([0-9A-Fa-f]{1,4}) PN:([0-9A-Fa-f]{1,2}) \}"
)
LINE = re.compile(rf"\s*{HALF} {HALF}(.*)")
RATE = re.compile(r" PHY=(\d{1,2})x\b.* SPD=([0-9.A-Z]+)")
BEGUN = re.compile(r"\s*\{ (?:CA|SW|Rt)(?:-SM)? Ports:")
AGGREGATION_NODE = 0xCF09


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches, the cables between them with their speeds, and the hosts that they have."""
    cabling = Cabling()
    for number, text in short_lines_of(files[0]):
        if not text.strip():
            continue
        found = LINE.fullmatch(text)
        if found is None:
            raise SpecError("", f"line {number}: is no link of opensm-subnet.lst: {quoted(text)}")
        *halves, rest = found.groups()
        one, other = (_end(cabling, half) for half in (halves[:8], halves[8:]))
        rate = RATE.match(rest)
        cabling.join(f"line {number}", one, other, Rate.of(rate[1], rate[2]) if rate else None)
        cabling.check_size(reading)
    return cabling.imported(reading)


def _end(cabling: Cabling, half: list[str]) -> End:
    kind, _, guid, _, device, description, _, port = half
    node = f"{int(guid, 16):016x}"
    cabling.add(node, description, is_switch=kind.startswith("SW"))
    if kind.startswith("Rt") or int(device, 16) == AGGREGATION_NODE:
        cabling.strangers.add(node)
    return End(node, int(port, 16))


def looks_like(content: bytes) -> bool:
    """Whether the first line is a link."""
    return BEGUN.match(head_of(content)) is not None


OPENSM_SUBNET = ExchangeFormat(
    name="opensm-subnet",
    description="OpenSM's opensm-subnet.lst: an InfiniBand fabric's switches, cables and hosts",
    media_type="text/plain",
    extensions=(".lst",),
    read=read,
    write=only_read("opensm-subnet.lst is", "alphacut route --tables makes up a fabric"),
    looks_like=looks_like,
    options=frozenset({"weights"}),
    written=False,
)
