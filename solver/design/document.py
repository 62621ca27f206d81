"""The answer to a question of design: the front, a row for each machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.formats.spec import UNLIMITED, complete, parse
from alphacut.solver.design.built import Built, build_machine
from alphacut.solver.design.front import Beside, Priced, front
from alphacut.solver.design.names import FORMAT, PRICED

if TYPE_CHECKING:
    from alphacut.solver.design.machine import Range
    from alphacut.solver.design.prices import Prices
    from alphacut.solver.design.question import DesignQuestion

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

    @property
    def status(self) -> str:
        """Say what the bisection bandwidth rests on.

        "exact": a certificate was accepted; "formula": the bounds meet, by argument and not by
        certificate; "bounded": neither.
        """
        if self.built is not None and self.built.exact:
            return "exact"
        return "formula" if self.row.machine.bisection.known else "bounded"


@dataclass(frozen=True, kw_only=True)
class Designs:
    """What was found: how many fit, and those that none is better than."""

    question: DesignQuestion
    fitting: dict[str, int]  # shapes of each family that fit hosts and ports
    rows: int  # machines of the front
    found: tuple[Design, ...]  # the first of them
    beside: tuple[Beside, ...]  # the best of each family that has none on the front


def designs(question: DesignQuestion) -> Designs:
    """Find the front, and build its machines as far as they are not too large."""
    found = front(question)
    rows = sorted(found.rows, key=lambda row: _order(row, question.order))[: question.listed]
    left, listed = LINKS, list[Design]()
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


def proven(found: Designs, measure: Callable[[Design], Design | None]) -> Designs:
    """Replace designs by what solving finds out, in their order, until there is no more time.

    Parameters
    ----------
    measure
        Solves and verifies one; None: there is no time left.
    """
    kept = list(found.found)
    for place, design in enumerate(kept):
        if design.status == "exact":
            continue
        better = measure(design)
        if better is None:
            break
        kept[place] = better
    return replace(found, found=tuple(kept))


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
    """Write the document; capacities, prices and shares are exact, as strings."""
    question = found.question
    on_front = {design.row.machine.family for design in found.found}
    return {
        "format": FORMAT,
        "hosts": question.hosts, "radix": question.radix, "within": str(question.within),
        "alpha": str(question.alpha), "per_host": str(question.per_host),
        "spare_ports": question.spare_ports, "sort": question.order,
        "prices": _prices(question.prices),
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
    machine, alpha = design.row.machine, design.row.alpha
    return {
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
        "status": design.status,
        "proof": None if design.built is None else design.built.proof,
        "bisection": _text(machine.bisection.upper), "lower": _text(machine.bisection.lower),
        "bisection_per_host": _text(machine.each.upper),
        "bisection_per_host_lower": _text(machine.each.lower),
        "saturation": None if machine.saturation is None else _range(machine.saturation),
        "after_worst_link": _range(machine.after_worst_link(alpha)),
    }  # fmt: skip


def _range(found: Range) -> dict[str, str]:
    return {"lower": _text(found.lower), "upper": _text(found.upper)}


def _text(value: Fraction | int) -> str:
    return str(value)
