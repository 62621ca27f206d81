"""Negative parts of matrices that change little: near the exact ones, and never above zero."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.pairs import ComplexArray, FloatArray
from alphacut.solver.bisection.bounds.states.negative import AGAIN, LEAST_ROWS, NegativePart

STACK = 3


def exact(matrices: ComplexArray) -> ComplexArray:
    values, vectors = np.linalg.eigh(matrices)
    scaled = vectors * np.minimum(values, 0.0)[:, None, :]
    return np.asarray(scaled @ np.conj(np.swapaxes(vectors, 1, 2)))


def matrices_of(values: FloatArray, seed: int) -> ComplexArray:
    """Return matrices with these eigenvalues and any vectors."""
    rng = np.random.default_rng(seed)
    parts = rng.standard_normal((2, STACK, len(values), len(values)))
    vectors, _ = np.linalg.qr(parts[0] + 1j * parts[1])
    return np.asarray((vectors * values) @ np.conj(np.swapaxes(vectors, 1, 2)))


def few_negative(rows: int) -> FloatArray:
    return np.concatenate([-np.geomspace(0.01, 1.0, 6), np.geomspace(0.001, 2.0, rows - 6)])


def moved(matrices: ComplexArray, step: int, size: float) -> ComplexArray:
    return matrices + size * matrices_of(np.linspace(-1, 1, matrices.shape[1]), seed=1 + step)


def error(found: ComplexArray, matrices: ComplexArray) -> float:
    true = exact(matrices)
    return float(np.linalg.norm(found - true) / np.linalg.norm(true))


@pytest.mark.parametrize("rows", [1, 5, LEAST_ROWS - 1, LEAST_ROWS, 2 * LEAST_ROWS])
def test_the_first_is_exact(rows: int) -> None:
    values = np.linspace(-1, 1, rows) if rows < 10 else few_negative(rows)
    matrices = matrices_of(values, 0)
    assert np.allclose(NegativePart().of(matrices), exact(matrices), atol=1e-12)


def test_nothing_is_negative() -> None:
    matrices = matrices_of(np.linspace(0.5, 1, 2 * LEAST_ROWS), 0)
    part = NegativePart()
    for _ in range(3):
        assert np.abs(part.of(matrices)).max() < 1e-12


@pytest.mark.parametrize("rows", [8, LEAST_ROWS, 2 * LEAST_ROWS])
def test_what_changes_little_is_followed(rows: int) -> None:
    matrices, part = matrices_of(few_negative(rows), 0), NegativePart()
    for step in range(2 * AGAIN + 5):
        found = part.of(matrices)
        assert np.linalg.eigvalsh(found).max() < 1e-12
        assert error(found, matrices) < 0.01
        matrices = moved(matrices, step, 1e-3)


def test_following_is_not_exact_and_ends_after_a_while() -> None:
    """Otherwise these tests would be about eigenvectors alone."""
    matrices, part = matrices_of(few_negative(2 * LEAST_ROWS), 0), NegativePart()
    errors = []
    for step in range(AGAIN):
        errors.append(error(part.of(matrices), matrices))
        matrices = moved(matrices, step, 1e-3)
    assert errors[0] < 1e-12
    assert min(errors[1 : AGAIN - 1]) > 1e-9
    assert errors[AGAIN - 1] < 1e-12


def test_more_negative_values_than_are_followed_are_all_found() -> None:
    part = NegativePart()
    part.of(matrices_of(few_negative(2 * LEAST_ROWS), 0))
    matrices = matrices_of(np.linspace(-1, 1, 2 * LEAST_ROWS), 1)
    assert error(part.of(matrices), matrices) < 1e-12


def test_a_matrix_that_was_zero_is_no_obstacle() -> None:
    """A filter has no span then."""
    part, nothing = NegativePart(), np.zeros((1, LEAST_ROWS, LEAST_ROWS), np.complex128)
    values = np.concatenate([[-1.0], np.full(LEAST_ROWS - 1, 1e-3)])
    little = matrices_of(values, 3)[:1]
    for matrices in (nothing, nothing, little, nothing, little):
        assert np.abs(part.of(matrices) - exact(matrices)).max() < 1e-3
