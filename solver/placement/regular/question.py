"""What a regular mapping is: blocks of a stencil on groups, one edge of each border on a link.

B5: every group holds at most one block of the stencil, all its switches one cell each. Of the
stencil edges between two neighbouring blocks exactly one lies on the global link between their
groups; all others take three hops, local, global, local. In each phase (edges inside groups,
edges on global links, edges of three hops, the last by direction where blocks are not square)
all local links that are used carry the same, and all global links.
R: B5, and each of the four directions leaves every group by the same switch position.

References
----------
Hastings et al., Comparing global link arrangements for Dragonfly networks, slides, 2016.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal, NamedTuple

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.common.errors import QuestionError

Rule = Literal["B5", "R"]
RULES: tuple[Rule, ...] = ("B5", "R")
LARGEST_TABLES = 5_000_000  # group pairs that are listed for all borders
MOST_BLOCKS = 200  # the complete search goes one level deeper for each

Cell = tuple[int, int]  # row and column, in a block


class Border(NamedTuple):
    """Two neighbouring blocks, and the stencil edges between them."""

    first: int  # block above, or to the left
    second: int  # block below, or to the right
    across: bool  # from left to right; else from above to below
    edges: tuple[tuple[Cell, Cell], ...]  # cell of the first block, cell of the second


@dataclass(frozen=True, kw_only=True)
class RegularQuestion:
    """Whether a stencil has a regular mapping on a dragonfly.

    Raises
    ------
    QuestionError
        If the question makes no sense for the sizes.
    """

    dragonfly: Dragonfly
    sides: tuple[int, int]  # rows and columns of the stencil, one cell for each switch
    torus: bool  # whether opposite ends of rows and columns are neighbours
    rule: Rule
    block: tuple[int, int] | None = None  # rows and columns of a block; default: all that fit
    groups: tuple[int, ...] | None = None  # that may be used; default: all

    def __post_init__(self) -> None:
        if len(self.sides) != 2 or min(self.sides) < 1:
            raise QuestionError("stencil", "a regular mapping needs two sides, such as 6x6")
        if not self.shapes:
            raise QuestionError(*self._no_shape())
        groups = self.dragonfly.group_count
        if self.sides[0] * self.sides[1] > groups * self.dragonfly.a:
            raise QuestionError(
                "stencil",
                f"has {self.sides[0] * self.sides[1]:,} cells; the network has {groups} groups "
                f"of {self.dragonfly.a} switches, {groups * self.dragonfly.a:,} in all",
            )
        blocks = self.sides[0] * self.sides[1] // self.dragonfly.a
        if blocks > len(self.usable):
            raise QuestionError(
                "nodes",
                f"leave {len(self.usable)} groups with a host on each of their switches, and a "
                f"regular mapping needs {blocks}; give more, or leave --regular out",
            )
        if 2 * blocks * groups**2 > LARGEST_TABLES or blocks > MOST_BLOCKS:
            raise QuestionError(
                "stencil",
                f"too large: {blocks:,} blocks on {groups:,} groups; at most {MOST_BLOCKS} blocks, "
                f"and 2·blocks·groups² at most {LARGEST_TABLES:,}",
            )

    @property
    def usable(self) -> tuple[int, ...]:
        """The groups that blocks may lie on."""
        return tuple(range(self.dragonfly.group_count)) if self.groups is None else self.groups

    def _no_shape(self) -> tuple[str, str]:
        a = self.dragonfly.a
        wanted = f"blocks of {a} cells, at least two rows and two columns"
        if self.torus:
            wanted += ", three or more of them along each side of the torus"
        field = "stencil" if self.block is None else "block"
        rows, columns = self.sides
        return field, f"{rows}x{columns} must be divisible into {wanted}"

    @cached_property
    def shapes(self) -> tuple[tuple[int, int], ...]:
        """The blocks that are possible, as rows and columns.

        A block of one row or column would send both directions through the same local links.
        """
        a, (rows, columns) = self.dragonfly.a, self.sides
        found = [(r, a // r) for r in range(2, a // 2 + 1) if a % r == 0]
        fitting = [(r, c) for r, c in found if rows % r == 0 and columns % c == 0]
        if self.torus:
            fitting = [(r, c) for r, c in fitting if min(rows // r, columns // c) >= 3]
        return tuple(each for each in fitting if self.block in (None, each))

    @cached_property
    def ends(self) -> tuple[tuple[int, ...], ...]:
        """ends[i][j]: the position in group i of the switch with the link to group j; -1 for i."""
        count = self.dragonfly.group_count
        table = [[-1] * count for _ in range(count)]
        for (i, u), (j, v) in self.dragonfly.global_links():
            table[i][j], table[j][i] = u, v
        return tuple(map(tuple, table))

    def blocks(self, shape: tuple[int, int]) -> tuple[int, int]:
        """Return how many blocks there are, as rows and columns."""
        return self.sides[0] // shape[0], self.sides[1] // shape[1]

    def borders(self, shape: tuple[int, int]) -> list[Border]:
        """Return all pairs of neighbouring blocks, numbered row by row."""
        (r, c), (down, right) = shape, self.blocks(shape)
        below = tuple(((r - 1, x), (0, x)) for x in range(c))
        beside = tuple(((y, c - 1), (y, 0)) for y in range(r))
        found = []
        for y, x in product(range(down), range(right)):
            here = y * right + x
            if x + 1 < right or self.torus:
                found.append(Border(here, y * right + (x + 1) % right, True, beside))
            if y + 1 < down or self.torus:
                found.append(Border(here, (y + 1) % down * right + x, False, below))
        return found


@dataclass(frozen=True, kw_only=True)
class Decision:
    """Whether there is such a mapping, and why."""

    mapping: tuple[int, ...] | None  # switch of each cell, row by row
    impossible: bool  # an engine says that there is none
    proven: bool  # by a mapping that was checked, or by a search that tried everything
    nodes: int  # of that search
    stopped: bool  # by the time limit, before anything was found


def written_out(
    question: RegularQuestion, shape: tuple[int, int], groups: list[int],
    positions: list[dict[Cell, int]],
) -> tuple[int, ...]:  # fmt: skip
    """Return the switch of each cell of the stencil, row by row."""
    (r, c), (_, right) = shape, question.blocks(shape)
    rows, columns = question.sides
    found = []
    for y, x in product(range(rows), range(columns)):
        block = y // r * right + x // c
        found.append(groups[block] * question.dragonfly.a + positions[block][y % r, x % c])
    return tuple(found)
