"""What is inside of a sphere, and which first sequences are looked at, against all of them."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from alphacut.solver.bisection.verify.sequences.autocorrelations import circulant
from alphacut.solver.bisection.verify.sequences.sphere import TOGETHER, Budget, Sphere, enough


def entries(length: int) -> np.ndarray:
    return np.array(list(product((1.0, -1.0), repeat=length)))


@pytest.mark.parametrize("length", [3, 4, 9, 11])
@pytest.mark.parametrize("seed", range(4))
def test_nothing_inside_is_missed(length: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(length, length)) * 10.0 ** rng.uniform(0, 1.5)
    definite = root @ root.T + 3 * np.eye(length)
    centres = rng.normal(size=(5, length)) * rng.uniform(0.1, 3)
    every = entries(length)
    apart = every[None] - centres[:, None]
    distances = np.einsum("cyi,ij,cyj->cy", apart, definite, apart)
    # as many as reach just so far, and one centre without any
    radii = np.sort(distances, axis=1)[:, len(every) // 5] * (1 + 1e-9)
    radii[0] = -1.0
    found = np.zeros_like(distances, dtype=bool)
    numbers = ((every < 0) @ (1 << np.arange(length))).argsort()
    for rows, sequences in Sphere(definite, Budget(1 << 30)).inside(centres, radii):
        places = numbers[((sequences < 0) @ (1 << np.arange(length))).astype(int)]
        assert not found[rows, places].any()
        found[rows, places] = True
    assert found[distances < radii[:, None]].all()
    assert not found[0].any()
    assert not found[distances > 1.05 * np.maximum(radii, 1.0)[:, None] + 5].any()


def test_letters_that_have_little_room_are_set_first() -> None:
    """The last one alone is further from the centre than the radius, so no other group is set."""
    definite = np.diag([1.0] * 8 + [100.0])
    budget = Budget(1 << 30)
    assert not list(Sphere(definite, budget).inside(np.zeros((1, 9)), np.full(1, 50.0)))
    assert (1 << 30) - budget.left == TOGETHER


def of_class(sequence: np.ndarray) -> tuple[float, ...]:
    """Return what stands for a sequence, turned around or with signs exchanged."""
    turns = range(len(sequence))
    return min(tuple(np.roll(s * sequence, k)) for s in (1, -1) for k in turns)


@pytest.mark.parametrize("length", [3, 5, 7, 9, 11])
@pytest.mark.parametrize("seed", range(3))
def test_one_of_each_two_that_stand_for_each_other_is_looked_at(length: int, seed: int) -> None:
    row = np.random.default_rng(seed).integers(-9, 10, length).astype(float)
    row[1:] += row[:0:-1]
    whole, every = circulant(row), entries(length)
    have = ((every @ whole) * every).sum(axis=1) / 2
    for share in (0.0, 0.2, 0.9, 0.99):
        goal = float(np.quantile(have, share)) - 0.25
        some = list(enough(whole, 0.0, lambda: goal))  # noqa: B023
        found = np.concatenate([*some, np.zeros((0, length))])
        assert {of_class(x) for x in every[have > goal]} <= {of_class(x) for x in found}
        assert len(found) < len(every)
