"""The most that parts hold together, against all divisions of the cells."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from alphacut.solver.placement.mapping.bounds import most_edges
from alphacut.solver.placement.mapping.parts import MOST_SUMS, most_in_parts
from alphacut.solver.placement.mapping.stencil import Stencil


def divisions(cells: int, rooms: list[int]) -> Iterator[tuple[int, ...]]:
    if not rooms:
        if not cells:
            yield ()
        return
    for first in range(min(cells, rooms[0]) + 1):
        for others in divisions(cells - first, rooms[1:]):
            yield (first, *others)


def test_two_parts_of_twelve_hold_more_than_thirteen_and_eleven() -> None:
    stencil = Stencil(sides=(4, 6))
    held = [most_edges(stencil, cells) for cells in range(14)]
    assert held[13] + held[11] == 33
    assert most_in_parts(held, [13, 13], 24) == held[12] + held[12] == 34


@pytest.mark.parametrize("seed", range(60))
def test_against_all_divisions(seed: int) -> None:
    rng = random.Random(seed)
    rooms = [rng.randint(0, 7) for _ in range(rng.randint(1, 4))]
    cells = rng.randint(0, sum(rooms))
    held = [0, *(rng.randint(0, 20) for _ in range(max(rooms)))]
    most = max(sum(held[each] for each in division) for division in divisions(cells, rooms))
    assert most_in_parts(held, rooms, cells) == most
    assert most_in_parts(held, rooms, cells, most_sums=0) >= most
    full = sum(held[room] for room in rooms)
    assert most_in_parts(held, rooms, sum(rooms)) == full
    assert most_in_parts(held, rooms, sum(rooms), most_sums=0) >= full


def test_many_cells_on_many_switches_take_no_long_time() -> None:
    """Of 90,000 cells in parts of 50, those of 49 hold most for each cell: 7 by 7."""
    stencil = Stencil(sides=(300, 300))
    held = [most_edges(stencil, cells) for cells in range(51)]
    assert MOST_SUMS < 50 * 2000 * 10_000
    divided = 1836 * held[49] + held[36]
    assert divided <= most_in_parts(held, [50] * 2000, 90_000) <= divided + 1
