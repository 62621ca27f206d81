"""What goes wrong around jobs."""

from __future__ import annotations


class JobsError(Exception):
    """Root of every error that this package raises on purpose."""


class ExecutionError(JobsError):
    """A task was not ended because what worked on it broke.

    The message gives the reason in words that a user can act on.
    """


class OutOfMemory(ExecutionError):
    """A task needed more memory than there was, or than it may use."""


class OutOfTime(ExecutionError):
    """A task took longer than it may, and nothing of it can be kept."""


class SoftwareFault(ExecutionError):
    """The work on a task raised an error that nobody expected; a note tells where."""


class Cancelled(JobsError):
    """A task was told to stop, and nothing of it can be kept."""


class UnknownKind(JobsError):
    """A job is of a kind that this installation does not know."""

    def __init__(self, kind: str) -> None:
        super().__init__(
            f"there is no kind of question {kind!r} here; the package that has added it is not "
            "installed where the worker runs"
        )


class ExecutionLost(JobsError):
    """What works on tasks is gone, a cluster for example; no task is to blame."""


class StoreError(JobsError):
    """The store cannot be used as it is; the message says what would be right."""


class StoreUnavailable(StoreError):
    """The store cannot be reached or written just now; the same may work later."""


class UnknownJob(JobsError, LookupError):
    """No job has this id: there never was one, or it was deleted."""

    def __init__(self, job_id: str) -> None:
        self.job_id = job_id
        super().__init__(f"there is no job {job_id!r}")


class Replaced(JobsError):
    """A worker's lease is gone: another has taken over, or the job was deleted.

    Whoever hears this ends its work on the job and writes nothing more.
    """

    def __init__(self, job_id: str, epoch: int) -> None:
        super().__init__(f"lease {epoch} on job {job_id} is no longer held")


class UnknownBatch(JobsError, LookupError):
    """No batch has this id: there never was one, or it was deleted."""

    def __init__(self, batch_id: str) -> None:
        self.batch_id = batch_id
        super().__init__(f"there is no batch {batch_id!r}")


class KeyReused(JobsError):
    """An idempotency key came again, with something else."""

    def __init__(self, key: str) -> None:
        super().__init__(
            f"the idempotency key {key!r} was sent before with a different request; "
            "take a new key for a new request"
        )


class QuotaExceeded(JobsError):
    """An API key asks for more than it may."""

    def __init__(self, message: str, *, retry_after: int) -> None:
        self.retry_after = retry_after  # seconds after which asking again makes sense
        super().__init__(message)


class UnknownKey(JobsError, LookupError):
    """No API key has this name or id."""


class AmbiguousKey(JobsError):
    """One API key has for its name what another has for its id."""


class BadKeyName(JobsError):
    """An API key cannot be named so; the message says what would be right."""


class KeyExists(JobsError):
    """There is an API key of this name already."""
