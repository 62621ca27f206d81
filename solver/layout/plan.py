"""A plan of racks, floor and cables: from a file in TOML."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any

from alphacut.arrangements.network import FORMULA
from alphacut.arrangements.numbers import NumberError, read_integer, read_share
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.layout.lengths import METRE, UNIT, metres, read_length
from alphacut.solver.layout.names import CORES

LARGEST_FILE = 1_000_000  # characters
MOST_PLACES = 100_000
LONGEST_NAME = 60  # characters
MOST_PORTS = 100_000
STOCK = ("0.5", "1", "1.5", "2", "2.5", "3", "5", "7", "10", "15", "20", "30", "50", "100")

EXAMPLE = """\
# What `alphacut layout` takes if no racks are given: assumptions, none of anybody's building.
# Put your own here, and ask with `alphacut layout SPEC --racks FILE`. Lengths are in metres.

[rack]
units = 42            # height, of 44.45 mm each
width = 0.6           # from one rack of a row to the next
depth = 1.2
share = true          # whether a group may begin in a rack that others have left room in

[switch]
# ports = 36          # of every switch; a network that needs more is refused
units = 1             # height
# edge_units = 1      # height of a switch that has hosts, if another

[host]
units = 1             # height; 0: hosts are in a box with their switch, and have no cable

[floor]
# racks_per_row = 12  # else about as many as make the floor square
rows = 1000           # at most
aisle = 1.2           # between two rows
crossings = []        # places of a row, from 0, where trays lead to other rows; []: at each rack
core = "middle"       # where switches of groups without hosts stand: in the middle, or at the end

[cables]
tray = 2.5            # from the bottom of unit 1 up to the trays
slack = 0.3           # at each end
margin = "5%"         # of the way between both ends, for bends
copper_reach = 3      # longer cables are optical
lengths = [0.5, 1, 1.5, 2, 2.5, 3, 5, 7, 10, 15, 20, 30, 50, 100]  # that are sold
without = []          # classes of links that are no cables, such as those on a board

[names]
switch_port = "p{}"   # {} is the number of the port, from 1, those of hosts first
host_port = "eth0"

# Racks at places of your own, in place of rows; x along a row, y across the rows:
# [[place]]
# name = "A01"
# x = 0
# y = 0

# Groups in racks of your own; the others fill the racks that are left:
# [groups]
# 0 = ["A01", "A02"]
"""


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a rack stands."""

    name: str
    x: int  # ticks along a row
    y: int  # ticks across the rows


@dataclass(frozen=True, kw_only=True)
class Rack:
    """What all racks are like."""

    units: int = 42
    width: int = 6 * METRE // 10
    depth: int = 12 * METRE // 10
    share: bool = True


@dataclass(frozen=True, kw_only=True)
class Switches:
    """What all switches are like."""

    ports: int | None = None  # None: as many as the one that needs most
    units: int = 1
    edge_units: int | None = None  # of those with hosts; None: the same

    def height(self, hosts: int) -> int:
        """Return the units of a switch with so many hosts."""
        return self.edge_units if hosts and self.edge_units is not None else self.units


@dataclass(frozen=True, kw_only=True)
class Hosts:
    """What all hosts are like."""

    units: int = 1  # 0: they are inside of their switch


@dataclass(frozen=True, kw_only=True)
class Floor:
    """How rows of racks stand."""

    racks_per_row: int | None = None  # None: about as many as make the floor square
    rows: int = 1000
    aisle: int = 12 * METRE // 10
    crossings: tuple[int, ...] = ()  # places of a row; (): all
    core: str = CORES[0]


@dataclass(frozen=True, kw_only=True)
class Cables:
    """How cables run, and which are sold."""

    tray: int = 5 * METRE // 2
    slack: int = 3 * METRE // 10
    margin: Fraction = Fraction(1, 20)
    copper_reach: int = 3 * METRE
    lengths: tuple[int, ...] = tuple(read_length("", each) for each in STOCK)
    without: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Names:
    """What ports are called; {} is their number."""

    switch_port: str = "p{}"
    host_port: str = "eth0"


@dataclass(frozen=True, kw_only=True)
class Plan:
    """Racks, floor and cables."""

    rack: Rack = field(default_factory=Rack)
    switch: Switches = field(default_factory=Switches)
    host: Hosts = field(default_factory=Hosts)
    floor: Floor = field(default_factory=Floor)
    cables: Cables = field(default_factory=Cables)
    names: Names = field(default_factory=Names)
    places: tuple[Place, ...] = ()  # in place of rows
    groups: Mapping[int, tuple[str, ...]] = field(default_factory=dict)  # names of racks
    example: bool = False  # whether it is that of EXAMPLE


def read_plan(text: str) -> Plan:
    """Read the text of a plan; `EXAMPLE` has all that may stand in one.

    Raises
    ------
    QuestionError
        Its field is the table and the name at fault, such as "rack.units".
    """
    if len(text) > LARGEST_FILE:
        raise QuestionError("racks", f"has {len(text):,} characters, at most {LARGEST_FILE:,}")
    try:
        found = tomllib.loads(text, parse_float=str)  # numbers stay text until they are read
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise QuestionError("racks", f"is no TOML: {error}") from error
    known = (*_TABLES, "place", "groups")
    for name in found:
        if name not in known:
            raise QuestionError("racks", f"unknown table {shown(name)}; {known_names(name, known)}")
    parts = {name: _part(name, found.get(name, {})) for name in _TABLES}
    plan = Plan(
        **parts, places=_places(found.get("place", [])), groups=_groups(found.get("groups", {}))
    )
    return _checked(plan)


def read_radix(written: object) -> int:
    """Read the ports of every switch, in place of those of a plan."""
    return _integer(1, MOST_PORTS)("radix", written)


def _checked(plan: Plan) -> Plan:
    high = plan.rack.units * UNIT
    if plan.cables.tray < high:
        raise QuestionError(
            "cables.tray",
            f"must be above the racks: {plan.rack.units} units are {metres(high)} m high, got "
            f"{metres(plan.cables.tray)}",
        )
    return plan


def _part(name: str, written: object) -> Any:
    made, readers = _TABLES[name]
    if not isinstance(written, dict):
        raise QuestionError(name, f"must be a table with {', '.join(readers)}")
    for key in written:
        if key not in readers:
            raise QuestionError(f"{name}.{key}", f"unknown field; {known_names(key, readers)}")
    return made(**{key: readers[key](f"{name}.{key}", each) for key, each in written.items()})


def _integer(least: int, most: int) -> Callable[[str, object], int]:
    def read(place: str, written: object) -> int:
        try:
            value = read_integer(written)
        except NumberError:
            value = least - 1
        if not least <= value <= most:
            raise QuestionError(
                place, f"must be an integer from {least} to {most:,}, got {shown(written)}"
            )
        return value

    return read


def _length(least: int = 0) -> Callable[[str, object], int]:
    return lambda place, written: read_length(place, written, least=least)


def _list(read: Callable[[str, object], Any], *, least: int = 0) -> Callable[[str, object], Any]:
    def read_all(place: str, written: object) -> tuple[Any, ...]:
        if not isinstance(written, list) or len(written) < least:
            raise QuestionError(place, f"must be a list, got {shown(written)}")
        return tuple(sorted(read(place, each) for each in written))

    return read_all


def _yes(place: str, written: object) -> bool:
    if not isinstance(written, bool):
        raise QuestionError(place, f"must be true or false, got {shown(written)}")
    return written


def _share(place: str, written: object) -> Fraction:
    try:
        value = read_share(written)
    except NumberError:
        value = Fraction(-1)
    if not 0 <= value <= 10:
        raise QuestionError(
            place, f"must be a share such as 5% or 0.05, at most 10, got {shown(written)}"
        )
    return value


def _name(place: str, written: object) -> str:
    right = isinstance(written, str) and 0 < len(written) <= LONGEST_NAME and written.isprintable()
    if not right or str(written).startswith(FORMULA):
        raise QuestionError(
            place,
            f"must be a name of at most {LONGEST_NAME} characters that does not begin with "
            f"{' '.join(FORMULA)}, got {shown(written)}",
        )
    return str(written)


def _port(place: str, written: object) -> str:
    name = _name(place, written)
    if "{}" not in name:
        raise QuestionError(place, f"must have {{}} where the number stands, got {shown(written)}")
    return name


def _core(place: str, written: object) -> str:
    if written not in CORES:
        raise QuestionError(place, f"must be {' or '.join(CORES)}, got {shown(written)}")
    return str(written)


_TABLES: dict[str, tuple[Callable[..., Any], dict[str, Callable[[str, object], Any]]]] = {
    "rack": (
        Rack,
        {"units": _integer(1, 1000), "width": _length(1), "depth": _length(1), "share": _yes},
    ),
    "switch": (
        Switches,
        {
            "ports": _integer(1, MOST_PORTS), "units": _integer(1, 100),
            "edge_units": _integer(1, 100),
        },
    ),
    "host": (Hosts, {"units": _integer(0, 100)}),
    "floor": (
        Floor,
        {
            "racks_per_row": _integer(1, MOST_PLACES), "rows": _integer(1, MOST_PLACES),
            "aisle": _length(), "crossings": _list(_integer(0, MOST_PLACES)), "core": _core,
        },
    ),
    "cables": (
        Cables,
        {
            "tray": _length(), "slack": _length(), "margin": _share, "copper_reach": _length(),
            "lengths": _list(_length(1), least=1), "without": _list(_name),
        },
    ),
    "names": (Names, {"switch_port": _port, "host_port": _name}),
}  # fmt: skip


def _places(written: object) -> tuple[Place, ...]:
    if not isinstance(written, list) or len(written) > MOST_PLACES:
        raise QuestionError("place", f"must be at most {MOST_PLACES:,} tables [[place]]")
    found: dict[str, Place] = {}
    wanted = [each.name for each in fields(Place)]
    for number, each in enumerate(written):
        if not isinstance(each, dict) or sorted(each) != sorted(wanted):
            raise QuestionError(f"place.{number}", f"must be a table with {', '.join(wanted)}")
        place = Place(
            name=_name(f"place.{number}.name", each["name"]),
            x=read_length(f"place.{number}.x", each["x"]),
            y=read_length(f"place.{number}.y", each["y"]),
        )
        if place.name in found:
            raise QuestionError(f"place.{number}.name", f"two racks are called {shown(place.name)}")
        found[place.name] = place
    return tuple(found.values())


def _groups(written: object) -> dict[int, tuple[str, ...]]:
    if not isinstance(written, dict):
        raise QuestionError("groups", 'must be a table such as 0 = ["A01", "A02"]')
    found: dict[int, tuple[str, ...]] = {}
    used: dict[str, int] = {}
    for key, racks in written.items():
        group = _integer(0, 10**8)(f"groups.{key}", key)
        if not isinstance(racks, list) or not racks:
            raise QuestionError(f"groups.{key}", f"must be a list of racks, got {shown(racks)}")
        names = tuple(_name(f"groups.{key}", each) for each in racks)
        for name in names:
            if used.setdefault(name, group) != group:
                raise QuestionError(
                    f"groups.{key}", f"rack {shown(name)} is that of group {used[name]} already"
                )
        found[group] = names
    return found
