"""What every execution promises; see `jobs.execution.Execution` and `Step`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace

import psutil
import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import build, parse
from alphacut.jobs.errors import Cancelled, ExecutionError, OutOfTime, SoftwareFault
from alphacut.jobs.execution import Execution, LocalExecution, Step
from alphacut.jobs.execution._base import News, Result
from alphacut.jobs.tasks.describing import Describe
from alphacut.jobs.tasks.preparing import Prepare
from alphacut.jobs.tasks.solving import Solve
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Outcome, Progress, StopReason
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError

START = 180.0  # seconds in which work must begin, or end, on a busy machine
TRIES = 3  # for what takes two seconds, unless the machine is busy with something else
LARGE = {"family": "complete", "switches": 400}  # libraries take minutes for it
IDLE = 0.1  # seconds of processor time that an idle process does not need meanwhile


def question(topology: dict[str, object]) -> PointProblem:
    """Ask about α = 1."""
    network = build(parse(topology))
    return PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))


@pytest.fixture(scope="module")
def easy() -> PointProblem:
    return question({"family": "graph", "switches": 4, "links": [[0, 2], [2, 1], [1, 3]]})


@pytest.fixture(scope="module")
def hard() -> PointProblem:
    asked = question({"family": "jellyfish", "switches": 120, "degree": 10})
    return replace(asked, cuts=(trivial_cut(asked.network, asked.balance),))


def local() -> Execution:
    return LocalExecution(processes=2, grace=0.3)


def dask() -> Execution:
    from alphacut.jobs.execution.dask import DaskExecution

    return DaskExecution("local", processes=2, grace=0.3)


@pytest.fixture(scope="module", params=[local, dask], ids=["local", "dask"])
def execution(request: pytest.FixtureRequest) -> Iterator[Execution]:
    with request.param() as opened:
        yield opened


def solvers() -> list[psutil.Process]:
    """Return the processes that answer questions for this one."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if "alphacut.jobs.execution.child" in process.cmdline():
                found.append(process)
        except psutil.Error:  # it has just ended
            continue
    return found


def at_work() -> list[psutil.Process]:
    """Return those of them that are not idle, once there is one."""
    before = {each: _spent(each) for each in solvers()}
    assert soon(lambda: any(_spent(each) > before[each] + IDLE for each in before), START)
    return [each for each in before if _spent(each) > before[each] + IDLE]


def _spent(process: psutil.Process) -> float:
    """Return the seconds of processor time that a process has had."""
    try:
        times = process.cpu_times()
    except psutil.Error:  # it has just ended
        return 0.0
    return float(times.user + times.system)


def busy(step: Step[Outcome, Progress]) -> list[Progress]:
    """Wait until the work on a step is heard of, or has ended."""
    end = time.monotonic() + START
    while not (news := step.poll(0.1)) and step.answer is None:
        assert time.monotonic() < end, "the work has not begun"
    return news


def ended(step: Step[Result, News], seconds: float) -> Step[Result, News]:
    """Wait until a step has an answer."""
    end = time.monotonic() + seconds
    while step.answer is None:
        step.poll(0.05)
        assert time.monotonic() < end, f"no answer within {seconds} seconds"
    return step


def soon(condition: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_the_answer_is_right(execution: Execution, easy: PointProblem) -> None:
    answer = execution.ask(Solve(question=easy))
    assert (answer.lower_bound, answer.proof) == (1, "certificate")
    assert answer.stopped_because is StopReason.FINISHED
    assert [cut.line.intercept for cut in answer.cuts] == [1]


def test_a_question_that_cannot_be_answered_is_refused(
    execution: Execution, easy: PointProblem
) -> None:
    with pytest.raises(QuestionError, match="nonesuch") as refused:
        execution.ask(Solve(question=replace(easy, engine="nonesuch")))
    assert refused.value.field == "engine"
    assert execution.ask(Solve(question=easy)).lower_bound == 1


def test_progress_comes_in_order_and_stopped_work_keeps_its_best(
    execution: Execution, hard: PointProblem
) -> None:
    heard: list[Progress] = []
    stopped: list[float] = []

    def enough() -> bool:
        if len(heard) > 2:
            stopped.append(time.monotonic())
        return bool(stopped)

    answer = execution.ask(Solve(question=hard), heard.append, enough)
    assert len(stopped) == 1
    assert answer.stopped_because is StopReason.CANCELLED
    bounds = [each.lower_bound for each in heard]
    assert bounds == sorted(bounds)
    best = min(hard.alpha.scaled(cut.line) for cut in answer.cuts)
    told = [hard.alpha.scaled(each.incumbent.line) for each in heard if each.incumbent]
    assert best <= min(told)
    assert answer.lower_bound >= 0


def test_stopped_work_ends_within_two_seconds(execution: Execution, hard: PointProblem) -> None:
    def took() -> float:
        step = execution.start(Solve(question=hard))
        busy(step)
        step.stop()
        stopped = time.monotonic()
        ended(step, START)
        return time.monotonic() - stopped

    assert any(took() < 2.2 for _ in range(TRIES))


def test_work_that_hangs_is_ended_by_force(execution: Execution, hard: PointProblem) -> None:
    step = execution.start(Solve(question=hard))
    news = busy(step)
    frozen = at_work()
    assert frozen
    for process in frozen:
        process.suspend()
    step.stop()
    answer = ended(step, START).answer
    assert answer is not None
    assert answer.stopped_because is StopReason.CANCELLED
    assert answer.cuts == (news[-1].incumbent,)
    assert soon(lambda: not any(process in solvers() for process in frozen), START)


def test_a_question_over_its_time_is_stopped(execution: Execution, hard: PointProblem) -> None:
    step = execution.start(Solve(question=replace(hard, seconds=3)))
    busy(step)
    frozen = solvers()  # the idle ones as well: there is no time to see which of them works
    for process in frozen:
        process.suspend()
    answer = ended(step, START).answer
    for process in frozen:
        with suppress(psutil.Error):
            process.resume()
    assert answer is not None
    assert answer.stopped_because is StopReason.TIME_LIMIT


def test_steps_run_at_the_same_time(
    execution: Execution, hard: PointProblem, easy: PointProblem
) -> None:
    assert execution.slots == 2
    long, short = execution.start(Solve(question=hard)), execution.start(Solve(question=easy))
    ended(short, START)
    busy(long)
    assert long.answer is None
    long.abandon()
    assert long.poll(0) == []


def test_one_that_breaks_spares_the_other(
    execution: Execution, hard: PointProblem, easy: PointProblem
) -> None:
    broken = execution.start(Solve(question=hard))
    busy(broken)
    (solver,) = at_work()
    whole = execution.start(Solve(question=easy))
    solver.kill()
    with pytest.raises(ExecutionError, match=r"killed by signal 9.*out of memory"):
        ended(broken, START)
    ended(whole, START)
    assert execution.ask(Solve(question=easy)).lower_bound == 1


def test_abandoned_work_is_ended_at_once(execution: Execution, hard: PointProblem) -> None:
    step = execution.start(Solve(question=hard))
    busy(step)
    before = {each.pid for each in at_work()}
    step.abandon()
    step.abandon()
    assert soon(lambda: not before & {each.pid for each in solvers()}, START)
    assert step.answer is None


@pytest.mark.parametrize("callback", ["on_progress", "should_stop"])
def test_errors_of_callbacks_end_the_work_and_are_passed_on(
    execution: Execution, hard: PointProblem, easy: PointProblem, callback: str
) -> None:
    def fail(*_: object) -> bool:
        raise KeyError(callback)

    with pytest.raises(KeyError, match=callback):
        execution.ask(Solve(question=hard), **{callback: fail})  # type: ignore[arg-type]
    assert execution.ask(Solve(question=easy)).lower_bound == 1


@pytest.mark.parametrize("make", [local, dask], ids=["local", "dask"])
def test_leaving_ends_all_work(make: Callable[[], Execution], hard: PointProblem) -> None:
    before = {each.pid for each in solvers()}
    with make() as own:
        steps = [own.start(Solve(question=hard)) for _ in range(2)]
        for step in steps:
            busy(step)
        assert {each.pid for each in solvers()} - before
    assert soon(lambda: {each.pid for each in solvers()} <= before, START)


def test_work_in_one_piece_that_is_not_wanted_is_not_waited_for(execution: Execution) -> None:
    def took() -> float:
        before = {each: _spent(each) for each in solvers()}
        step = execution.start(Describe(topology=LARGE, seconds=None))
        assert soon(lambda: any(_spent(p) > before.get(p, 0.0) + 1 for p in solvers()), START)
        step.stop()
        stopped = time.monotonic()
        with pytest.raises(Cancelled):
            ended(step, START)
        return time.monotonic() - stopped

    assert any(took() < 1 for _ in range(TRIES))


def test_work_in_one_piece_that_takes_too_long_says_so(execution: Execution) -> None:
    with pytest.raises(OutOfTime, match="describing the network took longer than 1 s"):
        execution.ask(Describe(topology=LARGE, seconds=1))


def test_tasks_of_different_kinds_follow_each_other(
    execution: Execution, easy: PointProblem
) -> None:
    small = {"family": "torus", "sides": [4, 4]}
    request = {
        "topology": small,
        "alpha": "1",
        "limits": {"seconds": None, "gap": "0"},
        "engine": "auto",
        "balance": "switches",
    }
    described = execution.ask(Describe(topology=small, seconds=60))
    prepared = execution.ask(Prepare(kind="bisection-point", request=request))
    assert described["switches"] == prepared.work.problem.network.switches == 16
    assert execution.ask(Solve(question=easy)).lower_bound == 1


def test_a_network_that_cannot_be_built_is_refused_with_its_field(execution: Execution) -> None:
    with pytest.raises(SpecError) as refused:
        execution.ask(Describe(topology={"family": "lost"}, seconds=60))
    assert refused.value.field == "family"


def test_an_error_in_this_software_tells_where(execution: Execution) -> None:
    with pytest.raises(SoftwareFault, match="KeyError") as fault:
        execution.ask(Prepare(kind="nonesuch", request={}))
    assert "preparing.py" in "".join(fault.value.__notes__)
