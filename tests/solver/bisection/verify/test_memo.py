"""What a verifier found is remembered where somebody asks for it, and what it refused is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from alphacut.solver.bisection.verify.memo import Memo, once, remembering
from alphacut.solver.bisection.verify.sequences import crosscorrelations
from alphacut.solver.bisection.verify.sequences.crosscorrelations import beyond
from alphacut.solver.bisection.verify.sequences.sphere import Search
from alphacut.solver.common.errors import Refused

WEIGHTS = (3, -2, 1, -4, 1, 5, 2, -6, 5, 3, 5, -8, 9)  # of two sequences of seven entries
MANY = 1 << 20  # entries


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return what tells how many searches there were."""
    number = 0

    class Counted(Search):
        def run(self) -> int | None:
            nonlocal number
            number += 1
            return super().run()

    monkeypatch.setattr(crosscorrelations, "Search", Counted)
    return lambda: number


def test_a_question_is_searched_once_whatever_is_allowed(searches: Callable[[], int]) -> None:
    with remembering(Memo()):
        most = beyond(WEIGHTS, 0, MANY)
        assert most is not None
        assert beyond(WEIGHTS, 0, MANY // 2) == most
        assert beyond(WEIGHTS, most, MANY) is None
        assert searches() == 1
        assert beyond(WEIGHTS, most - 1, MANY) == most
        assert searches() == 2


def test_what_is_the_most_is_so_when_it_is_searched_again() -> None:
    most = beyond(WEIGHTS, 0, MANY)
    assert most is not None
    assert beyond(WEIGHTS, most, MANY) is None


def test_outside_nothing_is_remembered(searches: Callable[[], int]) -> None:
    with remembering(Memo()):
        beyond(WEIGHTS, 0, MANY)
    with remembering(Memo()):
        beyond(WEIGHTS, 0, MANY)
    beyond(WEIGHTS, 0, MANY)
    assert searches() == 3


def test_what_took_too_long_is_not_remembered() -> None:
    with remembering(Memo()):
        with pytest.raises(Refused):
            beyond(WEIGHTS, 0, 1)
        assert beyond(WEIGHTS, 0, MANY) is not None


def test_only_the_last_results_are_remembered() -> None:
    asked = []

    def search() -> int:
        asked.append(number)
        return number

    with remembering(Memo(most=3)):
        for number in (0, 1, 2, 3, 4, 2, 3, 4, 1):
            assert once(number, search) == number
    assert asked == [0, 1, 2, 3, 4, 1]
