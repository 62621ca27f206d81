"""Tasks in other processes: what they return, and what becomes of those that go too far."""

from __future__ import annotations

import asyncio
import json
import operator
import os
import signal
import time
from collections.abc import Awaitable, Iterator
from dataclasses import replace
from typing import TypeVar

import pytest

from alphacut.service.checking import Allowed, check_job
from alphacut.service.pool import Busy, Pool, Refused
from alphacut.service.pool.messages import Costly
from alphacut.service.pool.pool import TaskError
from alphacut.service.settings import Settings
from tests.acceptance.conftest import running, soon

Made = TypeVar("Made")
SECONDS = 2.0
MEGABYTES = 256
ROOM = 1000  # bytes


@pytest.fixture(scope="module")
def shared() -> Iterator[Pool]:
    pool = Pool(
        "testing", processes=2, waiting=60, room=ROOM, seconds=SECONDS,
        memory=MEGABYTES << 20, too_much=422,
    )  # fmt: skip
    yield pool
    pool.close()


@pytest.fixture
def pool(shared: Pool) -> Pool:
    """A pool whose processes are there, so that no test waits for their start."""
    run(shared.call(os.getpid))
    return shared


def run(awaited: Awaitable[Made]) -> Made:
    async def wait() -> Made:
        return await awaited

    return asyncio.run(wait())


def test_a_function_is_called_in_another_process(pool: Pool) -> None:
    assert run(pool.call(operator.mul, 6, 7)) == 42
    assert run(pool.call(os.getpid)) in set(pool.pids) - {os.getpid()}


def test_a_process_serves_one_task_after_another(pool: Pool) -> None:
    assert len({run(pool.call(os.getpid)) for _ in range(5)}) == 1


def test_a_process_serves_one_check_after_another(pool: Pool) -> None:
    """It is replaced where it has grown, which an ordinary check must not make it do."""
    allowed = Allowed.by(Settings(database_url="sqlite:///unused"))
    relative = {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"}
    body = json.dumps({"kind": "bisection-curve", "topology": relative}).encode()
    before = run(pool.call(os.getpid))
    run(pool.call(check_job, body, allowed))
    assert run(pool.call(os.getpid)) == before


def test_what_takes_too_long_is_ended_and_another_process_goes_on(pool: Pool) -> None:
    process = run(pool.call(os.getpid))
    with pytest.raises(Refused, match="testing took longer than 2 seconds") as refused:
        run(pool.call(time.sleep, 600))
    assert (refused.value.problem.status, refused.value.problem.name) == (422, "too-much-work")
    assert not running(process)
    assert run(pool.call(operator.mul, 6, 7)) == 42


def test_what_needs_too_much_memory_is_refused(pool: Pool) -> None:
    with pytest.raises(Refused, match=f"more than {MEGABYTES} MB of memory"):
        run(pool.call(bytes, MEGABYTES << 21))
    assert len(run(pool.call(bytes, MEGABYTES << 18))) == MEGABYTES << 18
    assert run(pool.call(operator.mul, 6, 7)) == 42


def test_a_process_that_is_killed_from_outside_is_no_fault_of_the_client(pool: Pool) -> None:
    process = run(pool.call(os.getpid))
    with pytest.raises(Refused, match="killed from outside") as refused:
        run(pool.call(os.kill, process, signal.SIGKILL))
    assert (refused.value.problem.status, refused.value.problem.name) == (503, "killed")
    assert refused.value.problem.headers["Retry-After"]
    assert run(pool.call(operator.mul, 6, 7)) == 42


def test_what_is_a_fault_of_ours_is_told_with_its_trace(pool: Pool) -> None:
    with pytest.raises(TaskError, match="ZeroDivisionError"):
        run(pool.call(operator.truediv, 1, 0))


def test_what_the_client_has_to_mend_is_a_problem(pool: Pool) -> None:
    allowed = Allowed.by(Settings(database_url="sqlite:///unused"))
    with pytest.raises(Refused) as refused:
        run(pool.call(check_job, b"{", allowed))
    assert refused.value.problem.name == "not-json"


def test_a_hundred_at_once_are_all_served(pool: Pool) -> None:
    async def hundred() -> set[int]:
        return set(await asyncio.gather(*(pool.call(operator.neg, i) for i in range(100))))

    assert run(hundred()) == {-i for i in range(100)}


def test_who_waits_too_long_is_turned_away() -> None:
    own = Pool(
        "testing", processes=1, waiting=0.5, room=ROOM, seconds=60, memory=1 << 28, too_much=422
    )
    own.start()
    soon(lambda: _answers(own), 60)

    async def three() -> list[object]:
        asked = [own.call(time.sleep, 2) for _ in range(3)]
        return await asyncio.gather(*asked, return_exceptions=True)

    assert [type(each) for each in run(three())] == [type(None), Busy, Busy]
    own.close()


def _answers(pool: Pool) -> bool:
    try:
        return run(pool.call(os.getpid)) > 0
    except Busy:
        return False


def test_what_waits_holds_so_many_bytes_at_most(pool: Pool) -> None:
    async def three() -> list[object]:
        asked = [pool.call(len, bytes(400)) for _ in range(3)]
        return await asyncio.gather(*asked, return_exceptions=True)

    first, second, third = run(three())
    assert (first, second) == (400, 400)
    assert isinstance(third, Busy)
    assert run(pool.call(len, bytes(ROOM))) == ROOM


def test_callers_take_turns(pool: Pool) -> None:
    async def order() -> list[str]:
        done: list[str] = []

        async def ask(caller: str) -> None:
            await pool.call(time.sleep, 0.02, caller=caller)
            done.append(caller)

        await asyncio.gather(*(ask("many") for _ in range(40)), ask("one"))
        return done

    assert run(order()).index("one") < 10


def test_what_turns_out_to_be_large_is_put_back(pool: Pool) -> None:
    allowed = replace(Allowed.by(Settings(database_url="sqlite:///unused")), at_once=10)
    torus = {"family": "torus", "sides": [4, 4]}
    body = json.dumps({"kind": "bisection-curve", "topology": torus}).encode()
    with pytest.raises(Costly):
        run(pool.call(check_job, body, allowed))


def test_a_warm_process_is_waited_for_rather_than_a_cold_one() -> None:
    own = Pool(
        "testing", processes=64, waiting=60, room=ROOM, seconds=60, memory=1 << 28, too_much=422
    )
    warm = run(own.call(os.getpid))

    async def some() -> set[int]:
        return set(await asyncio.gather(*(own.call(os.getpid) for _ in range(8))))

    assert run(some()) == {warm}
    own.close()


def test_before_the_end_those_who_wait_are_turned_away() -> None:
    own = Pool(
        "testing", processes=1, waiting=60, room=ROOM, seconds=60, memory=1 << 28, too_much=422
    )
    run(own.call(os.getpid))

    async def at_the_end() -> list[object]:
        asked = [asyncio.ensure_future(own.call(time.sleep, 0.3)) for _ in range(3)]
        await asyncio.sleep(0)
        own.leave()
        return await asyncio.gather(*asked, return_exceptions=True)

    first, *others = run(at_the_end())
    assert first is None
    assert [type(each) for each in others] == [Busy, Busy]
    own.close()


def test_small_tasks_pass_large_ones_by(pool: Pool) -> None:
    async def passing() -> bool:
        large = [asyncio.ensure_future(pool.call(time.sleep, 1, large=True)) for _ in range(2)]
        await asyncio.sleep(0)
        await pool.call(os.getpid)
        waiting = not large[1].done()
        await asyncio.gather(*large)
        return waiting

    assert run(passing())


def test_closed_it_leaves_no_process() -> None:
    own = Pool(
        "testing", processes=1, waiting=60, room=ROOM, seconds=60, memory=1 << 28, too_much=422
    )
    own.start()
    pids = soon(lambda: own.pids, 30)
    own.close()
    soon(lambda: not any(map(running, pids)), 5)
    with pytest.raises(Busy):
        run(own.call(os.getpid))
