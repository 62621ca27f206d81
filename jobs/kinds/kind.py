"""What is known of one kind of question.

An entry names its parts as "package.module:object", and each part is loaded where it is used:
the command line lists its commands, and the server checks requests, without a solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from alphacut.solver.common.questions import Question

Place = str  # "package.module:object"


@dataclass(frozen=True, kw_only=True)
class Command:
    """A command of the command line."""

    name: str
    does: str  # in the list of commands
    run: Place  # a click command


@dataclass(frozen=True, kw_only=True)
class View:
    """What is made of the document of a job, under an address of its own."""

    link: str  # its name among the links of a job
    path: str  # below the address of the job, such as "curve.svg"
    media_type: str
    summary: str  # what is done there, in a line
    make: Place | None = None  # takes a document, returns bytes; None: the document itself
    at_alpha: bool = False  # whether it is about one α, which `make` then takes as well
    live: bool = False  # whether a job has it while it works, from what is known of the "bounds"

    @property
    def called(self) -> str:
        """What it shows, in a word."""
        return self.path.partition(".")[0]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of question, from the request to the check of the answer."""

    name: str  # what requests call it
    asks: str  # the question, in a line
    request: Place  # a model, derived from `solver.common.requests.Request`
    check: Place  # builds what a request asks about; see `solver.common.questions.Question.check`
    format: str  # of its document
    schema: Place  # of its document: a JSON Schema with a title
    words: Place  # takes a document and units, returns lines for people
    # A function like `jobs.solving.carry_out`: what a worker does with a job.
    carry_out: Place = "alphacut.jobs.stepwise:carry_out"
    question: Place | None = None  # `solver.common.questions.Question`; for stepwise work alone
    verify: Place | None = None  # checks a document, as `solver.bisection.verify` does
    # What is told of a document that `verify` refuses: what of it is proven all the same, as a
    # document that is checked again; and where there is none, the document without its claims.
    restate: Place | None = None
    demote: Place = "alphacut.solver.common.demotion:demoted"
    doing: str = "answering the question"  # what a job does, as messages call it
    title: str = "{}"  # of a job, around the name of its network
    live: tuple[str, ...] = ()  # links of jobs to "network" and "bounds", where there are these
    views: tuple[View, ...] = ()
    commands: tuple[Command, ...] = ()
    example: Any = None  # a request, for the documentation of the service

    def part(self, name: str) -> Any:
        """Load a part of the entry, by the name of its field."""
        place = getattr(self, name)
        if place is None:
            raise LookupError(f"the kind {self.name!r} has no {name}")
        return resolve_name(place)

    @cached_property
    def steps(self) -> Question:
        """The question whose steps are worked on one after another."""
        question: Question = self.part("question")
        return question

    def view(self, path: str) -> View | None:
        """Return the view under an address, if there is one."""
        return next((each for each in self.views if each.path == path), None)
