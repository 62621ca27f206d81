"""About how many letters a search sets is known before."""

from __future__ import annotations

import pytest

from alphacut.solver.bisection.verify.crosscorrelations import beyond
from alphacut.solver.bisection.verify.three import ThreeSearch
from tests.solver.bisection.verify.test_triples import drawn

MANY = 1 << 40  # letters


@pytest.mark.parametrize("seed", [0, 7, 10])
def test_as_many_letters_are_set_as_are_expected(seed: int) -> None:
    parts = drawn(15, seed, most=200)
    highest = [beyond(part, 0) or 0 for part in parts]
    most = ThreeSearch(parts, highest, sum(highest) // 2, MANY).run()
    assert most is not None
    search = ThreeSearch(parts, highest, most, MANY)
    expected = search.letters
    assert search.run() is None
    assert MANY - search.budget.left == pytest.approx(expected, rel=0.25)
