"""Each link is one cable between free ports, as long as the way from one device to the other."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import same
from alphacut.solver.layout.verify.placement import Placed, Spot, decimal

HOST, COPPER, OPTICAL = "host", "copper", "optical"
UNLISTED = 300_000  # cables, above which a document need not list them


@dataclass(frozen=True, kw_only=True)
class Cabled:
    """Cables as they were counted; lengths are micrometres."""

    lots: Counter[tuple[str, str, int]]  # by class, medium and length that is bought
    way: int  # of all together
    longest: int
    ports: Sequence[int]  # that each switch needs

    def count(self, *, medium: str | None = None) -> int:
        """Return how many there are, of a medium or of any."""
        return sum(n for (_, each, _), n in self.lots.items() if medium in (None, each))


def cabled(rows: object, placed: Placed) -> Cabled:
    """Check the list of cables, or, where there is none, lay one for each link.

    Raises
    ------
    DocumentError, Refused
        If it is no list of cables, or a link has none, two, or one of another length.
    """
    if rows is not None and not isinstance(rows, list):
        raise DocumentError("cables.list is neither a list nor null")
    lots: Counter[tuple[str, str, int]] = Counter()
    total = longest = 0
    wanted = _wanted(placed)
    if rows is None and wanted.total() <= UNLISTED:
        raise Refused(f"cables.list is missing; it is null above {UNLISTED:,} cables alone")
    if rows is None:
        joints: Iterator[tuple[str, Joint, int]] = (
            (kind, joint, number) for (kind, joint), number in wanted.items()
        )
    else:
        joints = _plugged(rows, placed, wanted)
    for kind, joint, number in joints:
        way, bought, medium = measured(placed, joint)
        lots[kind, medium, bought] += number
        total += way * number
        longest = max(longest, way)
    return Cabled(lots=lots, way=total, longest=longest, ports=_ports(placed))


Joint = tuple[int, int, int | None]  # two switches; or one, twice, and one of its hosts


def _wanted(placed: Placed) -> Counter[tuple[str, Joint]]:
    """Return how many cables there have to be, by class and both ends."""
    network, wanted = placed.network, Counter[tuple[str, Joint]]()
    for switch, beside in enumerate(placed.hosts):
        for host in range(len(beside)):
            wanted[HOST, (switch, switch, host)] += 1
    unknown = set(placed.room.without) - {kind.name for kind in network.classes}
    if unknown:
        raise DocumentError(f"files.racks: cables.without has no class {shown(unknown.pop())}")
    for first, second, kind, multiplicity in network.links:
        if kind not in placed.room.without:
            wanted[kind, (min(first, second), max(first, second), None)] += multiplicity
    return wanted


def _ports(placed: Placed) -> list[int]:
    """Return how many ports each switch needs: for its hosts, if they have cables, and links."""
    network = placed.network
    ports = [0 if switch in placed.boxes else n for switch, n in enumerate(network.hosts)]
    for first, second, _, multiplicity in network.links:
        ports[first] += multiplicity
        ports[second] += multiplicity
    return ports


def _plugged(
    rows: Sequence[Any], placed: Placed, wanted: Counter[tuple[str, Joint]]
) -> Iterator[tuple[str, Joint, int]]:
    """Yield the cables of the list, each of which has to be wanted, and to end at free ports."""
    left, used, ports = wanted.copy(), set[tuple[int, int]](), _ports(placed)
    for number, row in enumerate(rows):
        place = f"cables.list.{number}"
        kind, joint = _read(row, place)
        for switch, port in (row[1],) if kind == HOST else (row[1], row[2]):
            if not 0 <= switch < placed.network.switches:
                raise Refused(f"{place}: there is no switch {switch}")
            if not 1 <= port <= ports[switch]:
                raise Refused(f"{place}: switch {switch} has no port {port} that is in use")
            if (switch, port) in used:
                raise Refused(f"{place}: port {port} of switch {switch} has a cable already")
            used.add((switch, port))
        if not left[kind, joint]:
            raise Refused(f"{place}: the network has no such link, or it has its cable already")
        left[kind, joint] -= 1
        _check_length(row, placed, joint, place)
        yield kind, joint, 1
    if any(left.values()):
        kind, joint = next(each for each, number in left.items() if number)
        raise Refused(f"cables.list: a link of {kind} at switch {joint[0]} has no cable")


def _read(row: object, place: str) -> tuple[str, Joint]:
    """Return the class of a cable in the list, and what it joins."""
    if not isinstance(row, list) or len(row) != 6 or not isinstance(row[0], str):
        raise DocumentError(f"{place} is not [class, end, end, way, length, medium]")
    kind, start, end = row[:3]
    for each in (start,) if kind == HOST else (start, end):
        if not (isinstance(each, list) and len(each) == 2 and all(type(n) is int for n in each)):
            raise DocumentError(f"{place}: an end is a switch and a port")
    if kind != HOST:
        return kind, (min(start[0], end[0]), max(start[0], end[0]), None)
    if type(end) is not int:
        raise DocumentError(f"{place}: the other end is the number of a host")
    return kind, (start[0], start[0], end)


def _check_length(row: Sequence[Any], placed: Placed, joint: Joint, place: str) -> None:
    way, bought, medium = measured(placed, joint)
    if not same(row[3:], [decimal(way), decimal(bought), medium]):
        raise Refused(
            f"{place}: it needs {decimal(way)} m, so {decimal(bought)} m of {medium}, and "
            f"{shown(row[3:])} is told"
        )


def measured(placed: Placed, joint: Joint) -> tuple[int, int, str]:
    """Return the way of a cable, the length that is bought, and its medium.

    Raises
    ------
    Refused
        If none that is sold is long enough.
    """
    room, (first, second, host) = placed.room, joint
    one = placed.switches[first], placed.height(first)
    other = (
        (placed.switches[second], placed.height(second))
        if host is None
        else (placed.hosts[first][host], room.host)
    )
    way = _way(placed, one, other)
    place = bisect_left(room.stock, way)
    if place == len(room.stock):
        raise Refused(f"cables: none that is sold is {decimal(way)} m long")
    bought = room.stock[place]
    return way, bought, COPPER if bought <= room.reach else OPTICAL


def _way(placed: Placed, one: tuple[Spot, int], other: tuple[Spot, int]) -> int:
    """Return how long a cable has to be: straight in a rack, else up, along the trays, and down."""
    room = placed.room
    (a, _), (b, _) = one[0], other[0]
    low, high = (placed.middle(*each) for each in (one, other))
    over = 2 * room.tray - low - high
    run = abs(low - high) if a == b else over + _apart(placed, a, b)
    extra = run * room.margin
    return run - (-extra.numerator // extra.denominator) + 2 * room.slack


def _apart(placed: Placed, a: int, b: int) -> int:
    (x, y), (other_x, other_y) = placed.racks[a], placed.racks[b]
    across = abs(y - other_y)
    if not across or not placed.room.crossings:
        return abs(x - other_x) + across
    return across + min(abs(x - each) + abs(other_x - each) for each in placed.room.crossings)
