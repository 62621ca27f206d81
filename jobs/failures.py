"""The errors that a job can end with, in one table."""

from __future__ import annotations

from alphacut.arrangements.errors import ArrangementsError
from alphacut.arrangements.words import fault
from alphacut.jobs.errors import (
    ExecutionError,
    JobsError,
    OutOfMemory,
    OutOfTime,
    SoftwareFault,
    UnknownKind,
)
from alphacut.jobs.job import JobError
from alphacut.solver.common.errors import SolverError

WORKER_LOST = "worker-lost"  # of a job that has lost too many workers, which its store tells
INTERNAL = "internal"  # the name of what is nobody's fault but ours

# Error class, stable name, title: the first class that fits is taken.
FAILURES: tuple[tuple[type[Exception], str, str], ...] = (
    (OutOfMemory, "memory", "The work needs more memory than it may use"),
    (OutOfTime, "time", "The work needs more time than it may take"),
    (SoftwareFault, INTERNAL, "Internal error"),
    (UnknownKind, "kind", "No worker can answer questions of this kind"),
    (ExecutionError, "execution", "The process that worked on the job failed"),
    (ArrangementsError, "topology", "The network cannot be built"),
    (SolverError, "question", "The question cannot be answered as it was asked"),
    (Exception, INTERNAL, "Internal error"),
)


def failure(error: Exception) -> JobError:
    """Describe an error to the owner of the job that it ended."""
    _, name, title = next(row for row in FAILURES if isinstance(error, row[0]))
    unexpected = not isinstance(error, JobsError) and name == INTERNAL
    detail = fault(error) if unexpected else str(error)
    return JobError(type=name, title=title, detail=detail)
