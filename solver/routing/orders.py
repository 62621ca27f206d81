"""Orders of the groups, which decide about routes between switches of one colour."""

from __future__ import annotations

import math

import numpy as np

from alphacut.arrangements.numbers import NumberError, read_integer
from alphacut.arrangements.words import shown
from alphacut.solver.common.errors import QuestionError

MULTIPLY = "multiply:"


def read_order(text: str | None, count: int) -> tuple[int, ...]:
    """Read an order as the groups from the first to the last.

    Parameters
    ----------
    text
        All groups with commas between them; multiply:M, where group g has place M·g
        modulo the number of groups; None: by number.

    Raises
    ------
    QuestionError
        If it is no permutation of the groups.
    """
    if text is None:
        return tuple(range(count))
    if text.startswith(MULTIPLY):
        return _multiplied(text.removeprefix(MULTIPLY), count)
    try:
        order = [read_integer(word, least=0) for word in text.split(",")]
    except NumberError as error:
        raise QuestionError("order", str(error)) from error
    if sorted(order) != list(range(count)):
        raise QuestionError(
            "order",
            f"must name each of the groups 0 to {count - 1} once, got {shown(text)}",
        )
    return tuple(order)


def _multiplied(word: str, count: int) -> tuple[int, ...]:
    try:
        factor = read_integer(word, least=1)
    except NumberError as error:
        raise QuestionError("order", f"multiply:M {error}") from error
    if math.gcd(factor, count) > 1:
        raise QuestionError(
            "order",
            f"multiply:M needs M and the number of groups, {count}, without a common factor",
        )
    return tuple(np.argsort(np.arange(count) * factor % count).tolist())


def ranks(order: tuple[int, ...]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return the place of each group in an order."""
    return np.argsort(np.array(order, dtype=np.int64))
