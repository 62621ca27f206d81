"""Boxes of imbalances: together they hold all bisections, or something is left open."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from alphacut.solver.bisection.verify import imbalances
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.imbalances import (
    Box,
    contained,
    covered,
    everything,
    parts,
    ranges_of,
    read_box,
    read_range,
    within,
)

ORDER, WIDTH = 5, 3


def inside(box: Box, imbalance: tuple[int, ...]) -> bool:
    return all(low <= each <= high for (low, high), each in zip(box, imbalance, strict=True))


def drawn(rng: np.random.Generator) -> Box:
    ends = np.sort(rng.integers(0, ORDER + 1, (WIDTH, 2)), axis=1)
    return tuple((int(low), int(high)) for low, high in ends)


@pytest.mark.parametrize("seed", range(60))
def test_boxes_cover_all_or_leave_something(seed: int) -> None:
    """Some random ones, and the parts of everything that is outside of one of them."""
    rng = np.random.default_rng(seed)
    boxes = [drawn(rng) for _ in range(seed % 7 * 10)]
    if seed % 2:
        boxes += imbalances._outside(drawn(rng), everything(ORDER, WIDTH))
    every = product(range(ORDER % 2, ORDER + 1, 2), repeat=WIDTH)
    expected = all(any(inside(box, each) for box in boxes) for each in every)
    assert covered(boxes, ORDER, WIDTH) == expected


@pytest.mark.parametrize(("order", "width"), [(5, 1), (5, 3), (33, 8)])
def test_parts_cover_all_and_none_is_idle(order: int, width: int) -> None:
    boxes = parts(order, width)
    assert len(boxes) == width + 1
    assert covered(boxes, order, width)
    for number in range(len(boxes)):
        assert not covered(boxes[:number] + boxes[number + 1 :], order, width)


def test_between_odd_numbers_nothing_is_left() -> None:
    """Of five switches no two and no four more can lie on one side."""
    assert covered([((0, 1),), ((3, 3),), ((5, 5),)], 5, 1)
    assert not covered([((0, 2),), ((4, 5),)], 5, 1)


def test_nothing_covers_nothing() -> None:
    assert not covered([], 5, 2)
    assert covered([everything(5, 2)], 5, 2)


def test_boxes_in_too_many_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imbalances, "MOST_PIECES", 3)
    with pytest.raises(Refused, match="too many pieces"):
        covered(parts(33, 8), 33, 8)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ([0, 2, 3, 5], None),
        ([0, 2, 3], "not a list of 4 integers"),
        ([0, 2, 3, 6], "from 3 to 6"),
        ([-1, 2, 3, 5], "from -1 to 2"),
        ([3, 2, 3, 5], "from 3 to 2"),
        ([0, 2, 3, True], "not an integer"),
        (None, "is not a list of 4 integers"),
    ],
)
def test_boxes_that_are_none(written: object, said: str | None) -> None:
    if said is None:
        assert read_box(written, 5, 2) == ((0, 2), (3, 5))
        return
    with pytest.raises(Refused, match=said):
        read_box(written, 5, 2)


def test_a_bound_is_for_all_imbalances_of_its_multipliers() -> None:
    assert read_range([0, 4], (1, 3), 5) == (0, 4)
    for written in ([2, 4], [0, 2]):
        with pytest.raises(Refused, match="for other imbalances"):
            read_range(written, (1, 3), 5)


@pytest.mark.parametrize("written", [[-1, 5], [0, 6], [3, 2], [2, 2], [4, 4], [0, 0]])
def test_a_bound_is_for_imbalances_that_there_are(written: list[int]) -> None:
    """With one below zero, its square would be taken for a larger one."""
    with pytest.raises(Refused, match="no imbalance of 5 switches"):
        read_range(written, (written[0], written[0]), 5)


def test_ranges_of_a_box_that_are_not_of_all() -> None:
    assert ranges_of(((0, 5), (3, 5)), 5) == (None, (3, 5))
    assert ranges_of(None, 5) is None


def test_boxes_inside_of_others() -> None:
    assert contained(((1, 3), (0, 5)), ((0, 3), (0, 5)))
    assert not contained(((1, 4), (0, 5)), ((0, 3), (0, 5)))


def test_sums_of_either_sign_are_within() -> None:
    assert within(np.array([-5, -3, -1, 1, 3, 5]), (2, 4)).tolist() == [0, 1, 0, 0, 1, 0]
    assert within(np.array([-5, 3]), None).all()
