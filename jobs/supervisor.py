"""Holding the lease on a job while it is worked on, and hearing when to stop."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import TypeVar

from alphacut.jobs.errors import StoreUnavailable
from alphacut.jobs.job import Claim
from alphacut.jobs.progress import Snapshot, Steps, together
from alphacut.jobs.remarks import report
from alphacut.jobs.shared_results import worth_keeping
from alphacut.jobs.store import Ending, Json, Store
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.stored import outcome_json

LISTEN = 0.5  # seconds between two looks at whether a user has cancelled the job
PATIENCE = 60.0  # seconds for which a store may be away before the worker ends
HURRY = 1.5  # the same, for a worker that is to leave
CHECK_WHEN_STOPPED = 1.5  # seconds that the check of a document may take, of a cancelled job

logger = logging.getLogger(__name__)
Item = TypeVar("Item")


class Supervisor:
    """A worker's hold on one job: heartbeats, progress, and every write to it.

    It does nothing that takes long, so that the lease is kept while the work is
    done in another process. Each method that writes raises `Replaced` when the
    lease is gone. A store that is away for a while, to be restarted perhaps, is
    waited for.

    Parameters
    ----------
    leaving
        Tells whether the worker is to give its work back and end.
    patience
        For how many seconds it works on the job at most, before it gives it back as one that
        is not short; None: without end.
    """

    check_when_stopped = CHECK_WHEN_STOPPED

    def __init__(
        self,
        store: Store,
        claim: Claim,
        *,
        lease_seconds: float,
        leaving: Callable[[], bool],
        patience: float | None = None,
    ) -> None:
        self.network: str | None = None  # under which proofs serve other jobs
        self.snapshot: Snapshot | None = None  # what pollers are to see
        self.steps: Steps | None = None  # the same, of a question with steps
        self.place: int | None = None  # of the network at work, where a job has several
        self.beside: tuple[Snapshot, ...] = ()  # where the other ones stand
        self.cancelled = claim.job.cancel_requested
        self._store = store
        self._claim = claim
        self._lease_seconds = lease_seconds
        self._leaving = leaving
        self._patience = patience
        self._began = time.monotonic()
        self._next_beat = self._began
        self._last_beat = self._began

    @property
    def seconds(self) -> float:
        """Wall time spent on the job, by this worker and those before it."""
        return self._claim.job.seconds + time.monotonic() - self._began

    @property
    def started(self) -> datetime:
        """When the first worker began."""
        return self._claim.job.started or self._claim.job.created

    @property
    def leaving(self) -> bool:
        """Whether the job is to be given back."""
        return self._is_to_leave() and not self.cancelled

    def should_stop(self) -> bool:
        """Tell whether to stop working on the job; to be called all the time."""
        if time.monotonic() >= self._next_beat:
            self._beat()
        return self.cancelled or self._is_to_leave()

    def should_leave(self) -> bool:
        """Tell whether to give the job back: as `should_stop`, but deaf to cancelling."""
        self.should_stop()
        return self.leaving

    def beating(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items, each of which takes a moment, and keep the lease all the while."""
        for each in items:
            self.should_stop()
            yield each

    def keep(self, answer: Outcome, *, found_here: bool = True) -> None:
        """Store a finished answer; one that proves something serves other jobs as well."""
        if found_here:
            report(answer, self._claim.job.id)
        progress, seconds = self._progress(), self.seconds
        written = outcome_json(answer) | ({} if self.place is None else {"place": self.place})
        network = self.network if found_here and worth_keeping(answer) else None
        self._persist(
            lambda: self._store.add_answer(
                self._claim,
                written,
                progress=progress,
                seconds=seconds,
                network=network,
                found_here=found_here,
            )
        )

    def keep_step(self, number: int, found: Json) -> None:
        """Store what came of a step of a question that is answered step by step."""
        progress, seconds = self._progress(), self.seconds
        written = {"alpha": None, "step": number, "found": dict(found)}
        self._persist(
            lambda: self._store.add_answer(
                self._claim, written, progress=progress, seconds=seconds, found_here=False
            )
        )

    def release(self) -> None:
        """Give the job back to the queue."""
        long = self._overrun()
        if long:
            logger.info("job %s: takes longer than a short one; given back", self._claim.job.id)
        self._persist(lambda: self._store.release(self._claim, seconds=self.seconds, long=long))

    def finish(self, ending: Ending) -> None:
        """End the job."""
        self._persist(lambda: self._store.finish(self._claim, ending))

    def _is_to_leave(self) -> bool:
        return self._leaving() or self._overrun()

    def _overrun(self) -> bool:
        """Tell whether the job has taken more time than this worker has for one."""
        return self._patience is not None and time.monotonic() > self._began + self._patience

    def _beat(self) -> None:
        """Renew the lease; while the store is away, the work goes on."""
        try:
            self.cancelled = self._store.renew(
                self._claim, self._lease_seconds, progress=self._progress(), seconds=self.seconds
            )
            self._last_beat = time.monotonic()
        except StoreUnavailable as away:
            self._complain(away, since=self._last_beat)
        self._next_beat = time.monotonic() + min(LISTEN, self._lease_seconds / 3)

    def _persist(self, write: Callable[[], None]) -> None:
        """Write, and try again for a while if the store is away."""
        since = time.monotonic()
        while True:
            try:
                return write()
            except StoreUnavailable as away:
                self._complain(away, since=since)
            time.sleep(LISTEN)

    def _complain(self, away: StoreUnavailable, since: float) -> None:
        """Log that the store is away; raise that if it has been for too long."""
        if time.monotonic() - since > (HURRY if self._leaving() else PATIENCE):
            raise away
        logger.warning("job %s: %s; trying again", self._claim.job.id, away)

    def _progress(self) -> dict[str, object] | None:
        if self.steps is not None:
            return self.steps.as_json(self.seconds)
        if self.snapshot is None:
            return None
        others = [each.as_json(self.seconds) for each in self.beside]
        return together(self.snapshot.as_json(self.seconds), others)
