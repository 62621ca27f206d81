"""Finding networks of about so many hosts, and proving what their bisections carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

from alphacut.service.library.results import Answer


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
class FoundDesigns(Answer, Sequence[DesignRow]):
    """The networks of a front, in order, and the document about them."""

    @cached_property
    def rows(self) -> tuple[DesignRow, ...]:
        """The networks, as they are listed."""
        return tuple(map(_read, self.document["designs"]))

    @property
    def status(self) -> str:
        """The weakest status of a row."""
        return str(self.document["status"])

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

    def __repr__(self) -> str:
        return f"<FoundDesigns: {len(self)} of {self.front} on the front, {self.status}>"

    def csv(self) -> str:
        """Write the rows as CSV, all numbers exact."""
        from alphacut.service.text.design import design_csv

        return design_csv(self.document)


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
