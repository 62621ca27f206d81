"""States of jobs and how jobs end."""

from __future__ import annotations

import pytest

from alphacut.jobs.job import JobError
from alphacut.jobs.states import FOLLOWERS, State
from alphacut.jobs.store import Ending

ERROR = JobError(type="internal", title="An error", detail="what happened")


def test_only_ended_jobs_are_terminal() -> None:
    terminal = {state for state in State if state.terminal}
    assert terminal == {State.SUCCEEDED, State.FAILED, State.CANCELLED}


def test_every_state_can_be_reached_from_queued() -> None:
    reached = {State.QUEUED}
    for _ in State:
        reached |= {follower for state in reached for follower in FOLLOWERS[state]}
    assert reached == set(State)


def test_a_job_that_waits_cannot_succeed_or_fail() -> None:
    assert not {State.SUCCEEDED, State.FAILED} & FOLLOWERS[State.QUEUED]


@pytest.mark.parametrize(
    ("state", "document", "error"),
    [
        (State.RUNNING, None, None),
        (State.QUEUED, {}, None),
        (State.SUCCEEDED, None, None),
        (State.SUCCEEDED, {}, ERROR),
        (State.FAILED, None, None),
        (State.FAILED, {}, ERROR),
        (State.CANCELLED, None, ERROR),
    ],
)
def test_endings_that_cannot_be_are_refused(
    state: State, document: dict[str, object] | None, error: JobError | None
) -> None:
    with pytest.raises(ValueError, match=r"result|error|end"):
        Ending(state=state, document=document, error=error, seconds=1)
