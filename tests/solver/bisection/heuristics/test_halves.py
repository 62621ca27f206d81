"""Halves of orders, and repaired sides: exactly half, whatever the weights."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.halves import halves_of, repaired

WEIGHTS = st.lists(st.integers(0, 9), min_size=1, max_size=12).filter(any)


@given(WEIGHTS, st.randoms(use_true_random=False))
def test_halves_are_bisections(weights: list[int], rng: object) -> None:
    balance = Balance(name="hosts", weights=tuple(weights))
    order = list(range(len(weights)))
    rng.shuffle(order)  # type: ignore[attr-defined]
    halves = halves_of(order, balance)
    assert 1 <= len(halves) <= 2
    assert all(balance.holds(side) for side in halves)


def test_both_ends_of_an_odd_order_are_tried() -> None:
    balance = Balance(name="switches", weights=(1,) * 5)
    assert halves_of([3, 1, 0, 2, 4], balance) == ([3, 1], [4, 2])
    even = Balance(name="switches", weights=(1,) * 4)
    assert halves_of([3, 1, 0, 2], even) == ([3, 1],)


@given(WEIGHTS, st.data())
def test_a_repaired_side_is_a_bisection(weights: list[int], data: st.DataObject) -> None:
    balance = Balance(name="hosts", weights=tuple(weights))
    side = data.draw(st.sets(st.integers(0, len(weights) - 1)))
    pull = data.draw(st.lists(st.floats(-9, 9), min_size=len(weights), max_size=len(weights)))
    assert balance.holds(repaired(side, balance, pull))


def test_a_repaired_side_keeps_what_belongs_to_it() -> None:
    balance = Balance(name="switches", weights=(1,) * 6)
    assert sorted(repaired({0, 1, 2, 3}, balance, [9, 1, 8, 7, 0, 0])) == [0, 2, 3]
    assert sorted(repaired({0}, balance, [9, 1, 2, 3, 0, 0])) == [0, 2, 3]
