"""Multipliers of rows move to where none of them would be better for the others."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.states.splitting import best_multipliers


def rows(seed: int, precision: type) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return where multipliers begin, forces, and products of rows of which some are alike."""
    rng = np.random.default_rng(seed)
    each = rng.standard_normal((12, 40))
    each[6:] = each[:6] + 0.5 * each[6:]
    start = np.maximum(0.0, rng.standard_normal(12))
    return start, 20 * rng.standard_normal(12), (each @ each.T).astype(precision)


@pytest.mark.parametrize("precision", [np.float32, np.float64])
@pytest.mark.parametrize("seed", range(20))
def test_no_multiplier_would_be_better_by_itself(seed: int, precision: type) -> None:
    start, force, products = rows(seed, precision)
    found = best_multipliers(start, force, products)
    slope = products @ (found - start) - force
    assert (found >= 0).all()
    assert np.abs(slope[found > 0]).max(initial=0.0) < 0.3
    assert slope[found == 0].min(initial=0.0) > -0.3


def test_rows_that_are_idle_and_not_violated_stay_so() -> None:
    """If no other row that moves is against them."""
    products = np.diag([4.0, 9.0, 16.0])
    found = best_multipliers(np.array([0.0, 2.0, 0.0]), np.array([-1.0, -9.0, 8.0]), products)
    assert found.tolist() == [0.0, 1.0, 0.5]


def test_a_row_that_is_empty_keeps_its_multiplier() -> None:
    products = np.zeros((2, 2))
    assert best_multipliers(np.array([1.0, 0.0]), np.array([1.0, 1.0]), products).tolist() == [1, 0]
