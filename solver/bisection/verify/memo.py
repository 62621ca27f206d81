"""Memo of a verifier: what took it long, for those who ask it more than once.

Certificates of several points often hold the same large matrices and the same bounds on
sequences. Whoever checks them, one after the other, keeps a `Memo` and checks inside of
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


class Memo:
    """Results by what was asked, the last ones."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._results: OrderedDict[Hashable, object] = OrderedDict()

    def __len__(self) -> int:
        return len(self._results)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._results

    def __getitem__(self, key: Hashable) -> object:
        return self._results[key]

    def __setitem__(self, key: Hashable, result: object) -> None:
        self._results[key] = result
        if len(self._results) > self._most:
            self._results.popitem(last=False)


_current: ContextVar[Memo | None] = ContextVar("memo", default=None)


@contextmanager
def remembering(memo: Memo) -> Iterator[None]:
    """Remember there what is found meanwhile, and use what is there."""
    token = _current.set(memo)
    try:
        yield
    finally:
        _current.reset(token)


def current() -> Memo:
    """Return what is remembered now; without `remembering`, nothing."""
    memo = _current.get()
    return Memo() if memo is None else memo


def once(key: Hashable, search: Callable[[], Result]) -> Result:
    """Return what a search finds, or found before."""
    memo = current()
    if key not in memo:
        memo[key] = search()
    return cast(Result, memo[key])
