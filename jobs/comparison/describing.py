"""What the networks of a comparison are like, as far as there is time to find out."""

from __future__ import annotations

from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.machine import inventory
from alphacut.jobs.errors import Cancelled, OutOfTime
from alphacut.jobs.execution import Execution
from alphacut.jobs.store import Json
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.tasks.describing import Describe
from alphacut.solver.bisection.variants import Work

SHARE = 0.5  # of the time of the job, for all descriptions together
SHORTEST = 4.0  # seconds for one, however late it is: most take far less, on a busy machine too


def described(
    works: list[Work],
    seconds: float | None,
    supervisor: Supervisor,
    execution: Execution,
    *,
    keep: bool,
) -> list[Json]:
    """Return the structure document of each network, one after another.

    Parameters
    ----------
    seconds
        Wall time of the whole job; None: no limit. A description that takes too much of it
        is left out, and what is counted at once stands in its place.
    keep
        Whether the job has found anything that is its result if it is cancelled now; then no
        description is waited for.

    Raises
    ------
    Cancelled
        If the job is to stop.
    """
    found = []
    for done, work in enumerate(works):
        share = _share(seconds, supervisor.seconds, len(works) - done)
        task = Describe(topology=work.topology, seconds=share)
        written = _described(task, supervisor, execution, keep=keep)
        found.append(counted(work.problem.network) if written is None else written)
    return found


def _described(
    task: Describe, supervisor: Supervisor, execution: Execution, *, keep: bool
) -> Json | None:
    """Describe one network; None if that took too long, or is not to be waited for."""
    if task.seconds == 0 or (keep and supervisor.cancelled):
        return None
    try:
        return execution.ask(task, should_stop=supervisor.should_stop)
    except OutOfTime:
        return None
    except Cancelled:
        if keep and supervisor.cancelled:
            return None
        raise


def counted(network: Network) -> Json:
    """Describe a network without distances and components, which take long."""
    return {**inventory(network), "distances": None, "components": {}}


def _share(seconds: float | None, spent: float, waiting: int) -> float | None:
    if seconds is None:
        return None
    fair = (SHARE * seconds - spent) / waiting
    return max(fair, min(SHORTEST, seconds - spent), 0.0)
