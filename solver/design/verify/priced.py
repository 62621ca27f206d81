"""What a network costs and draws, added up anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import fraction_in, integer_in, object_in, only_fields, text_in
from alphacut.solver.design.verify.facts import Facts

Json = Mapping[str, Any]
ITEMS = ("switch", "host", "local", "global", "copper", "optical")
AMOUNTS = ("price", "watts", "price_port", "watts_port")


@dataclass(frozen=True, kw_only=True)
class Paid:
    """What a whole network takes."""

    price: Fraction
    watts: Fraction


@dataclass(frozen=True, kw_only=True)
class Prices:
    """What each piece costs and draws; what is not named takes nothing."""

    items: Mapping[str, Mapping[str, Fraction]]
    block: int  # switches within which cables are copper

    @classmethod
    def of(cls, written: Json) -> Prices:
        """Read prices as a document has them."""
        only_fields(written, ("currency", "example", "copper_block", "items"), "prices")
        text_in(written, "currency")
        if not isinstance(written.get("example"), bool):
            raise DocumentError("prices.example is neither true nor false")
        items = {}
        for name, each in object_in(written.get("items"), "prices.items").items():
            if name not in ITEMS:
                raise Refused(f"prices: there is nothing called {shown(name)}")
            item = object_in(each, "prices.items")
            only_fields(item, AMOUNTS, "prices.items")
            items[name] = {amount: fraction_in(item, amount) for amount in AMOUNTS}
            if min(items[name].values()) < 0:
                raise Refused(f"prices: {name} has an amount below 0")
        return cls(items=items, block=integer_in(written, "copper_block"))

    def total(self, counts: Mapping[str, int], radix: int, amount: str) -> Fraction:
        """Add up the price or the watts of so many pieces."""
        found = Fraction(0)
        for name, count in counts.items():
            item = self.items.get(name)
            if item is not None:
                ports = radix * item[f"{amount}_port"] if name == "switch" else 0
                found += count * (item[amount] + ports)
        return found


def paid(told: Json, facts: Facts, prices: Prices, radix: int) -> Paid:
    """Check cables and totals of a row.

    Raises
    ------
    DocumentError, Refused
        If they cannot be read, or are not what they are told to be.
    """
    cables = {
        "host": facts.hosts, "local": facts.local, "global": facts.global_,
        "copper": facts.copper, "optical": facts.links - facts.copper,
    }  # fmt: skip
    written = object_in(told["cables"], "cables")
    only_fields(written, cables, "cables")
    for name, count in cables.items():
        if integer_in(written, name) != count:
            raise Refused(f"{facts.name}: cables.{name} is {written[name]}; it is {count}")
    counts = {"switch": facts.switches, **cables}
    price, watts = (prices.total(counts, radix, amount) for amount in ("price", "watts"))
    for name, value in (
        ("price", price), ("watts", watts),
        ("price_per_host", price / facts.hosts), ("watts_per_host", watts / facts.hosts),
    ):  # fmt: skip
        if fraction_in(told, name) != value:
            raise Refused(f"{facts.name}: {name} is {told[name]}, and adds up to {value}")
    return Paid(price=price, watts=watts)
