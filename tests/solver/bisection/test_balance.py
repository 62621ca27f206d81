"""What two equal halves are."""

from __future__ import annotations

from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance, least_difference
from alphacut.solver.common.errors import QuestionError

weight_lists = st.lists(st.integers(0, 12), min_size=1, max_size=9)


def differences(weights: list[int]) -> list[int]:
    sides = chain.from_iterable(combinations(weights, size) for size in range(len(weights) + 1))
    return [abs(sum(weights) - 2 * sum(side)) for side in sides]


@given(weight_lists)
def test_least_difference_is_that_of_all_sides(weights: list[int]) -> None:
    assert least_difference(weights) == min(differences(weights))


@pytest.mark.parametrize(
    ("weights", "difference"),
    [([1], 1), ([5], 5), ([0], 0), ([1, 1, 1], 1), ([3, 1], 2), ([10, 1, 1], 8), ([4, 6, 2], 0)],
)
def test_least_difference_of_plain_cases(weights: list[int], difference: int) -> None:
    assert least_difference(weights) == difference


def test_large_weights_with_a_common_divisor_are_quick() -> None:
    assert least_difference([10**9] * 7) == 10**9


@given(weight_lists.filter(any))
def test_dummy_switch_makes_the_halves_equal(weights: list[int]) -> None:
    balance = Balance(name="hosts", weights=tuple(weights))
    extra = balance.extended[len(weights) :]
    assert list(balance.extended[: len(weights)]) == weights
    assert extra == ((balance.difference,) if balance.difference else ())
    assert 2 * balance.half == sum(balance.extended)
    assert least_difference(balance.extended) == 0


@given(weight_lists.filter(any), st.data())
def test_holds_for_bisections_and_their_complements_alone(
    weights: list[int], data: st.DataObject
) -> None:
    balance = Balance(name="hosts", weights=tuple(weights))
    side = data.draw(st.sets(st.integers(0, len(weights) - 1)))
    inside = sum(weights[switch] for switch in side)
    best = abs(sum(weights) - 2 * inside) == min(differences(weights))
    assert balance.holds(side) == best
    assert balance.holds(set(range(len(weights))) - side) == best


def test_side_that_names_a_switch_twice_counts_it_once() -> None:
    assert not Balance(name="switches", weights=(1, 1, 1, 1)).holds([0, 0])


def test_weights_are_switches_or_hosts() -> None:
    network = Network(switches=3, links=(), hosts=(4, 0, 2))
    assert Balance.of(network).weights == (1, 1, 1)
    assert Balance.of(network, "hosts").weights == (4, 0, 2)


@pytest.mark.parametrize("name", ["", "links", "Hosts"])
def test_unknown_balance_is_refused(name: str) -> None:
    with pytest.raises(QuestionError, match="switches, hosts") as caught:
        Balance.of(Network(switches=2, links=()), name)
    assert caught.value.field == "balance"


def test_hosts_that_are_all_zero_are_refused() -> None:
    with pytest.raises(QuestionError, match="no hosts"):
        Balance.of(Network(switches=2, links=(), hosts=(0, 0)), "hosts")
