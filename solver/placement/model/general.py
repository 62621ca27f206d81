"""Demand on links from an explicit traffic matrix (Prisacari et al., 2014, equations 1 to 6).

Everything is an integer over one denominator, so that sums are exact. Traffic is normalised:
each task sends one unit in all (equation 1), or nothing if it has no neighbour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from alphacut.solver.placement.exchange import Exchange
    from alphacut.solver.placement.sides import Sides

    Table = NDArray[np.int64]

LARGEST = 2**38  # of sums; beyond, times the groups squared, they are Python's own integers

Routing = Literal["direct", "indirect"]
SameGroup = Literal["minimal", "indirect"]  # how traffic inside a group is routed indirectly
ROUTINGS: tuple[Routing, ...] = ("direct", "indirect")
SAME_GROUP: tuple[SameGroup, ...] = ("minimal", "indirect")


@dataclass(frozen=True, kw_only=True)
class Traffic:
    """What pairs send each other, as integers over a common denominator."""

    units: Table  # [source, destination], units that are sent
    unit: Fraction  # traffic of a task that one unit is


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """The entries of the traffic matrix between tasks that are not zero; one may come twice."""

    source: Table  # tasks, in row-major order
    destination: Table
    units: Table  # units that are sent
    unit: Fraction  # traffic of a task that one unit is

    def gathered(self, place: Sequence[int], count: int) -> Traffic:
        """Add up the traffic between places, idle ones included.

        Parameters
        ----------
        place
            The place of each task: a group, or a switch.
        count
            How many places there are.
        """
        at = np.asarray(place)
        units = np.zeros((count, count), dtype=self.units.dtype)
        np.add.at(units, (at[self.source], at[self.destination]), self.units)
        return Traffic(units=units, unit=self.unit)


def task_traffic(exchange: Exchange, tasks: Sides) -> Pairs:
    """Return the traffic matrix between all tasks (equations 7 and 11).

    A task has two neighbours along each dimension with more than one task. Equation 7 as
    printed has only one of them, so that the traffic of a task would not sum to one. Where
    there are two tasks, both neighbours are the same task (equation 11).
    """
    parts = exchange.proportions(tasks)
    denominator = math.lcm(*(part.denominator for part in parts))
    kind: Any = np.int64 if denominator * math.prod(tasks) < LARGEST else object
    number = np.arange(math.prod(tasks)).reshape(tasks)
    nothing = np.zeros(0, dtype=np.int64)
    found = [(nothing, nothing, nothing.astype(kind))]
    for k, part in enumerate(parts):
        for step in (-1, 1) if part else ():
            other = np.roll(number, step, axis=k).ravel()
            sent = np.full(other.shape, int(part * denominator), dtype=kind)
            found.append((number.ravel(), other, sent))
    source, destination, units = (np.concatenate(each) for each in zip(*found, strict=True))
    return Pairs(source=source, destination=destination, units=units, unit=Fraction(1, denominator))


def block_of_tasks(tasks: Sides, block: Sides) -> list[int]:
    """Return the block of each task, both in row-major order: ⌊x_k / γ_k⌋ along each dimension."""
    blocks = [-(-n // size) for n, size in zip(tasks, block, strict=True)]
    at = np.indices(tasks).reshape(len(tasks), -1) // np.array(block)[:, None]
    return [int(each) for each in np.ravel_multi_index(tuple(at), blocks)]


def direct_demand(flows: Traffic) -> Traffic:
    """Return the demand on the link from each group to each other (equation 2)."""
    units = flows.units.copy()
    np.fill_diagonal(units, 0)
    return Traffic(units=units, unit=flows.unit)


def indirect_demand(flows: Traffic, same_group: SameGroup) -> Traffic:
    """Return the demand on the link from each group to each other (equations 3, 4 and 9).

    A route goes through one of the groups that are neither its first nor its last, each with
    the same probability. The link i → j carries what leaves i for other groups by way of j,
    and what other groups send to j by way of i. (In the second sum of equation 3 as printed,
    the letters of the probability are swapped against its definition; all are equal here.)

    Parameters
    ----------
    same_group
        "minimal": traffic inside a group stays there. "indirect": it goes through another
        group as well, as section 3.1 says; equation 3 has no such term.
    """
    groups = len(flows.units)
    inside = np.diagonal(flows.units)
    between = flows.units - np.diag(inside)
    out, into = between.sum(axis=1), between.sum(axis=0)
    by_way = (out[:, None] - between) + (into[None, :] - between)
    units, parts = by_way, groups - 2
    if same_group == "indirect":
        units = by_way * (groups - 1) + (inside[:, None] + inside[None, :]) * (groups - 2)
        parts = (groups - 2) * (groups - 1)
    np.fill_diagonal(units, 0)
    return Traffic(units=units, unit=flows.unit / parts)


def largest(demand: Traffic) -> Fraction:
    """Return the demand on the link that has most, in traffic of a task."""
    return int(demand.units.max()) * demand.unit


def remote_demand(
    exchange: Exchange, tasks: Sides, block: Sides, groups: int, routing: Routing,
    same_group: SameGroup = "minimal",
) -> Fraction:  # fmt: skip
    """Return the largest demand on a global link, computed from the explicit matrix."""
    flows = task_traffic(exchange, tasks).gathered(block_of_tasks(tasks, block), groups)
    return largest(
        direct_demand(flows) if routing == "direct" else indirect_demand(flows, same_group)
    )
