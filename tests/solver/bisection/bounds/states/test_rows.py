"""Rows over joint frequencies of states: written out or by terms, they say the same."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.states.rows import Row, RowStack, sum_row
from alphacut.solver.bisection.verify.sums import IntegerSum

ORDER, STATES = 7, 4

Tables = list[np.ndarray]


@pytest.fixture
def stacks() -> tuple[RowStack, RowStack]:
    """Return the same random rows written out, and by their terms."""
    drawn = rows()
    return RowStack(drawn, STATES, ORDER), RowStack(drawn, STATES, ORDER, 0)


def rows() -> list[Row]:
    rng = np.random.default_rng(0)
    return [
        sum_row(
            IntegerSum(
                offsets=tuple(rng.permutation(ORDER)[:size].tolist()),
                values=rng.integers(-1, 2, (size, 2, STATES)),
                low=int(rng.integers(-2, 2)),
            ),
            ORDER,
        )
        for size in rng.integers(2, 6, 20)
    ]


def symmetric(rng: np.random.Generator) -> np.ndarray:
    """Return tables that are the transposes of those at the opposite offsets."""
    tables = rng.random((ORDER, STATES, STATES))
    tables[1:] = (tables[1:] + np.swapaxes(tables[:0:-1], 1, 2)) / 2
    tables[0] = np.diag(tables[0].diagonal())
    return tables


def test_both_are_violated_as_much(stacks: tuple[RowStack, RowStack]) -> None:
    rng = np.random.default_rng(1)
    even, odd = symmetric(rng), symmetric(rng)
    first, second = (stack.values(even, odd) for stack in stacks)
    np.testing.assert_allclose(first, second, rtol=1e-5, atol=1e-6)


def test_both_add_the_same_costs(stacks: tuple[RowStack, RowStack]) -> None:
    multipliers = np.random.default_rng(2).random(len(stacks[0]))
    costs: list[Tables] = []
    for stack in stacks:
        shape = ORDER, STATES, STATES
        costs.append([np.zeros(shape), np.zeros(shape), np.zeros(STATES)])
        stack.add_to(multipliers, *costs[-1])
    for first, second in zip(*costs, strict=True):
        np.testing.assert_allclose(first, second, rtol=1e-5, atol=1e-6)


def test_products_are_what_values_give_of_costs(stacks: tuple[RowStack, RowStack]) -> None:
    for stack in stacks:
        for number, multipliers in enumerate(np.eye(len(stack))):
            shape = ORDER, STATES, STATES
            even, odd, single = np.zeros(shape), np.zeros(shape), np.zeros(STATES)
            stack.add_to(multipliers, even, odd, single)
            even[0] += np.diag(single)
            found = stack.values(even, odd) + stack.limits
            np.testing.assert_allclose(found, stack.products[number], rtol=1e-5, atol=1e-6)


def test_products_of_rows_that_were_there_before_are_taken_over() -> None:
    drawn = rows()
    before = RowStack(drawn[:14], STATES, ORDER, 0)
    kept = [drawn[number] for number in (2, 3, 9, 13)]
    mixed = [kept[0], drawn[17], *kept[1:], *drawn[18:]]
    wanted = RowStack(mixed, STATES, ORDER, 0).products
    first = before.products.copy()
    before.products[2, 9] = before.products[9, 2] = 1234.0  # so that it is seen where it comes from
    found = RowStack(mixed, STATES, ORDER, 0, before=before).products
    assert found[0, 3] == found[3, 0] == 1234.0
    found[0, 3] = found[3, 0] = first[2, 9]
    np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-6)


def test_products_that_were_not_needed_before_are_not_looked_for() -> None:
    drawn = rows()
    before = RowStack(drawn, STATES, ORDER, 0)
    found = RowStack(drawn, STATES, ORDER, 0, before=before).products
    assert "products" not in vars(before)
    np.testing.assert_array_equal(found, before.products)
