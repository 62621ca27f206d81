"""Counts of separated pairs, limited from both sides."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.topologies.complete import complete
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.parity import Parities

PARITIES = Parities.of_bisections(Balance.of(complete(6)))
TRIANGLE = [(0, 1), (1, 2), (0, 2)]  # all degrees even: an even number is separated
PATH = [(0, 1), (1, 2)]


def test_count_starts_unlimited_with_its_parity() -> None:
    count = Count.of(PARITIES, TRIANGLE)
    assert (count.low, count.high) == (0, 2)  # 3 is odd
    assert (count.residue.remainder, count.residue.modulus) == (0, 2)
    assert Count.of(PARITIES, PATH).residue.modulus == 1


@given(st.integers(-1, 4))
def test_the_two_sides_of_a_level_share_the_possible_numbers(level: int) -> None:
    for members, possible in ((TRIANGLE, {0, 2}), (PATH, {0, 1, 2})):
        count = Count.of(PARITIES, members)
        low, high = count.at_most(level), count.at_least(level + 1)
        kept = [{n for n in possible if part.low <= n <= part.high} for part in (low, high)]
        assert kept[0] | kept[1] == possible
        assert not kept[0] & kept[1]


def test_empty_when_no_number_is_left() -> None:
    assert Count.of(PARITIES, TRIANGLE).at_least(3).empty
    assert not Count.of(PARITIES, TRIANGLE).at_least(2).empty


def test_order_of_members_does_not_matter() -> None:
    assert Count.of(PARITIES, TRIANGLE) == Count.of(PARITIES, TRIANGLE[::-1])
