"""Having what a request asks about built, in a child process."""

from __future__ import annotations

from collections.abc import Sequence

from alphacut.jobs.execution import Execution
from alphacut.jobs.store import Json
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.tasks.preparing import Prepare, Prepared


def prepare(
    task: Prepare, answered: Sequence[Json], supervisor: Supervisor, execution: Execution
) -> Prepared:
    """Build a network, while the lease on the job is kept.

    Parameters
    ----------
    answered
        What the store holds of the job. If there is anything, a job that is cancelled is
        still built, for what was found is its result.

    Raises
    ------
    Cancelled
        If the job is to stop.
    """
    stop = supervisor.should_leave if answered else supervisor.should_stop
    return execution.ask(task, should_stop=stop)
