"""What is asked for: about so many hosts, switches of so many ports, and perhaps prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.arrangements.numbers import NumberError, read_integer, read_rational, read_share
from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.design.names import NAMES, ORDERS, USUAL
from alphacut.solver.design.prices import Prices, example_prices, read_cost, read_prices

MOST_HOSTS = 1_000_000
MOST_PORTS = 256
MOST_APART = Fraction(1, 2)
MOST_LISTED = 1000
ONE = Alpha.of(1)
DRAGONFLY = "dragonfly"
QUARTER = Fraction(1, 8)  # for each host, of full bisection, which is 1/2


@dataclass(frozen=True, kw_only=True)
class DesignQuestion:
    """A machine that is looked for."""

    hosts: int  # about so many
    radix: int  # ports of a switch
    within: Fraction = Fraction(1, 10)  # how far the number of hosts may lie from it
    alpha: Alpha = ONE  # finite, above 0: where the bisection bandwidth is taken
    families: tuple[str, ...] = USUAL
    arrangement: str | None = None  # of dragonflies; None: for each shape one that wires it
    balanced: bool = False  # whether of dragonflies only a = 2p = 2h will do
    unused_ports: bool = False  # whether some global ports of dragonflies may stay unused
    per_host: Fraction = QUARTER  # the least bisection bandwidth for each host, in local links
    prices: Prices = field(default_factory=example_prices)
    spare_ports: int = 0  # left unused at every switch
    order: str = "price"  # one of ORDERS
    listed: int = 20  # designs in the answer, at most

    @property
    def ports(self) -> int:
        """The ports of a switch that may be used."""
        return self.radix - self.spare_ports

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
    families: str | Sequence[str] | None = None,
    arrangement: str | None = None,
    balanced: bool = False,
    unused_ports: bool = False,
    per_host: object = None,
    prices: str | None = None,
    cost: str | Mapping[str, object] | None = None,
    spare_ports: object = 0,
    sort: object = "price",
    limit: object = 20,
) -> DesignQuestion:
    """Read a question as people write it.

    Parameters
    ----------
    families
        Names, or text such as "xgft,hyperx". None: all; only dragonflies where something is asked
        that they alone have.
    prices
        The text of a file in TOML.
    cost
        Prices by name, or as text such as "switch=20,local=1,global=4", in place of a file.

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
    if prices is not None and cost is not None:
        raise QuestionError("cost", "prices come from a file or from here, not from both")
    if sort not in ORDERS:
        raise QuestionError("sort", f"must be one of {', '.join(ORDERS)}, got {shown(sort)}")
    size = _integer("radix", radix, 3, MOST_PORTS)
    of_dragonflies = {
        "arrangement": arrangement, "balanced": balanced, "unused_ports": unused_ports,
    }  # fmt: skip
    chosen = _families(families, only=any(of_dragonflies.values()))
    for name, given in of_dragonflies.items():
        if given and DRAGONFLY not in chosen:
            raise QuestionError(
                name, f"is of dragonflies, and families names none; add {DRAGONFLY}"
            )
    return DesignQuestion(
        hosts=_integer("hosts", hosts, 2, MOST_HOSTS),
        radix=size,
        within=_share(within),
        alpha=at,
        families=chosen,
        arrangement=arrangement,
        balanced=balanced,
        unused_ports=unused_ports,
        per_host=QUARTER if per_host is None else _amount("per_host", per_host),
        prices=_prices(prices, cost),
        spare_ports=_integer("spare_ports", spare_ports, 0, size - 3),
        order=str(sort),
        listed=_integer("limit", limit, 1, MOST_LISTED),
    )


def _families(written: str | Sequence[str] | None, *, only: bool) -> tuple[str, ...]:
    """Read names of families; `only` tells that dragonflies are meant where none are named."""
    if written is None:
        return (DRAGONFLY,) if only else USUAL
    names = written.split(",") if isinstance(written, str) else list(written)
    found = tuple(dict.fromkeys(str(name).strip() for name in names))
    for name in found:
        if name not in NAMES:
            told = known_names(name, NAMES)
            raise QuestionError("families", f"unknown family {shown(name)}; {told}")
    return found


def _prices(text: str | None, cost: str | Mapping[str, object] | None) -> Prices:
    if text is not None:
        return read_prices(text)
    return example_prices() if cost is None else read_cost(cost)


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
    text = str(written) if isinstance(written, Fraction) else written
    try:
        percent = isinstance(text, str) and text.strip().endswith("%")
        value = read_share(text) if percent else read_rational(text)
    except NumberError:
        value = Fraction(-1)
    if value < 0:
        raise QuestionError(
            field, f'must be a number from 0, such as 1/4, "50%" or "0.25", got {shown(written)}'
        )
    return value
