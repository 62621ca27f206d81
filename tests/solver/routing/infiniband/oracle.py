"""Random fabrics with tables, written as files, and their channel dependency graph by networkx.

The graph is drawn from the records here, by walking every LID from every port of every adapter;
nothing of what reads or walks tables in alphacut is used.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise

import networkx

Port = tuple[int, int]  # number of a switch, and of one of its ports
SWITCH_GUID, HOST_GUID = 0x200000, 0x100000


@dataclass
class Drawn:
    """A fabric, its tables, and how packets get their lanes."""

    ports: list[int]  # that each switch uses
    cables: dict[Port, Port]  # both ways
    adapters: list[list[Port]]  # where the ports of each are cabled
    lmc: int
    lids: dict[tuple[int, int], range] = field(default_factory=dict)  # by adapter and place there
    tables: list[dict[int, int]] = field(default_factory=list)
    sl2vl: dict[tuple[int, int, int], list[int]] = field(default_factory=dict)
    levels: dict[tuple[int, int], int] = field(default_factory=dict)  # by port GUID and LID

    @property
    def base(self) -> int:
        """The first LID of adapters; those of switches are 1, 2, …"""
        return -(-(len(self.ports) + 1) // 8) * 8


def drawn(rng: random.Random) -> Drawn:
    """Draw a fabric: parallel cables, adapters of one or two ports, LMC up to 2, lanes by port."""
    n = rng.randint(3, 6)
    used = [0] * n
    cables: dict[Port, Port] = {}

    def port(switch: int) -> Port:
        used[switch] += 1
        return switch, used[switch]

    edges = [(i, (i + 1) % n) for i in range(n)] + [
        (a, b) for a in range(n) for b in range(a + 1, n) if rng.random() < 0.15
    ]
    for one, other in edges:
        here, there = port(one), port(other)
        cables[here], cables[there] = there, here
    homes = [rng.randrange(n) for _ in range(rng.randint(3, 7))]
    adapters = [
        [port(home), *([port(rng.choice([home, rng.randrange(n)]))] if rng.random() < 0.4 else [])]
        for home in homes
    ]
    found = Drawn(ports=used, cables=cables, adapters=adapters, lmc=rng.choice([0, 0, 1, 2]))
    _fill(found, rng)
    return found


def _fill(found: Drawn, rng: random.Random) -> None:
    n, lid = len(found.ports), found.base
    found.tables = [{} for _ in range(n)]
    often = rng.choice([0.1, 0.5, 1])  # how often LIDs go round the ring
    for adapter, places in enumerate(found.adapters):
        for at, place in enumerate(places):
            found.lids[adapter, at] = range(lid, lid + (1 << found.lmc))
            lid += 1 << found.lmc
            for each in found.lids[adapter, at]:
                _tree(found, each, place, often, rng)
    if rng.random() < 0.6:
        lanes = rng.choice([[0, 1], [0, 1, 2]])
        for switch, count in enumerate(found.ports):
            for entry in range(1, count + 1):
                for leaving in range(1, count + 1):
                    row = [rng.choice(lanes) for _ in range(16)]
                    found.sl2vl[switch, entry, leaving] = row
        if rng.random() < 0.5:
            every = [each for own in found.lids.values() for each in own]
            found.levels = {
                (guid_of(*end), each): rng.randrange(3) for end in found.lids for each in every
            }


def _tree(found: Drawn, lid: int, place: Port, often: float, rng: random.Random) -> None:
    """Let all switches send a LID to a place, along a tree that is drawn."""
    found.tables[place[0]][lid] = place[1]
    reached, todo, n = {place[0]}, [place[0]], len(found.ports)
    around = rng.random() < often  # all the way round the ring, one way
    while todo:
        at = todo.pop(0)
        ways = [far for near, far in found.cables.items() if near[0] == at]
        rng.shuffle(ways)
        if around and (at - 1) % n not in reached:
            ways = [far for far in ways if far[0] == (at - 1) % n]
        for far in ways:
            if far[0] not in reached:
                reached.add(far[0])
                found.tables[far[0]][lid] = far[1]
                todo.append(far[0])


def guid_of(adapter: int, at: int) -> int:
    """Return the GUID of a port of an adapter."""
    return HOST_GUID + 8 * adapter + 1 + at


def dependencies(fabric: Drawn) -> networkx.DiGraph:
    """Return which channel (cable, direction, lane) packets between hosts hold while waiting."""
    graph = networkx.DiGraph()
    for (adapter, at), own in fabric.lids.items():
        for source in fabric.lids:
            for lid in own:
                start = fabric.adapters[source[0]][source[1]]
                goal = fabric.adapters[adapter][at]
                graph.add_edges_from(pairwise(_walk(fabric, guid_of(*source), lid, start, goal)))
    return graph


def _walk(fabric: Drawn, source: int, lid: int, start: Port, goal: Port) -> list[tuple[Port, int]]:
    here = start
    way: list[tuple[Port, int]] = []
    while True:
        switch, entry = here
        leaving = fabric.tables[switch][lid]
        if (switch, leaving) == goal:
            return way
        level = fabric.levels.get((source, lid), 0)
        lanes = fabric.sl2vl.get((switch, entry, leaving), list(range(16)))
        way.append(((switch, leaving), lanes[level]))
        here = fabric.cables[switch, leaving]


# ---- files -------------------------------------------------------------------


def _far(fabric: Drawn, place: Port) -> tuple[int, int] | None:
    for adapter, places in enumerate(fabric.adapters):
        if place in places:
            return adapter, places.index(place)
    return None


def ibnetdiscover(fabric: Drawn) -> str:
    """Write what ibnetdiscover prints."""
    lines = ["# Topology file: generated on Mon Jan  1 00:00:00 2024", ""]
    for switch, count in enumerate(fabric.ports):
        guid = f"{SWITCH_GUID + switch:016x}"
        lines += [
            f"switchguid=0x{guid}({guid})",
            f'Switch\t{count} "S-{guid}"\t\t# "leaf" base port 0 lid {switch + 1} lmc 0',
        ]
        for port in range(1, count + 1):
            if (switch, port) in fabric.cables:
                to, at = fabric.cables[switch, port]
                lines.append(
                    f'[{port}]\t"S-{SWITCH_GUID + to:016x}"[{at}]\t\t# "leaf" lid {to + 1} 4x'
                )
            elif (end := _far(fabric, (switch, port))) is not None:
                node, lid = f"{HOST_GUID + 8 * end[0]:016x}", fabric.lids[end][0]
                lines.append(
                    f'[{port}]\t"H-{node}"[{end[1] + 1}]({guid_of(*end):x}) '
                    f'\t\t# "host" lid {lid} 4xHDR'
                )
        lines.append("")
    for adapter, places in enumerate(fabric.adapters):
        node = f"{HOST_GUID + 8 * adapter:016x}"
        lines += [f"caguid=0x{node}", f'Ca\t2 "H-{node}"\t\t# "host"']
        for at, (switch, port) in enumerate(places):
            lid = fabric.lids[adapter, at][0]
            far = f"{SWITCH_GUID + switch:016x}"
            lines.append(
                f'[{at + 1}]({guid_of(adapter, at):x}) \t"S-{far}"[{port}]\t\t'
                f'# lid {lid} lmc {fabric.lmc} "leaf" lid {switch + 1} 4xHDR'
            )
        lines.append("")
    return "\n".join(lines)


def subnet(fabric: Drawn) -> str:
    """Write opensm-subnet.lst, which tells no LMC."""

    def half(kind: str, node: int, guid: int, lid: int, port: int) -> str:
        return (
            f"{{ {kind} Ports:{99 if kind == 'SW' else 2:02X} SystemGUID:{node:016X} "
            f"NodeGUID:{node:016X} PortGUID:{guid:016X} VenID:0002C9 DevID:1017 Rev:00000000 "
            f"{{node}} LID:{lid:04X} PN:{port:02X} }}"
        )

    def switch(place: Port) -> str:
        guid = SWITCH_GUID + place[0]
        return half("SW", guid, guid, place[0] + 1, place[1])

    lines = [f"{switch(here)} {switch(there)} PHY=4x" for here, there in fabric.cables.items()]
    for (adapter, at), own in fabric.lids.items():
        ca = half("CA", HOST_GUID + 8 * adapter, guid_of(adapter, at), own[0], at + 1)
        lines.append(f"{ca} {switch(fabric.adapters[adapter][at])} PHY=4x")
    return "\n".join(lines) + "\n"


def tables(fabric: Drawn) -> str:
    """Write forwarding tables as dump_fts prints them."""
    lines = []
    for switch, table in enumerate(fabric.tables):
        lines.append(
            f"Unicast lids [0x0-0x7f] of switch Lid {switch + 1} guid "
            f"{SWITCH_GUID + switch:#018x} ('leaf'):"
        )
        lines += [f"0x{lid:04x} {port:03d} : (none)" for lid, port in sorted(table.items())]
    return "\n".join(lines) + "\n"


def sl2vl(fabric: Drawn) -> str:
    """Write opensm-sl2vl.dump."""
    lines = []
    for switch in range(len(fabric.ports)):
        lines.append(f'Switch {SWITCH_GUID + switch:#018x}, base LID {switch + 1}, "leaf"')
        for (at, entry, leaving), row in fabric.sl2vl.items():
            if at == switch:
                lines.append(f"{entry} {leaving} : {' '.join(map(str, row))}")
    return "\n".join(lines) + "\n"


def path_sl(fabric: Drawn) -> str:
    """Write the service levels of paths."""
    return "".join(f"{guid:#x} {lid} {level}\n" for (guid, lid), level in fabric.levels.items())
