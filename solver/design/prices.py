"""What switches and cables cost and draw: from a file in TOML, or text such as "switch=20"."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from alphacut.arrangements.numbers import NumberError, read_integer, read_rational
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.names import CABLES, LAID_OUT, LONGEST_PRICES, PRICED

if TYPE_CHECKING:
    from alphacut.solver.design.machine import Machine

BLOCK = 32  # switches

EXAMPLE = """\
# What alphacut takes if no prices are given. These are round numbers of the size of list prices
# for links of 200 Gb/s: assumptions, no offer of anybody. Put your own here, and ask with
# `alphacut design --prices FILE`.
currency = "USD"

# A cable between two switches is copper if both lie within a block of at most so many switches:
# a group, a pod, a subtree, or a line or plane of a box. All others are optical.
copper_block = 32

[switch]         # with all its ports, whether they are used or not
price = 2000
price_port = 500
watts = 60
watts_port = 6

[copper]         # a cable between two switches
price = 150
price_metre = 20 # beside it, for each metre: counted by `alphacut layout` alone
watts = 0

[optical]        # a cable between two switches, with the transceivers at both its ends
price = 900
price_metre = 3
watts = 9

[host]           # the cable between a host and its switch, taken to be copper
price = 150
price_metre = 20
watts = 0

[rack]           # counted by `alphacut layout` alone
price = 1500
watts = 0

[box]            # the same: a switch with its hosts inside, where a plan of racks says so
price = 0
watts = 0
"""


@dataclass(frozen=True, kw_only=True)
class Item:
    """What one piece costs and draws."""

    price: Fraction = Fraction(0)  # of one
    watts: Fraction = Fraction(0)  # of one
    price_port: Fraction = Fraction(0)  # for each port that a switch has
    watts_port: Fraction = Fraction(0)  # for each port that a switch has
    price_metre: Fraction = Fraction(0)  # for each metre of a cable, where lengths are known


@dataclass(frozen=True, kw_only=True)
class Prices:
    """What everything costs; what is not named is free."""

    currency: str
    items: Mapping[str, Item]  # by what PRICED and LAID_OUT name
    block: int  # switches within which cables are copper
    example: bool = False  # whether they are those of EXAMPLE

    def of_switch(self, radix: int) -> tuple[Fraction, Fraction]:
        """Return price and watts of a switch with so many ports."""
        item = self.items.get("switch", Item())
        return item.price + radix * item.price_port, item.watts + radix * item.watts_port

    def of(self, name: str) -> tuple[Fraction, Fraction]:
        """Return price and watts of a cable."""
        item = self.items.get(name, Item())
        return item.price, item.watts

    def total(self, machine: Machine, radix: int) -> tuple[Fraction, Fraction]:
        """Add up price and watts of a machine of switches with so many ports."""
        counts = {
            "host": machine.hosts, "local": machine.local, "global": machine.global_,
            "copper": machine.copper, "optical": machine.optical,
        }  # fmt: skip
        price, watts = (machine.switches * each for each in self.of_switch(radix))
        for name, count in counts.items():
            each = self.of(name)
            price, watts = price + count * each[0], watts + count * each[1]
        return price, watts


def read_cost(cost: str | Mapping[str, object]) -> Prices:
    """Read prices by name, or as text such as "switch=20,local=1,global=4".

    Raises
    ------
    QuestionError
        It names the price and says what would be right.
    """
    entries = [part.partition("=") for part in cost.split(",")] if isinstance(cost, str) else [
        (name, "=", price) for name, price in cost.items()
    ]  # fmt: skip
    items: dict[str, Item] = {}
    for name, equals, price in entries:
        key = name.strip()
        if key not in PRICED or not equals:
            told = "prices are written name=price, such as switch=20,local=1,global=4"
            raise QuestionError("cost", f"{told}; got {shown(key)}, and {known_names(key, PRICED)}")
        if key in items:
            raise QuestionError("cost", f"{key} has two prices; give one")
        written = price.strip() if isinstance(price, str) else price
        items[key] = Item(price=_amount("cost", key, written))
    return Prices(currency="", items=items, block=BLOCK)


def read_prices(text: str) -> Prices:
    """Read the text of a file of prices; `EXAMPLE` has all that may stand in one.

    Raises
    ------
    QuestionError
        It names what is wrong and says what would be right.
    """
    if len(text) > LONGEST_PRICES:
        raise QuestionError("prices", f"has {len(text):,} characters, at most {LONGEST_PRICES:,}")
    try:
        # numbers stay text until they are read exactly
        found = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        raise QuestionError("prices", f"is no TOML: {error}") from error
    currency, block = found.pop("currency", ""), found.pop("copper_block", BLOCK)
    if not isinstance(currency, str) or len(currency) > 12 or not currency.isprintable():
        raise QuestionError("prices", f"currency must be a short name, got {shown(currency)}")
    try:
        block = read_integer(block, least=0)
    except NumberError as error:
        raise QuestionError("prices", f"copper_block {error}") from error
    return Prices(
        currency=currency,
        items={name: _item(name, each) for name, each in found.items()},
        block=block,
    )


def example_prices() -> Prices:
    """Return the prices of EXAMPLE."""
    read = read_prices(EXAMPLE)
    return Prices(currency=read.currency, items=read.items, block=read.block, example=True)


def _item(name: str, written: object) -> Item:
    if name not in PRICED and name not in LAID_OUT:
        names = known_names(name, (*PRICED, *LAID_OUT, "currency", "copper_block"))
        raise QuestionError("prices", f"unknown name {shown(name)}; {names}")
    more = {"switch": ("price_port", "watts_port"), **dict.fromkeys(CABLES, ("price_metre",))}
    fields = ("price", "watts", *more.get(name, ()))
    if not isinstance(written, dict):
        raise QuestionError("prices", f"[{name}] must be a table with {', '.join(fields)}")
    for key in written:
        if key not in fields:
            told = known_names(key, fields)
            raise QuestionError("prices", f"[{name}] has an unknown field {shown(key)}; {told}")
    return Item(**{key: _amount("prices", f"{name}.{key}", each) for key, each in written.items()})


def _amount(field: str, name: str, written: object) -> Fraction:
    try:
        value = read_rational(written)
    except NumberError:
        value = Fraction(-1)
    if value < 0:
        raise QuestionError(
            f"{field}.{name}",
            f'must be a number from 0, such as 4, "1/2" or "1.25", got {shown(written)}',
        )
    return value
