"""What the verifier says of a document that it does not accept."""

from __future__ import annotations

from typing import Self

from alphacut.solver.bisection.certificate.errors import Refused
from alphacut.solver.errors import DocumentError

__all__ = ["BeyondLimit", "Refused"]


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
