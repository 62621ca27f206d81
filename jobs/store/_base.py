"""The seam behind which jobs are kept."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from alphacut.jobs.batch import Batch
from alphacut.jobs.job import Claim, Job, JobError
from alphacut.jobs.origin import ANYONE, Origin
from alphacut.jobs.states import State

if TYPE_CHECKING:
    from alphacut.jobs.store.counters import EngineTotal
    from alphacut.jobs.store.keys import Keys

Json = Mapping[str, Any]

ALIVE = 30.0  # seconds for which a worker that was heard of counts as alive
MOST_LOSSES = 3  # of a worker, one after another, before a job is taken to be the cause


@dataclass(frozen=True, kw_only=True)
class Ending:
    """How a worker ends a job: with a result or an error, never both."""

    state: State  # a terminal one
    document: Json | None = None
    error: JobError | None = None
    progress: Json | None = None  # the last; None: what was stored stays
    reused: Json | None = None  # what other jobs had found; see Job.reused
    seconds: float  # spent on the job, all workers together

    def __post_init__(self) -> None:
        if not self.state.terminal:
            raise ValueError(f"{self.state} does not end a job")
        if (self.error is not None) != (self.state is State.FAILED):
            raise ValueError("a failed job, and no other, has an error")
        if self.document is None and self.state is State.SUCCEEDED:
            raise ValueError("a job that has succeeded needs a result")
        if self.document is not None and self.error is not None:
            raise ValueError("a job never has both a result and an error")


@dataclass(frozen=True, kw_only=True)
class SharedResult:
    """An answer that some job has found, for all questions on its network."""

    job_id: str  # of the job, which may have been deleted since
    answer: Json


@dataclass(frozen=True, kw_only=True)
class Workers:
    """How many workers are alive."""

    all_jobs: int  # that take every job
    short_only: int  # that take short ones alone


@dataclass(frozen=True, kw_only=True)
class Submission:
    """What is asked for with one job; see `Store.submit`."""

    kind: str
    request: Json
    content: str | None = None
    name: str | None = None  # what its network is called, for lists
    networks: int = 1  # how many it is about; for quotas each of them is a job
    label: str | None = None  # the owner's own words
    priority: int = 0  # the higher are given to workers first
    short: bool = False  # expected to end soon, so that the short lane takes it
    lacks: tuple[str, ...] = ()  # links that others of its kind have, and it never will


class Store(Protocol):
    """Holds jobs, their answers and their results: the only state there is.

    All that the caller may rely on:

    - When a method returns, what it wrote is durable: it survives the end of
      the process and of the machine. When it raises, it has written nothing.
    - Any number of threads and processes may use the store at once. Each method
      is one transaction.
    - States follow each other as `jobs.states.FOLLOWERS` says.
    - A running job is held under a lease. A lease has an owner, an expiry on
      the store's own clock, and an epoch that grows with every claim of the
      job. Of all claimers only the last holds it: whatever an earlier one
      writes is refused with `Replaced`, and so is every write to a job that has
      ended or was deleted.
    - What makes a method fail is said with `StoreUnavailable` if the same may
      work later, with another `StoreError` if it will not.
    - A terminal job has a result or an error or, if it was cancelled before
      anything was found, neither.
    """

    # ---- for those who ask -------------------------------------------------

    @property
    def keys(self) -> Keys:
        """The API keys."""
        ...

    def submit(
        self,
        kind: str,
        request: Json,
        *,
        origin: Origin = ANYONE,
        content: str | None = None,
        name: str | None = None,
        networks: int = 1,
        label: str | None = None,
        priority: int = 0,
        short: bool = False,
        lacks: tuple[str, ...] = (),
    ) -> Job:
        """Add a queued job.

        If the same owner has submitted the same request under the same
        idempotency key before, that job is returned and nothing is added, for
        as long as it is there. Quotas are those of the origin's key; a job about
        several networks counts as so many.

        Parameters
        ----------
        content
            The same for jobs that ask the same, at most 64 characters. Of these
            only one is given to workers until it has ended; the others wait for
            what it finds.
        name
            What its network is called, for lists.
        networks
            How many it is about; for quotas each of them is a job.
        label
            The owner's own words, for lists.
        priority
            Jobs with a higher one are given to workers first.
        short
            Whether it is expected to end soon, so that the short lane takes it.
        lacks
            Names of links that others of its kind have, and it never will.

        Raises
        ------
        KeyReused
            If the idempotency key came before with another request.
        QuotaExceeded
            If the API key may have no more jobs now.
        """
        ...

    def submit_batch(self, submissions: Sequence[Submission], *, origin: Origin = ANYONE) -> Batch:
        """Add jobs as the members of a batch: all or none.

        Idempotency keys, quotas and errors are as for `submit`.
        """
        ...

    def batch(self, batch_id: str, *, members: bool = True) -> Batch:
        """Return a batch, or raise `UnknownBatch`.

        With its members, without their requests, unless only their sums are wanted.
        """
        ...

    def newest_batches(self, *, limit: int, before: int | None = None) -> list[Batch]:
        """Return batches without their members, newest first; `before` is as for `newest`."""
        ...

    def cancel_batch(self, batch_id: str) -> Batch:
        """Cancel every member of a batch, as `cancel` does, or raise `UnknownBatch`."""
        ...

    def delete_batch(self, batch_id: str) -> None:
        """Remove a batch with all its members, or raise `UnknownBatch`."""
        ...

    def retry(self, job_id: str, *, origin: Origin = ANYONE) -> Job:
        """Put a job that failed or was cancelled back into the queue, or raise `UnknownJob`.

        Its answers are kept, so that the work goes on after the last of them; its
        error, its result, the time that it took and the workers that it lost are
        forgotten. Any other job stays as it is. For quotas this is a job like a new
        one; from now on it counts for the key that has asked.

        Raises
        ------
        QuotaExceeded
            If the API key may have no more jobs now.
        """
        ...

    def go_on(self, job_id: str, again: Submission, *, origin: Origin = ANYONE) -> Job:
        """Put a job that has ended `unfinished` back into the queue, or raise `UnknownJob`.

        As `retry`, but its request and content become those of `again`: the same question
        with other limits. A job that left nothing open, or has not ended, stays as it is.

        Raises
        ------
        QuotaExceeded
            If the API key may have no more jobs now.
        """
        ...

    def get(self, job_id: str, *, requests: bool = True, place: bool = True) -> Job:
        """Return a job, or raise `UnknownJob`.

        Parameters
        ----------
        requests
            As for `newest`.
        place
            Whether its place in the queue is counted, if it waits; lists have none.
        """
        ...

    def newest(
        self,
        *,
        limit: int,
        before: int | None = None,
        state: State | None = None,
        requests: bool = True,
    ) -> list[Job]:
        """Return jobs, newest first.

        Parameters
        ----------
        limit
            How many at most.
        before
            Only jobs with a smaller number than this: the last number of one
            call leads to the next page.
        state
            Only jobs in this state.
        requests
            Whether requests are read, which may be large; else those of jobs that
            have a name are left empty.
        """
        ...

    def cancel(self, job_id: str) -> Job:
        """Ask for a job to be stopped, or raise `UnknownJob`.

        A queued job is cancelled at once. A running one is marked, for its
        worker to see. A terminal one stays as it is.
        """
        ...

    def delete(self, job_id: str) -> None:
        """Remove a job with all that belongs to it, or raise `UnknownJob`.

        The worker of a running one finds itself replaced.
        """
        ...

    def result(self, job_id: str) -> Json | None:
        """Return a job's document, None if it has none, or raise `UnknownJob`."""
        ...

    def answers(self, job_id: str) -> list[Json]:
        """Return the answers stored for a job, in order, or raise `UnknownJob`."""
        ...

    def shared_results(self, network: str) -> list[SharedResult]:
        """Return what jobs have found about a network, in order."""
        ...

    def answered(self, content: str) -> Job | None:
        """Return the newest job that has succeeded with this content, or None."""
        ...

    def counts(self) -> dict[State, int]:
        """Return how many jobs are in each state, zeros included."""
        ...

    def engine_totals(self) -> list[EngineTotal]:
        """Return what each engine has done, deleted jobs included."""
        ...

    def failure_totals(self) -> dict[str, int]:
        """Return how many jobs have failed, by the type of their error, deleted jobs included."""
        ...

    def longest_wait(self) -> float:
        """Return for how many seconds the oldest queued job has waited; 0 if there is none."""
        ...

    def workers_alive(self) -> Workers:
        """Return how many workers were heard of within the last `ALIVE` seconds."""
        ...

    def check(self) -> None:
        """Raise `StoreError` unless the store can be reached and is up to date."""
        ...

    # ---- for those who keep house ------------------------------------------

    def purge(self, older_than: float) -> int:
        """Remove jobs that ended more than so many seconds ago, and shared results as old.

        A batch goes with the last of its members.

        Returns
        -------
        int
            How many jobs were removed.
        """
        ...

    def vacuum(self) -> None:
        """Give back the space of what was removed."""
        ...

    # ---- for workers ---------------------------------------------------------

    def claim(
        self,
        owner: str,
        lease_seconds: float,
        *,
        most_losses: int = MOST_LOSSES,
        kinds: Collection[str] | None = None,
        short_only: bool = False,
    ) -> Claim | None:
        """Take the next job that is queued, or running under an expired lease.

        Of these the one with the highest priority is next, and of those the oldest. Each is
        given to one claimer. None: there is no such job. Either way the claimer is noted as
        alive.

        Parameters
        ----------
        kinds
            Of the jobs that the claimer can work on; None: of all.
        short_only
            Whether only jobs are taken that are expected to end soon: the short lane, which
            long jobs never hold up.
        most_losses
            A job that lost its worker so often, without one answer in between,
            is not given out again: it fails, with error type "worker-lost".
        """
        ...

    def renew(
        self, claim: Claim, lease_seconds: float, *, progress: Json | None, seconds: float
    ) -> bool:
        """Extend a lease and store progress; return whether to cancel the job.

        Parameters
        ----------
        progress
            What pollers are to see; None leaves what they see.
        seconds
            Wall time spent on the job so far, all workers together.

        Raises
        ------
        Replaced
            If the lease is gone. That it has merely expired is no matter.
        """
        ...

    def add_answer(
        self,
        claim: Claim,
        answer: Json,
        *,
        progress: Json | None,
        seconds: float,
        network: str | None = None,
        found_here: bool = True,
    ) -> None:
        """Store a finished answer and progress together, or raise `Replaced`.

        Parameters
        ----------
        network
            If given, the answer is also a finding about this network, which is
            named by at most 64 characters.
        found_here
            Whether this job's own work found it, so that it adds to `engine_totals`;
            not so for a finding of another job.
        """
        ...

    def release(self, claim: Claim, *, seconds: float, long: bool = False) -> None:
        """Put a job back into the queue, its answers kept, or raise `Replaced`.

        One whose cancellation was asked for ends as cancelled by the next worker
        that claims it.

        Parameters
        ----------
        long
            Whether it has taken longer than expected, so that the short lane takes it no more.
        """
        ...

    def leave(self, owner: str) -> None:
        """Note that a worker is gone."""
        ...

    def finish(self, claim: Claim, ending: Ending) -> None:
        """End a job, or raise `Replaced`."""
        ...
