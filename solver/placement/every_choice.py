"""Whether a list of choices leaves none out, and is in order; for the verifier.

All decompositions β and blocks γ are gone over, one β after the other, by code that shares
nothing with that of the study. Where a list ends before the last choice, no time of those left
out may be shorter than the last one that is told: most are ruled out by what every exchange
needs, the others are computed from the traffic matrix.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.bisection.verify.errors import BeyondLimit, Refused
from alphacut.solver.placement.exchange import Sides
from alphacut.solver.placement.recount import Cost, Recount
from alphacut.solver.placement.study import Question

MOST_DIVISIONS = 500_000  # β that are gone over
MOST_TASKS = 20_000_000  # of all choices together, whose matrices are built anew
SLACK = 1e-9  # by which a bound in floating point may be too large, and far more than it is

Key = tuple[Sides, Sides, str]
Rank = tuple[Any, ...]
Rows = NDArray[np.int64]


def rank(key: Key, cost: Cost) -> Rank:
    """Order choices: time, then fewest groups, most slack on local links, fewest hosts."""
    return (cost.seconds, cost.groups, cost.local * cost.volume, cost.hosts, *key)


@dataclass(frozen=True, kw_only=True)
class Every:
    """All choices of decomposition and block that a question allows."""

    question: Question
    tasks: Rows  # (choices, dimensions)
    block: Rows

    @classmethod
    def of(cls, question: Question) -> Every:
        """List them.

        Raises
        ------
        BeyondLimit
            If there are too many decompositions to go over.
        """
        tasks, blocks = [], []
        for count, division in enumerate(_divisions(question)):
            if count == MOST_DIVISIONS:
                raise BeyondLimit("time", f"more than {MOST_DIVISIONS:,} decompositions to list")
            found = _blocks(division, question)
            tasks.append(np.tile(np.array(division), (len(found), 1)))
            blocks.append(found)
        none = np.zeros((0, question.exchange.dimensions), dtype=np.int64)
        return cls(
            question=question,
            tasks=np.concatenate([none, *tasks]),
            block=np.concatenate([none, *blocks]),
        )

    @cached_property
    def rows(self) -> set[Key]:
        """What may be told: a single task exchanges nothing, and is told only alone."""
        pairs = list(zip(*(map(tuple, each.tolist()) for each in (self.tasks, self.block)),
                         strict=True))  # fmt: skip
        several = [pair for pair in pairs if math.prod(pair[0]) > 1]
        return {(*pair, way) for pair in several or pairs for way in self.question.routings}

    def as_quick(self, seconds: Fraction) -> Iterator[Key]:
        """Yield the choices that may be as quick as this, and all that are."""
        limit = float(seconds) * (1 + SLACK)
        for way in self.question.routings:
            for row in np.flatnonzero(self._least_seconds(way) <= limit).tolist():
                yield tuple(self.tasks[row].tolist()), tuple(self.block[row].tolist()), way

    def _least_seconds(self, routing: str) -> NDArray[np.float64]:
        """Bound the times from below.

        A host sends all that its tasks do. With direct routing, the first block sends a whole
        face to the next one over one link, along each dimension in which there are several.
        """
        exchange, machine = self.question.exchange, self.question.machine
        spread = np.array(exchange.elements) / self.tasks
        weights = np.array([float(each) for each in exchange.weights])
        sent = weights * float(exchange.message) * spread.prod(axis=1)[:, None] / spread
        sent = np.where(self.tasks > 1, sent, 0.0)
        least = 2 * sent.sum(axis=1) * machine.ranks / float(machine.injection)
        if routing == "direct":
            faces = self.block.prod(axis=1)[:, None] / self.block
            faces = np.where(self.tasks > self.block, faces, 0.0)
            least = np.maximum(least, (sent * faces).max(axis=1) / float(machine.remote))
        return np.asarray(least)


def _divisions(question: Question) -> Iterator[Sides]:
    """Yield every decomposition with no more tasks than the machine takes."""
    wanted, total = question.wanted, question.machine.total
    strict = not (wanted.any_tasks or wanted.tasks)
    options = [
        [wanted.tasks[k]] if wanted.tasks
        else [n for n in range(1, min(side, total) + 1) if not (strict and side % n)]
        for k, side in enumerate(question.exchange.elements)
    ]  # fmt: skip

    def grown(begun: Sides, product: int) -> Iterator[Sides]:
        if len(begun) == len(options):
            if wanted.count in (None, product):
                yield begun
            return
        for n in options[len(begun)]:
            if product * n > total:
                break
            yield from grown((*begun, n), product * n)

    yield from grown((), 1)


def _blocks(tasks: Sides, question: Question) -> Rows:
    """Return every block of a decomposition that fits: shape (blocks, dimensions)."""
    wanted, machine = question.wanted, question.machine
    if wanted.block:
        options = [[size] if size <= n else [] for n, size in zip(tasks, wanted.block, strict=True)]
    else:
        options = [
            [size for size in range(1, min(n, machine.slots) + 1)
             if wanted.any_block or n % size == 0]
            for n in tasks
        ]  # fmt: skip
    found = np.stack(np.meshgrid(*map(np.array, options), indexing="ij"), axis=-1)
    found = found.reshape(-1, len(tasks)).astype(np.int64)
    sizes = found.prod(axis=1)
    groups = (-(-np.array(tasks) // found)).prod(axis=1)
    fits = (sizes <= machine.slots) & (groups <= machine.groups)
    if wanted.room is not None:
        room = np.array(wanted.room)
        fits &= groups <= (room[None, :] >= sizes[:, None]).sum(axis=1)
    return np.asarray(found[fits])


def check_asked(every: Every, keys: Iterable[Key]) -> None:
    """Refuse a choice that the question does not allow.

    Raises
    ------
    Refused
        If there is one.
    """
    for key in keys:
        if key not in every.rows:
            raise Refused(f"{_named(key)} is not among what was asked")


def check_list(every: Every, told: Mapping[Key, Cost], top: int, recount: Recount) -> str:
    """Check that the best choices are told, in order; return what was seen.

    Raises
    ------
    Refused
        If one is missing, or there are others.
    BeyondLimit
        If too many of those that are left out would have to be computed.
    """
    rows = every.rows
    check_asked(every, told)
    if len(told) != min(top, len(rows)):
        raise Refused(f"choices are {len(told)}; there are {len(rows)}, and {top} are asked for")
    order = [rank(key, cost) for key, cost in told.items()]
    if any(later < earlier for earlier, later in pairwise(order)):
        raise Refused("the choices are not in order, best first")
    if len(told) == len(rows):
        return f"the list has all {len(rows):,} choices, best first"
    computed = check_left_out(every, told, order[-1], recount)
    return f"no choice left out is better than those told: {computed:,} were computed"


def check_left_out(every: Every, told: Mapping[Key, Cost], last: Rank, recount: Recount) -> int:
    """See that no choice that is not told comes before the last one; return how many were tried."""
    tasks = computed = 0
    for key in sorted(each for each in every.as_quick(last[0]) if each not in told):
        if key not in every.rows:
            continue
        tasks += math.prod(key[0])
        if tasks > MOST_TASKS:
            raise BeyondLimit(
                "memory", f"choices left out have more than {MOST_TASKS:,} tasks together"
            )
        computed += 1
        if rank(key, recount.cost(*key)) < last:
            raise Refused(f"{_named(key)} is left out, and better than the last that is told")
    return computed


def whole_machine(question: Question) -> Question:
    """Return the same question without an allocation."""
    return replace(question, wanted=replace(question.wanted, room=None))


def front_of(told: Sequence[Cost]) -> set[tuple[Fraction, int, int]]:
    """Return times, groups and hosts of the choices that no other beats in all three."""
    kept: list[tuple[Fraction, int, int]] = []
    for groups, hosts, seconds in sorted({(c.groups, c.hosts, c.seconds) for c in told}):
        if not any(t <= seconds and h <= hosts for t, _, h in kept):
            kept.append((seconds, groups, hosts))
    return set(kept)


def _named(key: Key) -> str:
    tasks, block, routing = key
    return f"choice {'x'.join(map(str, tasks))} in {'x'.join(map(str, block))}, {routing},"
