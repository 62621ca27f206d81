"""What a verifier found that takes long, for those who ask it more than once.

Certificates of several points often hold the same large matrices and the same bounds on
sequences. Whoever checks them, one after the other, keeps a `Found` and checks inside of
`remembering`; outside nothing is remembered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar, cast

MOST = 1 << 14  # results that are remembered, the last ones

Result = TypeVar("Result")


class Found:
    """Results by what was asked."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._results: OrderedDict[Hashable, object] = OrderedDict()

    def __len__(self) -> int:
        return len(self._results)

    def __contains__(self, asked: Hashable) -> bool:
        return asked in self._results

    def __getitem__(self, asked: Hashable) -> object:
        return self._results[asked]

    def __setitem__(self, asked: Hashable, result: object) -> None:
        self._results[asked] = result
        if len(self._results) > self._most:
            self._results.popitem(last=False)


_current: ContextVar[Found | None] = ContextVar("found", default=None)


@contextmanager
def remembering(found: Found) -> Iterator[None]:
    """Remember there what is found meanwhile, and use what is there."""
    token = _current.set(found)
    try:
        yield
    finally:
        _current.reset(token)


def current() -> Found:
    """Return what is remembered now; without `remembering`, nothing."""
    found = _current.get()
    return Found() if found is None else found


def once(asked: Hashable, search: Callable[[], Result]) -> Result:
    """Return what a search finds, or found before."""
    found = current()
    if asked not in found:
        found[asked] = search()
    return cast(Result, found[asked])
