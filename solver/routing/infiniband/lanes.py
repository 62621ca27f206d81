"""Virtual lanes: service levels of paths, and the tables that turn them into lanes.

Service levels come as lines of source GUID, destination LID and level (as ibdmchk reads them);
tables as OpenSM dumps them (opensm-sl2vl.dump) or as ibdmchk reads them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._text import lines_of
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.solver.routing.infiniband.fabric import Fabric
    from alphacut.solver.routing.infiniband.lids import Lids

LEVELS = 16
LEVEL_0 = "not judged: service levels 1 to 15: without --path-sl all packets have level 0"
Rows = tuple[tuple[int, tuple[int, ...]], ...]  # ports of exit, and lanes by level
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

    @cached_property
    def _by_entry(self) -> dict[tuple[int, int], Rows]:
        found: dict[tuple[int, int], list[tuple[int, tuple[int, ...]]]] = {}
        for (switch, entry, leaving), row in sorted(self.tables.items()):
            found.setdefault((switch, entry), []).append((leaving, row))
        return {ports: tuple(rows) for ports, rows in found.items()}

    def rows_of(self, switch: int, entry: int) -> Rows:
        """Return the tables of a port of entry: by the port of exit."""
        return self._by_entry.get((switch, entry), ())

    @cached_property
    def _sources(self) -> set[int]:
        return {source for source, _ in self.levels}

    def levels_of(self, source: int) -> int:
        """Return the same number for end ports whose packets have the same levels."""
        return source if source in self._sources else 0

    def remarks(self, fabric: Fabric, lids: Lids) -> list[str]:
        """Tell which service levels of packets are not known, and which are of no path."""
        if not self.levels:
            return [LEVEL_0] if self.tables else []
        places = {end.guid: fabric.switch_of(end) for end in lids.outer}
        homes = {lid: fabric.switch_of(end) for end, own in lids.outer.items() for lid in own}
        sources, known = {end.guid for end in fabric.ends.values()}, lids.all()
        strange = sum(source not in sources or lid not in known for source, lid in self.levels)
        listed = sum(
            places.get(source) not in (None, homes.get(lid)) and lid in homes
            for source, lid in self.levels
        )
        missing = _apart(Counter(places.values()), Counter(homes.values())) - listed
        told = []
        if strange:
            told.append(
                f"not judged: {strange:,} rows of --path-sl, whose source or LID no node has"
            )
        if missing:
            told.append(
                f"not judged: service levels of {missing:,} paths that --path-sl leaves out, but 0"
            )
        return told


def _apart(senders: Counter[int], targets: Counter[int]) -> int:
    """Count the paths between different switches, from how many there are at each."""
    everywhere = sum(targets.values())
    return sum(many * (everywhere - targets[switch]) for switch, many in senders.items())


def read_levels(content: bytes) -> dict[tuple[int, int], int]:
    """Read the service level of each path.

    Raises
    ------
    QuestionError
        With the line that cannot be read.
    """
    found: dict[tuple[int, int], int] = {}
    for number, line in _lines(content, "path_sl"):
        row = _LEVEL.match(line)
        if row is None or int(row[3]) >= LEVELS:
            raise QuestionError(
                "path_sl", f"line {number} must be a source GUID, a destination LID and a level "
                f"from 0 to 15, got {shown(line)}",
            )  # fmt: skip
        path = int(row[1], 16), int(row[2], 16 if row[2].startswith("0x") else 10)
        if found.setdefault(path, int(row[3])) != int(row[3]):
            raise QuestionError(
                "path_sl", f"line {number}: this path has level {found[path]} before"
            )
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
            _keep(found, (int(packed[1], 16), int(packed[2]), int(packed[3])), lanes, number)
        elif heading := _SWITCH.match(line):
            switch = int(heading[1], 16)
        elif row := _ROW.match(line):
            if switch is not None:  # and not those of a host's adapter
                lanes = tuple(map(int, row[3].split()))
                _keep(found, (switch, int(row[1]), int(row[2])), lanes, number)
        elif line.startswith("Channel Adapter"):
            switch = None
        else:
            raise QuestionError("sl2vl", f"line {number} is no table of lanes: {shown(line)}")
    return found


def _keep(
    found: dict[Ports, tuple[int, ...]], ports: Ports, lanes: tuple[int, ...], number: int
) -> None:
    """Keep a table of lanes, if it is the only one of its ports."""
    if max(lanes) >= LEVELS:
        raise QuestionError("sl2vl", f"line {number}: lanes must be from 0 to 15, got {max(lanes)}")
    if found.setdefault(ports, lanes) != lanes:
        raise QuestionError(
            "sl2vl", f"line {number}: ports {ports[1]} and {ports[2]} of switch {ports[0]:#018x} "
            "have another table before",
        )  # fmt: skip


def _lines(content: bytes, name: str) -> list[tuple[int, str]]:
    try:
        return [
            (number, line.strip())
            for number, line in lines_of(content)
            if line.strip() and not line.startswith("#")
        ]
    except SpecError as error:
        raise QuestionError(name, str(error)) from error
