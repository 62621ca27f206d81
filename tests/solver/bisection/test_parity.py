"""Parities of numbers of separated pairs, and what follows from those that are known."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.parity import Parities, degree_mask, odd_mask

SIZE = 7
pairs = st.lists(st.sampled_from(list(combinations(range(SIZE), 2))), max_size=12)
sides = st.sets(st.integers(0, SIZE - 1))


def separated(members: list[tuple[int, int]], side: set[int]) -> int:
    return sum((first in side) != (second in side) for first, second in members)


@given(pairs, sides)
def test_number_of_separated_pairs_is_as_odd_as_the_masks_sum(
    members: list[tuple[int, int]], side: set[int]
) -> None:
    mask = degree_mask(members)
    assert separated(members, side) % 2 == sum(mask >> u & 1 for u in side) % 2


@given(st.lists(st.integers(-9, 9), max_size=8))
def test_odd_mask_marks_the_odd_numbers(numbers: list[int]) -> None:
    assert [odd_mask(numbers) >> u & 1 for u in range(len(numbers))] == [n % 2 for n in numbers]


@given(st.lists(pairs, max_size=5), pairs, sides)
def test_what_follows_from_true_parities_is_true(
    known: list[list[tuple[int, int]]], asked: list[tuple[int, int]], side: set[int]
) -> None:
    parities = Parities(())
    for members in known:
        parities = parities.assuming(degree_mask(members), separated(members, side) % 2)
    assert parities.of(degree_mask(asked)) in (None, separated(asked, side) % 2)


@given(st.lists(pairs, max_size=5), pairs)
def test_exactly_the_combinations_are_known(
    known: list[list[tuple[int, int]]], asked: list[tuple[int, int]]
) -> None:
    """A mask is known if and only if it is a sum modulo 2 of some that are assumed."""
    parities, sums = Parities(()), {0}
    for members in known:
        mask = degree_mask(members)
        parities = parities.assuming(mask, 0)
        sums |= {mask ^ other for other in sums}
    assert (parities.of(degree_mask(asked)) is not None) == (degree_mask(asked) in sums)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=7).filter(any), st.data())
def test_parities_of_bisections_hold_for_every_bisection(
    weights: list[int], data: st.DataObject
) -> None:
    balance = Balance(name="hosts", weights=tuple(weights))
    size = len(balance.extended)
    members = data.draw(st.lists(st.sampled_from(list(combinations(range(size), 2))), max_size=9))
    parity = Parities.of_bisections(balance).of(degree_mask(members))
    for count in range(size + 1):
        for side in combinations(range(size), count):
            if sum(balance.extended[u] for u in side) == balance.half and parity is not None:
                assert separated(members, set(side)) % 2 == parity


def test_assuming_the_opposite_of_what_is_known_changes_nothing() -> None:
    known = Parities(()).assuming(0b11, 1)
    assert known.assuming(0b11, 0) == known
