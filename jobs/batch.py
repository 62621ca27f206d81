"""Several jobs that were asked for together, seen as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from alphacut.jobs.job import Job
from alphacut.jobs.progress import waiting
from alphacut.jobs.states import State


@dataclass(frozen=True, kw_only=True)
class Batch:
    """A parent job: it is where its members are, and its progress is their sum."""

    id: str  # 32 hexadecimal digits
    number: int  # position in the order of creation
    created: datetime  # UTC
    members: tuple[Job, ...]  # in the order in which they were asked for

    @property
    def counts(self) -> dict[State, int]:
        """How many members are in each state, zeros included."""
        found = Counter(job.state for job in self.members)
        return {state: found[state] for state in State}

    @property
    def state(self) -> State:
        """Where the members stand, all together.

        It has ended when all of them have; then it has failed if any has, and
        else it was cancelled if any was.
        """
        states = {job.state for job in self.members}
        if states == {State.QUEUED}:
            return State.QUEUED
        if any(not state.terminal for state in states):
            return State.RUNNING
        ranked = (State.FAILED, State.CANCELLED, State.SUCCEEDED)
        return next((state for state in ranked if state in states), State.SUCCEEDED)

    @property
    def finished(self) -> datetime | None:
        """When the last member ended, if all have."""
        ends = [job.finished for job in self.members]
        known = [end for end in ends if end is not None]
        return max(known, default=self.created) if len(known) == len(ends) else None

    def progress(self) -> dict[str, Any]:
        """Add the members' progress up, as a JSON object.

        Returns
        -------
        dict
            "jobs", how many are in each state; "points", the sums of "solved"
            and "open" (a job that has not begun has none yet); "gap", the
            largest of any; "seconds", the sum.
        """
        told = [job.progress or waiting() for job in self.members]
        return {
            "jobs": {state.value: count for state, count in self.counts.items()},
            "points": {name: _sum_of_points(told, name) for name in ("solved", "open")},
            "gap": max((each["gap"] for each in told), default=0.0),
            "seconds": round(sum(each["seconds"] for each in told), 3),
        }


def _sum_of_points(told: list[Mapping[str, Any]], name: str) -> int:
    return sum(each["points"][name] for each in told)
