"""Whether a run is gone on with, on what one at (p,8,4) helix, α = 74/27, brought by round."""

from __future__ import annotations

from alphacut.solver.bisection.bounds.states.stopping import (
    EARLY,
    FIRST,
    LONGEST,
    RunStopping,
)

# an aggregate that had settled 1,875 compositions after 15 rounds, and none of its own
SLOW = (
    68.44, 68.95, 69.35, 69.72, 70.00, 70.28, 70.52, 70.71, 70.88, 71.11, 71.33, 71.54, 71.67,
    71.80, 71.85,
)  # fmt: skip
SETTLED = (0, 232, 631, 1048, 1373, 1689, 1875)
TARGET = 72.0


def after(rounds: int, *, target: float = TARGET, more: int = 0) -> RunStopping:
    return RunStopping(target, more, bounds=list(SLOW[:rounds]))


def test_a_run_that_settles_some_soon_goes_on() -> None:
    assert all(after(rounds).may_settle() for rounds in range(1, len(SLOW) + 1))


def test_a_run_that_is_far_below_is_given_up() -> None:
    assert after(EARLY - 1, target=80.0).may_settle()
    assert not after(EARLY, target=80.0).may_settle()


def test_the_first_run_of_all_gets_more_time() -> None:
    assert after(EARLY, target=80.0, more=FIRST).may_settle()
    assert RunStopping(TARGET, FIRST).longest == LONGEST + FIRST


def test_a_run_that_has_settled_some_is_not_given_up() -> None:
    stopping = after(EARLY, target=80.0)
    stopping.settled = [3]
    assert stopping.may_settle()


def test_it_is_foretold_from_the_last_rounds_whether_the_target_is_reached() -> None:
    assert after(7).may_reach()  # 70.5 and 0.26 a round
    assert not after(len(SLOW), target=73.0).may_reach()  # 71.85 and 0.09 a round
    assert not RunStopping(TARGET, bounds=[60.0]).may_reach()
    assert RunStopping(TARGET, bounds=[60.0, 62.0]).may_reach()


def test_a_run_is_slower_when_a_round_settles_fewer_than_the_mean() -> None:
    for number in range(2, len(SETTLED) + 1):
        stopping = after(len(SLOW) - len(SETTLED) + number)
        stopping.settled = list(SETTLED[:number])
        assert not stopping.slower()
    stopping = after(len(SLOW))
    stopping.settled = [*SETTLED[:-1], SETTLED[-2] + 100]
    assert stopping.slower()
    assert not RunStopping(TARGET, bounds=[70.0], settled=[5]).slower()
    assert not RunStopping(TARGET, bounds=[70.0], settled=[0]).slower()
