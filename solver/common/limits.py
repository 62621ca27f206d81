"""What the check of one document may cost, told before it is spent.

Documents come from anyone: a few bytes can describe a network, a matrix or a search of any
size. What a document needs is estimated from its own numbers, and refused with the name of
the limit where it is more than allowed. An engine that checks a proof of its own sets none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from alphacut.solver.common.errors import BeyondLimit

MEGABYTE = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The most that a check may take; the longest proofs that are recorded stay below half."""

    time: int = 7_200  # seconds, where the check runs in a process of its own
    memory: int = 4_096  # megabytes of each process, and of anything that is estimated
    size: int = 256  # megabytes of the document and its certificate files together
    depth: int = 500  # lists and objects in each other
    digits: int = 4_000  # of an integer
    switches: int = 200_000  # of the network
    links: int = 500_000  # of the network, parallel ones of a class counted once
    nodes: int = 1_000_000  # of one tree
    matrix: int = 5_000  # rows of a semidefinite matrix


USUAL = Limits()

_current: ContextVar[Limits | None] = ContextVar("limits", default=None)


def current() -> Limits:
    """Return the limits of the check that is being made; the usual ones outside of any."""
    return _current.get() or USUAL


@contextmanager
def within(limits: Limits) -> Iterator[None]:
    """Hold all checks that are made meanwhile to some limits."""
    token = _current.set(limits)
    try:
        yield
    finally:
        _current.reset(token)


def room_for(size: int, what: str) -> None:
    """Refuse to go on where something takes more bytes than memory is allowed.

    Raises
    ------
    BeyondLimit
        With the name of what takes so much.
    """
    limits = _current.get()
    if limits is not None and size > limits.memory * MEGABYTE:
        raise BeyondLimit(
            "memory",
            f"{what} would take {_shown(-(-size // MEGABYTE))} MB, "
            f"and {limits.memory:,} MB of memory are allowed",
        )


def at_most(limit: str, number: int, what: str) -> None:
    """Refuse to go on where a number is above the limit of this name.

    Parameters
    ----------
    what
        What there are so many of, in the plural.

    Raises
    ------
    BeyondLimit
        With the name of the limit.
    """
    limits = _current.get()
    if limits is not None and number > getattr(limits, limit):
        raise BeyondLimit(
            limit, f"{_shown(number)} {what}, and {getattr(limits, limit):,} are allowed"
        )


def _shown(number: int) -> str:
    return f"{number:,}" if number < 10**15 else "more than 10^15"
