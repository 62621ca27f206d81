"""The cone of tables: where the difference between the sides is known and not zero."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.states.cone import (
    Cone,
    rising_root,
    transformed,
)

ORDER, STATES = 5, 4
WEIGHTS = np.array([3.0, 1.0, 1.0, -1.0])
SQUARE = 1.0 / ORDER


def tables(rng: np.random.Generator) -> np.ndarray:
    drawn = rng.standard_normal((ORDER, STATES, STATES))
    return (drawn + np.swapaxes(np.roll(drawn[::-1], 1, axis=0), 1, 2)) / 2


@pytest.mark.parametrize("seed", range(10))
def test_projected_tables_are_semidefinite_and_have_the_square(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cone = Cone(ORDER, np.zeros((STATES, 0)), WEIGHTS, SQUARE)
    _, odd = cone.project(tables(rng), tables(rng))
    matrices = transformed(odd)
    assert np.linalg.eigvalsh(matrices).min() > -1e-9
    assert WEIGHTS @ matrices[0].real @ WEIGHTS == pytest.approx(SQUARE, abs=1e-8)


@pytest.mark.parametrize("seed", range(10))
def test_no_other_such_tables_are_nearer(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cone = Cone(ORDER, np.zeros((STATES, 0)), WEIGHTS, SQUARE)
    start = tables(rng)
    _, nearest = cone.project(tables(rng), start)
    for _ in range(20):
        _, other = cone.project(tables(rng), nearest + 0.1 * tables(rng))
        assert np.sum((other - start) ** 2) >= np.sum((nearest - start) ** 2) - 1e-7


@pytest.mark.parametrize("near", [-40.0, 0.0, 0.3, 900.0])
def test_root_is_found_from_anywhere(near: float) -> None:
    found = rising_root(lambda x: max(x, 0.0) ** 3 - 0.008, near, 0.5)
    assert found == pytest.approx(0.2, abs=1e-8)
