"""The contract of `jobs.execution.Execution`, for local child processes."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from alphacut.jobs.errors import ExecutionError, OutOfMemory
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.tasks.solving import Solve
from alphacut.solver.bisection.outcome import Progress, StopReason
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.errors import QuestionError

CHILD = "alphacut.jobs.execution.child"
PATIENCE = 180.0  # seconds for a child to load its libraries on a busy machine


@pytest.fixture
def execution() -> Iterator[LocalExecution]:
    with LocalExecution(grace=0.3) as local:
        yield local


def processes(parent: int | None = None) -> set[int]:
    """Return the solver processes that run, of one process and its warm one, or of all."""
    return {pid for pid in _all_processes() if _is_child(pid, parent)}


def _all_processes() -> Iterator[int]:
    return (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdecimal())


def _is_child(pid: int, parent: int | None) -> bool:
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text()
        state, above = _state_and_parent(pid)
        served = parent in (None, above, _state_and_parent(above)[1])
    except OSError:  # it has just ended
        return False
    return CHILD in command and state != "Z" and served


def _state_and_parent(pid: int) -> tuple[str, int]:
    state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    return state, int(parent)


def only_child() -> int:
    (child,) = processes(os.getpid())
    return child


def soon(condition: Callable[[], bool], seconds: float = 5.0) -> bool:
    """Wait until something holds; tell whether it did in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Stopper:
    """A should_stop that does something first, some time after progress was heard."""

    def __init__(self, act: Callable[[], object] = lambda: None, after: float = 0.3) -> None:
        self.heard: list[Progress] = []
        self.stopped: float = 0.0
        self._act = act
        self._after = after
        self._first: float | None = None

    def hear(self, progress: Progress) -> None:
        self.heard.append(progress)
        self._first = self._first or time.monotonic()

    def __call__(self) -> bool:
        if self._first is None or time.monotonic() < self._first + self._after:
            return False
        self._act()
        self.stopped = time.monotonic()
        return True


class TestAnswering:
    def test_the_answer_is_right(self, execution: LocalExecution, easy: PointProblem) -> None:
        answer = execution.ask(Solve(question=easy))
        assert answer.stopped_because is StopReason.FINISHED
        assert answer.lower_bound == min(easy.alpha.scaled(cut.line) for cut in answer.cuts) == 1

    def test_one_child_serves_many_questions(
        self, execution: LocalExecution, easy: PointProblem
    ) -> None:
        execution.ask(Solve(question=easy))
        child = only_child()
        execution.ask(Solve(question=easy))
        assert only_child() == child

    def test_leaving_ends_the_child(self, easy: PointProblem) -> None:
        with LocalExecution() as execution:
            execution.ask(Solve(question=easy))
            child = only_child()
        assert child not in processes()

    def test_a_question_that_cannot_be_answered_is_refused(
        self, execution: LocalExecution, easy: PointProblem
    ) -> None:
        with pytest.raises(QuestionError, match="nonesuch"):
            execution.ask(Solve(question=replace(easy, engine="nonesuch")))
        assert execution.ask(Solve(question=easy)).lower_bound == 1


class TestStopping:
    def test_work_that_is_told_to_stop_keeps_its_best(
        self, execution: LocalExecution, hard: PointProblem
    ) -> None:
        stop = Stopper()
        answer = execution.ask(Solve(question=hard), stop.hear, stop)
        assert time.monotonic() - stop.stopped < 2
        assert answer.stopped_because is StopReason.CANCELLED
        assert answer.alpha == hard.alpha
        assert best(hard, answer.cuts) <= min(
            best(hard, [progress.incumbent]) for progress in stop.heard if progress.incumbent
        )

    def test_work_that_does_not_obey_is_ended_by_force(
        self, execution: LocalExecution, hard: PointProblem
    ) -> None:
        stop = Stopper(lambda: os.kill(only_child(), signal.SIGSTOP))
        answer = execution.ask(Solve(question=hard), stop.hear, stop)
        assert time.monotonic() - stop.stopped < 2
        assert processes(os.getpid()) == set()
        assert answer.stopped_because is StopReason.CANCELLED
        assert answer.cuts == (stop.heard[-1].incumbent,)
        bound = stop.heard[-1].lower_bound  # on a slow machine one was told before the end
        assert (answer.lower_bound, answer.proof) == (bound, "solver" if bound else None)

    def test_work_that_takes_too_long_is_ended_by_force(
        self, execution: LocalExecution, hard: PointProblem, easy: PointProblem
    ) -> None:
        execution.ask(Solve(question=easy))  # its time does not go into loading libraries
        question = replace(hard, seconds=2)
        frozen: list[float] = []

        def freeze(_: Progress) -> None:
            os.kill(only_child(), signal.SIGSTOP)
            frozen.append(time.monotonic())

        answer = execution.ask(Solve(question=question), freeze)
        assert answer.stopped_because is StopReason.TIME_LIMIT
        assert time.monotonic() - frozen[0] < 8

    def test_after_stopping_the_next_question_is_answered(
        self, execution: LocalExecution, hard: PointProblem, easy: PointProblem
    ) -> None:
        stop = Stopper()
        execution.ask(Solve(question=hard), stop.hear, stop)
        assert execution.ask(Solve(question=easy)).lower_bound == 1


def best(question: PointProblem, cuts: object) -> int:
    return min(question.alpha.scaled(cut.line) for cut in cuts)  # type: ignore[attr-defined]


class TestBreaking:
    def test_a_killed_child_is_told_in_words(
        self, execution: LocalExecution, hard: PointProblem, easy: PointProblem
    ) -> None:
        def kill(_: Progress) -> None:
            os.kill(only_child(), signal.SIGKILL)

        with pytest.raises(ExecutionError, match=r"killed by signal 9.*out of memory"):
            execution.ask(Solve(question=hard), kill)
        assert execution.ask(Solve(question=easy)).lower_bound == 1

    def test_a_child_that_died_between_questions_is_replaced(
        self, execution: LocalExecution, easy: PointProblem
    ) -> None:
        execution.ask(Solve(question=easy))
        os.kill(only_child(), signal.SIGKILL)
        assert soon(lambda: not processes(os.getpid()))
        assert execution.ask(Solve(question=easy)).lower_bound == 1

    def test_interrupts_do_not_reach_the_work(
        self, execution: LocalExecution, easy: PointProblem
    ) -> None:
        execution.ask(Solve(question=easy))
        child = only_child()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(child, number)
        assert execution.ask(Solve(question=easy)).lower_bound == 1
        assert only_child() == child

    @pytest.mark.parametrize("callback", ["on_progress", "should_stop"])
    def test_errors_of_callbacks_end_the_work_and_are_passed_on(
        self, execution: LocalExecution, hard: PointProblem, easy: PointProblem, callback: str
    ) -> None:
        def fail(*_: object) -> bool:
            raise KeyError(callback)

        with pytest.raises(KeyError, match=callback):
            execution.ask(Solve(question=hard), **{callback: fail})  # type: ignore[arg-type]
        assert processes(os.getpid()) == set()
        assert execution.ask(Solve(question=easy)).lower_bound == 1


class TestMemory:
    def test_work_that_takes_too_much_is_ended_and_says_so(self, hard: PointProblem) -> None:
        with LocalExecution(memory=20_000_000) as execution:  # less than an interpreter needs
            with pytest.raises(OutOfMemory, match=r"used \d+ MB of memory, and 19 MB are allowed"):
                execution.ask(Solve(question=hard))
            assert processes(os.getpid()) == set()

    def test_work_within_the_limit_is_let_be(self, easy: PointProblem) -> None:
        with LocalExecution(memory=4_000_000_000) as execution:
            assert execution.ask(Solve(question=easy)).lower_bound == 1

    def test_a_child_that_has_grown_large_serves_no_more(self, easy: PointProblem) -> None:
        with LocalExecution(memory=4_000_000_000) as execution:
            execution.ask(Solve(question=easy))
            assert processes(os.getpid())
            execution._memory = 2 * psutil.Process(only_child()).memory_info().rss - 1_000_000
            execution.ask(Solve(question=easy))
            assert processes(os.getpid()) == set()

    def test_when_memory_runs_out_children_go_first(
        self, execution: LocalExecution, easy: PointProblem
    ) -> None:
        execution.ask(Solve(question=easy))
        assert Path(f"/proc/{only_child()}/oom_score_adj").read_text() == "1000\n"


class TestSeveral:
    def test_steps_run_at_the_same_time(self, hard: PointProblem, easy: PointProblem) -> None:
        with LocalExecution(processes=2) as execution:
            long, short = (
                execution.start(Solve(question=hard)),
                execution.start(Solve(question=easy)),
            )
            assert soon(lambda: short.poll(0.01) is not None and short.answer is not None, PATIENCE)
            assert long.answer is None
            long.stop()
            assert soon(lambda: long.poll(0.01) is not None and long.answer is not None, 2)
            assert long.answer is not None
            assert long.answer.stopped_because is StopReason.CANCELLED

    def test_one_that_breaks_spares_the_other(self, hard: PointProblem, easy: PointProblem) -> None:
        with LocalExecution(processes=2) as execution:
            broken = execution.start(Solve(question=hard))
            assert soon(lambda: bool(processes(os.getpid())), PATIENCE)  # once it has its name
            (child,) = processes(os.getpid())
            whole = execution.start(Solve(question=easy))
            os.kill(child, signal.SIGKILL)
            with pytest.raises(ExecutionError, match="killed by signal 9"):
                soon(lambda: bool(broken.poll(0.01)) and False, PATIENCE)
            assert soon(lambda: whole.poll(0.01) is not None and whole.answer is not None, PATIENCE)

    def test_leaving_ends_them_all(self, hard: PointProblem) -> None:
        with LocalExecution(processes=2) as execution:
            for _ in range(2):
                execution.start(Solve(question=hard))
            assert soon(lambda: len(processes(os.getpid())) == 2, PATIENCE)
        assert processes(os.getpid()) == set()


ASK_FOREVER = """
import pickle, sys, threading
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.tasks.solving import Solve
question = pickle.load(sys.stdin.buffer)
def told(progress):
    print("working", flush=True)
def ask():
    LocalExecution().ask(Solve(question=question), told)
if sys.argv[1] == "main":
    ask()
else:
    threading.Thread(target=ask).start()
"""


@pytest.mark.parametrize("thread", ["main", "other"])
def test_work_does_not_outlive_a_killed_parent(thread: str, hard: PointProblem) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", ASK_FOREVER, thread],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        parent.stdin.write(pickle.dumps(hard))
        parent.stdin.close()
        assert parent.stdout.readline() == b"working\n"
        (child,) = processes(parent.pid)
        parent.kill()
    assert soon(lambda: child not in processes(), 2.0)


# A power that keeps the interpreter to itself for hours; no other Python thread runs meanwhile.
HOLD = """
import os, sys
from alphacut.jobs.execution.parent_death import die_with_pipe
die_with_pipe(int(sys.argv[1]))
print("holding", flush=True)
3 ** (10 ** 10)
"""


def test_native_code_cannot_hold_up_the_end_of_a_child() -> None:
    ours, theirs = os.pipe()
    command = [sys.executable, "-c", HOLD, str(ours)]
    with subprocess.Popen(command, pass_fds=[ours], stdout=subprocess.PIPE) as child:
        os.close(ours)
        assert child.stdout is not None
        assert child.stdout.readline() == b"holding\n"
        time.sleep(0.2)
        assert child.poll() is None
        os.close(theirs)
        assert child.wait(2) == -signal.SIGIO
