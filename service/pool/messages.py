"""What the server and a process of its pool say to each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from alphacut.service.problems import Problem


class Costly(Exception):
    """A task turns out to be a large one, before it has begun to take long."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """A function to be called; it is found by its name, as pickle does."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    seconds: float  # after which the server has given up


@dataclass(frozen=True, kw_only=True)
class Ready:
    """All is imported, and the memory is limited."""


@dataclass(frozen=True, kw_only=True)
class Returned:
    """What the function has returned."""

    value: Any


@dataclass(frozen=True, kw_only=True)
class Declined:
    """The function has raised an error that is the client's to mend."""

    problem: Problem


@dataclass(frozen=True, kw_only=True)
class Deferred:
    """The function has raised `Costly`."""


@dataclass(frozen=True, kw_only=True)
class NoMemory:
    """The function needed more memory than it may use."""


@dataclass(frozen=True, kw_only=True)
class Broke:
    """The function has raised an error that is a fault of this software."""

    trace: str


Outcome = Returned | Declined | Deferred | NoMemory | Broke


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What came of a task."""

    outcome: Outcome
    last: bool  # the process ends now, and another one is to take its place
