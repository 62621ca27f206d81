"""Steps with rows that would swing for ever are made shorter, and those that diverge end."""

from __future__ import annotations

import numpy as np

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.splitting import NO_BOUND
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.verify.tables import Known
from tests.solver.bisection.bounds.states.conftest import relaxation

NETWORK = Dragonfly(a=3, h=6, arrangement="helix").network()
WHOLE, DIVIDED = 12, 7  # groups
WITHOUT_ROWS = 51.4
CLOSE = 53.5  # with rows; after many more rounds it is 54.2, and the best cut has 56


def advanced(rounds: int, params: StateParams = USUAL.states) -> tuple[float, float]:
    """Return the bound of a run for one composition, and its primal residual."""
    structure = relaxation(NETWORK).structure
    functions = np.eye(2, dtype=np.int64)[:, structure.minority]
    known = Known(np.arange(structure.states), functions, (WHOLE, DIVIDED))
    begun = Run(Programs(structure), known, (0, 1), (), None, by_minority=True, params=params)
    for number in range(rounds):
        dual = begun.advance(number, lambda: True)
    return dual.bound, begun._splitting.primal_residual


def test_steps_that_swing_become_shorter() -> None:
    bound, residual = advanced(8)
    assert bound > CLOSE
    assert residual < 0.02


def test_steps_that_do_not_would_swing() -> None:
    """That this network shows what the rule is for."""
    bound, residual = advanced(8, StateParams(shorter=1.0))
    assert bound < WITHOUT_ROWS
    assert residual > 0.1


def test_a_run_that_diverges_ends_and_proves_nothing() -> None:
    structure = relaxation(NETWORK).structure
    known = Known.of(structure, int(structure.intercepts.max()))
    params = StateParams(most_steps=20)
    run = Run(
        Programs(structure),
        known,
        (0, 1),
        (),
        None,
        by_minority=False,
        penalty=1e-320,
        params=params,
    )
    with np.errstate(all="ignore"):
        run.raise_bound(1.0, lambda: True)
        assert run.advance(1, lambda: False).bound == NO_BOUND
    assert run.bound is None
    assert run.multipliers is None
    assert np.isfinite(run.odd).all()


def test_there_are_not_many_more_inequalities_than_variables() -> None:
    network = Dragonfly(a=2, h=3, arrangement="helix").network()
    structure = relaxation(network).structure
    functions = np.eye(2, dtype=np.int64)[:, structure.minority]
    known = Known(np.arange(structure.states), functions, (4, 3))
    run = Run(Programs(structure), known, (0, 1), (), None, by_minority=True)
    held = list[int]()
    for number in range(12):
        run.advance(number, lambda: True)
        held.append(len(run.warm().inequalities))
    assert 0 < max(held) <= USUAL.states.run.most_rows * run._splitting.model.variables
