"""Loops that are compiled to machine code when they are first used (numba), if that is there.

Without it they run as they are written, or as arrays are computed with where that was written as
well: numbers of the same kind, many times slower.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property, update_wrapper, wraps
from typing import Any, TypeVar, cast

import numpy as np

Loop = TypeVar("Loop", bound=Callable[..., Any])

_WITHOUT_COMPILER = set[str]()  # loops of this process that are interpreted
_OUTER = threading.local()  # has the member "running" inside a loop that is interpreted


def compiled(function: Loop) -> Loop:
    """Compile to machine code, which is kept beside its file, or else in the user's cache.

    The compiler is loaded with the first call of any loop: most processes never make one. Where
    it is not installed, the loop is interpreted.
    """
    return cast("Loop", _Compiled(function, function))


def compiled_or(plain: Loop) -> Callable[[Loop], Loop]:
    """Compile to machine code; where there is no compiler, another function does the same."""

    def decorate(function: Loop) -> Loop:
        return cast("Loop", _Compiled(function, plain))

    return decorate


def interpreting() -> bool:
    """Tell whether a loop had to be interpreted in this process, for want of a compiler."""
    return bool(_WITHOUT_COMPILER)


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a loop that does to others what a compiled one does.

    Its integers wrap around silently, and the random numbers of its caller stay as they were.
    """
    _WITHOUT_COMPILER.add(function.__qualname__)

    @wraps(function)
    def run(*arguments: Any) -> Any:
        if getattr(_OUTER, "running", False):
            return function(*arguments)
        random = np.random.get_state()
        _OUTER.running = True
        try:
            with np.errstate(over="ignore"):
                return function(*arguments)
        finally:
            _OUTER.running = False
            np.random.set_state(random)

    return run


class _Compiled:
    """A loop that is compiled with its first call.

    Parameters
    ----------
    function
        What is compiled. It may call other compiled loops.
    plain
        What runs where there is no compiler.
    """

    def __init__(self, function: Callable[..., Any], plain: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self._function, self._plain = function, plain

    def __call__(self, *arguments: Any) -> Any:
        return self._made(*arguments)

    @cached_property
    def _made(self) -> Any:
        try:
            from numba import njit  # here, for it takes longer to load than all that needs it
        except ModuleNotFoundError as error:
            if error.name != "numba":
                raise
            return _interpreted(self._plain)
        try:
            return njit(cache=True, nogil=True)(self._function)
        except RuntimeError:  # neither place can be written to
            return njit(nogil=True)(self._function)

    @property
    def _numba_type_(self) -> Any:
        """What the compiler takes a loop for that calls this one."""
        return self._made._numba_type_
