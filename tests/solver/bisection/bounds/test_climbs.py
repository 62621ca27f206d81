"""Ways from letters to the best that is passed."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.climbs import climbed, wandered


@pytest.mark.parametrize("seed", range(6))
def test_ways_find_the_most_of_all_where_climbs_stop(seed: int) -> None:
    rng = np.random.default_rng(seed)
    between = np.triu(rng.normal(size=(12, 12)), 1)
    between += between.T
    every = np.array(list(product((1.0, -1.0), repeat=12)))
    starts = every[rng.choice(len(every), 8)]

    def have(letters: np.ndarray) -> np.ndarray:
        return np.asarray(((letters @ between) * letters).sum(axis=1) / 2)

    ways, climbs = wandered(between, starts, 300), climbed(between, starts, None, rng)
    assert set(np.unique(ways)) == {-1.0, 1.0}
    assert (have(ways) >= have(climbs) - 1e-9).all()
    assert have(ways).max() == pytest.approx(have(every).max())
    np.testing.assert_array_equal(wandered(between, starts, 0), starts)
