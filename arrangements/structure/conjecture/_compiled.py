"""Compiled loops: the one place that knows what compiles them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

Function = TypeVar("Function", bound="Callable[..., Any]")


def compiled(function: Function) -> Function:
    """Compile a loop over numbers and arrays to machine code, which other threads do not wait for.

    Where numba is not installed, it is interpreted: the same numbers, many times slower.
    """
    try:
        from numba import njit
    except ModuleNotFoundError as error:
        if error.name != "numba":
            raise
        return function
    made: Any = njit(cache=True, nogil=True, boundscheck=False)(function)
    return cast("Function", made)


@compiled
def find(parent: Any, node: int) -> int:
    """Return the root of a node, and halve the path to it."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@compiled
def join(parent: Any, root: int, node: int) -> int:
    """Put the component of a node together with that of a root; return the root of both."""
    other = find(parent, node)
    if other < root:
        parent[root] = other
        return other
    parent[other] = root
    return root
