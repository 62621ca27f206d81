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


def test_a_question_is_searched_once_in_whichever_image(searches: Callable[[], int]) -> None:
    turned = (*WEIGHTS[:6], *WEIGHTS[7:], WEIGHTS[6])
    with remembering(Memo()):
        most = beyond(WEIGHTS, 0)
        assert most is not None
        assert beyond(turned, 0) == most
        assert searches() == 1
        assert beyond(WEIGHTS, most) is None
        assert searches() == 2


def test_outside_nothing_is_remembered(searches: Callable[[], int]) -> None:
    with remembering(Memo()):
        beyond(WEIGHTS, 0)
    with remembering(Memo()):
        beyond(WEIGHTS, 0)
    beyond(WEIGHTS, 0)
    assert searches() == 3


def test_what_took_too_long_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    with remembering(Memo()):
        with monkeypatch.context() as few:
            few.setattr(crosscorrelations, "MOST_STEPS", 1)
            with pytest.raises(Refused):
                beyond(WEIGHTS, 0)
        assert beyond(WEIGHTS, 0) is not None


def test_only_the_last_results_are_remembered() -> None:
    asked = []

    def search() -> int:
        asked.append(number)
        return number

    with remembering(Memo(most=3)):
        for number in (0, 1, 2, 3, 4, 2, 3, 4, 1):
            assert once(number, search) == number
    assert asked == [0, 1, 2, 3, 4, 1]
