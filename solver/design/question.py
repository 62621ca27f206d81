"""What is asked for: about so many hosts, switches of so many ports, and perhaps prices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.arrangements.numbers import NumberError, read_integer, read_rational, read_share
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError

MOST_HOSTS = 1_000_000
MOST_PORTS = 256
MOST_APART = Fraction(1, 2)
MOST_LISTED = 1000
ONE = Alpha.of(1)
PRICED = ("switch", "host", "local", "global")  # a switch, and a cable of each class


@dataclass(frozen=True, kw_only=True)
class DesignQuestion:
    """A machine that is looked for."""

    hosts: int  # about so many
    radix: int  # ports of a switch
    within: Fraction = Fraction(1, 10)  # how far the number of hosts may lie from it
    alpha: Alpha = ONE  # finite, above 0: where the bisection bandwidth is taken
    arrangement: str | None = None  # None: for each shape one that wires it
    balanced: bool = False  # whether only a = 2p = 2h will do
    unused_ports: bool = False  # whether some global ports may stay unused
    per_host: Fraction = Fraction(0)  # the least bisection bandwidth for each host, in local links
    prices: Mapping[str, Fraction] | None = None  # by what PRICED names; what is left out is free
    listed: int = 20  # designs in the answer, at most

    @property
    def least(self) -> int:
        """The least number of hosts."""
        exact = self.hosts * (1 - self.within)
        return -(-exact.numerator // exact.denominator)

    @property
    def most(self) -> int:
        """The largest number of hosts."""
        return int(self.hosts * (1 + self.within))


def read_question(
    *,
    hosts: object,
    radix: object,
    within: object = "10%",
    alpha: object = 1,
    arrangement: str | None = None,
    balanced: bool = False,
    unused_ports: bool = False,
    per_host: object = 0,
    cost: str | Mapping[str, object] | None = None,
    limit: object = 20,
) -> DesignQuestion:
    """Read a question as people write it.

    Parameters
    ----------
    cost
        Prices by name, or as text such as "switch=20,local=1,global=4".

    Raises
    ------
    QuestionError
        It names the parameter and says what would be right.
    """
    at = Alpha.parse(str(alpha) if isinstance(alpha, Fraction) else alpha)
    if not at.finite or at.numerator == 0:
        raise QuestionError("alpha", f"must be above 0 and finite, such as 5/4, got {at}")
    if arrangement is not None and arrangement not in BY_NAME:
        told = known_names(arrangement, BY_NAME)
        raise QuestionError("arrangement", f"unknown arrangement {shown(arrangement)}; {told}")
    return DesignQuestion(
        hosts=_integer("hosts", hosts, 2, MOST_HOSTS),
        radix=_integer("radix", radix, 3, MOST_PORTS),
        within=_share(within),
        alpha=at,
        arrangement=arrangement,
        balanced=balanced,
        unused_ports=unused_ports,
        per_host=_amount("per_host", per_host),
        prices=None if cost is None else _prices(cost),
        listed=_integer("limit", limit, 1, MOST_LISTED),
    )


def _integer(field: str, written: object, least: int, most: int) -> int:
    try:
        value = read_integer(written)
    except NumberError:
        value = least - 1
    if not least <= value <= most:
        raise QuestionError(
            field, f"must be an integer from {least} to {most:,}, got {shown(written)}"
        )
    return value


def _share(written: object) -> Fraction:
    try:
        value = read_share(written)
    except NumberError:
        value = Fraction(-1)
    if not 0 <= value <= MOST_APART:
        raise QuestionError(
            "within", f"must be from 0 to 50%, such as 10% or 0.1, got {shown(written)}"
        )
    return value


def _amount(field: str, written: object) -> Fraction:
    try:
        value = read_rational(written)
    except NumberError:
        value = Fraction(-1)
    if value < 0:
        raise QuestionError(
            field, f'must be a number from 0, such as 4, "1/2" or "1.25", got {shown(written)}'
        )
    return value


def _prices(cost: str | Mapping[str, object]) -> dict[str, Fraction]:
    """Read prices; each is named once."""
    entries = [part.partition("=") for part in cost.split(",")] if isinstance(cost, str) else [
        (name, "=", price) for name, price in cost.items()
    ]  # fmt: skip
    found: dict[str, Fraction] = {}
    for name, equals, price in entries:
        key = name.strip()
        if key not in PRICED or not equals:
            told = "prices are written name=price, such as switch=20,local=1,global=4"
            raise QuestionError("cost", f"{told}; got {shown(key)}, and {known_names(key, PRICED)}")
        if key in found:
            raise QuestionError("cost", f"{key} has two prices; give one")
        found[key] = _amount(f"cost.{key}", price.strip() if isinstance(price, str) else price)
    return found
