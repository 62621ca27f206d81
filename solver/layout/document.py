"""The document about a layout: what was asked, where each device is, and each cable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.formats.spec import build, complete
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.prices import EXAMPLE as PRICES
from alphacut.solver.design.prices import read_prices
from alphacut.solver.layout.layout import PORTS, Layout, lay_out
from alphacut.solver.layout.lengths import metres
from alphacut.solver.layout.names import COPPER, FORMAT, OPTICAL
from alphacut.solver.layout.plan import EXAMPLE as RACKS
from alphacut.solver.layout.plan import read_plan

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec
    from alphacut.solver.layout.cabling import Laid

MOST_LISTED = 300_000  # cables of a document, some twenty megabytes


@dataclass(frozen=True, kw_only=True)
class LayoutQuestion:
    """A network, and the texts of the files about racks and prices."""

    spec: FamilySpec
    racks: str = RACKS
    prices: str = PRICES
    radix: int | None = None  # ports of every switch, in place of those in the file

    def answer(self) -> Layout:
        """Lay the network out.

        Raises
        ------
        QuestionError
            If a file is wrong, or the network does not fit.
        """
        plan, prices = read_plan(self.racks), read_prices(self.prices)
        if self.radix is not None:
            plan = replace(plan, switch=replace(plan.switch, ports=self.radix))
        try:
            return lay_out(build(self.spec), plan, prices)
        except QuestionError as error:
            if self.radix is None or error.field != PORTS:
                raise
            raise QuestionError("radix", error.problem) from error


def document_of(question: LayoutQuestion, layout: Layout) -> dict[str, Any]:
    """Write the document; lengths are decimals in metres, prices are exact, as strings."""
    network, totals = layout.network, layout.totals
    racked = layout.racked
    used = [
        {"name": rack.name, "x": metres(rack.x), "y": metres(rack.y),
         "groups": set[int](), "switches": 0, "hosts": 0, "units": 0}
        for rack in racked.racks
    ]  # fmt: skip
    for switch, slot in enumerate(racked.switches):
        place: dict[str, Any] = used[slot.rack]
        place["groups"].add(network.groups[switch])
        place["switches"] += 1
        place["units"] += slot.units
        for host in racked.hosts[switch]:
            beside: dict[str, Any] = used[host.rack]
            beside["groups"].add(network.groups[switch])
            beside["hosts"] += 1
            beside["units"] += host.units
    return {
        "format": FORMAT,
        "topology": complete(question.spec),
        "files": {"racks": question.racks, "prices": question.prices},
        "radix": question.radix,
        "example": {"racks": question.racks == RACKS, "prices": question.prices == PRICES},
        "switches": network.switches, "boxes": len(layout.boxes), "hosts": sum(network.hosts),
        "ports": {"needed": layout.needed, "bought": layout.ports},
        "racks": [{**each, "groups": sorted(each["groups"])} for each in used],  # type: ignore[call-overload]
        "devices": {
            "switches": [[slot.rack, slot.unit] for slot in racked.switches],
            "hosts": [[[slot.rack, slot.unit] for slot in slots] for slots in racked.hosts],
        },
        "cables": {
            "number": totals.count(), "host": totals.count(hosts=True),
            "copper": totals.count(medium=COPPER), "optical": totals.count(medium=OPTICAL),
            "way": metres(totals.way), "bought": metres(totals.bought),
            "longest": metres(totals.longest),
            "lots": [
                {"class": lot.link_class, "medium": lot.medium, "length": metres(lot.bought),
                 "number": number}
                for lot, number in sorted(
                    totals.lots.items(), key=lambda each: (each[0].bought, each[0].link_class)
                )
            ],
            "list": [_row(cable) for cable in layout.cables()]
            if totals.count() <= MOST_LISTED else None,
        },
        "currency": layout.prices.currency,
        "bill": [
            {"item": line.item, "number": line.count, "price_each": str(line.price_each),
             "price": str(line.price), "watts": str(line.watts)}
            for line in layout.bill
        ],
        "price": str(sum(line.price for line in layout.bill)),
        "watts": str(sum(line.watts for line in layout.bill)),
    }  # fmt: skip


def _row(cable: Laid) -> list[Any]:
    """Write a cable: class, both ends, way, length and medium; a host is its number alone."""
    start, end = cable.start, cable.end
    return [
        cable.link_class,
        [start.switch, start.port],
        [end.switch, end.port] if end.host is None else end.host,
        metres(cable.way),
        metres(cable.bought),
        cable.medium,
    ]
