"""Dragonflies, and the same with unused global ports, as machines with Slingshot are built.

All bounds hold for every way to wire the global links with so many ports (docs/method.md, "Bounds
for a design").
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

import numpy as np

from alphacut.arrangements.links._base import Shape as Wiring
from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.arrangements.links.trunking import misfit, usual_form
from alphacut.arrangements.network import Line
from alphacut.solver.bisection.bounds.majority.majorities import (
    Majorities,
    charges_of,
    complete,
)
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.design.bounds import strongest_bound, upper_bound
from alphacut.solver.design.families._base import (
    SLACK,
    Found,
    Integers,
    Reals,
    at_most_one,
    capacity,
    check_number,
    expanded,
    halves,
    sieve,
)
from alphacut.solver.design.machine import FULL, Machine, Range
from alphacut.solver.design.names import MAJORITIES, SHARES
from alphacut.solver.design.shapes import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.solver.design.question import DesignQuestion

PREFERRED = ("relative", "absolute", "palmtree", "consecutive", "random")
SUMS = 300_000  # additions for a bound that is exact for all shapes
STATES = 20_000_000  # of groups and weights, for a bound by majorities


@dataclass(frozen=True, kw_only=True)
class Table:
    """Shapes in columns, (shapes,) each."""

    p: Integers
    a: Integers
    h: Integers
    t: Integers
    groups: Integers

    def __len__(self) -> int:
        return len(self.p)

    def shape(self, place: int) -> Shape:
        """Return one shape."""
        numbers = (int(each[place]) for each in (self.p, self.a, self.h, self.t, self.groups))
        p, a, h, t, groups = numbers
        return Shape(p=p, a=a, h=h, t=t, groups=groups)


def dragonfly(question: DesignQuestion) -> Found:
    """Look at dragonflies, all of whose global ports are used unless it is asked otherwise."""
    return _look(question, "dragonfly", question.unused_ports)


def slingshot(question: DesignQuestion) -> Found:
    """Look at shapes that have unused global ports."""
    return _look(question, "slingshot", True)


def _look(question: DesignQuestion, family: str, unused: bool) -> Found:
    found, tables, compared = Found(), [], 0
    for a in range(2, question.ports):
        number, table = shapes(question, a, unused)
        if family == "slingshot":
            uneven = table.t * (table.groups - 1) % a != 0
            table = _chosen(table, np.flatnonzero(uneven))
        found.fitting += number
        compared += len(table)
        check_number(compared)
        tables.append(_chosen(table, _worth(question, table)))
    table = _together(tables)
    for place in _worth(question, table):
        shape = table.shape(int(place))
        machine = machine_of(question, shape, family)
        if machine is not None:
            found.machines.append(machine)
    return found


def shapes(
    question: DesignQuestion, a: int, unused: bool, *, useful: bool = True
) -> tuple[int, Table]:
    """Return how many shapes with groups of a switches fit, and the useful ones of them.

    Parameters
    ----------
    unused
        Whether global ports may stay unused.
    useful
        Whether to leave out those that cannot have the bandwidth that is asked for, and those
        with more links between two groups than are of any use. All of them: if not.
    """
    most = min(question.most // a, a * (question.ports - a) + 1)
    groups, p = (
        grid.ravel()
        for grid in np.meshgrid(
            np.arange(2, most + 1), np.arange(1, question.ports - a + 1), indexing="ij"
        )
    )
    hosts = a * groups * p
    fits = (hosts >= question.least) & (hosts <= question.most)
    groups, p = groups[fits], p[fits]
    step = np.ones_like(groups) if unused else a // np.gcd(a, groups - 1)
    steps = a * (question.ports - (a - 1) - p) // ((groups - 1) * step)
    if question.balanced:
        right = 2 * p == a
        groups, p, step, steps = groups[right], p[right], step[right], steps[right]
    number = int(steps.sum())
    first = np.zeros_like(steps)
    if useful:
        alpha = float(question.alpha.fraction)
        each = 4 * p * a / (alpha * groups)  # links between groups for B = 1 for each host
        split = a * a / 4 / (alpha * (groups // 2) * ((groups + 1) // 2))
        least = np.maximum(0, float(question.per_host) * each - split - 1)
        first = np.minimum(steps, np.maximum(0, np.ceil(least / step - 1 - SLACK)))
        first = first.astype(np.int64)
        enough = np.ceil(float(FULL) * each / step).astype(np.int64) + 1
        steps = np.minimum(steps, np.maximum(enough, first + 1))
    places, times = expanded(np.maximum(0, steps - first))
    t = (step[places] * (first[places] + 1 + times)).astype(np.int64)
    groups, p = groups[places], p[places]
    h = -(-t * (groups - 1) // a)
    return number, Table(p=p, a=np.full_like(p, a), h=h, t=t, groups=groups)


def _chosen(table: Table, places: Integers) -> Table:
    return Table(
        p=table.p[places], a=table.a[places], h=table.h[places], t=table.t[places],
        groups=table.groups[places],
    )  # fmt: skip


def _together(tables: Sequence[Table]) -> Table:
    p, a, h, t, groups = (
        np.concatenate([getattr(table, name) for table in tables])
        for name in ("p", "a", "h", "t", "groups")
    )
    return Table(p=p, a=a, h=h, t=t, groups=groups)


def _worth(question: DesignQuestion, table: Table) -> Integers:
    if not len(table):
        return np.zeros(0, dtype=np.int64)
    p, a, t, groups = table.p, table.a, table.t, table.groups
    local = groups * a * (a - 1) // 2
    counts = {
        "hosts": p * a * groups, "switches": a * groups, "local": local,
        "global": t * groups * (groups - 1) // 2,
        "copper": np.where(a <= question.prices.block, local, 0),
    }  # fmt: skip
    high = _upper(table, float(question.alpha.fraction)) / counts["hosts"]
    low = _spread(table, float(question.alpha.fraction)) / counts["hosts"]
    fits = np.flatnonzero(high >= float(question.per_host) - SLACK)
    likely = np.where(a >= 2 * table.h, high, low)  # majorities prove it then
    kept = sieve(
        question,
        {name: each[fits] for name, each in counts.items()},
        [high[fits], low[fits], likely[fits]],
    )
    return np.asarray(fits[kept], dtype=np.int64)


def _upper(table: Table, alpha: float) -> Reals:
    a, t, half = table.a, table.t, table.groups // 2
    odd = table.groups % 2 == 1
    single = (t == 1) & (a % 2 == 0) & (a * table.h == table.groups - 1)
    cut = np.where(single, 0, t * (table.groups - 1) // 2)
    split = (a // 2) * ((a + 1) // 2)
    by_groups = alpha * t * half**2 + np.where(odd, split + alpha * cut, 0)
    switches = a * table.groups
    links = table.groups * a * (a - 1) / 2 + alpha * t * table.groups * (table.groups - 1) / 2
    at_random = links * ((switches + 1) // 2) / (2 * ((switches + 1) // 2) - 1)
    return np.asarray(np.minimum(by_groups, at_random), dtype=float)


def _spread(table: Table, alpha: float) -> Reals:
    """Return what uniform traffic over shortest ways proves."""
    a, t = table.a, table.t
    switches = a * table.groups
    pairs = (switches // 2) * ((switches + 1) // 2)
    loads = np.maximum(a * a / (alpha * t), 1 + 2 * table.h * a / t)
    return np.asarray(pairs / loads, dtype=float)


def machine_of(question: DesignQuestion, shape: Shape, family: str) -> Machine | None:
    """Write a shape as a machine; None where the arrangement that was asked for does not wire it.

    Its lower bound is a rough one: see `refined`.
    """
    alpha = question.alpha.fraction
    topology = {"family": family, "groups": shape.groups, "p": shape.p}
    if family == "dragonfly":
        name = arrangement(shape, question.arrangement)
        if name is None:
            return None
        topology |= {"a": shape.a, "h": shape.h, "arrangement": name, "trunking": shape.t}
    else:
        topology |= {"switches": shape.a, "links": shape.t, "ports": shape.h}
    cables = shape.cables
    between, within = loads(shape, alpha)
    upper = min(upper_bound(shape, alpha), at_random(shape, alpha))
    lower = capacity(halves(shape.switches) / max(between, within), alpha)
    label = f"({shape.p},{shape.a},{shape.h},{shape.t})"
    return Machine(
        family=family,
        name=f"{label} of {shape.groups}" if family == "slingshot" else label,
        topology=topology,
        hosts=shape.hosts,
        switches=shape.switches,
        edge=shape.switches,
        ports=shape.ports,
        free=question.radix - shape.ports,
        local=cables["local"],
        global_=cables["global"],
        copper=cables["local"] if shape.a <= question.prices.block else 0,
        bisection=Range(lower=min(lower, upper), upper=upper),
        diameter=3,
        mean=None,
        saturation=saturation(shape, alpha),
        formula=True,
    )


def at_random(shape: Shape, alpha: Fraction) -> Fraction:
    """Return the most that the best bisection has: the mean of all of them, rounded down."""
    pairs = shape.switches * (shape.switches - 1) // 2
    cables = shape.cables
    mean = (cables["local"] + alpha * cables["global"]) * halves(shape.switches) / pairs
    return Fraction(floor(mean * alpha.denominator), alpha.denominator)


def loads(shape: Shape, alpha: Fraction) -> tuple[Fraction, Fraction]:
    """Return what the fullest global and local link carries, if each switch sends 1 to each other.

    Every message takes a local link, one of the t global links between two groups, evenly, and a
    local link; each may be missing. A global link has a²/t messages each way, a/t of each switch of
    either end's group. So a local link has its own message, and a/t of each global link at
    either of its ends. Loads are divided by capacities.
    """
    between = Fraction(shape.a**2, shape.t) / alpha
    return between, 1 + Fraction(2 * shape.h * shape.a, shape.t)


def saturation(shape: Shape, alpha: Fraction) -> Range:
    """Return the rate of uniform traffic: at least that of shortest ways, at most that of groups.

    No route of messages between two groups takes less than one global link.
    """
    between, within = loads(shape, alpha)
    one = Fraction(shape.hosts - 1, shape.p**2)
    return Range(lower=at_most_one(one / between, one / within), upper=at_most_one(one / between))


def refined(machine: Machine, alpha: Alpha) -> Machine:
    """Return the same with the best lower bound that holds for every wiring."""
    shape = shape_of(machine)
    upper = machine.bisection.upper
    shares, at = strongest_bound(shape, alpha.fraction, work=SUMS)
    majorities = by_majorities(shape, alpha, upper)
    lower = max(machine.bisection.lower, shares, majorities)
    bisection = Range(lower=min(lower, upper), upper=upper)
    if lower == machine.bisection.lower:
        return replace(machine, bisection=bisection)
    if lower == majorities:
        return replace(machine, bisection=bisection, reason=MAJORITIES)
    return replace(machine, bisection=bisection, reason=SHARES, at=at)


def shape_of(machine: Machine) -> Shape:
    """Return the shape that a machine was made of."""
    spec = machine.topology
    if machine.family == "slingshot":
        a, h, t = spec["switches"], spec["ports"], spec["links"]
    else:
        a, h, t = spec["a"], spec["h"], spec["trunking"]
    return Shape(p=spec["p"], a=a, h=h, t=t, groups=spec["groups"])


def by_majorities(shape: Shape, alpha: Alpha, enough: Fraction) -> Fraction:
    """Return what majorities of groups prove of every wiring, 0 where that takes too long."""
    half = shape.switches // 2
    if shape.groups < 3 or (shape.groups**2 + shape.switches) * (half + 1) > STATES:
        return Fraction(0)
    local, between = alpha.scaled(Line(1, 0)), alpha.scaled(Line(0, 1))
    leaving = shape.t * (shape.groups - 1) * between
    charges = charges_of(shape.a, local, [shape.h * between] * shape.a, leaving)
    found = Majorities(
        charge=charges,
        within=complete(shape.a, local),
        most=min(shape.h * between, leaving),
        apart=complete(shape.groups, shape.t * between),
        half=half,
    )
    return Fraction(found.bound(int(enough * local)), local)


def arrangement(shape: Shape, asked: str | None) -> str | None:
    """Return the arrangement that was asked for, or the first that wires a shape; None: none."""
    wiring = Wiring(a=shape.a, h=shape.h, groups=shape.groups, trunking=shape.t)
    for name in PREFERRED if asked is None else (asked,):
        rule = BY_NAME[name]
        if misfit(rule, wiring, usual_form(rule, wiring)) is None:
            return name
    return None
