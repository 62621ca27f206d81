"""Mean products of the entries of sequences, as bisections have them and as relaxations do."""

from __future__ import annotations

import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray

LENGTH = 7


def products_of(entries: FloatArray) -> FloatArray:
    """Return mean products (offset × position × position) of sides (position × block)."""
    length = entries.shape[1]
    return np.array([entries @ np.roll(entries, -d, axis=1).T / length for d in range(length)])


def mixed(seed: int, width: int) -> FloatArray:
    """Return what is present where some bisections are averaged."""
    rng = np.random.default_rng(seed)
    each = [products_of(rng.choice([-1.0, 1.0], (width, LENGTH))) for _ in range(6)]
    return np.asarray(np.tensordot(rng.dirichlet(np.ones(6)), np.array(each), axes=1))


def outside(seed: int, width: int) -> FloatArray:
    """Return mean products of random vectors: semidefinite, as relaxations have them."""
    vectors = np.random.default_rng(seed).normal(size=(width, LENGTH))
    return products_of(vectors / np.sqrt((vectors**2).mean(axis=1, keepdims=True)))
