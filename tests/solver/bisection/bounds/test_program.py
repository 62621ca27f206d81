"""A linear program that asks whether to stop, and comes to the same whenever it asks."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.program import INFINITE, Program, Row, Solved

COLUMNS, ROWS, MEMBERS = 60, 120, 6


def packing(listen: float) -> Program:
    """Return a random packing program, degenerate enough to take many pivots."""
    rng = np.random.default_rng(0)
    program = Program(-rng.integers(1, 9, COLUMNS), listen)
    program.add(
        Row(
            np.sort(rng.choice(COLUMNS, MEMBERS, replace=False)),
            rng.integers(1, 4, MEMBERS).astype(float),
            -INFINITE,
            2.0,
        )
        for _ in range(ROWS)
    )
    return program


def test_to_be_asked_changes_nothing() -> None:
    asked = 0

    def interrupted() -> bool:
        nonlocal asked
        asked += 1
        return False

    def found(solved: Solved) -> list[bytes]:
        return [each.tobytes() for each in (solved.columns, solved.rows, solved.duals)]

    often, never = packing(0.0).run(interrupted), packing(INFINITE).run(interrupted)
    assert asked > 1
    assert often.optimal
    assert found(often) == found(never)


def test_a_program_that_was_stopped_goes_on() -> None:
    program = packing(0.0)
    stopped = program.run(lambda: True)
    assert not stopped.optimal
    assert not stopped.infeasible
    costs = packing(0.0).run(lambda: False)
    assert program.run(lambda: False).rows == pytest.approx(costs.rows)


def test_what_the_question_raises_is_raised() -> None:
    def broken() -> bool:
        raise KeyboardInterrupt

    program = packing(0.0)
    with pytest.raises(KeyboardInterrupt):
        program.run(broken)
    assert program.run(lambda: False).optimal
