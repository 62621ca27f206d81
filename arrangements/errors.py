"""What goes wrong when a network is described wrongly."""

from __future__ import annotations


class ArrangementsError(Exception):
    """Root of every error that this package raises on purpose."""


class NetworkError(ArrangementsError, ValueError):
    """A network or a cut that cannot be: the message says what would be right."""


class SpecError(ArrangementsError, ValueError):
    """A topology spec that cannot be read or built.

    Parameters
    ----------
    field
        Where in the spec, as a dotted path ("links.3.0"); empty for the whole.
    problem
        What is wrong there, and what would be right.
    """

    def __init__(self, field: str, problem: str) -> None:
        self.field = field
        self.problem = problem
        super().__init__(f"{field}: {problem}" if field else problem)
