"""A search is made once for each question, and one that was refused is made again."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.sequences.completed_square import of_two
from alphacut.solver.bisection.verify.sequences.remembered import Remembered
from alphacut.solver.bisection.verify.sequences.sphere import Search

WEIGHTS = (3, -2, 1, -4, 1, 5, 2, -6, 5, 3, 5, -8, 9)  # of two sequences of seven letters
MANY = 1 << 20  # letters


class Searches:
    """Searches for two sequences, and how many there were."""

    def __init__(self) -> None:
        self.number = 0

    def __call__(self, asked: tuple[int, ...], most: int, steps: int) -> int | None:
        self.number += 1
        return Search(of_two(np.array(asked), most), most, steps).run()


def test_a_question_is_searched_once_whatever_is_allowed() -> None:
    searches = Searches()
    beyond = Remembered(searches, 10)
    most = beyond(WEIGHTS, 0, MANY)
    assert most is not None
    assert beyond(WEIGHTS, 0, MANY // 2) == most
    assert beyond(WEIGHTS, most, MANY) is None
    assert searches.number == 1
    assert beyond(WEIGHTS, most - 1, MANY) == most
    assert beyond(WEIGHTS[::-1], 0, MANY) is not None
    assert searches.number == 3


def test_what_is_the_most_is_so_when_it_is_searched_again() -> None:
    most = Remembered(Searches(), 10)(WEIGHTS, 0, MANY)
    assert most is not None
    assert Remembered(Searches(), 10)(WEIGHTS, most, MANY) is None


def test_what_took_too_long_is_not_remembered() -> None:
    beyond = Remembered(Searches(), 10)
    with pytest.raises(Refused):
        beyond(WEIGHTS, 0, 1)
    assert beyond(WEIGHTS, 0, MANY) is not None


def test_only_the_last_answers_are_remembered() -> None:
    searches = Searches()
    beyond = Remembered(searches, 3)
    for number in range(5):
        assert beyond(WEIGHTS, 1000 + number, MANY) is None
    assert searches.number == 5
    for number in (2, 3, 4, 1):
        beyond(WEIGHTS, 1000 + number, MANY)
    assert searches.number == 6
