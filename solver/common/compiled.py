"""Loops that are compiled to machine code when they are first used (numba)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, TypeVar, cast

Loop = TypeVar("Loop", bound=Callable[..., Any])


def compiled(function: Loop) -> Loop:
    """Compile to machine code, which is kept beside its file, or else in the user's cache.

    The compiler is loaded with the first call of any loop: most processes never make one.
    """
    return cast("Loop", _Compiled(function))


class _Compiled:
    """A loop that is compiled with its first call.

    Parameters
    ----------
    function
        What is compiled. It may call other compiled loops.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._function = function

    def __call__(self, *arguments: Any) -> Any:
        return self._made(*arguments)

    @cached_property
    def _made(self) -> Any:
        from numba import njit  # here, for it takes longer to load than all that needs it

        try:
            return njit(cache=True, nogil=True)(self._function)
        except RuntimeError:  # neither place can be written to
            return njit(nogil=True)(self._function)

    @property
    def _numba_type_(self) -> Any:
        """What the compiler takes a loop for that calls this one."""
        return self._made._numba_type_
