"""Steps over many states have few digits: as good as with all, and what is written is exact."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.relaxation import StateRelaxation
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, StatesLeaf
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify.compositions import Compositions, check_compositions
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.common.alpha import Alpha
from tests.solver.bisection.bounds.states.conftest import relaxation

NETWORK = Dragonfly(a=8, h=1, arrangement="relative").network()  # 128 states of 9 groups
LEVEL = 16  # an intercept: one group is split in half
OPTIMUM = 32  # at α = 1, which the engine that sweeps finds as well


@cache
def states() -> StateRelaxation:
    return relaxation(NETWORK)


def advanced(rounds: int, params: StateParams = USUAL.states) -> tuple[Run, float, float]:
    """Return a run, its bound, and what the verifier finds in what is written."""
    structure = states().structure
    known = Known.of(structure, LEVEL, None)
    begun = Run(Programs(structure), known, (0, 1), (), None, by_minority=False, params=params)
    for number in range(rounds):
        dual = begun.advance(number, lambda: True)
    written = begun.rounded(dual).leaf()
    numerator, denominator = line_bound(structure, known, (0, 1), (), written)
    return begun, dual.bound, numerator / denominator


def test_there_are_many_states() -> None:
    """Otherwise these tests would be about steps with all digits."""
    begun, _, _ = advanced(1)
    assert states().structure.states >= USUAL.states.single_precision_from
    assert begun.odd.dtype == np.float32


def test_bound_is_that_of_steps_with_all_digits() -> None:
    """For so many steps; later both go ways of their own."""
    half = StateParams(round=60)
    _, few, written = advanced(1, half)
    begun, all_digits, _ = advanced(1, replace(half, single_precision_from=1_000))
    assert begun.odd.dtype == np.float64
    assert few == pytest.approx(all_digits, abs=0.05)
    assert few - 0.05 < written <= few + 1e-3


@pytest.mark.slow
def test_optimum_is_proven() -> None:
    covering = states().covering(())
    assert covering is not None
    region, alpha = Region.of(NETWORK, Balance.of(NETWORK)), Alpha(1, 1)
    found = covering.bound(alpha, region, OPTIMUM, lambda: True)
    assert found.bound == OPTIMUM
    assert found.multipliers is not None
    leaf = found.multipliers
    assert isinstance(leaf, CompositionsLeaf)
    multipliers = [each for each in leaf.multipliers if isinstance(each, StatesLeaf)]
    check_compositions(Compositions(states().structure), region, alpha, OPTIMUM, multipliers)
