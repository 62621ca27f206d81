"""What a question of the library comes to: a request, answered here in a child or by a service."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.jobs.errors import Cancelled, ExecutionError
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.execution.memory import MEGABYTE
from alphacut.jobs.local_steps import answer_locally
from alphacut.service.library.asking import read_seconds
from alphacut.service.library.checking import verify
from alphacut.service.library.children import children
from alphacut.service.library.networks import Given
from alphacut.service.library.results import Answer
from alphacut.solver.common.completing import completed
from alphacut.solver.common.errors import QuestionError, SolverError
from alphacut.solver.common.kind import StepKind

Json = Mapping[str, Any]
Progress = Callable[[dict[str, Any]], object] | bool | None
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result", bound=Answer)
Made = TypeVar("Made", bound=Answer, covariant=True)
Done = tuple[Json, list[Json]]  # a request, and what its first steps have returned
LOCAL_ONLY = ("memory", "progress", "resume")  # parameters of what is answered here


class Makes(Protocol[Made]):
    """Makes an answer of a document; the class of an answer is one."""

    def __call__(
        self, *, document: dict[str, Any], nodes: tuple[Any, ...], remarks: tuple[str, ...]
    ) -> Made:
        """Make it."""
        ...


@dataclass(frozen=True, kw_only=True)
class Wanted(Generic[Result]):
    """A question that is answered here, or by a service.

    Attributes
    ----------
    memory, progress
        As for `alphacut.throughput`, where it is answered here.
    resume
        An earlier answer that is gone on from.
    gone_on
        Makes the request that goes on from a document, and what is done of it; None: the request
        stays, and the kind reads what is done.
    """

    kind: StepKind[Any]
    request: Json  # completed, as a service is sent it
    made_of: Makes[Result]  # what the answer is
    given: Given | None = None  # the network, with the names of its nodes; None: of none
    memory: int | None = None
    progress: Progress = None
    resume: Result | None = None
    gone_on: Callable[[Json, Json], Done] | None = None

    def answer(self, document: Json) -> Result:
        """Return the answer that a document is."""
        about = self.given
        nodes, remarks = ((), ()) if about is None else (about.nodes, about.remarks)
        return self.made_of(document=dict(document), nodes=nodes, remarks=remarks)

    def done(self) -> Done:
        """Return the request, with what an earlier answer holds of it once this is verified."""
        if self.resume is None:
            return self.request, []
        verify(self.resume)
        document = self.resume.document
        if self.gone_on is not None:
            return self.gone_on(self.request, document)
        return self.request, self.kind.resumed(self.kind.read(self.request, LIMITS), document)


def request_of(
    kind: StepKind[Any], time_limit: float | str | None, written: Json, **others: Any
) -> Json:
    """Make the request that a service would be sent.

    Parameters
    ----------
    others
        Limits beside that of time.
    """
    seconds = read_seconds("time_limit", time_limit)
    limits = others if seconds is None else {"seconds": seconds, **others}
    return completed(kind.request(), {"kind": kind.name, "limits": limits, **written})


def answered_here(
    asking: Callable[Parameters, Wanted[Result]],
) -> Callable[Parameters, Result]:
    """Make the function that answers a question of the function that asks it."""
    signature = inspect.signature(asking)
    result = str(signature.return_annotation).removeprefix("Wanted[").removesuffix("]")

    @wraps(asking)
    def answer(*given: Parameters.args, **named: Parameters.kwargs) -> Result:
        return answered(asking(*given, **named))

    answer.__annotations__ = {**asking.__annotations__, "return": result}
    answer.__signature__ = signature.replace(return_annotation=result)  # type: ignore[attr-defined]
    return answer


def for_a_service(
    question: Callable[Parameters, Result],
) -> Callable[Parameters, Wanted[Result]]:
    """Return what asks a question of the library, for a service to answer.

    What it returns raises QuestionError for parameters of work in this process.
    """
    asking = cast("Callable[Parameters, Wanted[Result]]", inspect.unwrap(question))

    @wraps(asking)
    def ask(*given: Parameters.args, **named: Parameters.kwargs) -> Wanted[Result]:
        for name in LOCAL_ONLY:
            if named.get(name) is not None:
                raise QuestionError(
                    name,
                    "is for work in this process; leave it out: a service has limits of its own, "
                    "and a job tells where it stands",
                )
        return asking(*given, **named)

    return ask


def answered(asked: Wanted[Result]) -> Result:
    """Answer in a child process.

    Raises
    ------
    SolverError
        If the question cannot be answered, or was stopped before anything was found.
    """
    request, found = asked.done()
    asked.kind.require()
    asked.kind.check(request, LIMITS)
    told = _Progress(asked)
    memory = asked.memory
    limited = None if memory is None else LocalExecution(memory=memory * MEGABYTE)
    try:
        with told.line, limited or children(1) as execution:
            driven = answer_locally(
                asked.kind,
                request,
                execution,
                on_progress=told.show,
                should_stop=told.stop,
                found=found,
            )
    except (Cancelled, ExecutionError) as error:
        raise SolverError(str(error)) from error
    return asked.answer(driven.written)


class _Progress:
    """Tells where the work stands, and hears when it is to stop."""

    def __init__(self, asked: Wanted[Any]) -> None:
        self.line: Any = nullcontext()
        self._tell: Callable[[dict[str, Any]], object] = lambda _: None
        self._stopped = False
        if callable(asked.progress):
            self._tell = asked.progress
        elif asked.progress:
            from alphacut.service.cli.progress import ProgressLine
            from alphacut.service.text.names import request_name

            name = asked.kind.subject(asked.request) or request_name(asked.request)
            self.line = ProgressLine(name)
            self._tell = self.line.show

    def show(self, steps: dict[str, Any]) -> None:
        self._stopped = self._tell(steps) is False or self._stopped

    def stop(self) -> bool:
        return self._stopped
