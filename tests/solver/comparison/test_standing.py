"""A claim about the largest has to hold whatever the numbers are within their bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.solver.comparison.standing import Interval, standing

NUMBERS = st.integers(0, 8)
INTERVALS = st.builds(
    lambda one, other: (Fraction(min(one, other)), Fraction(max(one, other))), NUMBERS, NUMBERS
)


@pytest.mark.parametrize(
    ("intervals", "best", "candidates"),
    [
        ([(424, 464), (426, 464)], (), (0, 1)),  # the same upper bound says nothing
        ([(5, 5), (5, 5), (4, 4)], (0, 1), (0, 1)),  # a tie that is proven
        ([(5, 7), (3, 4)], (0,), (0,)),
        ([(5, 7), (3, 5)], (0,), (0, 1)),  # as large as the other at least
        ([(5, 7), (3, 6)], (), (0, 1)),
        ([(5, 7), (6, 6), (0, 4)], (), (0, 1)),
        ([(0, 0)], (0,), (0,)),
    ],
)
def test_what_intervals_tell(
    intervals: list[tuple[int, int]], best: tuple[int, ...], candidates: tuple[int, ...]
) -> None:
    found = standing([(Fraction(low), Fraction(high)) for low, high in intervals])
    assert (found.best, found.candidates) == (best, candidates)
    assert found.separated == bool(best)


@given(st.lists(INTERVALS, min_size=1, max_size=5), st.data())
def test_claims_hold_for_every_choice_of_values(
    intervals: list[Interval], data: st.DataObject
) -> None:
    found = standing(intervals)
    values = [data.draw(st.integers(int(low), int(high))) for low, high in intervals]
    largest = {place for place, value in enumerate(values) if value == max(values)}
    assert set(found.best) <= largest <= set(found.candidates)


@given(st.lists(INTERVALS, min_size=1, max_size=5))
def test_nothing_is_left_open_that_the_intervals_tell(intervals: list[Interval]) -> None:
    """Each candidate is the largest for some values, and each other network for none."""
    found = standing(intervals)
    for place, (lower, upper) in enumerate(intervals):
        others = [each for k, each in enumerate(intervals) if k != place]
        assert (place in found.candidates) == all(upper >= low for low, _ in others)
        assert (place in found.best) == all(lower >= high for _, high in others)


@given(st.lists(NUMBERS, min_size=1, max_size=5))
def test_exact_values_always_have_their_largest(values: list[int]) -> None:
    found = standing([(Fraction(value), Fraction(value)) for value in values])
    largest = tuple(place for place, value in enumerate(values) if value == max(values))
    assert found.best == found.candidates == largest
