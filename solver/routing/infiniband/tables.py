"""Linear forwarding tables: the output of dump_fts and ibroute, and the dumps of OpenSM."""

from __future__ import annotations

import re

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._text import lines_of
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.infiniband.fabric import ROUTER, SWITCH, Fabric

FIELD = "mechanism"
Tables = dict[int, dict[int, int]]  # port by LID, by the GUID of the switch
_SWITCH = re.compile(r"Unicast lids \[.*\] of switch .*\bguid (0x[0-9a-fA-F]{1,16})")
_DUMPED = re.compile(r"dump_ucast_routes: Switch (0x[0-9a-fA-F]{1,16})")
_ENTRY = re.compile(r"(0x[0-9a-fA-F]{1,4})\s*:?\s+(\d{1,3}|UNREACHABLE|---)\b")
NO_PORT = 255


def looks_like_tables(content: bytes) -> bool:
    """Whether a file holds forwarding tables."""
    head = content[:4096]
    return b"Unicast lids [" in head or b"dump_ucast_routes:" in head


def read_tables(content: bytes) -> Tables:
    """Read forwarding tables.

    Raises
    ------
    QuestionError
        With the line that cannot be read.
    """
    tables: Tables = {}
    current: dict[int, int] | None = None
    try:
        for number, line in lines_of(content):
            switch = _SWITCH.match(line) or _DUMPED.match(line)
            if switch:
                current = tables.setdefault(int(switch[1], 16), {})
                continue
            entry = _ENTRY.match(line)
            if entry is None and line.startswith("0x"):
                raise QuestionError(FIELD, f"line {number} is no entry of a table: {shown(line)}")
            if entry is None:
                continue  # headings, and the number of LIDs that were dumped
            if current is None:
                raise QuestionError(FIELD, f"line {number}: an entry stands before any switch")
            if entry[2].isdigit() and int(entry[2]) != NO_PORT:
                lid = int(entry[1], 16)
                if current.setdefault(lid, int(entry[2])) != int(entry[2]):
                    raise QuestionError(FIELD, f"line {number}: LID {lid} is given another port")
    except SpecError as error:
        raise QuestionError(FIELD, str(error)) from error
    if not tables:
        raise QuestionError(FIELD, "has no forwarding tables")
    return tables


def check_tables(tables: Tables, fabric: Fabric) -> None:
    """Refuse tables of another fabric.

    Raises
    ------
    QuestionError
        With a switch that is not there or has no table, or a port that it has not.
    """
    for guid, table in tables.items():
        node = fabric.nodes.get(guid)
        if node is None or not node.is_switch:
            raise QuestionError(
                FIELD, f"the table of switch {guid:#018x}, which is not in the fabric"
            )
        for lid, port in table.items():
            if port > node.ports:
                raise QuestionError(
                    FIELD, f"switch {shown(node.name)}: LID {lid} leaves by port {port}; it has "
                    f"{node.ports} ports",
                )  # fmt: skip
    for node in fabric.switches:
        if node.guid not in tables:
            raise QuestionError(FIELD, f"has no table for switch {shown(node.name)}")


def lfts_text(tables: Tables, fabric: Fabric) -> str:
    """Write what `opensm -R file -U FILE` loads."""
    most, lines = max(fabric.owners, default=0), []
    for node in fabric.switches:
        lines.append(
            f"Unicast lids [0-{most}] of switch Lid {fabric.ends[node.guid, 0].lid} guid "
            f"{node.guid:#018x} ('{node.name}'):"
        )
        for lid, port in sorted(tables[node.guid].items()):
            end = fabric.owners[lid]
            far = fabric.nodes[end.node]
            kind = {SWITCH: "Switch", ROUTER: "Router"}.get(far.kind, "Channel Adapter")
            lines.append(f"0x{lid:04x} {port:03d} # {kind} portguid {end.guid:#018x}: '{far.name}'")
        lines.append(f"{most} lids dumped")
    return "\n".join(lines) + "\n"


def fdbs_text(tables: Tables, fabric: Fabric) -> str:
    """Write opensm.fdbs, which ibdmchk reads."""
    lines = []
    for node in fabric.switches:
        lines += [f"dump_ucast_routes: Switch {node.guid:#018x}", "LID    : Port : Hops : Optimal"]
        for lid, port in sorted(tables[node.guid].items()):
            lines.append(f"0x{lid:04X} : {port:03d}  : 00   : yes")
        lines.append("")
    return "\n".join(lines) + "\n"
