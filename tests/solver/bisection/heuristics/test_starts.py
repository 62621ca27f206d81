"""Where searches start: orders of the switches, cut in half."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.starts import (
    filled,
    halves_of,
    repaired,
    starts,
    trivial_cut,
)

Networks = Callable[..., SearchStrategy[Network]]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9).filter(any), st.randoms())
def test_filled_side_is_a_bisection_whatever_the_order(weights: list[int], rng: object) -> None:
    balance = Balance(name="hosts", weights=tuple(weights))
    order = list(range(len(weights)))
    rng.shuffle(order)  # type: ignore[attr-defined]
    side = filled(order, balance)
    assert len(set(side)) == len(side)
    assert balance.holds(side)


def test_filled_side_takes_switches_as_they_come() -> None:
    balance = Balance(name="switches", weights=(1,) * 6)
    assert filled([5, 0, 3, 1, 2, 4], balance) == [5, 0, 3]


def test_filled_side_skips_what_cannot_be_completed() -> None:
    """5 + 4 + 1 on one side is all that weighs half of 20; 6 cannot be part of it with 5."""
    balance = Balance(name="hosts", weights=(5, 6, 4, 4, 1))
    assert sum(balance.weights[u] for u in filled(range(5), balance)) == 10


@settings(deadline=None)
@given(st.data())
def test_every_start_orders_all_switches_and_keeps_a_partition(
    networks: Networks, data: st.DataObject
) -> None:
    network = data.draw(networks())
    drawn = itertools.islice(starts(network, np.random.default_rng(0)), 12)
    for order, blocks in drawn:
        assert sorted(order) == list(range(network.switches))
        members = [switch for block in blocks for switch in block]
        assert not members or sorted(members) == list(range(network.switches))


def test_starts_of_a_dragonfly_keep_groups_and_gccs() -> None:
    network = Dragonfly(a=4, h=2, arrangement="circulant").network()
    drawn = itertools.islice(starts(network, np.random.default_rng(0)), 12)
    sizes = {tuple(sorted(map(len, blocks))) for _, blocks in drawn}
    assert (4,) * 9 in sizes  # groups
    assert any(9 in each for each in sizes)  # GCCs: one for each position


def test_trivial_cut_takes_switches_in_order() -> None:
    network = Dragonfly(a=2, h=2, arrangement="relative").network()
    assert trivial_cut(network, Balance.of(network)).side == (0, 1, 2, 3, 4)


@given(st.lists(st.integers(0, 9), min_size=2, max_size=40).filter(any))
def test_filled_side_is_the_first_that_can_be_completed(weights: list[int]) -> None:
    """Each switch is taken where some of those after it add up to what is then missing."""
    balance = Balance(name="hosts", weights=tuple(weights))
    missing, expected = (sum(weights) - balance.difference) // 2, []
    for switch, weight in enumerate(weights):
        sums = {0}
        for other in weights[switch + 1 :]:
            sums |= {each + other for each in sums}
        if missing - weight in sums and (weight or missing):
            expected.append(switch)
            missing -= weight
    assert filled(range(len(weights)), balance) == expected


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
