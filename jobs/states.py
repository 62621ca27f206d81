"""The states of a job, and which may follow which."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Where a job stands."""

    QUEUED = "queued"  # waits for a worker
    RUNNING = "running"  # a worker holds a lease on it
    SUCCEEDED = "succeeded"  # has a result; after a time limit a bounded one
    FAILED = "failed"  # has an error
    CANCELLED = "cancelled"  # was stopped by a user; keeps what was found, if anything was

    @property
    def terminal(self) -> bool:
        """Whether it has ended, and stays so unless somebody asks for more."""
        return self not in (State.QUEUED, State.RUNNING)


FOLLOWERS: dict[State, frozenset[State]] = {
    State.QUEUED: frozenset({State.RUNNING, State.CANCELLED}),
    State.RUNNING: frozenset(
        {
            State.QUEUED,  # released by a worker that stops
            State.RUNNING,  # taken over from a worker whose lease has expired
            State.SUCCEEDED,
            State.FAILED,
            State.CANCELLED,
        }
    ),
    State.SUCCEEDED: frozenset({State.QUEUED}),  # when it goes on from a bounded result
    State.FAILED: frozenset({State.QUEUED}),  # when it is to be tried again
    State.CANCELLED: frozenset({State.QUEUED}),
}
