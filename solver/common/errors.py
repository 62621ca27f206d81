"""What goes wrong with a question, a document or a proof."""

from __future__ import annotations

from typing import Self


class SolverError(Exception):
    """Root of every error that this package raises on purpose."""


class QuestionError(SolverError, ValueError):
    """A question that cannot be asked.

    Parameters
    ----------
    field
        The part of the question at fault ("alpha", "engine", …).
    problem
        What is wrong with it, and what would be right.
    """

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        self.problem = problem
        super().__init__(f"{field}: {problem}" if field else problem)

    def __reduce__(self) -> tuple[type[QuestionError], tuple[str, str]]:
        return type(self), (self.field, self.problem)


class DocumentError(SolverError, ValueError):
    """A document that cannot be read as what it says it is."""


class Refused(SolverError):
    """Something in a document or a proof is false, or does not prove what it says."""


class BeyondLimit(DocumentError):
    """Checking would cost more than is allowed: nothing was found false, and nothing true.

    Parameters
    ----------
    limit
        The field of `limits.Limits` that allows too little.
    problem
        What would take more, and how much is allowed.
    """

    def __init__(self, limit: str, problem: str) -> None:
        self.limit = limit
        self.problem = problem
        super().__init__(problem)

    def at(self, place: str) -> Self:
        """Return the same with the place in the document where it was met."""
        return type(self)(self.limit, f"{place}: {self.problem}")
