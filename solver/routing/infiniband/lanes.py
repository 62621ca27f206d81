"""Virtual lanes: service levels of paths, and the tables that turn them into lanes.

Service levels come as lines of source GUID, destination LID and level (as ibdmchk reads them);
tables as OpenSM dumps them (opensm-sl2vl.dump) or as ibdmchk reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._text import lines_of
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError

LEVELS = 16
Ports = tuple[int, int, int]  # GUID of a switch, port of entry, port of exit
_LEVEL = re.compile(r"(0x[0-9a-fA-F]{1,16})\s+(0x[0-9a-fA-F]{1,4}|\d{1,5})\s+(\d{1,2})\s*$")
_SWITCH = re.compile(r"Switch (0x[0-9a-fA-F]{1,16}),")
_ROW = re.compile(r"(\d{1,3})\s+(\d{1,3})\s*:((?:\s+\d{1,2}){16})\s*$")
_PACKED = re.compile(
    r"(0x[0-9a-fA-F]{1,16})\s+(\d{1,3})\s+(\d{1,3})((?:[\s,]+0x[0-9a-fA-F]{1,2}){8})\s*$"
)


@dataclass(frozen=True, kw_only=True)
class Lanes:
    """How packets get their lane at each switch: lane 0, unless something else is told."""

    levels: Mapping[tuple[int, int], int] = field(default_factory=dict)  # by source GUID and LID
    tables: Mapping[Ports, tuple[int, ...]] = field(default_factory=dict)  # lane by level

    def lane(self, source: int, lid: int, ports: Ports) -> int:
        """Return the lane of packets from a host to a LID, on the link they leave a switch by."""
        level = self.levels.get((source, lid), 0)
        table = self.tables.get(ports)
        return level if table is None else table[level]


def read_levels(content: bytes) -> dict[tuple[int, int], int]:
    """Read the service level of each path.

    Raises
    ------
    QuestionError
        With the line that cannot be read.
    """
    found = {}
    for number, line in _lines(content, "path_sl"):
        row = _LEVEL.match(line)
        if row is None or int(row[3]) >= LEVELS:
            raise QuestionError(
                "path_sl", f"line {number} must be a source GUID, a destination LID and a level "
                f"from 0 to 15, got {shown(line)}",
            )  # fmt: skip
        found[int(row[1], 16), int(row[2], 0)] = int(row[3])
    return found


def read_lanes(content: bytes) -> dict[Ports, tuple[int, ...]]:
    """Read the lanes of all levels for each pair of ports of each switch.

    Raises
    ------
    QuestionError
        With the line that cannot be read.
    """
    found: dict[Ports, tuple[int, ...]] = {}
    switch: int | None = None
    for number, line in _lines(content, "sl2vl"):
        if packed := _PACKED.match(line):
            pairs = [int(each, 16) for each in re.split(r"[\s,]+", packed[4].strip())]
            lanes = tuple(half for pair in pairs for half in (pair >> 4, pair & 15))
            found[int(packed[1], 16), int(packed[2]), int(packed[3])] = lanes
        elif heading := _SWITCH.match(line):
            switch = int(heading[1], 16)
        elif row := _ROW.match(line):
            if switch is not None:  # and not those of a host's adapter
                found[switch, int(row[1]), int(row[2])] = tuple(map(int, row[3].split()))
        elif line.startswith("Channel Adapter"):
            switch = None
        else:
            raise QuestionError("sl2vl", f"line {number} is no table of lanes: {shown(line)}")
    return found


def _lines(content: bytes, name: str) -> list[tuple[int, str]]:
    try:
        return [
            (number, line.strip())
            for number, line in lines_of(content)
            if line.strip() and not line.startswith("#")
        ]
    except SpecError as error:
        raise QuestionError(name, str(error)) from error
