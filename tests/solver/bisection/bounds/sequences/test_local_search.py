"""Local searches end where no exchange of one entry helps, and never below where they began."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.sequences.local_search import local_optima


@pytest.mark.parametrize("seed", range(6))
def test_no_exchange_of_a_letter_helps_in_the_end(seed: int) -> None:
    rng = np.random.default_rng(seed)
    between = np.triu(rng.normal(size=(12, 12)), 1)
    between += between.T
    every = np.array(list(product((1.0, -1.0), repeat=12)))
    starts = every[rng.choice(len(every), 40)]

    def have(entries: np.ndarray) -> np.ndarray:
        return np.asarray(((entries @ between) * entries).sum(axis=1) / 2)

    found = local_optima(between, starts)
    assert set(np.unique(found)) == {-1.0, 1.0}
    assert (have(found) >= have(starts)).all()
    for entry in range(12):
        changed = found.copy()
        changed[:, entry] *= -1.0
        assert (have(changed) <= have(found) + 1e-5).all()
    assert have(found).max() == pytest.approx(have(every).max())
