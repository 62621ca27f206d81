"""What a child reads of what its parent has written."""

from __future__ import annotations

from dataclasses import replace

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.jobs.execution.messages import Ask
from alphacut.jobs.tasks.solving import Solve
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha

NETWORK = Dragonfly(a=2, h=1, arrangement="relative").network()


def asked(seconds: float | None) -> Ask:
    question = PointProblem(
        network=NETWORK, balance=Balance.of(NETWORK), alpha=Alpha(1, 1), seconds=seconds
    )
    return Ask.of(Solve(question=question), None)


def test_start_of_a_process_is_part_of_the_time() -> None:
    ask = asked(60.0)
    ask = replace(ask, at=ask.at - 20)
    left = ask.task.seconds
    assert left is not None
    assert left <= 40


def test_time_that_is_over_leaves_none() -> None:
    ask = asked(1.0)
    assert replace(ask, at=ask.at - 20).task.seconds == 0


def test_without_a_limit_there_is_none_after_the_start() -> None:
    ask = asked(None)
    assert replace(ask, at=ask.at - 20).task.seconds is None
