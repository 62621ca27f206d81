"""What squares say of first sequences, against all second ones and in double precision."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from alphacut.solver.bisection.verify.crosscorrelations import beyond
from alphacut.solver.bisection.verify.sequences import circulant
from alphacut.solver.bisection.verify.shifts import around
from alphacut.solver.bisection.verify.squares import Above, Near, Part

pytestmark = pytest.mark.usefixtures("few_samples")


def drawn(length: int, seed: int, most: int = 300) -> Part:
    rng = np.random.default_rng(seed)
    return tuple(rng.integers(-most, most + 1, 2 * length - 1).tolist())


def sequences(length: int, number: int) -> np.ndarray:
    """Return some of one letter, of two in turn, and others."""
    rng = np.random.default_rng(0)
    found = rng.choice([-1.0, 1.0], (number, length))
    found[0], found[1] = 1.0, (-1.0) ** np.arange(length)
    return found


@pytest.mark.parametrize("length", [3, 5, 7])
@pytest.mark.parametrize("seed", range(6))
def test_no_second_sequence_brings_more(length: int, seed: int) -> None:
    weights = drawn(length, seed, 9)
    half = length // 2
    highest = beyond(weights, -(10**6))
    assert highest is not None
    squares = Near(weights, highest).squares(20.0)
    every = np.array(list(product((1.0, -1.0), repeat=length)))
    own, other = (circulant(around(np.array(weights[n * half : n * half + half]))) for n in (0, 1))
    cross = circulant(weights[2 * half :])
    alone = (((every @ each) * every).sum(axis=1) / 2 for each in (own, other))
    first, second = alone
    have = first[:, None] + every @ cross @ every.T + second - highest
    above = Above(squares).of(every.astype(np.float32))
    assert (have.max(axis=1) - 1e-9 <= above.T).all()


@pytest.mark.parametrize("length", [5, 9, 33])
@pytest.mark.parametrize("seed", range(4))
def test_single_precision_loses_less_than_is_added(length: int, seed: int) -> None:
    squares = Near(drawn(length, seed), 0).squares(10.0)
    letters = sequences(length, 2_000)
    exact = [((letters @ each.whole) * letters).sum(axis=1) / 2 + each.free for each in squares]
    added = Above(squares).of(letters.astype(np.float32)) - np.transpose(exact)
    assert added.min() > 0
    assert added.max() < 2e-3 * np.abs(exact).max()
