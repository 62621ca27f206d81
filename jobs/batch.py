"""Several jobs that were asked for together, seen as one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from alphacut.jobs.job import Job
from alphacut.jobs.states import State


@dataclass(frozen=True, kw_only=True)
class Totals:
    """Sums over the members of a batch."""

    counts: Mapping[State, int]  # of members, by state; zeros may be left out
    kinds: frozenset[str]  # of the members
    solved: int  # points
    open: int  # points; a job that has not begun has none yet
    gap: float  # the largest of any
    seconds: float  # of work
    finished: datetime | None  # when the last of those that have ended did so


@dataclass(frozen=True, kw_only=True)
class Batch:
    """A parent job: it is where its members are, and its progress is their sum."""

    id: str  # 32 hexadecimal digits
    number: int  # position in the order of creation
    created: datetime  # UTC
    totals: Totals
    members: tuple[Job, ...] = ()  # in the order in which they were asked for; or left out

    @property
    def counts(self) -> dict[State, int]:
        """How many members are in each state, zeros included."""
        return {state: self.totals.counts.get(state, 0) for state in State}

    @property
    def state(self) -> State:
        """Where the members stand, all together.

        It has ended when all of them have; then it has failed if any has, and
        else it was cancelled if any was.
        """
        states = {state for state, count in self.counts.items() if count}
        if states == {State.QUEUED}:
            return State.QUEUED
        if any(not state.terminal for state in states):
            return State.RUNNING
        ranked = (State.FAILED, State.CANCELLED, State.SUCCEEDED)
        return next((state for state in ranked if state in states), State.SUCCEEDED)

    @property
    def finished(self) -> datetime | None:
        """When the last member ended, if all have."""
        return (self.totals.finished or self.created) if self.state.terminal else None

    def progress(self) -> dict[str, Any]:
        """Add the members' progress up, as a JSON object.

        Returns
        -------
        dict
            "jobs", how many are in each state; "points", the sums of "solved"
            and "open" (a job that has not begun has none yet); "gap", the
            largest of any; "seconds", the sum.
        """
        return {
            "jobs": {state.value: count for state, count in self.counts.items()},
            "points": {"solved": self.totals.solved, "open": self.totals.open},
            "gap": self.totals.gap,
            "seconds": round(self.totals.seconds, 3),
        }
