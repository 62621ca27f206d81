"""The document about a layout, which has all that it takes to lay it out again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.formats.spec import UNLIMITED, build, complete, parse
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from alphacut.solver.design.prices import EXAMPLE as PRICES
from alphacut.solver.design.prices import read_prices
from alphacut.solver.layout.layout import Layout, lay_out
from alphacut.solver.layout.lengths import metres
from alphacut.solver.layout.names import COPPER, FORMAT, OPTICAL
from alphacut.solver.layout.plan import EXAMPLE as RACKS
from alphacut.solver.layout.plan import read_plan, read_radix

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import FamilySpec

Json = Mapping[str, Any]


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
        return lay_out(build(self.spec), plan, prices)


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


def question_of(document: Json) -> LayoutQuestion:
    """Read what a document was asked.

    Raises
    ------
    DocumentError
        If it does not say.
    """
    try:
        return LayoutQuestion(
            spec=parse(document["topology"], UNLIMITED),
            racks=document["files"]["racks"],
            prices=document["files"]["prices"],
            radix=None if document["radix"] is None else read_radix(document["radix"]),
        )
    except (KeyError, TypeError) as error:
        raise DocumentError(f"is no layout: {error} is missing or wrong") from error


def recount(document: Json) -> Layout:
    """Lay out again what a document is about, and compare everything that it says.

    Raises
    ------
    Refused
        If it says anything else.
    """
    question = question_of(document)
    try:
        layout = question.answer()
    except QuestionError as error:
        raise Refused(f"the layout cannot be made: {error}") from error
    again = document_of(question, layout)
    for name in {*document, *again}:
        if document.get(name) != again.get(name):
            raise Refused(f"{name}: laid out again, it is another")
    return layout
