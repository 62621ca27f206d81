"""Nearest points of hulls, against what makes a point the nearest one."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.sequences.nearest_point import Mixture, nearest


def is_nearest(points: FloatArray, mixture: Mixture) -> bool:
    """Tell whether no point of the hull is on the nearer side of the plane through the mixture."""
    here = mixture.at(points)
    return bool((points @ here).min() >= here @ here - 1e-7)


@pytest.mark.parametrize("size", [1, 2, 5, 40])
@pytest.mark.parametrize("number", [1, 2, 7, 300])
@pytest.mark.parametrize("away", [0.0, 0.3, 4.0])
def test_the_nearest_point_is_found(size: int, number: int, away: float) -> None:
    for seed in range(3):
        points = np.random.default_rng(seed).normal(size=(number, size)) + away
        found = nearest(points, Mixture.of(points))
        assert found.shares.sum() == pytest.approx(1.0)
        assert (found.shares > 0).all()
        assert len(set(found.places.tolist())) == len(found.places)
        assert is_nearest(points, found)


def test_a_line_and_a_triangle() -> None:
    line = np.array([[1.0, 1.0], [1.0, -3.0]])
    assert nearest(line, Mixture.of(line)).at(line) == pytest.approx([1.0, 0.0], abs=1e-6)
    triangle = np.array([[-1.0, -1.0], [2.0, -1.0], [0.0, 3.0]])
    assert nearest(triangle, Mixture.of(triangle)).at(triangle) == pytest.approx(
        [0.0, 0.0], abs=1e-6
    )


def test_equal_points_are_one() -> None:
    points = np.repeat([[1.0, 2.0], [1.0, -2.0], [3.0, 0.0]], 5, axis=0)
    assert nearest(points, Mixture.of(points)).at(points) == pytest.approx([1.0, 0.0], abs=1e-6)


def test_it_goes_on_from_any_point_when_more_are_known() -> None:
    rng = np.random.default_rng(5)
    points = rng.normal(size=(50, 6)) + 1.0
    found = Mixture.of(points)
    for _ in range(5):
        found = nearest(points, found)
        points = np.concatenate([points, rng.normal(size=(50, 6)) + 0.9])
    assert is_nearest(points, nearest(points, found))
