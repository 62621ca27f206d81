"""The output of ibnetdiscover: switches and adapters of an InfiniBand fabric, port by port.

References
----------
infiniband-diags, manual page ibnetdiscover: as it is, in groups (-g), a report of ports (-p).
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
from alphacut.arrangements.formats.exchange._text import head_of

NODE = re.compile(r"(Switch|Ca|Rt)\s+(\d{1,3})\s+\"([SHR])-([0-9a-f]{1,16})\"\s*# ?\"(.*)\"(.*)")
PORT = re.compile(
    r"\[(\d{1,3})\](?:\([0-9a-f]+\))?(?:\[ext \d+\])?\s+\"([SHR])-([0-9a-f]{1,16})\"\[(\d{1,3})\]"
    r"(?:\[ext \d+\])?(?:\(([0-9a-f]{1,16})\))?"
)
TO_NODE = re.compile(r"\s\"[A-Z]-")  # of a port that leads to anything
DEVICE = re.compile(r"devid=0x0*([0-9a-f]{1,8})\b")
AGGREGATION_NODE = "cf09"  # the device number of what sums up inside a switch
SAID = re.compile(r"# ?\"(.*)\"")  # the description of the other end
RATE = re.compile(r"\s(\d{1,2})x([A-Z0-9]+)\s*$")
REPORTED = re.compile(  # a port of -p: kind, LID, port, GUID, width and speed, and the other end
    r"(SW|CA|RT)\s+\d{1,5}\s+(\d{1,3}) 0x([0-9a-f]{16}) (?:(\d{1,2})x (\S+)|\?+ \?+|\S+ \S+)"
    r"(?: - (SW|CA|RT)\s+\d{1,5}\s+(\d{1,3}) 0x([0-9a-f]{16}) \( '(.*)' - '(.*)' \)|\s+'(.*)')\s*"
)
KINDS = ("SW", "CA", "RT")  # with which a port of the report begins
BEGUN = re.compile(r"vendid=|# Topology file|(?:Switch|Ca|Rt)\s+\d{1,3}\s+\"[SHR]-[0-9a-f]{1,16}\"")


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches, the cables between them with their speeds, and the hosts that they have."""
    cabling = Cabling()
    read_line = _Discovered(cabling).line
    for number, line in short_lines_of(files[0]):
        if line.startswith(KINDS) and REPORTED.fullmatch(line):
            _reported(cabling, f"line {number}", line)
        else:
            read_line(f"line {number}", line)
        cabling.check_size(reading)
    return cabling.imported(reading)


class _Discovered:
    """The usual output, while it is read from its beginning to its end."""

    def __init__(self, cabling: Cabling) -> None:
        self._cabling = cabling
        self._current = ""  # the node whose ports follow
        self._device = ""

    def line(self, place: str, line: str) -> None:
        """Read a line: a node, one of its ports, or something else."""
        if line[0] == "[":  # most lines are ports
            port = PORT.match(line) if self._current else None
            if port is not None:
                self._port(place, line, port)
            elif self._current and TO_NODE.search(line):
                raise SpecError("", f"{place}: a port leads to what is no node of a fabric")
        elif device := DEVICE.match(line):
            self._device = device[1]
        elif node := NODE.match(line):
            kind, _, _, self._current, description, _ = node.groups()
            self._named(self._current, description, kind[0])
            if self._device == AGGREGATION_NODE:
                self._cabling.strangers.add(self._current)
            self._device = ""

    def _port(self, place: str, line: str, port: re.Match[str]) -> None:
        here, kind, guid, there, _ = port.groups()
        if kind != "S":
            said = SAID.search(line, port.end())
            self._named(guid, said[1] if said else "", kind)
        rate = RATE.search(line, port.end())
        self._cabling.join(
            place, End(self._current, int(here)), End(guid, int(there)),
            Rate.of(rate[1], rate[2]) if rate else None,
        )  # fmt: skip

    def _named(self, guid: str, description: str, kind: str) -> None:
        """Take in a node, whose kind begins with S, C or H, or R for routers."""
        self._cabling.add(guid, description, is_switch=kind == "S")
        if kind == "R":
            self._cabling.strangers.add(guid)


def _reported(cabling: Cabling, place: str, line: str) -> None:
    """Read a line of the report of ports; adapters go by their description and first port."""
    found = REPORTED.fullmatch(line)
    if found is None:
        raise SpecError("", f"{place}: is no port of the report")
    kind, port, guid, width, speed, other, there, far, own, name, alone = found.groups()
    here = _node(cabling, kind, guid, int(port), alone if own is None else own)
    if other is None:
        return
    end = _node(cabling, other, far, int(there), name)
    rate = Rate.of(width, speed) if width else None
    cabling.join(place, End(here, int(port)), End(end, int(there)), rate)


def _node(cabling: Cabling, kind: str, guid: str, port: int, description: str) -> str:
    """Name the node of a port: a switch by its GUID, an adapter as if its ports came in a row."""
    if kind == "SW":
        cabling.add(guid, description, is_switch=True)
        return guid
    node = f"{int(guid, 16) - port:x} {description}"
    cabling.add(node, description, is_switch=False)
    if kind == "RT":
        cabling.strangers.add(node)
    return node


def looks_like(content: bytes) -> bool:
    """Whether one of the first lines is one that ibnetdiscover begins its output with."""
    lines = head_of(content).splitlines()
    return lists_nodes(content) or any(map(REPORTED.fullmatch, lines))


def lists_nodes(content: bytes) -> bool:
    """Whether it is no report of ports, but the usual output, with nodes and their ports."""
    return any(map(BEGUN.match, head_of(content).splitlines()))


IBNETDISCOVER = ExchangeFormat(
    name="ibnetdiscover",
    description="the output of ibnetdiscover: an InfiniBand fabric's switches, cables and hosts",
    media_type="text/plain",
    extensions=(".ibnetdiscover", ".topo"),
    read=read,
    write=only_read("ibnetdiscover's output is", "alphacut route makes up a fabric"),
    looks_like=looks_like,
    options=frozenset({"weights"}),
    written=False,
)
