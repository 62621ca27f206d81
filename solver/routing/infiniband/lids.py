"""Whose the LIDs in forwarding tables are: of end ports as the fabric has them, or as tables lead.

A file that tells no LMC (opensm-subnet.lst) leaves out all LIDs of an end port but the first. Where
the tables hand a LID that no node has to one end port and to no other, it counts as of that one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.infiniband.fabric import FIELD, HOST, EndPort, Fabric
from alphacut.solver.routing.infiniband.tables import Tables

MOST_RANGES = 8  # of LIDs that are told


@dataclass(frozen=True, kw_only=True)
class Lids:
    """The LIDs of end ports, and those that are nobody's."""

    outer: dict[EndPort, list[int]]  # of end ports outside of switches that have any
    switches: dict[EndPort, list[int]]
    remarks: tuple[str, ...]  # about LIDs that no node has

    def all(self) -> set[int]:
        """Return all LIDs that belong to an end port."""
        return {lid for own in (self.outer, self.switches) for lids in own.values() for lid in lids}


def lids_of(tables: Tables, fabric: Fabric) -> Lids:
    """Sort the LIDs of a fabric and of its tables by their end ports.

    Raises
    ------
    QuestionError
        If a port of a host has no LID.
    """
    own = {end: list(end.lids) for end in fabric.outer}
    for end, lids in own.items():
        if not lids and fabric.nodes[end.node].kind == HOST:
            raise QuestionError(
                FIELD, f"{fabric.called(end)} (a host's port at switch "
                f"{shown(fabric.nodes[fabric.switch_of(end)].name)}) has no LID",
            )  # fmt: skip
    switches = (fabric.ends[node.guid, 0] for node in fabric.switches)
    inner = {end: list(end.lids) for end in switches}
    nobodys: list[int] = []
    taken: list[int] = []
    unknown = sorted({lid for table in tables.values() for lid in table} - set(fabric.owners))
    for lid in unknown:
        ends = _ends_of(lid, tables, fabric)
        if len(ends) != 1:
            nobodys.append(lid)
            continue
        end = ends.pop()
        taken.append(lid)
        (own if end in own else inner)[end].append(lid)
    told = []
    if taken:
        told.append(f"LIDs {ranges(taken)} that no node has are judged as those of the ports that "
                    "the tables hand them to")  # fmt: skip
    if nobodys:
        told.append(f"not judged: LIDs {ranges(nobodys)}, which the tables have, but no node, and "
                    "which they do not lead to one port of a node")  # fmt: skip
    return Lids(
        outer={end: lids for end, lids in own.items() if lids},
        switches={end: lids for end, lids in inner.items() if lids},
        remarks=tuple(told),
    )


def _ends_of(lid: int, tables: Tables, fabric: Fabric) -> set[EndPort]:
    """Return the end ports that some switch hands a LID to."""
    found = set()
    for switch, table in tables.items():
        port = table.get(lid)
        if port == 0:
            found.add(fabric.ends[switch, 0])
        elif port is not None:
            end = fabric.ends.get(fabric.cables.get((switch, port), (0, 0)))
            if end is not None and end.port:
                found.add(end)
    return found


def ranges(numbers: Iterable[int]) -> str:
    """Write numbers as in 3-5, 9; many of them are cut short."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    parts = [f"{one}-{other}" if one < other else f"{one}" for one, other in found]
    if len(parts) > MOST_RANGES:
        parts = [*parts[:MOST_RANGES], f"and {len(parts) - MOST_RANGES:,} more"]
    return ", ".join(parts)
