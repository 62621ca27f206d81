"""The cables of a machine in its racks: both ends, the way between them, and what is bought."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.structure.cables import cables as plugged
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.layout.floor import along_trays
from alphacut.solver.layout.lengths import UNIT, metres
from alphacut.solver.layout.names import COPPER, LINK_OF_HOST, OPTICAL

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network
    from alphacut.solver.layout.plan import Plan
    from alphacut.solver.layout.racking import Racked, Slot


@dataclass(frozen=True, kw_only=True, slots=True)
class End:
    """One end of a cable."""

    slot: Slot
    switch: int  # of a host: its switch
    host: int | None  # its number at its switch, from 0; None: the end is at a switch
    port: int  # from 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Laid:
    """A cable."""

    number: int  # from 1
    start: End
    end: End
    link_class: str  # or LINK_OF_HOST
    way: int  # ticks that it has to reach
    bought: int  # ticks, the shortest that is sold and reaches
    medium: str  # COPPER or OPTICAL


def laid(network: Network, racked: Racked, plan: Plan) -> Iterator[Laid]:
    """Yield the cables: those of hosts by switch, then those between switches by class.

    Raises
    ------
    QuestionError
        If one is longer than any that is sold.
    """
    reach = _Reach(racked, plan)
    number = 0
    for switch, slots in enumerate(racked.hosts):
        for host, slot in enumerate(slots):
            number += 1
            start = End(slot=racked.switches[switch], switch=switch, host=None, port=host + 1)
            end = End(slot=slot, switch=switch, host=host, port=1)
            yield reach.cable(number, start, end, LINK_OF_HOST)
    inside = not plan.host.units  # hosts that are in the box of their switch take none of its ports
    for cable in plugged(network):
        if cable.link_class in plan.cables.without:
            continue
        number += 1
        start, end = (
            End(
                slot=racked.switches[plug.switch],
                switch=plug.switch,
                host=None,
                port=plug.port + 1 - (network.hosts[plug.switch] if inside else 0),
            )
            for plug in (cable.start, cable.end)
        )
        yield reach.cable(number, start, end, cable.link_class)


class _Reach:
    """How long cables are, with ways between racks measured once."""

    def __init__(self, racked: Racked, plan: Plan) -> None:
        self._racks, self._plan = racked.racks, plan
        self._between: dict[tuple[int, int], int] = {}

    def cable(self, number: int, start: End, end: End, link_class: str) -> Laid:
        way = self._way(start.slot, end.slot)
        stock = self._plan.cables.lengths
        place = bisect_left(stock, way)
        if place == len(stock):
            raise QuestionError(
                "cables.lengths",
                f"a cable has to be {metres(way)} m long, and the longest that is sold has "
                f"{metres(stock[-1])}",
            )
        medium = COPPER if stock[place] <= self._plan.cables.copper_reach else OPTICAL
        return Laid(
            number=number, start=start, end=end, link_class=link_class, way=way,
            bought=stock[place], medium=medium,
        )  # fmt: skip

    def _way(self, one: Slot, other: Slot) -> int:
        """Return the length of a cable: inside a rack straight, else over the trays."""
        cables = self._plan.cables
        heights = height(one), height(other)
        if one.rack == other.rack:
            run = abs(heights[0] - heights[1])
        else:
            run = 2 * cables.tray - sum(heights) + self._apart(one.rack, other.rack)
        margin = run * cables.margin
        return run + -(-margin.numerator // margin.denominator) + 2 * cables.slack

    def _apart(self, one: int, other: int) -> int:
        pair = (one, other) if one < other else (other, one)
        if pair not in self._between:
            self._between[pair] = along_trays(self._racks[one], self._racks[other], self._plan)
        return self._between[pair]


def height(slot: Slot) -> int:
    """Return the height of the middle of a device over the bottom of unit 1, in ticks."""
    return (slot.unit - 1) * UNIT + slot.units * UNIT // 2
