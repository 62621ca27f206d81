"""What goes wrong when a question about a network is asked wrongly."""

from __future__ import annotations


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
