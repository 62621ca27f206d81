"""Sums of integers that the search finds are violated; those of bisections never are."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.states.rows import RowStack, sum_row
from alphacut.solver.bisection.bounds.sums import LEAST, MOST, RETURNED, WORTHWHILE, Joint, violated
from alphacut.solver.bisection.verify.sums import IntegerSum

ORDER, STATES = 9, 4


def apart() -> tuple[FloatArray, FloatArray]:
    """Return tables (even, odd) in which any two blocks have opposite signs more often than not.

    No three blocks can: bisections have no such frequencies.
    """
    share = np.array([0.4, 0.3, 0.2, 0.1])
    even = np.tile(np.outer(share, share), (ORDER, 1, 1))
    odd = -0.6 * even
    even[0] = odd[0] = np.diag(share)
    return even, odd


def of_bisection(seed: int) -> tuple[FloatArray, FloatArray]:
    """Return tables (even, odd) of blocks that are in random states, averaged over the rotation."""
    rng = np.random.default_rng(seed)
    state = np.eye(STATES)[rng.integers(STATES, size=ORDER)]
    signed = state * rng.choice([-1, 1], size=(ORDER, 1))
    even, odd = (
        np.array([each.T @ np.roll(each, -offset, axis=0) / ORDER for offset in range(ORDER)])
        for each in (state, signed)
    )
    return even, odd


def excess(sums: list[IntegerSum], even: FloatArray, odd: FloatArray) -> FloatArray:
    """Return how violated sums are, by the rows that stand for them."""
    return RowStack([sum_row(each, ORDER) for each in sums], STATES, ORDER).values(even, odd)


def test_what_is_found_is_violated_as_rows_say() -> None:
    even, odd = apart()
    found = violated(Joint.of(even, odd), 0)
    values = excess(found, even, odd)
    assert 10 < len(found) <= RETURNED
    assert values.min() > WORTHWHILE * 0.99
    assert (np.diff(values) < 1e-5).all(), "the most violated come first"


@pytest.mark.parametrize("seed", range(10))
def test_bisections_violate_none(seed: int) -> None:
    """Neither what is drawn nor what is near sums that others violate."""
    held = violated(Joint.of(*apart()), seed)
    assert violated(Joint.of(*of_bisection(seed)), seed, held) == []


def test_blocks_of_a_sum_differ_however_often_they_are_exchanged() -> None:
    table, held = Joint.of(*apart()), list[IntegerSum]()
    for seed in range(8):
        held = violated(table, seed, held)
        for each in held:
            assert each.offsets[0] == 0
            assert all(0 <= block < ORDER for block in each.offsets)
            assert LEAST <= len(set(each.offsets)) == len(each.offsets) <= MOST
            assert each.values.shape == (len(each.offsets), 2, STATES)
            assert each.values.any(axis=(1, 2)).all(), "a block that does nothing"


def test_more_are_found_near_those_that_are_held() -> None:
    """With as few that are drawn."""
    even, odd = apart()
    table = Joint.of(even, odd)
    alone = violated(table, 1, random_sums=1)
    beside = violated(table, 1, alone, random_sums=1)
    assert len(beside) > len(alone)
    assert excess(beside, even, odd).min() > WORTHWHILE * 0.99


def test_what_is_held_is_not_found_again() -> None:
    """Not with a block that does nothing either, from which a search begins."""

    def named(sums: list[IntegerSum]) -> set[tuple[tuple[int, ...], int, bytes]]:
        return {(each.offsets, each.low, each.values.tobytes()) for each in sums}

    table, held = Joint.of(*apart()), list[IntegerSum]()
    for seed in range(4):
        found = violated(table, 1, held)
        assert found
        assert not named(found) & named(held), seed
        held = [*held, *found]


def test_a_search_may_be_repeated() -> None:
    table = Joint.of(*apart())
    held = violated(table, 3)
    first, second = (violated(table, 5, held) for _ in range(2))
    assert [(e.offsets, e.low, e.values.tolist()) for e in first] == [
        (e.offsets, e.low, e.values.tolist()) for e in second
    ]
