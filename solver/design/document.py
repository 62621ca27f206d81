"""The answer to a question of design: a row for each machine, the cheapest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.links._base import Shape as Wiring
from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.arrangements.links.trunking import misfit, usual_form
from alphacut.solver.design.bounds import lower_bound, lower_bound_ceiling, upper_bound
from alphacut.solver.design.shapes import Shape, fitting

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion

FORMAT = "alphacut-design/1"
PREFERRED = ("relative", "absolute", "palmtree", "consecutive", "random")


@dataclass(frozen=True, kw_only=True)
class Design:
    """A machine, and what is known of its bisection bandwidth."""

    shape: Shape
    arrangement: str  # one that wires it
    lower: Fraction  # in local links
    upper: Fraction  # in local links
    # "exact": a certificate was accepted; "formula": the bounds meet for every arrangement, by
    # argument and not by certificate; "bounded": neither
    status: str

    @property
    def topology(self) -> dict[str, Any]:
        """Its spec."""
        shape = self.shape
        return {
            "family": "dragonfly", "a": shape.a, "h": shape.h, "p": shape.p,
            "arrangement": self.arrangement, "trunking": shape.t, "groups": shape.groups,
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Designs:
    """What was found: how many fit, and the first of them."""

    question: DesignQuestion
    fitting: int  # so many numbers (p, a, h, t) and groups fit hosts and ports
    found: tuple[Design, ...]  # the cheapest of those that have what was asked for beside


def designs(question: DesignQuestion) -> Designs:
    """List the cheapest machines, with bounds that hold for every arrangement."""
    shapes = fitting(question)
    found = tuple(islice(_designs(shapes, question), question.listed))
    return Designs(question=question, fitting=len(shapes), found=found)


def proven(found: Designs, measure: Callable[[Design], Design | None]) -> Designs:
    """Replace designs by what solving finds out, in their order, until there is no more time.

    Parameters
    ----------
    measure
        Solves and verifies one; None: there is no time left.
    """
    kept = list(found.found)
    for place, design in enumerate(kept):
        better = measure(design)
        if better is None:
            break
        kept[place] = better
    return replace(found, found=tuple(kept))


def _designs(shapes: Iterable[Shape], question: DesignQuestion) -> Iterator[Design]:
    alpha = question.alpha.fraction
    # the same for all numbers of hosts of a switch
    ceilings: dict[tuple[int, ...], Fraction] = {}
    lowest: dict[tuple[int, ...], Fraction] = {}
    for shape in shapes:
        name = _arrangement(shape, question.arrangement)
        upper = upper_bound(shape, alpha)
        needed = question.per_host * shape.hosts
        if name is None or upper < needed:
            continue
        wired = (shape.a, shape.h, shape.t, shape.groups)
        if needed and wired not in ceilings:
            ceilings[wired] = lower_bound_ceiling(shape, alpha)
        if needed and ceilings[wired] < needed:
            continue
        if wired not in lowest:
            lowest[wired] = lower_bound(shape, alpha)
        lower = lowest[wired]
        if lower >= needed:
            status = "formula" if lower == upper else "bounded"
            yield Design(shape=shape, arrangement=name, lower=lower, upper=upper, status=status)


def _arrangement(shape: Shape, asked: str | None) -> str | None:
    """Return the arrangement that was asked for, or the first that wires a shape; None: none."""
    wiring = Wiring(a=shape.a, h=shape.h, groups=shape.groups, trunking=shape.t)
    for name in PREFERRED if asked is None else (asked,):
        rule = BY_NAME[name]
        if misfit(rule, wiring, usual_form(rule, wiring)) is None:
            return name
    return None


def document_of(found: Designs) -> dict[str, Any]:
    """Write the document; capacities and prices are exact, as strings."""
    question = found.question
    prices = question.prices
    return {
        "format": FORMAT,
        "hosts": question.hosts, "radix": question.radix, "within": str(question.within),
        "alpha": str(question.alpha), "per_host": str(question.per_host),
        "prices": None if prices is None else {name: str(each) for name, each in prices.items()},
        "fitting": found.fitting,
        "designs": [_row(design, question) for design in found.found],
    }  # fmt: skip


def _row(design: Design, question: DesignQuestion) -> dict[str, Any]:
    shape = design.shape
    return {
        "p": shape.p, "a": shape.a, "h": shape.h, "t": shape.t, "groups": shape.groups,
        "balanced": shape.balanced,
        "hosts": shape.hosts, "switches": shape.switches, "ports": shape.ports,
        "cables": shape.cables,
        "price": None if question.prices is None else str(shape.price(question.prices)),
        "status": design.status,
        "bisection": str(design.upper), "lower": str(design.lower),
        "bisection_per_host": str(design.upper / shape.hosts),
        "bisection_per_host_lower": str(design.lower / shape.hosts),
        "topology": design.topology,
    }  # fmt: skip
