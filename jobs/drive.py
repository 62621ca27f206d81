"""The step driver: a question is answered step by step, written down, and verified.

Every kind of question with steps is answered here, whoever asks: a worker (`jobs.stepwise`), or
somebody who waits (`jobs.local_steps`), on the command line or in Python.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from alphacut.jobs.errors import Cancelled, ExecutionError, OutOfMemory, OutOfTime
from alphacut.jobs.execution import Execution
from alphacut.jobs.progress import Steps
from alphacut.jobs.provenance import provenance
from alphacut.jobs.stopping import BROKEN, INTERRUPTED, TIME, because
from alphacut.jobs.store import Json
from alphacut.jobs.tasks.stepping import Advance
from alphacut.jobs.tasks.verifying import Verify
from alphacut.jobs.tasks.writing import Write
from alphacut.jobs.verifying import unverified
from alphacut.solver.common.kind import StepKind, Verifiable

CHECK = 10.0  # seconds that the check of a document may take though its time is over
CHECK_SHARE = 0.1  # the same, of the time limit, where that is more

logger = logging.getLogger(__name__)


class Host(Protocol):
    """Whoever has a question answered: a worker's supervisor, or somebody who waits for it."""

    steps: Steps | None  # where the work stands, told before and after each step
    check_when_stopped: float  # seconds that the check may take once the work was told to stop

    @property
    def cancelled(self) -> bool:
        """Whether the work was told to stop; what is done is written all the same."""
        ...

    @property
    def leaving(self) -> bool:
        """Whether somebody else will go on: nothing is to be written."""
        ...

    @property
    def seconds(self) -> float:
        """Wall time spent on the question."""
        ...

    @property
    def started(self) -> datetime:
        """When the work on the question was begun."""
        ...

    def should_stop(self) -> bool:
        """Tell whether to stop working; called all the time."""
        ...

    def should_leave(self) -> bool:
        """Tell whether to stop even what is done after a stop; called all the time."""
        ...

    def keep_step(self, number: int, found: Json) -> None:
        """Keep what came of a step."""
        ...


@dataclass(frozen=True, kw_only=True)
class Driven:
    """What came of a question."""

    found: tuple[Json, ...]  # what each step that was done has returned
    steps: Steps
    document: Json | None = None  # as its verifier lets it be told; None: somebody else goes on
    failure: str = ""  # what broke the work off, where enough was done for a document

    @property
    def written(self) -> Json:
        """The document, where nobody else goes on."""
        assert self.document is not None
        return self.document


def drive(
    kind: StepKind[Any], request: Json, host: Host, execution: Execution, found: Sequence[Json] = ()
) -> Driven:
    """Do the steps that are left of a question, write its document, and have it verified.

    Work that is out of time, broken or told to stop has the document that can be written from
    the steps that were done; the member "provenance" tells why it ended. No document is returned
    that its verifier refuses; see `jobs.verifying`.

    Parameters
    ----------
    request
        As the kind's model has checked and completed it; a limit of null seconds is none.
    found
        What the first steps have returned, if they were done before.

    Raises
    ------
    OutOfTime, Cancelled, ExecutionError
        If it ended so before there was enough for a document.
    ArrangementsError, SolverError
        If the question cannot be answered as it was asked.
    """
    return _Drive(kind=kind, request=request, host=host, execution=execution).run(list(found))


@dataclass(frozen=True, kw_only=True)
class _Drive:
    kind: StepKind[Any]
    request: Json
    host: Host
    execution: Execution

    def run(self, found: list[Json]) -> Driven:
        """Go from the first step that is left to the document."""
        number = self.kind.steps(self.request)
        broken = self._advance(found, number)
        driven = Driven(found=tuple(found), steps=Steps(done=len(found), all=number))
        if self.host.leaving:
            return driven
        document = self._written(found, self._reason(broken))
        if document is None and broken is not None:
            raise broken
        if document is not None and isinstance(self.kind, Verifiable):
            document = self._verified(document)
        failed = isinstance(broken, ExecutionError) and not isinstance(broken, OutOfTime)
        if failed:
            logger.error("%s broke off: %s; what is done is kept", self.kind.name, broken)
        return Driven(
            found=driven.found,
            steps=driven.steps,
            document=document,
            failure=str(broken) if failed else "",
        )

    def _advance(self, found: list[Json], number: int) -> Cancelled | ExecutionError | None:
        """Do what is left of so many steps; return what has ended that too early."""
        while len(found) < number:
            self.host.steps = Steps(done=len(found), all=number)
            try:
                each = self._step(found)
            except (Cancelled, ExecutionError) as error:
                return error
            if self.host.leaving:  # it may have been cut short: somebody else does it in full
                return None
            found.append(each)
            self.host.steps = Steps(done=len(found), all=number)
            if self.host.cancelled:  # the same: good for the document, and done anew by a retry
                return Cancelled(f"{self.kind.doing} was told to stop")
            self.host.keep_step(len(found) - 1, each)
        return None

    def _step(self, found: list[Json]) -> Json:
        """Do one step, in the time that is left."""
        task = Advance(
            kind=self.kind,
            doing=self.kind.doing,
            request=dict(self.request),
            number=len(found),
            earlier=tuple(found),
            seconds=self._left(found),
        )
        return self.execution.ask(task, should_stop=self.host.should_stop)

    def _written(self, found: list[Json], why: Json | None) -> Json | None:
        """Write the document in a child; work that was told to stop still has one."""
        if not found:
            return None
        about = provenance(started=self.host.started, seconds=self.host.seconds, stopped=why)
        task = Write(kind=self.kind, request=dict(self.request), found=tuple(found), about=about)
        return self.execution.ask(task, should_stop=self.host.should_leave)

    def _verified(self, document: Json) -> Json:
        """Have a document checked; one whose check is broken off is told as not verified.

        Work that is told to stop while its document is checked has the time for a check of any
        that was stopped.
        """
        host, cancelled = self.host, self.host.cancelled
        task = Verify(kind=self.kind, document=document, seconds=self._for_check())
        try:
            return self.execution.ask(
                task, should_stop=host.should_leave if cancelled else host.should_stop
            )
        except (OutOfTime, OutOfMemory) as error:
            return unverified(self.kind, document, str(error))
        except Cancelled as error:
            if cancelled or host.leaving:
                return unverified(self.kind, document, str(error))
            return self._verified(document)

    def _reason(self, broken: Cancelled | ExecutionError | None) -> Json | None:
        if broken is None:
            return None
        if self.host.cancelled:
            return because(INTERRUPTED)
        return because(TIME if isinstance(broken, OutOfTime) else BROKEN)

    def _for_check(self) -> float | None:
        """Return the seconds for the check: what is left of the time, and some more if need be."""
        if self.host.cancelled:
            return self.host.check_when_stopped
        limit = self._limit
        return limit and max(limit - self.host.seconds, CHECK, CHECK_SHARE * limit)

    @property
    def _limit(self) -> float | None:
        limit: float | None = (self.request.get("limits") or {}).get("seconds")
        return limit

    def _left(self, found: list[Json]) -> float | None:
        """Return the seconds for the next step; the first has all, however often it is begun."""
        limit = self._limit
        if limit is None or not found:
            return limit
        if limit <= self.host.seconds:
            raise OutOfTime(f"{self.kind.doing} took longer than {limit:g} s")
        return limit - self.host.seconds
