"""What a layout was asked to fit: its two texts in TOML, read anew, in whole micrometres."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from alphacut.arrangements.numbers import NumberError, read_rational, read_share
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError

METRE = 1_000_000  # micrometres
UNIT = 44_450  # micrometres of a rack unit (EIA-310)
LONGEST = 1_000_000  # characters of a text
MOST = 10_000 * METRE  # of a length
STOCK = ("0.5", "1", "1.5", "2", "2.5", "3", "5", "7", "10", "15", "20", "30", "50", "100")
# the texts that have been alphacut's own assumptions, by their hashes
ASSUMED = {
    "racks": ("6c9a43d31e7759d89f54c2ad6bcdc31f4be612703b19d2e8c927a1262bb0ceb6",),
    "prices": ("ef7f6a5ed73ff7a83f75f8c4c85abd0aaef66fce4ed1ff1adf436800b3973bd5",),
}

Table = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Room:
    """Racks, floor and cables; lengths are micrometres."""

    units: int  # of a rack
    pitch: tuple[int, int]  # from a rack to the next along a row, and from a row to the next
    ports: int | None  # of a switch; None: as many as the one that needs most
    switch: int  # units
    edge: int  # units of a switch with hosts
    host: int  # units; 0: inside of the box of its switch
    wide: int | None  # racks of a row, if it is told
    rows: int
    crossings: tuple[int, ...]  # micrometres along a row; (): everywhere
    tray: int
    slack: int
    margin: Fraction
    reach: int  # of copper
    stock: tuple[int, ...]  # lengths that are sold, the shortest first
    without: tuple[str, ...]  # classes of links that are no cables
    places: Mapping[str, tuple[int, int]]  # of racks that are told one by one; {}: rows
    groups: Mapping[int, frozenset[str]]  # racks of groups


@dataclass(frozen=True, kw_only=True)
class Item:
    """What one piece costs and draws."""

    price: Fraction
    watts: Fraction
    price_port: Fraction
    watts_port: Fraction
    price_metre: Fraction


@dataclass(frozen=True, kw_only=True)
class Costs:
    """What everything costs; what is not named is free."""

    currency: str
    items: Mapping[str, Item]

    def of(self, name: str) -> Item:
        """Return what a piece costs."""
        return self.items.get(name, FREE)


FREE = Item(**dict.fromkeys(Item.__dataclass_fields__, Fraction(0)))


def is_assumed(name: str, text: str) -> bool:
    """Tell whether a text is one of alphacut's own assumptions."""
    return sha256(text.encode()).hexdigest() in ASSUMED[name]


def room_of(text: str) -> Room:
    """Read a text about racks, floor and cables.

    Raises
    ------
    DocumentError
        If it is none.
    """
    found = _toml("racks", text)
    places, groups = found.pop("place", []), found.pop("groups", {})
    rack, switch, host, floor, cables, names = (
        _table("racks", name, found.pop(name, {}), readers) for name, readers in READERS.items()
    )
    _nothing_left("racks", found)
    for name in ("switch_port", "host_port"):
        if not isinstance(names.get(name, "p{}"), str):
            raise DocumentError(f"files.racks: names.{name} is no text")
    width = rack.get("width", 6 * METRE // 10)
    deep = rack.get("depth", 12 * METRE // 10) + floor.get("aisle", 12 * METRE // 10)
    high = switch.get("units", 1)
    return Room(
        units=rack.get("units", 42),
        pitch=(width, deep),
        ports=switch.get("ports"),
        switch=high,
        edge=switch.get("edge_units", high),
        host=host.get("units", 1),
        wide=floor.get("racks_per_row"),
        rows=floor.get("rows", 1000),
        crossings=tuple(width * place for place in floor.get("crossings", ())),
        tray=cables.get("tray", 5 * METRE // 2),
        slack=cables.get("slack", 3 * METRE // 10),
        margin=cables.get("margin", Fraction(1, 20)),
        reach=cables.get("copper_reach", 3 * METRE),
        stock=tuple(sorted(cables.get("lengths") or (_length(each) for each in STOCK))),
        without=tuple(cables.get("without", ())),
        places=_places(places),
        groups=_groups(groups),
    )


def costs_of(text: str) -> Costs:
    """Read a text about prices.

    Raises
    ------
    DocumentError
        If it is none.
    """
    found = _toml("prices", text)
    currency, block = found.pop("currency", ""), found.pop("copper_block", 0)
    if not isinstance(currency, str) or not _is_count(block):
        raise DocumentError("files.prices: currency or copper_block is not what it should be")
    ported, metred = ("price_port", "watts_port"), ("price_metre",)
    more = {"switch": ported, "copper": metred, "optical": metred, "host": metred}
    items = {}
    for name in ("switch", "copper", "optical", "host", "local", "global", "rack", "box"):
        readers = dict.fromkeys(("price", "watts", *more.get(name, ())), _amount)
        told = _table("prices", name, found.pop(name, {}), readers)
        items[name] = Item(**{key: told.get(key, Fraction(0)) for key in vars(FREE)})
    _nothing_left("prices", found)
    return Costs(currency=currency, items=items)


def _toml(name: str, text: str) -> dict[str, Any]:
    if len(text) > LONGEST:
        raise DocumentError(f"files.{name} has {len(text):,} characters, at most {LONGEST:,}")
    try:
        return tomllib.loads(text, parse_float=str)  # exact: decimals stay text
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DocumentError(f"files.{name} is no TOML: {error}") from error


def _table(
    file: str, name: str, written: object, readers: Mapping[str, Callable[[Any], Any]]
) -> Table:
    if not isinstance(written, dict) or not written.keys() <= readers.keys():
        raise DocumentError(f"files.{file}: [{name}] is no table of {', '.join(readers)}")
    try:
        return {key: readers[key](value) for key, value in written.items()}
    except (NumberError, TypeError, ValueError) as error:
        raise DocumentError(f"files.{file}: [{name}] has a value that it cannot have") from error


def _nothing_left(file: str, found: Table) -> None:
    if found:
        raise DocumentError(f"files.{file} has {shown(next(iter(found)))}, which is not known")


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _count(least: int) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, str):
            value = int(read_rational(value)) if read_rational(value).denominator == 1 else -1
        if type(value) is not int or value < least:
            raise ValueError
        return value

    return read


def _length(value: Any) -> int:
    ticks = read_rational(value) * METRE
    if ticks.denominator != 1 or not 0 <= ticks <= MOST:
        raise ValueError
    return int(ticks)


def _positive(value: Any) -> int:
    if not _length(value):
        raise ValueError
    return _length(value)


def _share(value: Any) -> Fraction:
    share = read_share(value)
    if not 0 <= share <= 10:
        raise ValueError
    return share


def _amount(value: Any) -> Fraction:
    amount = read_rational(value)
    if amount < 0:
        raise ValueError
    return amount


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError
    return value


def _yes(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _several(read: Callable[[Any], Any]) -> Callable[[Any], list[Any]]:
    def read_all(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise TypeError
        return [read(each) for each in value]

    return read_all


READERS: dict[str, dict[str, Callable[[Any], Any]]] = {
    "rack": {"units": _count(1), "width": _positive, "depth": _positive, "share": _yes},
    "switch": {"ports": _count(1), "units": _count(1), "edge_units": _count(1)},
    "host": {"units": _count(0)},
    "floor": {
        "racks_per_row": _count(1), "rows": _count(1), "aisle": _length,
        "crossings": _several(_count(0)), "core": _text,
    },
    "cables": {
        "tray": _length, "slack": _length, "margin": _share, "copper_reach": _length,
        "lengths": _several(_positive), "without": _several(_text),
    },
    "names": {"switch_port": _text, "host_port": _text},
}  # fmt: skip


def _places(written: object) -> dict[str, tuple[int, int]]:
    if not isinstance(written, list):
        raise DocumentError("files.racks: [[place]] is no list of tables")
    readers = {"name": _text, "x": _length, "y": _length}
    found: dict[str, tuple[int, int]] = {}
    for each in written:
        place = _table("racks", "place", each, readers)
        if len(place) < len(readers) or place["name"] in found:
            raise DocumentError("files.racks: a [[place]] is not whole, or has the name of another")
        found[place["name"]] = place["x"], place["y"]
    return found


def _groups(written: object) -> dict[int, frozenset[str]]:
    if not isinstance(written, dict):
        raise DocumentError("files.racks: [groups] is no table")
    try:
        return {
            _count(0)(group): frozenset(_several(_text)(racks)) for group, racks in written.items()
        }
    except (NumberError, TypeError, ValueError) as error:
        raise DocumentError("files.racks: [groups] is not group = [names of racks]") from error
