"""The answer to a question of design: the front, a row for each machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.formats.spec import UNLIMITED, complete, parse
from alphacut.solver.design.built import Built, build_machine
from alphacut.solver.design.front import Beside, Priced, front
from alphacut.solver.design.machine import Range, worst_of
from alphacut.solver.design.names import CERTIFICATE, FORMAT, FORMULA, PRICED

if TYPE_CHECKING:
    from alphacut.solver.design.prices import Prices
    from alphacut.solver.design.question import DesignQuestion

Json = Mapping[str, Any]
WEAKEST_FIRST = ("bounded", "formula", "exact")
LINKS = 60_000  # of the networks that are built, together: those of a front of 2,000 hosts


@dataclass(frozen=True, kw_only=True)
class Design:
    """A machine of the front, and what is known of its bisection bandwidth."""

    row: Priced
    built: Built | None = None

    @property
    def topology(self) -> dict[str, Any]:
        """Its spec, complete."""
        return complete(parse(dict(self.row.machine.topology), UNLIMITED))


@dataclass(frozen=True, kw_only=True)
class Designs:
    """What was found: how many fit, and those that none is better than."""

    question: DesignQuestion
    fitting: dict[str, int]  # shapes of each family that fit hosts and ports
    rows: int  # machines of the front
    found: tuple[Design, ...]  # the first of them
    beside: tuple[Beside, ...]  # the best of each family that has none on the front


def designs(question: DesignQuestion, links: int = LINKS) -> Designs:
    """Find the front, and build its first machines.

    Parameters
    ----------
    links
        Between switches, of all that are built together.
    """
    found = front(question)
    rows = sorted(found.rows, key=lambda row: _order(row, question.order))[: question.listed]
    left, listed = links, list[Design]()
    for row in rows:
        built = row.built
        if built is None and row.machine.links <= left:
            left -= row.machine.links
            built = build_machine(row.machine, question.alpha)
        listed.append(with_built(row, built))
    return Designs(
        question=question,
        fitting=found.fitting,
        rows=len(found.rows),
        found=tuple(listed),
        beside=found.beside,
    )


def with_built(row: Priced, built: Built | None) -> Design:
    """Return a design with what its network adds."""
    if built is None:
        return Design(row=row)
    return Design(row=replace(row, machine=built.told(row.machine)), built=built)


def _order(row: Priced, order: str) -> tuple[float, ...]:
    machine = row.machine
    first: dict[str, float] = {
        "price": row.costs[0],
        "watts": row.costs[1],
        "bisection": -row.certain,
        "switches": machine.switches,
        "hosts": -machine.hosts,
        "diameter": row.costs[2],
        "mean": float(machine.mean or 0),
    }
    return first[order], *row.costs, -row.certain


def document_of(found: Designs) -> dict[str, Any]:
    """Write what was found; capacities, prices and shares are exact, as strings."""
    on_front = {design.row.machine.family for design in found.found}
    return {
        **question_fields(found.question),
        "families": [
            {"family": name, "fitting": number, "listed": name in on_front}
            for name, number in found.fitting.items()
        ],
        "fitting": sum(found.fitting.values()),
        "front": found.rows,
        "designs": [row_of(design) for design in found.found],
        "beside": [
            {**row_of(Design(row=each.row)), "than": each.than, "dearer": _text(each.dearer)}
            for each in found.beside
        ],
    }


def question_fields(question: DesignQuestion) -> dict[str, Any]:
    """Write what was asked for, but for the families."""
    return {
        "format": FORMAT,
        "hosts": question.hosts, "radix": question.radix, "within": str(question.within),
        "alpha": str(question.alpha), "per_host": str(question.per_host),
        "spare_ports": question.spare_ports, "sort": question.order,
        "arrangement": question.arrangement, "balanced": question.balanced,
        "unused_ports": question.unused_ports, "limit": question.listed,
        "prices": _prices(question.prices),
    }  # fmt: skip


def _prices(prices: Prices) -> dict[str, Any]:
    return {
        "currency": prices.currency,
        "example": prices.example,
        "copper_block": prices.block,
        "items": {
            name: {
                "price": _text(item.price), "watts": _text(item.watts),
                "price_port": _text(item.price_port), "watts_port": _text(item.watts_port),
            }
            for name, item in prices.items.items()
            if name in PRICED
        },
    }  # fmt: skip


def row_of(design: Design) -> dict[str, Any]:
    """Write one design."""
    machine = design.row.machine
    row = {
        "family": machine.family, "name": machine.name, "topology": design.topology,
        "hosts": machine.hosts, "grows_to": machine.grows_to,
        "switches": machine.switches, "ports": machine.ports,
        "cables": {
            "host": machine.hosts, "local": machine.local, "global": machine.global_,
            "copper": machine.copper, "optical": machine.optical,
        },
        "price": _text(design.row.price), "watts": _text(design.row.watts),
        "price_per_host": _text(design.row.price / machine.hosts),
        "watts_per_host": _text(design.row.watts / machine.hosts),
        "diameter": machine.diameter,
        "mean_distance": None if machine.mean is None else _text(machine.mean),
        "saturation": None if machine.saturation is None else _range(machine.saturation),
        "reason": machine.reason, "at": None if machine.at is None else _text(machine.at),
        "point": None if design.built is None else design.built.point,
    }  # fmt: skip
    return told_of(row, machine.bisection, design.row.alpha)


def told_of(row: Json, bisection: Range, alpha: Fraction) -> dict[str, Any]:
    """Complete a row with what follows from its bounds and its point.

    The status is "exact" where a certificate proves the cut beside it; "formula" where the bounds
    meet, but by argument; else "bounded".
    """
    written, hosts, cables = row["point"], row["hosts"], row["cables"]
    exact = written is not None and written["status"] == "exact"
    return {
        **row,
        "status": "exact" if exact else "formula" if bisection.known else "bounded",
        "proof": None if written is None else _kind(written["point"]["certificate"]),
        "bisection": _text(bisection.upper), "lower": _text(bisection.lower),
        "bisection_per_host": _text(bisection.upper / hosts),
        "bisection_per_host_lower": _text(bisection.lower / hosts),
        "after_worst_link": _range(worst_of(bisection, cables["local"], cables["global"], alpha)),
    }  # fmt: skip


def _kind(certificate: Json | None) -> str | None:
    return None if certificate is None else str(certificate["kind"])


def proven(row: Json, written: Json, alpha: Fraction) -> dict[str, Any]:
    """Improve a row by a point that solving has found, if that proves as much."""
    point, known = written["point"], row["point"]
    bound, bisection = (
        Fraction(0),
        Range(lower=Fraction(row["lower"]), upper=Fraction(row["bisection"])),
    )
    if point["proof"] == "certificate":
        bound = Fraction(point["lower"])
    if known is not None and bound < Fraction(known["point"]["lower"]):
        return dict(row)
    better: dict[str, Any] = {"point": dict(written)}
    if bound >= bisection.lower:
        better |= {"reason": CERTIFICATE, "at": None}
    bounds = Range(
        lower=max(bound, bisection.lower), upper=min(bisection.upper, Fraction(point["value"]))
    )
    return told_of({**row, **better}, bounds, alpha)


def unproven(document: Json) -> dict[str, Any]:
    """Return a document without points, with no more than formulas tell."""
    alpha = Fraction(document["alpha"])
    rows = [_by_formula(row, alpha) for row in document["designs"]]
    status = min((row["status"] for row in rows), key=WEAKEST_FIRST.index, default="bounded")
    return {**document, "designs": rows, "status": status}


def _by_formula(row: Json, alpha: Fraction) -> dict[str, Any]:
    certified = row["reason"] == CERTIFICATE
    bounds = Range(
        lower=Fraction(0) if certified else Fraction(row["lower"]),
        upper=Fraction(row["cables"]["local"]) + alpha * row["cables"]["global"]
        if row["point"] is not None
        else Fraction(row["bisection"]),
    )
    plain = {"point": None, "reason": FORMULA if certified else row["reason"]}
    return told_of({**row, **plain}, bounds, alpha)


def whole(found: Json, proofs: Sequence[Json | None], about: Json) -> dict[str, Any]:
    """Write the document.

    Parameters
    ----------
    found
        What `document_of` has written.
    proofs
        For the first designs what solving has found; None: nothing.
    about
        Where and how it was computed.
    """
    alpha = Fraction(found["alpha"])
    rows = [
        row if proof is None else proven(row, proof, alpha)
        for row, proof in zip_longest(found["designs"], proofs[: len(found["designs"])])
    ]
    status = min((row["status"] for row in rows), key=WEAKEST_FIRST.index, default="bounded")
    return {**found, "status": status, "designs": rows, "provenance": dict(about)}


def _range(found: Range) -> dict[str, str]:
    return {"lower": _text(found.lower), "upper": _text(found.upper)}


def _text(value: Fraction | int) -> str:
    return str(value)
