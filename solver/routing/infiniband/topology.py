"""Topologies as files: opensm-subnet.lst, the output of ibnetdiscover, and nets for ibsim.

References
----------
infiniband-diags, manual page ibnetdiscover; OpenSM, osm_subnet.c and ibsim's net files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange import (
    iblinkinfo,
    ibnetdiscover,
    ibsim_net,
    opensm_subnet,
)
from alphacut.arrangements.formats.exchange._text import lines_of
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.files import content_of
from alphacut.solver.routing.infiniband.fabric import (
    AGGREGATION,
    FIELD,
    HOST,
    ROUTER,
    SWITCH,
    EndPort,
    Fabric,
    Node,
    Port,
    joined,
)

_HALF = (
    r"\{ (CA|CA-SM|SW|SW-SM|Rt) Ports:([0-9A-Fa-f]+) SystemGUID:[0-9A-Fa-f]+ "
    r"NodeGUID:([0-9A-Fa-f]{1,16}) PortGUID:([0-9A-Fa-f]{1,16}) VenID:\w+ DevID:\w+ Rev:\w+ "
    r"\{(.*)\} LID:([0-9A-Fa-f]{1,4}) PN:([0-9A-Fa-f]{1,2}) \}"
)
_LINE = re.compile(rf"{_HALF} {_HALF}")
_NODE = re.compile(r"(Switch|Ca|Rt)\s+(\d{1,3})\s+\"[SHR]-([0-9a-fA-F]{1,16})\"\s*# ?\"(.*)\"(.*)")
_PORT = re.compile(
    r"\[(\d{1,3})\](?:\(([0-9a-fA-F]+)\))?(?:\[ext \d+\])?\s+"
    r"\"([SHR])-([0-9a-fA-F]{1,16})\"\[(\d{1,3})\](?:\(([0-9a-fA-F]{1,16})\))?(.*)"
)
_LID = re.compile(r"\blid (\d{1,5})\b(?: lmc (\d{1,2})\b)?")
_AGGREGATION = re.compile(r"\baggregation node\b", re.IGNORECASE)


def looks_like_fabric(content: bytes) -> bool:
    """Whether a file is one of the topologies that are read here."""
    return opensm_subnet.looks_like(content) or ibnetdiscover.lists_nodes(content)


def read_fabric(content: bytes) -> Fabric:
    """Read opensm-subnet.lst or the output of ibnetdiscover.

    Raises
    ------
    QuestionError
        With the line that cannot be read.
    """
    try:
        if content.lstrip().startswith(b"{"):
            return _subnet(content)
        return _discovered(content)
    except SpecError as error:
        raise QuestionError(FIELD, str(error)) from error


def _kind(letter: str, name: str) -> str:
    """Tell what a node is by the first letter of its kind, and by its description."""
    if letter == "S":
        return SWITCH
    if letter == "R":
        return ROUTER
    return AGGREGATION if _AGGREGATION.search(name) else HOST


def _subnet(content: bytes) -> Fabric:
    nodes: list[Node] = []
    cables: list[tuple[Port, Port]] = []
    ends: list[EndPort] = []
    for number, line in lines_of(content):
        if not line.strip():
            continue
        found = _LINE.match(line.strip())
        if found is None:
            raise QuestionError(
                FIELD, f"line {number} is no link of opensm-subnet.lst: {shown(line)}"
            )
        places = []
        for half in (found.groups()[:7], found.groups()[7:]):
            kind, ports, guid, port_guid, name, lid, port = half
            node = Node(guid=int(guid, 16), name=name, kind=_kind(kind[0], name),
                        ports=int(ports, 16))  # fmt: skip
            nodes.append(node)
            places.append((node.guid, int(port, 16)))
            ends.append(
                EndPort(node=node.guid, port=0 if node.is_switch else int(port, 16),
                        guid=int(port_guid, 16), lid=int(lid, 16))
            )  # fmt: skip
        cables.append((places[0], places[1]))
    return joined(nodes, cables, ends)


def _discovered(content: bytes) -> Fabric:
    nodes: list[Node] = []
    cables: list[tuple[Port, Port]] = []
    ends: list[EndPort] = []
    for number, line in lines_of(content):
        if node := _NODE.match(line):
            kind, ports, guid, name, rest = node.groups()
            nodes.append(Node(guid=int(guid, 16), name=name, kind=_kind(kind[0], name),
                              ports=int(ports)))  # fmt: skip
            if kind == "Switch":
                ends.append(_end((nodes[-1].guid, 0), nodes[-1].guid, _LID.search(rest)))
        elif port := _PORT.match(line):
            if not nodes:
                raise QuestionError(FIELD, f"line {number}: a port stands before any node")
            here, own_guid, kind, guid, there, port_guid, rest = port.groups()
            place, far = (nodes[-1].guid, int(here)), (int(guid, 16), int(there))
            cables.append((place, far))
            after = rest.split('"')
            if not nodes[-1].is_switch:  # its own LID stands before the name of the other end
                ends.append(_end(place, int(own_guid or "0", 16), _LID.search(after[0])))
            elif kind != "S":
                ends.append(_end(far, int(port_guid or "0", 16), _LID.search(after[-1])))
    if not nodes:
        raise QuestionError(FIELD, "names no node")
    return joined(nodes, cables, ends)


def _end(place: Port, guid: int, lid: re.Match[str] | None) -> EndPort:
    return EndPort(
        node=place[0], port=place[1], guid=guid, lid=int(lid[1]) if lid else 0,
        lmc=int(lid[2] or 0) if lid else 0,
    )  # fmt: skip


def subnet_text(fabric: Fabric) -> str:
    """Write opensm-subnet.lst."""
    return "".join(
        f"{_half(fabric, one)} {_half(fabric, other)} PHY=4x LOG=ACT SPD=2.5\n"
        for one, other in sorted(fabric.cables.items())
    )


def _half(fabric: Fabric, place: Port) -> str:
    node = fabric.nodes[place[0]]
    end = fabric.ends[node.guid, 0 if node.is_switch else place[1]]
    kind = {SWITCH: "SW", ROUTER: "Rt"}.get(node.kind, "CA")
    return (
        f"{{ {kind} Ports:{node.ports:02X} SystemGUID:{node.guid:016X} NodeGUID:{node.guid:016X} "
        f"PortGUID:{end.guid:016X} VenID:000000 DevID:0000 Rev:000000A1 {{{node.name}}} "
        f"LID:{end.lid:04X} PN:{place[1]:02X} }}"
    )


def ibsim_text(fabric: Fabric) -> str:
    """Write a net for ibsim."""
    nodes = [*fabric.switches, *(n for n in fabric.nodes.values() if not n.is_switch)]
    return "\n".join("\n".join(_ibsim_node(fabric, node)) for node in nodes) + "\n"


def _ibsim_node(fabric: Fabric, node: Node) -> Iterator[str]:
    if node.is_switch:
        yield f"switchguid={node.guid:#x}"
    else:
        yield f"caguid={node.guid:#x}"
    yield f'{"Switch" if node.is_switch else "Hca"} {node.ports} "{node.name}"'
    for port in range(1, node.ports + 1):
        if (node.guid, port) in fabric.cables:
            far, at = fabric.cables[node.guid, port]
            yield f'[{port}] "{fabric.nodes[far].name}"[{at}]'
    yield ""


def guid2lid_text(fabric: Fabric) -> str:
    """Write the file in which OpenSM keeps LIDs, so that it assigns them again."""
    switches = [fabric.ends[node.guid, 0] for node in fabric.switches]
    return "".join(
        f"{end.guid:#018x} {end.lids[0]:#06x} {end.lids[-1]:#06x}\n\n"
        for end in (*switches, *fabric.outer)
        if end.lid
    )


def fabric_at(text: str) -> Fabric | None:
    """Read a fabric if the text is the path of one, and return None otherwise.

    Raises
    ------
    QuestionError
        If it is one, and cannot be read.
    """
    try:
        with Path(text).open("rb") as file:
            if not looks_like_fabric(file.read(4096)):
                return None
    except (OSError, ValueError):
        return None
    return read_fabric(content_of(Path(text), FIELD))


def lacks_lids(text: str) -> bool:
    """Whether a text is the path of a fabric whose file has not the LIDs that tables speak of."""
    try:
        with Path(text).open("rb") as file:
            head = file.read(4096)
    except (OSError, ValueError):
        return False
    known = (iblinkinfo, ibsim_net, ibnetdiscover)
    return not looks_like_fabric(head) and any(each.looks_like(head) for each in known)
