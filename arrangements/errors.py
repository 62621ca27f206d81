"""What goes wrong when a network is described wrongly."""

from __future__ import annotations

from typing import NamedTuple


class ArrangementsError(Exception):
    """Root of every error that this package raises on purpose."""


class NetworkError(ArrangementsError, ValueError):
    """A network or a cut that cannot be: the message says what would be right."""


class SpecProblem(NamedTuple):
    """One thing that is wrong with a spec."""

    field: str  # dotted path ("links.3"); empty for the whole
    problem: str  # what is wrong there, and what would be right

    def __str__(self) -> str:
        return f"{self.field}: {self.problem}" if self.field else self.problem


class SpecError(ArrangementsError, ValueError):
    """A topology spec that cannot be read or built.

    Parameters
    ----------
    field
        Where in the spec, as a dotted path ("links.3"); empty for the whole.
    problem
        What is wrong there, and what would be right.
    more
        The problems found beside the first one.
    """

    def __init__(self, field: str, problem: str, more: tuple[SpecProblem, ...] = ()) -> None:
        self.field = _writable(field)
        self.problem = _writable(problem)
        self.problems = (SpecProblem(self.field, self.problem), *more)
        super().__init__("\n".join(str(each) for each in self.problems))

    def __reduce__(self) -> tuple[type[SpecError], tuple[object, ...]]:
        return type(self), (self.field, self.problem, self.problems[1:])


def _writable(text: str) -> str:
    r"""Spell halves of surrogate pairs out, which JSON can give and no file can hold: "\\ud800"."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
