"""Topologies as files: opensm-subnet.lst, the output of ibnetdiscover, and nets for ibsim."""

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
from alphacut.arrangements.formats.exchange.ibnetdiscover import NODE, PORT
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.files import content_of
from alphacut.solver.routing.infiniband.fabric import FIELD, Fabric, Node, Port, joined

_HALF = (
    r"\{ (CA|CA-SM|SW|SW-SM|Rt) Ports:([0-9A-Fa-f]+) SystemGUID:[0-9A-Fa-f]+ "
    r"NodeGUID:([0-9A-Fa-f]{1,16}) PortGUID:([0-9A-Fa-f]{1,16}) VenID:\w+ DevID:\w+ Rev:\w+ "
    r"\{(.*)\} LID:([0-9A-Fa-f]{1,4}) PN:([0-9A-Fa-f]{1,2}) \}"
)
_LINE = re.compile(rf"{_HALF} {_HALF}")
_LID = re.compile(r"\blid (\d{1,5})\b")


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


def _subnet(content: bytes) -> Fabric:
    nodes: list[Node] = []
    cables: list[tuple[Port, Port]] = []
    guids: dict[int, int] = {}
    for number, line in lines_of(content):
        if not line.strip():
            continue
        found = _LINE.match(line.strip())
        if found is None:
            raise QuestionError(
                FIELD, f"line {number} is no link of opensm-subnet.lst: {shown(line)}"
            )
        ends = []
        for half in (found.groups()[:7], found.groups()[7:]):
            kind, ports, guid, port_guid, name, lid, port = half
            node = Node(
                guid=int(guid, 16), name=name, is_switch=kind.startswith("SW"),
                ports=int(ports, 16), lid=int(lid, 16),
            )  # fmt: skip
            nodes.append(node)
            ends.append((node.guid, int(port, 16)))
            if not node.is_switch:
                guids[node.guid] = int(port_guid, 16)
        cables.append((ends[0], ends[1]))
    return joined(nodes, cables, guids)


def _discovered(content: bytes) -> Fabric:
    nodes: list[Node] = []
    cables: list[tuple[Port, Port]] = []
    guids: dict[int, int] = {}
    lids: dict[int, int] = {}
    current: Node | None = None
    for number, line in lines_of(content):
        if node := NODE.match(line):
            kind, ports, _, guid, name, rest = node.groups()
            lid = _LID.search(rest)
            current = Node(
                guid=int(guid, 16), name=name, is_switch=kind == "Switch", ports=int(ports),
                lid=int(lid[1]) if lid and kind == "Switch" else 0,
            )  # fmt: skip
            nodes.append(current)
        elif port := PORT.match(line):
            if current is None:
                raise QuestionError(FIELD, f"line {number}: a port stands before any node")
            here, kind, guid, there, port_guid = port.groups()
            cables.append(((current.guid, int(here)), (int(guid, 16), int(there))))
            lid = _LID.search(line[port.end() :])
            if kind == "H" and port_guid:
                guids[int(guid, 16)] = int(port_guid, 16)
                lids[int(guid, 16)] = int(lid[1]) if lid else 0
    with_lids = (
        Node(guid=n.guid, name=n.name, is_switch=n.is_switch, ports=n.ports,
             lid=n.lid or lids.get(n.guid, 0))
        for n in nodes
    )  # fmt: skip
    if not nodes:
        raise QuestionError(FIELD, "names no node")
    return joined(with_lids, cables, guids)


def subnet_text(fabric: Fabric) -> str:
    """Write opensm-subnet.lst."""
    return "".join(
        f"{_half(fabric, one)} {_half(fabric, other)} PHY=4x LOG=ACT SPD=2.5\n"
        for one, other in sorted(fabric.cables.items())
    )


def _half(fabric: Fabric, end: Port) -> str:
    node = fabric.nodes[end[0]]
    kind = "SW" if node.is_switch else "CA"
    port_guid = fabric.port_guids.get(node.guid, node.guid)
    return (
        f"{{ {kind} Ports:{node.ports:02X} SystemGUID:{node.guid:016X} NodeGUID:{node.guid:016X} "
        f"PortGUID:{port_guid:016X} VenID:000000 DevID:0000 Rev:000000A1 {{{node.name}}} "
        f"LID:{node.lid:04X} PN:{end[1]:02X} }}"
    )


def ibsim_text(fabric: Fabric) -> str:
    """Write a net for ibsim."""
    return "\n".join("\n".join(_ibsim_node(fabric, node)) for node in _all(fabric)) + "\n"


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


def _all(fabric: Fabric) -> list[Node]:
    return [*fabric.switches, *fabric.hosts]


def guid2lid_text(fabric: Fabric) -> str:
    """Write the file in which OpenSM keeps LIDs, so that it assigns them again."""
    rows = [
        f"{fabric.port_guids.get(node.guid, node.guid):#018x} {node.lid:#06x} {node.lid:#06x}\n\n"
        for node in _all(fabric)
    ]
    return "".join(rows)


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
