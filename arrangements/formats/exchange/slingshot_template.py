"""The fabric template of a Slingshot machine: its switches with their groups and ports, and links.

It is the JSON object that a fabric manager is given: `switches`, each with `grpId`, `swcNum` and
its `fabricPorts` and `edgePorts`; and `links`, each with `endpoint1` and `endpoint2`. An endpoint
is the `conn_port` in the `meta` of a port, or its `id`.

References
----------
HPE Cray, craycli, `cray fabric priv set-template`; OpenPMIx, pnet/sshot, which read such files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._json import begins_object, object_of
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._slingshot import SWITCH, switch_of
from alphacut.arrangements.network import GLOBAL, LOCAL
from alphacut.arrangements.words import printable, shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

GROUP = ("grpId", "grpID")  # as files write it
FABRIC = ("fabricPorts", "fabricports")
EDGE = ("edgePorts", "edgeports")
LINK_ENDS = ("endpoint1", "endpoint2")
LARGEST = 10**9  # of the number of a group, or of a switch in it


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches with their groups, the links between them, and the hosts that they have."""
    found = object_of(files[0], reading)
    template = _Template(reading)
    switches, links = (_list(found, name, name) for name in ("switches", "links"))
    for number, each in enumerate(switches):
        template.switch(_object(each, f"switches.{number}"), f"switches.{number}")
    for number, each in enumerate(links):
        template.link(_object(each, f"links.{number}"), f"links.{number}")
    return template.imported()


class _Template:
    """What was read so far."""

    def __init__(self, reading: Reading) -> None:
        self._links = Links(reading)
        self._switch_of: dict[str, str] = {}  # of each fabric port, by its id and its connection
        self._edges: set[str] = set()
        self._group_of: dict[str, int] = {}

    def switch(self, node: dict[str, Any], place: str) -> None:
        """Take in a switch and its ports."""
        group = _number(node, GROUP, place)
        number = _number(node, ("swcNum",), place)
        fabric = [
            _names(port, f"{place}.{name}.{i}")
            for name in FABRIC
            for i, port in enumerate(_list(node, name, f"{place}.{name}", optional=True))
        ]
        edges = [
            _names(port, f"{place}.{name}.{i}")
            for name in EDGE
            for i, port in enumerate(_list(node, name, f"{place}.{name}", optional=True))
        ]
        name = _called([*fabric, *edges], f"g{group}s{number}")
        if self._links.knows(name):
            raise SpecError(place, f"another switch is called {shown(name)} as well")
        here = self._links.switch(name)
        self._links.groups[here], self._group_of[name] = group, group
        self._links.hosts[here] = len(edges)
        for port in {each for names in fabric for each in names}:
            before = self._switch_of.setdefault(port, name)
            if before != name:
                raise SpecError(place, f"the port {shown(port)} is one of {shown(before)} as well")
        self._edges.update(each for names in edges for each in names)

    def link(self, node: dict[str, Any], place: str) -> None:
        """Take in a link; one to an edge port joins a host, which is counted by its port."""
        ends = [_text(node, end, place) for end in LINK_ENDS]
        if any(end in self._edges for end in ends):
            return
        for end, field in zip(ends, LINK_ENDS, strict=True):
            if end not in self._switch_of:
                raise SpecError(f"{place}.{field}", f"{shown(end)} is no port of a switch")
        one, other = (self._switch_of[end] for end in ends)
        kind = LOCAL if self._group_of[one] == self._group_of[other] else GLOBAL
        name = printable(f"{ends[0]} - {ends[1]}", 100)
        self._links.add(place, (one, other), link_class=kind.name, cable=name)

    def imported(self) -> Imported:
        """Make the network."""
        return self._links.imported()


def _called(ports: list[tuple[str, ...]], otherwise: str) -> str:
    """Return the place that all connections of a switch have in their names."""
    places = {switch_of(name) for names in ports for name in names[:1]}
    found = places.pop() if len(places) == 1 else None
    return found if found is not None and SWITCH.fullmatch(found) else otherwise


def _names(port: object, place: str) -> tuple[str, ...]:
    """Return what a link may call a port: its connection, and its id."""
    node = _object(port, place)
    meta = _object(node.get("meta", {}), f"{place}.meta")
    found = [
        _text(of, name, where)
        for of, name, where in ((meta, "conn_port", f"{place}.meta"), (node, "id", place))
        if name in of
    ]
    if not found:
        raise SpecError(place, "needs an id, or a meta object with a conn_port")
    return tuple(found)


def _object(value: object, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise SpecError(place, f"must be an object, got {shown(value)}")
    return value


def _list(node: dict[str, Any], name: str, place: str, *, optional: bool = False) -> list[Any]:
    value = node.get(name, [] if optional else None)
    if not isinstance(value, list):
        raise SpecError(place, f"must be a list, got {shown(value)}")
    return value


def _text(node: dict[str, Any], name: str, place: str) -> str:
    value = node.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise SpecError(
            f"{place}.{name}", f"must be a name of 1 to 200 characters, got {shown(value)}"
        )
    return value


def _number(node: dict[str, Any], names: tuple[str, ...], place: str) -> int:
    name = next((each for each in names if each in node), names[0])
    value = node.get(name)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST:
        raise SpecError(f"{place}.{name}", f"must be an integer from 0 to 10^9, got {shown(value)}")
    return value


def looks_like(content: bytes) -> bool:
    """Whether it is JSON that has what a template has, and what nothing else has."""
    return begins_object(content) and b'"endpoint1"' in content and b'"switches"' in content


def write(network: Network) -> Files:
    """Refuse: a network has no ports."""
    raise NetworkError(f"{network.switches:,} switches: fabric templates are read and not written")


SLINGSHOT_TEMPLATE = ExchangeFormat(
    name="slingshot-template",
    description="the fabric template of a Slingshot machine: switches, groups, ports and links",
    media_type="application/json",
    extensions=(".template",),
    read=read,
    write=write,
    looks_like=looks_like,
    written=False,
)
