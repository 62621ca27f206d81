"""Loops that are compiled to machine code when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Loop = TypeVar("Loop", bound=Callable[..., Any])


def compiled(function: Loop) -> Loop:
    """Compile to machine code, which is kept beside its file, or else in the user's cache."""
    try:
        made: Any = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # neither place can be written to
        made = njit(nogil=True)(function)
    return cast("Loop", made)
