"""All decompositions β and blocks γ that a question allows, one β after the other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.errors import BeyondLimit
from alphacut.solver.placement.verify.question import Question
from alphacut.solver.placement.verify.stencil import Sides

MOST_DIVISIONS = 500_000  # β that are gone over
SLACK = 1e-9  # by which a bound in floating point may be too large, and far more than it is

Key = tuple[Sides, Sides, str]
Point = tuple[Fraction, int, int]  # seconds, groups and hosts
Rows = NDArray[np.int64]


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
        none = np.zeros((0, len(question.elements)), dtype=np.int64)
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

    @cached_property
    def groups(self) -> Rows:
        """Groups that each choice uses."""
        return np.asarray((-(-self.tasks // self.block)).prod(axis=1))

    @cached_property
    def hosts(self) -> Rows:
        """Hosts that each choice uses, each filled before the next one in its group."""
        whole = self.tasks // self.block  # blocks along each dimension but for a smaller last one
        rest = self.tasks % self.block
        found = np.zeros(len(self.tasks), dtype=np.int64)
        for smaller in product((False, True), repeat=self.tasks.shape[1]):
            size = np.where(smaller, rest, self.block).prod(axis=1)
            times = np.where(smaller, 1, whole).prod(axis=1)
            found += times * -(-size // self.question.machine.ranks)
        return found

    def beyond(self, front: Iterable[Point]) -> Iterator[Key]:
        """Yield the choices that may lie beyond a front, and all that do.

        A choice does not, if a point of the front uses no more groups and hosts, and no more time
        than the hosts of the choice need.
        """
        best = np.full(len(self.tasks), np.inf)
        for seconds, groups, hosts in front:
            inside = (groups <= self.groups) & (hosts <= self.hosts)
            best = np.where(inside, np.minimum(best, float(seconds)), best)
        points = list(front)
        for way in self.question.routings:
            for row in np.flatnonzero(best * (1 + SLACK) > self._least_seconds(way)).tolist():
                key = tuple(self.tasks[row].tolist()), tuple(self.block[row].tolist()), way
                least = self._host_seconds(key[0])
                groups, hosts = self.groups[row], self.hosts[row]
                if not any(t <= least and g <= groups and h <= hosts for t, g, h in points):
                    yield key

    def _host_seconds(self, tasks: Sides) -> Fraction:
        """Return the time in which a host sends all that its tasks do."""
        machine = self.question.machine
        return self.question.volume(tasks) * machine.ranks / machine.bandwidth["injection"]

    def as_quick(self, seconds: Fraction) -> Iterator[Key]:
        """Yield the choices that may be as quick as this, and all that are."""
        limit = float(seconds) * (1 + SLACK)
        for way in self.question.routings:
            for row in np.flatnonzero(self._least_seconds(way) <= limit).tolist():
                yield tuple(self.tasks[row].tolist()), tuple(self.block[row].tolist()), way

    def _least_seconds(self, routing: str) -> NDArray[np.float64]:
        """Bound the times from below.

        A host sends all that its tasks do. With direct routing, the first block sends a whole
        face to the next one over the links between their groups, along each dimension in
        which there are several.
        """
        question, machine = self.question, self.question.machine
        width = {limit: float(value) for limit, value in machine.bandwidth.items()}
        spread = np.array(question.elements) / self.tasks
        weights = np.array([float(each) for each in question.weights])
        sent = weights * float(question.message) * spread.prod(axis=1)[:, None] / spread
        sent = np.where(self.tasks > 1, sent, 0.0)
        least = 2 * sent.sum(axis=1) * machine.ranks / width["injection"]
        if routing == "direct":
            faces = self.block.prod(axis=1)[:, None] / self.block
            faces = np.where(self.tasks > self.block, faces, 0.0)
            least = np.maximum(
                least, (sent * faces).max(axis=1) / (width["remote"] * machine.trunks)
            )
        return np.asarray(least)


def is_division(tasks: Sides, question: Question) -> bool:
    """Tell whether a decomposition is one that a question allows."""
    if len(tasks) != len(question.elements) or question.count not in (None, math.prod(tasks)):
        return False
    return (
        all(n in options for n, options in zip(tasks, _options(question), strict=True))
        and math.prod(tasks) <= question.machine.total
    )


def _options(question: Question) -> list[Sequence[int]]:
    """Return the tasks along each dimension that a question allows."""
    if question.tasks:
        return [(count,) for count in question.tasks]
    total = question.machine.total
    every = [range(1, min(side, total) + 1) for side in question.elements]
    if question.any_tasks:
        return list(every)
    pairs = zip(question.elements, every, strict=True)
    return [[n for n in counts if side % n == 0] for side, counts in pairs]


def _divisions(question: Question) -> Iterator[Sides]:
    """Yield every decomposition with no more tasks than the machine takes."""
    total, options = question.machine.total, _options(question)

    def grown(begun: Sides, product: int) -> Iterator[Sides]:
        if len(begun) == len(options):
            if question.count in (None, product):
                yield begun
            return
        for n in options[len(begun)]:
            if product * n > total:
                break
            yield from grown((*begun, n), product * n)

    yield from grown((), 1)


def _blocks(tasks: Sides, question: Question) -> Rows:
    """Return every block of a decomposition that fits: shape (blocks, dimensions)."""
    machine = question.machine
    if question.block:
        options = [
            [size] if size <= n else [] for n, size in zip(tasks, question.block, strict=True)
        ]
    else:
        options = [
            [size for size in range(1, min(n, machine.slots) + 1)
             if question.any_block or n % size == 0]
            for n in tasks
        ]  # fmt: skip
    found = np.stack(np.meshgrid(*map(np.array, options), indexing="ij"), axis=-1)
    found = found.reshape(-1, len(tasks)).astype(np.int64)
    sizes = found.prod(axis=1)
    groups = (-(-np.array(tasks) // found)).prod(axis=1)
    fits = (sizes <= machine.slots) & (groups <= machine.groups)
    if question.room is not None:
        room = np.array(question.room)
        fits &= groups <= (room[None, :] >= sizes[:, None]).sum(axis=1)
    return np.asarray(found[fits])
