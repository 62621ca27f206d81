"""Finding networks of about so many hosts, and proving what their bisections carry."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from alphacut.arrangements.errors import ArrangementsError
from alphacut.arrangements.formats.spec import parse
from alphacut.service.library.asking import Ratio, bisection, read_seconds
from alphacut.solver.design.built import Built
from alphacut.solver.design.document import (
    Design,
    Designs,
    designs,
    document_of,
    proven,
    with_built,
)
from alphacut.solver.design.question import read_question

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion


@dataclass(frozen=True, kw_only=True)
class DesignRow:
    """A network of the front. Capacities are in those of a local link."""

    family: str
    name: str  # its shape
    topology: dict[str, Any] = field(repr=False)  # a spec, which all other questions take
    hosts: int
    grows_to: int  # hosts once every port at their switches is used
    switches: int
    ports: int  # of the switch that needs most
    copper: int  # cables between switches
    optical: int  # cables between switches
    price: Fraction  # of switches and cables
    watts: Fraction
    diameter: int | None  # hops between switches with hosts, at most; None: not computed
    mean_distance: Fraction | None  # hops between two hosts, without their own links
    status: str  # "exact", "formula" or "bounded": what the bisection bandwidth rests on
    bisection: Fraction  # at most
    lower: Fraction  # at least
    saturation: tuple[Fraction, Fraction] | None  # rate of uniform traffic, at least and at most
    after_worst_link: tuple[Fraction, Fraction]  # bisection without the worst link, between these

    @property
    def bisection_per_host(self) -> Fraction:
        """The bisection bandwidth for each host, at most."""
        return self.bisection / self.hosts

    @property
    def bisection_per_host_lower(self) -> Fraction:
        """The bisection bandwidth for each host, at least."""
        return self.lower / self.hosts


@dataclass(frozen=True, kw_only=True)
class FoundDesigns(Sequence[DesignRow]):
    """The networks of a front, in order, and the document about them."""

    document: dict[str, Any] = field(repr=False)
    rows: tuple[DesignRow, ...]

    @property
    def front(self) -> int:
        """How many there are on the front; rows are the first of them."""
        return int(self.document["front"])

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> DesignRow: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[DesignRow, ...]: ...
    def __getitem__(self, place: int | slice) -> DesignRow | tuple[DesignRow, ...]:
        return self.rows[place]

    def __iter__(self) -> Iterator[DesignRow]:
        return iter(self.rows)

    def __str__(self) -> str:
        from alphacut.service.text.design import design_lines

        return "\n".join(design_lines(self.document))

    def csv(self) -> str:
        """Write the rows as CSV, all numbers exact."""
        from alphacut.service.text.design import design_csv

        return design_csv(self.document)


def design(
    hosts: int,
    radix: int,
    *,
    families: str | Sequence[str] | None = None,
    within: float | str = "10%",
    alpha: Ratio = 1,
    arrangement: str | None = None,
    balanced: bool = False,
    unused_ports: bool = False,
    per_host: Ratio | None = None,
    prices: str | Path | None = None,
    cost: str | Mapping[str, Ratio] | None = None,
    spare_ports: int = 0,
    sort: str = "price",
    limit: int = 20,
    time_limit: float | str | None = None,
) -> FoundDesigns:
    """Find the networks worth their price, for about so many hosts and switches of so many ports.

    Parameters
    ----------
    hosts, radix
        How many hosts, about, and how many ports a switch has.
    families
        Such as ["xgft", "hyperx"]. None: all that there are.
    within
        How far the number of hosts may lie from it: 0.1 or "10%".
    alpha
        Capacity of a global link in units of a local one, where bisections are compared.
    arrangement, balanced, unused_ports
        Of dragonflies: the global link arrangement (None: for each one that wires it); whether
        only a = 2p = 2h will do; whether some global ports may stay unused.
    per_host
        The least bisection bandwidth for each host, in local links, that must be certain, such as
        "1/4" or "25%". None: 1/8, a quarter of full bisection.
    prices
        The path of a file in TOML, as `alphacut design --example-prices` prints one.
    cost
        Prices in place of a file, such as {"switch": 20, "copper": 1, "optical": 4}.
    spare_ports
        Ports of each switch that are left free.
    sort
        What comes first: "price", "watts", "bisection", "switches", "hosts", "diameter", "mean".
    limit
        How many are listed at most.
    time_limit
        Seconds, or a time such as "5m", in which bisections are proven, from the first of the
        list on. None: they keep the bounds that take no time.

    Raises
    ------
    SolverError
        If the question cannot be answered as it was asked; the message says what would be right.
    """
    question = read_question(
        hosts=hosts, radix=radix, within=within, alpha=alpha, families=families,
        arrangement=arrangement, balanced=balanced, unused_ports=unused_ports, per_host=per_host,
        prices=None if prices is None else Path(prices).read_text(encoding="utf-8"), cost=cost,
        spare_ports=spare_ports, sort=sort, limit=limit,
    )  # fmt: skip
    seconds = read_seconds("time_limit", time_limit)
    document = document_of(proven_within(designs(question), seconds))
    return FoundDesigns(document=document, rows=tuple(map(_read, document["designs"])))


def _read(row: Mapping[str, Any]) -> DesignRow:
    def pair(name: str) -> tuple[Fraction, Fraction] | None:
        found = row[name]
        return None if found is None else (Fraction(found["lower"]), Fraction(found["upper"]))

    mean, worst = row["mean_distance"], pair("after_worst_link")
    assert worst is not None
    return DesignRow(
        **{
            name: row[name]
            for name in ("family", "name", "topology", "hosts", "grows_to", "switches", "ports",
                         "diameter", "status")
        },
        copper=row["cables"]["copper"],
        optical=row["cables"]["optical"],
        price=Fraction(row["price"]),
        watts=Fraction(row["watts"]),
        mean_distance=None if mean is None else Fraction(mean),
        bisection=Fraction(row["bisection"]),
        lower=Fraction(row["lower"]),
        saturation=pair("saturation"),
        after_worst_link=worst,
    )  # fmt: skip


def proven_within(
    found: Designs, seconds: float | None, tell: Callable[[Design], None] = lambda _: None
) -> Designs:
    """Prove the bisections of designs, each in an equal share of the time that is left.

    Parameters
    ----------
    tell
        Hears which design comes next.
    """
    if seconds is None:
        return found
    end = time.monotonic() + seconds
    left = sum(design.status != "exact" for design in found.found)

    def measure(design: Design) -> Design | None:
        nonlocal left
        share = (end - time.monotonic()) / max(left, 1)
        left -= 1
        if share <= 0:
            return None
        tell(design)
        return _measured(design, found.question, share)

    return proven(found, measure)


def _measured(design: Design, question: DesignQuestion, seconds: float) -> Design:
    """Solve one design at the α of a question; what its verifier accepted is the better bound."""
    try:
        spec = parse(design.topology).from_file("hosts")
        answer = bisection(spec, alpha=question.alpha.fraction, time_limit=seconds)
    except ArrangementsError:  # larger than what is built here
        return design
    before = design.built or Built(lower=None, upper=design.row.machine.bisection.upper, proof=None)
    upper, lower, proof = min(before.upper, answer.value), before.lower, before.proof
    if answer.document["point"]["proof"] == "certificate" and answer.lower > (lower or 0):
        lower, proof = answer.lower, str(answer.document["point"]["certificate"]["kind"])
    return with_built(design.row, replace(before, lower=lower, upper=upper, proof=proof))
