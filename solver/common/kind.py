"""The seam behind which a kind of question is answered: one typed object for each kind.

Whoever asks and whoever carries out know a kind by this alone. Objects of it are small, and load
what they need where they need it: the command line lists its commands, and a server checks
requests, without a solver. They are sent to child processes, so that each must be found by pickle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, runtime_checkable

from alphacut.arrangements.missing import require
from alphacut.solver.common.demotion import demoted
from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits as Sizes
    from alphacut.solver.common.limits import Limits
    from alphacut.solver.common.requests import Request
    from alphacut.solver.common.verdict import Load, Verdict

Json = Mapping[str, Any]
Question = TypeVar("Question")  # a frozen record: what is asked, with its network


@runtime_checkable
class Verifiable(Protocol):
    """Documents that can be checked from nothing but themselves."""

    name: str
    format: str  # that the documents name

    def verify(self, document: object, load: Load, limits: Limits) -> Verdict:
        """Check a document that may be anything; no code is shared with what wrote it.

        Parameters
        ----------
        load
            Loads the certificates that the document keeps in files beside it.
        limits
            The most that the check may cost.

        Raises
        ------
        DocumentError, BeyondLimit, Refused
            If it cannot be read, would cost too much to check, or is false.
        """
        ...


class Kind(Protocol):
    """One kind of question, from the request to the document that answers it.

    A kind whose documents are verified is `Verifiable` as well. A request is the JSON object that
    the kind's model has checked and completed.
    """

    name: str  # what requests call it
    asks: str  # the question, in a line
    format: str  # of its document
    title: str = "{}"  # of a job, around the name of its network
    doing: str = "answering the question"  # what a job does, as messages call it
    example: ClassVar[Json]  # a request, for the documentation of the service

    needs: tuple[str, ...] = ()  # packages that the steps use and that not everybody installs
    extra: str | None = None  # what brings them all; None: each has one of its own

    def require(self) -> None:
        """See whether what the steps need is installed; nothing is loaded.

        Raises
        ------
        MissingExtra
            If it is not; the message says what to install.
        """
        for name in self.needs:
            require(name, self.extra)

    def request(self) -> type[Request]:
        """Return the model of its requests."""
        ...

    def check(self, request: Json, sizes: Sizes) -> str | None:
        """Build what a request asks about, so that what is wrong with it shows now.

        Parameters
        ----------
        sizes
            The largest network that is built.

        Returns
        -------
        str or None
            A text that is the same for requests whose answer is the same, by which an answer
            serves others as well; None: it serves no others.

        Raises
        ------
        ArrangementsError, SolverError
            If the question cannot be answered as it is asked; a `QuestionError` names the field.
        """
        ...

    def subject(self, request: Json) -> str:  # noqa: ARG002
        """Name what a request is about; empty: it is named after its networks."""
        return ""

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of its document, which has a title; by default of any object."""
        return {"title": f"{self.name.capitalize()}Document", "type": "object"}

    def restated(self, document: Json) -> Json | None:  # noqa: ARG002
        """Return what the evidence of a refused document proves; it is checked again.

        None if that cannot be told.
        """
        return None

    def demoted(self, document: Json) -> Json:
        """Return a document that was refused or not checked without what it claims."""
        return demoted(document)


@runtime_checkable
class StepKind(Kind, Protocol[Question]):
    """A kind that is answered step by step.

    Each step is worked on in a child process, which is ended when the time of the question is
    over; what the steps before it have returned is kept, whatever happens to the process.
    """

    # Whether steps end by themselves when the time in the request's limits is over, and soon after
    # `solver.common.listening.told_to_stop`, with what they have found.
    keeps_time: bool = False

    def read(self, request: Json, sizes: Sizes) -> Question:
        """Read a request, the only place that does, and build its network.

        Raises
        ------
        ArrangementsError, SolverError
            As `check` does.
        """
        ...

    def check(self, request: Json, sizes: Sizes) -> str | None:
        """Read a request; its answer serves no others."""
        self.read(request, sizes)
        return None

    def load(self) -> None:
        """Import what the steps use, before the time of the first begins."""

    def steps(self, request: Json) -> int:  # noqa: ARG002
        """Return how many steps there are, at least 1; without building anything."""
        return 1

    def work(self, question: Question, step: int, earlier: Sequence[Json]) -> Json:
        """Do one step, numbered from 0, and return what came of it as a JSON object.

        Parameters
        ----------
        earlier
            What the steps before it have returned.
        """
        ...

    def resumed(self, question: Question, document: Json) -> list[Json]:  # noqa: ARG002
        """Return what the first steps have returned, read from a document that was verified.

        Raises
        ------
        QuestionError
            If it answers another question, or this kind does not go on from documents.
        """
        raise QuestionError("resume", f"{self.name} is not gone on from a document")

    def document(self, question: Question, found: Sequence[Json], about: Json) -> Json | None:
        """Write the document from what the steps have returned, or the first of them.

        Parameters
        ----------
        about
            Where and how it was computed, for the member "provenance".

        Returns
        -------
        dict or None
            None if too few steps were done for a document.
        """
        ...
