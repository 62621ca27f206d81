"""Whether there is a regular mapping, by complete search over groups and places on borders.

The link between the groups of two neighbouring blocks fixes the switch position at each of its
ends. One edge of their border must lie on it: both ends stand at one place along the border. Two
sides of a block that meet in a corner have the same position exactly if both stand in that corner,
and opposite sides never have. That is all that decides: of the places of a border only its ends
matter, one in between stands for all. Blocks are taken along diagonals.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from alphacut.arrangements.network import Network
from alphacut.solver.placement.verify.routes import whole_dragonfly

BETWEEN_LOOKS = 1024  # steps between two looks at the clock
RIGHT, LEFT, BELOW, ABOVE = range(4)
OPPOSITE = (LEFT, RIGHT, ABOVE, BELOW)


class Stopped(Exception):
    """The time is over."""


@dataclass(frozen=True, kw_only=True)
class Ask:
    """Whether a stencil has a regular mapping on a dragonfly."""

    network: Network
    sides: tuple[int, int]  # rows and columns
    torus: bool
    rule: str  # "B5" or "R"
    block: tuple[int, int] | None  # rows and columns of a block, where they are given
    free: tuple[bool, ...]  # for each switch: whether it may be used

    @cached_property
    def members(self) -> list[list[int]]:
        """The switches of each group, in order of their positions."""
        found: dict[int, list[int]] = {}
        for switch, group in enumerate(self.network.groups):
            found.setdefault(group, []).append(switch)
        return [found[group] for group in sorted(found)]

    @property
    def size(self) -> int:
        """The switches of a group."""
        return len(self.members[0])

    @cached_property
    def ports(self) -> list[list[int]]:
        """ports[i][j]: the position in group i of the switch with the link to group j."""
        gates = whole_dragonfly(self.network) or {}
        position = {switch: at for each in self.members for at, switch in enumerate(each)}
        names = sorted(set(self.network.groups))
        return [[position[gates[i, j]] if i != j else -1 for j in names] for i in names]

    @cached_property
    def shapes(self) -> list[tuple[int, int]]:
        """Rows and columns of a block: two at least, and on a torus three blocks each way."""
        rows, columns = self.sides
        found = []
        for r in range(2, self.size // 2 + 1):
            c = self.size // r
            fits = r * c == self.size and rows % r == 0 and columns % c == 0
            wide = not self.torus or min(rows // r, columns // c) >= 3
            if fits and wide and self.block in (None, (r, c)):
                found.append((r, c))
        return found


class RegularSearch:
    """The search with blocks of one shape."""

    def __init__(self, ask: Ask, shape: tuple[int, int], deadline: float) -> None:
        self._ask, self._shape, self._deadline = ask, shape, deadline
        self._down, self._across = ask.sides[0] // shape[0], ask.sides[1] // shape[1]
        blocks = product(range(self._down), range(self._across))
        self._order = sorted(blocks, key=lambda at: (at[0] + at[1], at))
        self._groups: dict[tuple[int, int], int] = {}
        self._place: dict[tuple[int, int], dict[int, int]] = {at: {} for at in self._order}
        self._free = [all(ask.free[switch] for switch in each) for each in ask.members]
        self._leave: tuple[int, ...] | None = None
        self._steps = 0

    def mappings(self) -> Iterator[list[int]]:
        """Yield mappings, at least one if there are any.

        Raises
        ------
        Stopped
            If the deadline is past.
        """
        if self._ask.rule != "R":
            yield from self._placed(0)
            return
        for leave in product(range(self._ask.size), repeat=4):
            if leave[RIGHT] != leave[LEFT] and leave[BELOW] != leave[ABOVE]:
                self._leave = leave
                yield from self._placed(0)

    def _placed(self, number: int) -> Iterator[list[int]]:
        """Place a block on every group in turn, and all blocks after it."""
        if number == len(self._order):
            yield self._written()
            return
        at = self._order[number]
        used = set(self._groups.values())
        first = self._groups.get(self._order[0], -1) if self._ask.torus else -1
        for group, free in enumerate(self._free):
            if free and group not in used and group > first:  # a torus can be moved round
                self._groups[at] = group
                borders = [side for side in range(4) if self._neighbour(at, side) in self._groups]
                yield from self._joined(number, at, borders)
                del self._groups[at]

    def _joined(self, number: int, at: tuple[int, int], borders: list[int]) -> Iterator[list[int]]:
        """Choose a place on every border to a block that is there, and go on."""
        self._step()
        if not borders:
            yield from self._placed(number + 1)
            return
        side, *others = borders
        beside = self._neighbour(at, side)
        assert beside is not None
        if not self._leaves(at, side) or not self._leaves(beside, OPPOSITE[side]):
            return
        last = self._shape[0 if side in (RIGHT, LEFT) else 1] - 1
        for place in sorted({0, min(1, last), last}):
            self._place[at][side] = self._place[beside][OPPOSITE[side]] = place
            if self._fits(at, side) and self._fits(beside, OPPOSITE[side]):
                yield from self._joined(number, at, others)
            del self._place[at][side], self._place[beside][OPPOSITE[side]]

    def _neighbour(self, at: tuple[int, int], side: int) -> tuple[int, int] | None:
        """Return the block beside a block; None at the end of a mesh."""
        step = ((0, 1), (0, -1), (1, 0), (-1, 0))[side]
        y, x = at[0] + step[0], at[1] + step[1]
        if self._ask.torus:
            return y % self._down, x % self._across
        return (y, x) if 0 <= y < self._down and 0 <= x < self._across else None

    def _port(self, at: tuple[int, int], side: int) -> int:
        """Return the position by which a block leaves to a neighbour."""
        beside = self._neighbour(at, side)
        assert beside is not None
        return self._ask.ports[self._groups[at]][self._groups[beside]]

    def _leaves(self, at: tuple[int, int], side: int) -> bool:
        return self._leave is None or self._port(at, side) == self._leave[side]

    def _fits(self, at: tuple[int, int], side: int) -> bool:
        """Whether a side gets along with the others of its block that have their places."""
        places, port = self._place[at], self._port(at, side)
        for other, place in places.items():
            if other == side:
                continue
            same = port == self._port(at, other)
            if other == OPPOSITE[side]:
                if same:
                    return False
            elif same != (self._ends(places[side], other, side) and self._ends(place, side, other)):
                return False
        return True

    def _ends(self, place: int, towards: int, side: int) -> bool:
        """Whether a place on a side is at its end towards another side."""
        last = self._shape[0 if side in (RIGHT, LEFT) else 1] - 1
        return place == (last if towards in (RIGHT, BELOW) else 0)

    def _written(self) -> list[int]:
        """Write the mapping out; cells that no border fixes take the positions that are left."""
        (r, c), columns = self._shape, self._ask.sides[1]
        found = [-1] * (self._ask.sides[0] * columns)
        for (y, x), group in self._groups.items():
            cells: dict[tuple[int, int], int] = {}
            for side, place in self._place[y, x].items():
                cell = ((place, c - 1), (place, 0), (r - 1, place), (0, place))[side]
                cells[cell] = self._port((y, x), side)
            left = [at for at in range(r * c) if at not in cells.values()]
            for cell in product(range(r), range(c)):
                position = cells[cell] if cell in cells else left.pop()
                place = (y * r + cell[0]) * columns + x * c + cell[1]
                found[place] = self._ask.members[group][position]
        return found

    def _step(self) -> None:
        self._steps += 1
        if self._steps % BETWEEN_LOOKS == 0 and time.monotonic() > self._deadline:
            raise Stopped
