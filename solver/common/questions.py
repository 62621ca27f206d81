"""The seam behind which a kind of question is answered step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from alphacut.arrangements.formats.spec import Limits

Json = Mapping[str, Any]


class Question(Protocol):
    """How one kind of question is answered; a module with these functions is one.

    A request is the JSON object that its model has checked and completed. Each step is worked on
    in a child process, which is ended when the time of the question is over; what the steps
    before it have returned is kept, whatever happens to the process. What a tuple LOADED_BEFORE
    names, if the module has one, is imported before the time of a step begins. A module with
    KEEPS_TIME = True says that its steps end by themselves when the time in the request's limits
    is over, and soon after `solver.common.listening.told_to_stop`, with what they have found.
    """

    def check(self, request: Json, sizes: Limits) -> str | None:
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

    def steps(self, request: Json) -> int:
        """Return how many steps there are, at least 1; without building anything."""
        ...

    def work(self, request: Json, step: int, earlier: Sequence[Json]) -> Json:
        """Do one step, numbered from 0, and return what came of it as a JSON object.

        Parameters
        ----------
        earlier
            What the steps before it have returned.
        """
        ...

    def document(self, request: Json, found: Sequence[Json], about: Json) -> Json | None:
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
