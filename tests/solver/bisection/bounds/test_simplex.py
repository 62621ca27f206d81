"""The nearest points of a simplex: on it, and no other is nearer."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.simplex import on_simplex

POINTS = {
    "any": np.random.default_rng(0).standard_normal((40, 9)),
    "one entry": np.array([[3.0], [-2.0]]),
    "equal entries": np.full((2, 6), 0.5),
    "one far above": np.array([[100.0, 0.0, -1.0, 0.0]]),
    "all below zero": -np.arange(1.0, 8.0)[None, :],
    "many": np.random.default_rng(1).normal(0.0, 1e-3, (3, 32_768)),
}


@pytest.mark.parametrize("total", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("name", POINTS)
def test_what_is_taken_is_the_same_of_all_that_stay(name: str, total: float) -> None:
    """No more is taken from any other: these are the conditions of the nearest point."""
    points = POINTS[name]
    found = on_simplex(points, total)
    assert found.min() >= 0
    assert found.sum(axis=1) == pytest.approx(total, abs=1e-9)
    for before, after in zip(points, found, strict=True):
        taken = (before - after)[after > 0]
        if len(taken):
            assert np.ptp(taken) < 1e-9
            assert (before[after == 0] <= taken.max() + 1e-9).all()
        else:
            assert total == 0


def test_no_random_point_is_nearer() -> None:
    rng = np.random.default_rng(2)
    others = rng.dirichlet(np.full(9, 0.3), size=2_000)
    for before, after in zip(POINTS["any"], on_simplex(POINTS["any"]), strict=True):
        assert ((others - before) ** 2).sum(axis=1).min() >= ((after - before) ** 2).sum()


def test_few_digits_in_few_digits_out() -> None:
    points: FloatArray = POINTS["many"].astype("float32")
    found = on_simplex(points)
    assert found.dtype == np.float32
    assert np.abs(found - on_simplex(POINTS["many"])).max() < 1e-6
    assert found.sum(axis=1) == pytest.approx(1.0, abs=1e-4)
