"""Regular mappings by complete search: blocks row by row, each on every group that is left.

It shares with `cpsat` the question, and no constraint. A link between two groups fixes the switch
positions at its ends, so a border is met by choosing which of its edges lies on the link: that
puts two cells on given positions. A block is consistent as long as no cell has two positions and
no position two cells. The search ends with a mapping, or has tried everything.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING

from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.placement.regular.question import written_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alphacut.solver.placement.regular.question import Border, Cell, RegularQuestion

BETWEEN_LOOKS = 4096  # nodes between two looks at the clock


class Stopped(Exception):
    """The time is over."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What the search found."""

    mapping: tuple[int, ...] | None
    complete: bool  # found one, or tried everything
    nodes: int  # choices of a group, or of an edge, that were tried


Leaving = tuple[int, int, int, int]  # position towards: right, left, below, above


def search(question: RegularQuestion, shape: tuple[int, int], seconds: float) -> Outcome:
    """Search for a mapping with blocks of one shape."""
    nodes = 0
    deadline = time.monotonic() + seconds
    for leaving in _leavings(question):
        run = _Run(question, shape, leaving, deadline)
        try:
            found = run.run()
        except Stopped:
            return Outcome(mapping=None, complete=False, nodes=nodes + run.nodes)
        nodes += run.nodes
        if found is not None:
            return Outcome(mapping=found, complete=True, nodes=nodes)
    return Outcome(mapping=None, complete=True, nodes=nodes)


def _leavings(question: RegularQuestion) -> Iterator[Leaving | None]:
    """Yield all positions that the four directions can leave by; None where that is free.

    Opposite directions leave from different cells, for a block has two rows and two columns.
    """
    if question.rule == "B5":
        yield None
        return
    a = question.dragonfly.a
    for right, left, below, above in product(range(a), repeat=4):
        if right != left and below != above:
            yield right, left, below, above


@dataclass(kw_only=True)
class _Block:
    """What is known of one block: cells with their positions, both ways round."""

    position: dict[Cell, int] = field(default_factory=dict)
    cell: dict[int, Cell] = field(default_factory=dict)

    def put(self, cell: Cell, position: int) -> bool | None:
        """Put a cell on a position: True if it is new, False if it was there, None if it cannot."""
        if self.position.get(cell, position) != position or self.cell.get(position, cell) != cell:
            return None
        if cell in self.position:
            return False
        self.position[cell], self.cell[position] = position, cell
        return True

    def take(self, cell: Cell) -> None:
        """Take a cell off its position."""
        del self.cell[self.position.pop(cell)]


class _Run:
    """The search with given positions of the directions."""

    def __init__(
        self, question: RegularQuestion, shape: tuple[int, int], leaving: Leaving | None,
        deadline: float,
    ) -> None:  # fmt: skip
        self.nodes = 0
        self._question, self._shape = question, shape
        self._deadline = deadline
        down, right = question.blocks(shape)
        self._blocks = [_Block() for _ in range(down * right)]
        self._groups = [-1] * len(self._blocks)
        self._used = [
            group not in question.usable for group in range(question.dragonfly.group_count)
        ]
        self._back: list[list[Border]] = [[] for _ in self._blocks]  # to blocks placed before
        for border in question.borders(shape):
            self._back[max(border.first, border.second)].append(border)
        self._allowed = _allowed(question, leaving)

    def run(self) -> tuple[int, ...] | None:
        """Return a mapping, or None if there is none."""
        if not self._place(0):
            return None
        return written_out(self._question, self._shape, self._groups, self._complete())

    def _place(self, block: int) -> bool:
        """Place a block and all after it."""
        if block == len(self._blocks):
            return True
        for group in self._candidates(block):
            self._count()
            self._groups[block], self._used[group] = group, True
            if self._meet(block, 0):
                return True
            self._groups[block], self._used[group] = -1, False
        return False

    def _candidates(self, block: int) -> list[int]:
        """Return the free groups whose links to the neighbours leave and arrive as they must."""
        found = [group for group, used in enumerate(self._used) if not used]
        if self._question.torus:
            spare = len(self._used) - len(self._blocks)
            found = [g for g in found if (g > self._groups[0] if block else g <= spare)]
        for border in self._back[block]:
            allowed = self._allowed[border.across]
            if border.second == block:
                start = self._groups[border.first]
                found = [group for group in found if allowed[start][group]]
            else:
                end = self._groups[border.second]
                found = [group for group in found if allowed[group][end]]
        return found

    def _meet(self, block: int, at: int) -> bool:
        """Choose the edge on the link for each border to earlier blocks, from number `at` on."""
        if at == len(self._back[block]):
            return self._place(block + 1)
        border = self._back[block][at]
        ends = self._question.ends
        i, j = self._groups[border.first], self._groups[border.second]
        first, second = self._blocks[border.first], self._blocks[border.second]
        for one, other in border.edges:
            self._count()
            here = first.put(one, ends[i][j])
            if here is None:
                continue
            there = second.put(other, ends[j][i])
            if there is not None:
                if self._meet(block, at + 1):
                    return True
                if there:
                    second.take(other)
            if here:
                first.take(one)
        return False

    def _complete(self) -> list[dict[Cell, int]]:
        """Give the cells that no border speaks of the positions that are left."""
        cells = list(product(range(self._shape[0]), range(self._shape[1])))
        for block in self._blocks:
            left = [at for at in range(self._question.dragonfly.a) if at not in block.cell]
            for cell in cells:
                if cell not in block.position:
                    block.put(cell, left.pop())
        return [block.position for block in self._blocks]

    def _count(self) -> None:
        self.nodes += 1
        if self.nodes % BETWEEN_LOOKS == 0 and (
            time.monotonic() > self._deadline or told_to_stop()
        ):
            raise Stopped


def _allowed(question: RegularQuestion, leaving: Leaving | None) -> dict[bool, list[list[bool]]]:
    """Tell for each two groups whether one may lie left of (True), or above (False), the other."""
    ends, groups = question.ends, range(question.dragonfly.group_count)
    if leaving is None:
        every = [[i != j for j in groups] for i in groups]
        return {True: every, False: every}
    right, left, below, above = leaving
    return {
        across: [[i != j and (ends[i][j], ends[j][i]) == wanted for j in groups] for i in groups]
        for across, wanted in ((True, (right, left)), (False, (below, above)))
    }
