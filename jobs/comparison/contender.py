"""One network of a comparison, and what is known about it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from alphacut.jobs.curve_driver import Tracing
from alphacut.jobs.execution import Execution
from alphacut.jobs.store import Json, Store
from alphacut.jobs.stored_envelope import resumed
from alphacut.jobs.supervisor import Supervisor
from alphacut.jobs.tasks.preparing import Prepared
from alphacut.solver.bisection.curve import Limits
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.question import CutSearch, Question
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.stored import read_outcome


class Contender:
    """What is asked of one network, answered as far as it is.

    Its answers are kept with those of its job, marked with its place; proofs that
    other jobs have found serve it, and its own serve them.

    Parameters
    ----------
    place
        Among the networks of the job.
    """

    def __init__(
        self, prepared: Prepared, place: int, job_id: str, store: Store, execution: Execution
    ) -> None:
        self.work = prepared.work
        self.envelope: Envelope = self.work.problem.start()  # what is known
        self.reused = 0  # answers that were taken from elsewhere
        self._network = prepared.network
        self._place = place
        self._job_id = job_id
        self._store = store
        self._execution = execution

    def resume(self, answered: Iterable[Json], supervisor: Supervisor) -> None:
        """Take up what the job's answers tell of this network."""
        own = (each for each in answered if each.get("place") == self._place)
        self.envelope = resumed(self.work.problem, supervisor.beating(own))

    def search(self, supervisor: Supervisor, until: float | None) -> None:
        """Look for good bisections, unless that was done; `until` is in seconds of the job."""
        if not self.envelope.cuts:
            self._trace(supervisor, Searching, until)

    def prove(self, supervisor: Supervisor, until: float | None) -> None:
        """Prove that no bisection is better."""
        self._trace(supervisor, Proving, until)

    def _trace(self, supervisor: Supervisor, schedule: type[Schedule], until: float | None) -> None:
        if supervisor.should_stop():
            return
        problem = self.work.problem
        supervisor.place = self._place
        supervisor.network = self._network
        limits = Limits(seconds=until, gap=self.work.limits.gap)
        tracing = Tracing(
            schedule(problem=problem, limits=limits, slots=self._execution.slots),
            supervisor,
            self._execution,
            envelope=self.envelope,
            found=self._found(supervisor),
        )
        tracing.run()
        self.envelope = tracing.envelope
        self.reused += tracing.reused

    def _found(self, supervisor: Supervisor) -> list[Outcome]:
        """Return what all others have found about it, the job's other networks included."""
        own = (self._job_id, self._place)
        return [
            read_outcome(self.work.problem.network, each.answer)
            for each in supervisor.beating(self._store.shared_results(self._network))
            if (each.job_id, each.answer.get("place")) != own
        ]


class Searching(Schedule):
    """A schedule of which nothing is left once bisections are known."""

    def next(
        self, envelope: Envelope, running: Collection[Question] = (), spent: float = 0.0
    ) -> tuple[Question, ...]:
        """Return the search, nothing once it is done."""
        return () if envelope.cuts else super().next(envelope, running, spent)


class Proving(Schedule):
    """A schedule that searches once: when proofs have failed, other networks have their turn."""

    def search(self, envelope: Envelope, spent: float) -> CutSearch | None:
        """Return the search from which all else follows, None once it is done."""
        return None if envelope.cuts else super().search(envelope, spent)
