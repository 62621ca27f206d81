"""Blocks of switches that a rotation carries each to the next, and the states of a block.

Position j of block b is the image of position j of the first under the power b. In state s the
switch at position j is not with the one at position 0 where bit j - 1 is set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from alphacut_verify.errors import Refused
from alphacut_verify.network import Line
from alphacut_verify.proofs.symmetry import Permutation, read_automorphism
from alphacut_verify.proofs.task import Task
from alphacut_verify.reading import a_list, an_integer, an_object, integers

WIDEST = 8
Composition = tuple[int, ...]


def read_blocks(task: Task, index: object, place: str) -> tuple[Permutation, list[tuple[int, ...]]]:
    """Return a rotation by its index, and its rows: the images of its block."""
    rotations = a_list(task.member("rotations", []), task.at("rotations"))
    if not rotations:
        raise Refused(place, "the certificate has no rotations")
    number = an_integer(index, place, 0, len(rotations) - 1)
    where = task.at(f"rotations.{number}")
    entry = an_object(rotations[number], where)
    image = read_automorphism(entry.get("permutation"), task, f"{where}.permutation")
    n = task.network.switches
    block = integers(entry.get("block"), f"{where}.block", 0, n - 1)
    if not block or n % len(block):
        raise Refused(f"{where}.block", "does not make rows that hold all switches")
    rows, here = [], block
    for _ in range(n // len(block)):
        rows.append(here)
        here = tuple(image[each] for each in here)
    if here != block or sorted(each for row in rows for each in row) != list(range(n)):
        raise Refused(f"{where}.block", "its images are not disjoint rows that come back")
    return image, rows


@dataclass(frozen=True)
class Blocks:
    """An odd number of blocks, of at most 8 switches."""

    task: Task
    image: Permutation
    rows: list[tuple[int, ...]]

    @classmethod
    def read(cls, task: Task, index: object, place: str) -> Blocks:
        """Read a rotation whose blocks have states."""
        image, rows = read_blocks(task, index, place)
        if len(rows) % 2 == 0 or len(rows[0]) > WIDEST:
            raise Refused(place, f"needs an odd number of blocks, of at most {WIDEST} switches")
        return cls(task, image, rows)

    @property
    def number(self) -> int:
        """g: how many blocks there are."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """a: the switches of a block."""
        return len(self.rows[0])

    @cached_property
    def place(self) -> dict[int, tuple[int, int]]:
        """The block and position of every switch."""
        return {each: (b, j) for b, row in enumerate(self.rows) for j, each in enumerate(row)}

    @cached_property
    def signs(self) -> list[tuple[int, ...]]:
        """The signs x_j of the switches, for each state."""
        return states_of(self.width)

    @cached_property
    def minorities(self) -> list[int]:
        """The number of switches on the lesser side, for each state."""
        return [min(each.count(1), each.count(-1)) for each in self.signs]

    @cached_property
    def weights(self) -> list[int]:
        """The sum of the weights times the signs, for each state."""
        own = [self.task.balance.weights[each] for each in self.rows[0]]
        return [sum(w * x for w, x in zip(own, signs, strict=True)) for signs in self.signs]

    @cached_property
    def between(self) -> list[dict[tuple[int, int], Line]]:
        """For each offset d: the line between position j and position k, d blocks ahead."""
        found: list[dict[tuple[int, int], Line]] = [{} for _ in self.rows]
        for (x, y), line in self.task.network.pairs.items():
            for one, other in ((x, y), (y, x)):
                b, j = self.place[one]
                c, k = self.place[other]
                if b == 0:
                    found[c][j, k] = line
        return found

    @cached_property
    def intercepts(self) -> list[int]:
        """The intercept severed within a block, for each state."""
        return [
            sum(line[0] for (j, k), line in self.between[0].items() if j < k and x[j] != x[k])
            for x in self.signs
        ]

    def check_intercepts_inside(self, place: str) -> None:
        """Refuse blocks between which links have an intercept."""
        if any(line[0] for each in self.between[1:] for line in each.values()):
            raise Refused(place, "links between blocks have an intercept")

    def by_offset(self, pairs: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
        """Return, for each offset, the positions of the pairs of a set that start in block 0."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.rows]
        for x, y in pairs:
            for one, other in ((x, y), (y, x)):
                b, j = self.place[one]
                c, k = self.place[other]
                if b == 0:
                    found[c].append((j, k))
        return found


def states_of(width: int) -> list[tuple[int, ...]]:
    """Return the signs of the switches of a block in each state."""
    return [
        (1, *(-1 if s >> j & 1 else 1 for j in range(width - 1))) for s in range(1 << width - 1)
    ]


def compositions(total: int, parts: int) -> Iterator[Composition]:
    """Yield all ways to write a number as a sum of so many numbers in order."""
    if parts == 0:
        if total == 0:
            yield ()
        return
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in compositions(total - first, parts - 1):
            yield (first, *rest)


def sides_can_be_equal(numbers: Composition, width: int, task: Task) -> bool:
    """Tell whether some choice of signs lets the sides of blocks differ by nothing, or by d."""
    weights = set(task.balance.weights)
    if len(weights) > 1:
        return True
    weight = weights.pop()
    reached = {0}
    for minority, count in enumerate(numbers):
        step = (width - 2 * minority) * weight
        if step:
            # of `count` blocks, any number k on one side gives (2k - count) steps
            reached = {x + (2 * k - count) * step for x in reached for k in range(count + 1)}
    return bool(reached & {0, task.balance.difference, -task.balance.difference})
