"""What a machine in its racks costs and draws: a line for each thing that is bought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from alphacut.solver.design.prices import Item
from alphacut.solver.layout.lengths import METRE, metres
from alphacut.solver.layout.names import COPPER, LINK_OF_HOST

if TYPE_CHECKING:
    from alphacut.solver.design.prices import Prices
    from alphacut.solver.layout.cabling import Laid

BOX = "box"  # the item of a switch with its hosts


@dataclass(frozen=True, kw_only=True)
class Lot:
    """Cables that are alike."""

    link_class: str  # or LINK_OF_HOST
    medium: str
    bought: int  # ticks


@dataclass(frozen=True, kw_only=True)
class BillLine:
    """So many of one thing."""

    item: str
    count: int
    price_each: Fraction
    watts_each: Fraction

    @property
    def price(self) -> Fraction:
        """What all of them cost."""
        return self.count * self.price_each

    @property
    def watts(self) -> Fraction:
        """What all of them draw."""
        return self.count * self.watts_each


@dataclass(frozen=True, kw_only=True)
class Totals:
    """Cables, counted and added up."""

    lots: dict[Lot, int]  # how many of each
    way: int  # ticks that all have to reach
    longest: int  # ticks, of the cable that is longest

    @property
    def bought(self) -> int:
        """The ticks that are bought."""
        return sum(lot.bought * count for lot, count in self.lots.items())

    def count(self, *, medium: str | None = None, hosts: bool | None = None) -> int:
        """Count cables of a medium (None: any), to hosts or not (None: both)."""
        return sum(
            count
            for lot, count in self.lots.items()
            if medium in (None, lot.medium)
            and (hosts is None or hosts == (lot.link_class == LINK_OF_HOST))
        )


def totals(cables: Iterable[Laid]) -> Totals:
    """Count cables by what is bought."""
    lots: Counter[Lot] = Counter()
    seen: dict[tuple[str, str, int], Lot] = {}
    way = longest = 0
    for cable in cables:
        key = (cable.link_class, cable.medium, cable.bought)
        if key not in seen:
            seen[key] = Lot(link_class=key[0], medium=key[1], bought=key[2])
        lots[seen[key]] += 1
        way += cable.way
        longest = max(longest, cable.way)
    return Totals(lots=dict(lots), way=way, longest=longest)


def bill(
    *, switches: int, ports: int, boxes: int, racks: int, totals: Totals, prices: Prices
) -> tuple[BillLine, ...]:
    """Return the lines of a bill: switches, boxes, racks, then cables by use, medium and length.

    A copper cable to a host has the price of "host", any other that of its medium; beside it
    stand a price for each metre that is bought, and what the file says of its class of links.
    """
    price, watts = prices.of_switch(ports)
    lines = [
        BillLine(item=item, count=count, price_each=each.price, watts_each=each.watts)
        for item, count, each in (
            (f"switch of {ports} ports", switches, Item(price=price, watts=watts)),
            (BOX, boxes, prices.items.get("box", Item())),
            ("rack", racks, prices.items.get("rack", Item())),
        )
        if count
    ]
    order = sorted(
        totals.lots,
        key=lambda lot: (lot.link_class != LINK_OF_HOST, lot.link_class, lot.medium, lot.bought),
    )
    for lot in order:
        to_host = lot.link_class == LINK_OF_HOST
        base = prices.items.get("host" if to_host and lot.medium == COPPER else lot.medium, Item())
        extra = Item() if to_host else prices.items.get(lot.link_class, Item())
        lines.append(
            BillLine(
                item=f"{lot.medium} cable of {metres(lot.bought)} m, {lot.link_class}",
                count=totals.lots[lot],
                price_each=base.price + extra.price + base.price_metre * lot.bought / METRE,
                watts_each=base.watts + extra.watts,
            )
        )
    return tuple(lines)
