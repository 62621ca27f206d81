"""The front: machines that none is better than in price, power, diameter and bisection bandwidth.

One machine dominates another if for each host it costs no more, draws no more and has no less
bisection bandwidth that is certain, and its diameter is no larger. Beyond full bisection, 1/2 for
each host, more is of no use to hosts whose links are as fast as local ones, and counts alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from alphacut.solver.design.built import Built, build_machine
from alphacut.solver.design.families._base import SLACK
from alphacut.solver.design.families.catalogue import FAMILIES
from alphacut.solver.design.families.dragonflies import refined
from alphacut.solver.design.machine import FULL, Machine

if TYPE_CHECKING:
    from alphacut.solver.design.question import DesignQuestion

ALIKE = 0.02  # of the bandwidth: less is no reason to pay more


@dataclass(frozen=True, kw_only=True)
class Priced:
    """A machine with its price, and how much of the rest it stands for."""

    machine: Machine
    price: Fraction
    watts: Fraction
    alpha: Fraction
    built: Built | None = None  # what its network says, where it was built

    @cached_property
    def costs(self) -> tuple[float, float, float]:
        """Price and watts for each host, and diameter: each the less the better."""
        hosts, diameter = self.machine.hosts, self.machine.diameter
        return float(self.price / hosts), float(self.watts / hosts), float(diameter or 0)

    @cached_property
    def certain(self) -> float:
        """The bisection bandwidth for each host that is certain, up to full bisection."""
        return float(min(FULL, self.machine.each.lower))

    @cached_property
    def possible(self) -> float:
        """The most that it may be, up to full bisection."""
        return float(min(FULL, self.machine.each.upper))

    def beaten_by(self, other: Priced, bandwidth: float) -> bool:
        """Tell whether another costs no more, and has a bandwidth as good as the one given."""
        (price, watts, hops), (least, fewest, shortest) = self.costs, other.costs
        enough = other.certain >= bandwidth * (1 - ALIKE)
        return enough and least <= price and fewest <= watts and shortest <= hops


@dataclass(frozen=True, kw_only=True)
class Beside:
    """The machine of a family that is least behind the front."""

    row: Priced
    than: str  # the machine of the front with as much bandwidth that is cheapest
    dearer: Fraction  # its price for each host, over that one's


@dataclass(frozen=True, kw_only=True)
class Front:
    """What was looked at, and what is left of it."""

    fitting: dict[str, int]  # shapes of each family that fit hosts and ports
    rows: tuple[Priced, ...]  # the cheapest for each host first
    beside: tuple[Beside, ...]  # the best of each family that has no row


def front(question: DesignQuestion) -> Front:
    """Find the machines of the front."""
    fitting: dict[str, int] = {}
    likely: list[Priced] = []
    for name in question.families:
        found = FAMILIES[name](question)
        fitting[name] = found.fitting
        likely += [priced(question, each) for each in found.machines]
    rows = tuple(_kept(question, likely))
    return Front(fitting=fitting, rows=rows, beside=tuple(_beside(question, rows, likely)))


def priced(question: DesignQuestion, machine: Machine) -> Priced:
    """Add up what a machine costs and draws."""
    price, watts = question.prices.total(machine, question.radix)
    return Priced(machine=machine, price=price, watts=watts, alpha=question.alpha.fraction)


def _beside(
    question: DesignQuestion, rows: Sequence[Priced], likely: Iterable[Priced]
) -> Iterator[Beside]:
    """Yield the machine that is least behind the front, of each family that has no row there.

    Networks of which nothing is certain before they are built are left out.
    """
    shown = {row.machine.family for row in rows}
    found: dict[str, list[Beside]] = {}
    for row in likely:
        family = row.machine.family
        if family in shown or row.machine.built or row.certain < float(question.per_host):
            continue
        as_good = [each for each in rows if each.certain >= row.certain * (1 - ALIKE)]
        if as_good:
            than = min(as_good, key=lambda each: each.costs[0])
            dearer = (row.price / row.machine.hosts) / (than.price / than.machine.hosts)
            name = f"{than.machine.family} {than.machine.name}"
            found.setdefault(family, []).append(Beside(row=row, than=name, dearer=dearer))
    for each in found.values():
        yield min(each, key=lambda one: (one.dearer, one.row.costs))


def _kept(question: DesignQuestion, likely: Iterable[Priced]) -> list[Priced]:
    """Keep what none beats, the cheapest for each host first.

    What may be beaten by what its bounds say at best is not looked at more closely. Networks that
    have to be built come last, when there is most to beat them.
    """
    kept: list[Priced] = []
    least = float(question.per_host) * (1 - SLACK)
    for each in sorted(likely, key=_order):
        if each.possible < least or _beaten(each, kept, each.possible):
            continue
        better = _closer(question, each)
        if better is None or better.certain < least or _beaten(better, kept, better.certain):
            continue
        # of two that cost the same, the later may be the better one
        kept = [row for row in kept if not row.beaten_by(better, row.certain)]
        kept.append(better)
    return sorted(kept, key=lambda row: (row.costs, -row.certain))


def _order(each: Priced) -> tuple[bool, float, float, float]:
    return each.machine.built, each.costs[0], -each.certain, each.costs[1]


def _beaten(each: Priced, others: Sequence[Priced], bandwidth: float) -> bool:
    return any(each.beaten_by(other, bandwidth) for other in others)


def _closer(question: DesignQuestion, each: Priced) -> Priced | None:
    """Look at a machine more closely; None where nothing is certain of it."""
    machine = each.machine
    if machine.built:
        built = build_machine(machine, question.alpha)
        if built is None or built.lower is None:
            return None
        return replace(each, machine=built.told(machine), built=built)
    if machine.family in ("dragonfly", "slingshot") and not machine.bisection.known:
        return replace(each, machine=refined(machine, question.alpha))
    return each
