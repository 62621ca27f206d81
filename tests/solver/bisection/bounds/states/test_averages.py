"""Bisections, averaged over the rotation, satisfy the program that docs/method.md displays."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from tests.solver.bisection.bounds.states.conftest import relaxation

NETWORK = Dragonfly(a=4, h=2, arrangement="relative").network()


@pytest.mark.parametrize("seed", range(4))
def test_a_bisection_is_feasible_and_its_slope_is_the_objective(seed: int) -> None:
    structure = relaxation(NETWORK).structure
    order, signs = structure.order, structure.signs.astype(float)
    side = np.random.default_rng(seed).permutation(NETWORK.switches)[: NETWORK.switches // 2]
    sides = np.ones(NETWORK.switches)
    sides[side] = -1
    blocks = sides[np.array(structure.blocks)]
    state = [signs.tolist().index(each.tolist()) for each in blocks * blocks[:, :1]]
    chosen = np.eye(structure.states)[state]
    signed = chosen * blocks[:, :1]
    even, odd = (
        np.array([each.T @ np.roll(each, -d, axis=0) / order for d in range(order)])
        for each in (chosen, signed)
    )
    single, intercept = np.diag(even[0]), structure.intercepts.astype(float)
    known = float(intercept[state].sum())
    line = NETWORK.cut([int(switch) for switch in side])
    apart = 1 - np.einsum("sj,dst,tk->djk", signs, odd, signs)
    assert order / 4 * float((structure.links("slope") * apart).sum()) == pytest.approx(line.slope)
    assert known == line.intercept
    assert (even[1:] >= np.abs(odd[1:])).all()  # (1)
    np.testing.assert_allclose(even.sum(axis=2), np.tile(single, (order, 1)))
    np.testing.assert_allclose(even.sum(axis=0) @ intercept, known * single)  # (3)
    np.testing.assert_allclose(odd.sum(axis=0) @ signs.sum(axis=1), 0, atol=1e-12)  # (4)
    for matrices in (np.fft.fft(even, axis=0), np.fft.fft(odd, axis=0)):  # (2)
        assert np.linalg.eigvalsh(matrices).min() > -1e-9
    ones, centred = np.ones(structure.states), intercept - known / order
    assert np.abs(np.fft.fft(even, axis=0)[1:] @ ones).max() < 1e-9  # the kernel, off 0
    assert np.abs(even.sum(axis=0) @ centred).max() < 1e-9  # and at 0
