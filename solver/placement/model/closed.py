"""Demand on links in closed form, for many choices at once (Prisacari et al., eq. 10 to 17).

The formulas work on columns of numbers, one entry for each choice. With floats they are quick
enough for a million choices; with `Fraction` objects the same code is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from alphacut.solver.placement.exchange import Exchange
    from alphacut.solver.placement.machine import Machine
    from alphacut.solver.placement.model.general import Routing, SameGroup


Column = Any  # a NumPy array, of floats or of Fractions: one entry, or one row, for each choice


@dataclass(frozen=True, kw_only=True)
class Columns:
    """Choices of decomposition and block, as columns; row i is choice i.

    A block along dimension k has γ_k tasks, but for the last one, which has `rest`.
    """

    tasks: Column  # β, shape (choices, dimensions), integers
    block: Column  # γ, the same shape, integers, γ ≤ β
    parts: Column  # m, the same shape: floats, or Fractions
    groups: int  # g of the machine

    @cached_property
    def blocks(self) -> Column:
        """λ = ⌈β / γ⌉."""
        return -(-self.tasks // self.block)

    @cached_property
    def group_count(self) -> Column:
        """|λ|, the groups that are used."""
        return self.blocks.prod(axis=1)

    @cached_property
    def rest(self) -> Column:
        """The tasks of the last block along each dimension."""
        return self.tasks - (self.blocks - 1) * self.block

    @cached_property
    def whole(self) -> Column:
        """How many blocks along each dimension have all γ_k tasks."""
        return self.blocks - (self.rest < self.block)

    @cached_property
    def faces(self) -> Column:
        """What a whole block sends through one face along each dimension: |γ|/γ_k · m_k."""
        size = self.block.prod(axis=1)[:, None]
        return np.where(self.blocks > 1, (size // self.block) * self.parts, 0 * self.parts)

    @cached_property
    def sent(self) -> Column:
        """What a block of `block` sends to other groups, by both faces along each dimension."""
        return 2 * self.faces.sum(axis=1)

    @cached_property
    def inside(self) -> Column:
        """What tasks of a block of `block` send each other."""
        return 2 * self.block.prod(axis=1) * self.parts.sum(axis=1) - self.sent

    @cached_property
    def to_neighbour(self) -> Column:
        """What a whole block sends to the next one along each dimension (equation 13).

        Where there are two blocks, they share both faces.
        """
        return np.where(self.blocks == 2, 2 * self.faces, self.faces)

    @cached_property
    def all_sent(self) -> Column:
        """What all blocks together send to other groups."""
        size = self.tasks.prod(axis=1)[:, None]
        cut = np.where(self.blocks > 1, self.blocks * (size // self.tasks) * self.parts,
                       0 * self.parts)  # fmt: skip
        return 2 * cut.sum(axis=1)

    def with_rest(self, *dimensions: int) -> Columns:
        """Return the same with the last block along some dimensions in place of a whole one."""
        block = self.block.copy()
        for k in dimensions:
            block[:, k] = self.rest[:, k]
        smaller = replace(self, block=block)
        smaller.__dict__["blocks"] = self.blocks  # the division of the grid stays the same
        return smaller


def columns(exchange: Exchange, tasks: Column, block: Column, groups: int) -> Columns:
    """Return choices with their m_k as floats."""
    factor = np.array([float(weight) for weight in exchange.weights])
    weighed = np.where(tasks > 1, tasks * factor / np.array(exchange.elements), 0.0)
    total = 2 * weighed.sum(axis=1, keepdims=True)
    parts = weighed / np.where(total > 0, total, 1)
    return Columns(tasks=tasks, block=block, parts=parts, groups=groups)


def exact_columns(exchange: Exchange, tasks: Column, block: Column, groups: int) -> Columns:
    """Return choices with their m_k as Fractions, for exact results."""
    parts = np.empty(tasks.shape, dtype=object)
    known: dict[tuple[int, ...], tuple[Fraction, ...]] = {}
    for row, each in enumerate(map(tuple, tasks.tolist())):
        if each not in known:
            known[each] = exchange.proportions(each)
        parts[row] = known[each]
    whole = {"tasks": tasks.astype(object), "block": block.astype(object)}
    return Columns(**whole, parts=parts, groups=groups)


def direct(choices: Columns) -> Column:
    """Return the largest demand on a global link with direct routing (equation 16)."""
    return choices.to_neighbour.max(axis=1)


def indirect(choices: Columns, same_group: SameGroup) -> Column:
    """Return the largest demand on a global link with indirect routing.

    The load of the link i → j is what blocks i and j send to others, but for what they send
    each other, over the g - 2 groups in between. Equation 17 takes two whole blocks that are
    no neighbours. There may be none; then two neighbours decide, or two of which one is the
    last of its row, or a block and an idle group.
    """
    whole = _passing(choices, same_group)
    rests = [_passing(choices.with_rest(k), same_group) for k in range(choices.tasks.shape[1])]
    nothing = 0 * whole
    worst = np.where(choices.group_count < choices.groups, whole, nothing)
    worst = np.maximum(worst, np.where((choices.blocks >= 4).any(axis=1), 2 * whole, nothing))
    several = choices.blocks >= 2
    two = choices.whole >= 2
    for k, rest in enumerate(rests):
        each_other = 2 * choices.to_neighbour[:, k] * _share(choices, choices.groups - 2)
        pair = whole + np.where(two[:, k], whole, rest) - each_other
        worst = np.maximum(worst, np.where(several[:, k], pair, nothing))
    for k, other in combinations(range(len(rests)), 2):
        pair = _apart(choices, same_group, whole, rests, k, other)
        worst = np.maximum(worst, np.where(several[:, k] & several[:, other], pair, nothing))
    return worst


def _apart(
    choices: Columns, same_group: SameGroup, whole: Column, rests: list[Column], k: int, other: int
) -> Column:
    """Return the load between two blocks that differ along two dimensions, as whole as can be."""
    both = _passing(choices.with_rest(k, other), same_group)
    crossed = np.maximum(whole + both, rests[k] + rests[other])
    two_k, two_other = choices.whole[:, k] >= 2, choices.whole[:, other] >= 2
    one_sided = np.where(two_k, whole + rests[other], whole + rests[k])
    return np.where(two_k & two_other, 2 * whole, np.where(two_k | two_other, one_sided, crossed))


def _passing(choices: Columns, same_group: SameGroup) -> Column:
    """Return what a block adds to the load of each link at its group, were none its neighbour."""
    found = choices.sent * _share(choices, choices.groups - 2)
    if same_group == "indirect":
        found = found + choices.inside * _share(choices, choices.groups - 1)
    return found


def _share(choices: Columns, ways: int) -> Any:
    exact = choices.parts.dtype == object
    return Fraction(1, ways) if exact else 1.0 / ways


def remote(choices: Columns, routing: Routing, same_group: SameGroup) -> Column:
    """Return the largest demand between two groups, which their links share evenly."""
    return direct(choices) if routing == "direct" else indirect(choices, same_group)


def local(choices: Columns, machine: Machine, routing: Routing, same_group: SameGroup) -> Column:
    """Return the demand to expect on a local link of a group with a whole block.

    The tasks of a group lie at random on its switches, as many on each as on each other, or
    nearly; blocks lie at random on groups. Then a local link u → v carries: traffic from a task
    on u to one on v; from u to groups that v reaches; and from groups that u reaches to v. With
    indirect routing it also carries traffic of others that comes in at u and goes out at v; where
    two groups have several links, that may be traffic of one group, which goes back to it.
    """
    exact = choices.parts.dtype == object
    number: Any = Fraction if exact else float
    a, g = machine.a, machine.groups
    if a == 1:
        return 0 * choices.sent
    within = choices.inside * _between_two_switches(choices, a, number)
    ends = number(2) / a**2  # of both: u to what v reaches, and what u reaches to v
    load = within + choices.sent * ends
    if routing == "direct":
        return load
    if same_group == "indirect":
        stays = 2 * choices.tasks.prod(axis=1) * choices.parts.sum(axis=1) - choices.all_sent
        back = (stays - choices.inside) * (number(machine.port_returns) / (g - 1) ** 2)
        load = (choices.sent + choices.inside) * ends + back
    others = choices.all_sent - 2 * choices.sent
    assert machine.port_pairs is not None
    return load + others * (number(machine.port_pairs) / ((g - 1) * (g - 2) ** 2))


def _between_two_switches(choices: Columns, a: int, number: Any) -> Column:
    """Return the part of same-group traffic that goes from one given switch to another."""
    size = choices.block.prod(axis=1)
    each, more = size // a, size % a  # tasks on each switch, and switches with one more
    together = more * (each + 1) * each + (a - more) * each * (each - 1)
    pairs = np.where(size > 1, size * (size - 1), 1)
    return (pairs - together) * (number(1) / (a * (a - 1))) / pairs
