"""Tasks placed at random: order statistics against Monte Carlo, and the printed equation."""

from __future__ import annotations

import math

import pytest

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.exchange import Exchange
from alphacut.solver.placement.model import at_random, printed
from alphacut.solver.placement.sides import Sides

CASES = [((4, 4, 4), 16), ((8, 8, 4), 16), ((8, 8, 4), 32), ((16, 8, 8), 32), ((64, 4, 1), 16)]


@pytest.mark.parametrize(("tasks", "size"), CASES)
def test_order_statistics_are_within_six_percent(
    paper_exchange: Exchange, tasks: Sides, size: int
) -> None:
    estimate = at_random.by_order_statistics(paper_exchange, tasks, size)
    measured = at_random.by_monte_carlo(paper_exchange, tasks, size, samples=300, seed=7)
    low, high = measured.mean - 4 * measured.error, measured.mean + 4 * measured.error
    assert 0.99 * low <= estimate <= 1.06 * high


def test_monte_carlo_repeats_and_tells_its_error(paper_exchange: Exchange) -> None:
    one, other = (
        at_random.by_monte_carlo(paper_exchange, (4, 4, 4), 16, samples=50, seed=1) for _ in "ab"
    )
    assert one == other
    assert 0 < one.error < 0.1 * one.mean


def test_equation_20_is_far_off(paper_exchange: Exchange) -> None:
    measured = at_random.by_monte_carlo(paper_exchange, (64, 4, 1), 8, samples=100)
    assert printed.equation_20(8, 32) < 0.5 * measured.mean
    measured = at_random.by_monte_carlo(paper_exchange, (8, 8, 4), 32, samples=100)
    assert printed.equation_20(32, 8) > 1.9 * measured.mean


def test_equation_20_exceeds_all_that_is_sent_for_three_and_four_groups() -> None:
    for groups in (3, 4):
        with pytest.raises(QuestionError, match="at least 5"):
            printed.equation_20(16, groups)
        assert math.log(groups) / math.log(math.log(groups)) > groups  # of |γ| / groups


def test_bad_sizes_are_refused(paper_exchange: Exchange) -> None:
    with pytest.raises(QuestionError, match="must divide"):
        at_random.by_order_statistics(paper_exchange, (4, 4, 4), 24)
    with pytest.raises(QuestionError, match="samples"):
        at_random.by_monte_carlo(paper_exchange, (4, 4, 4), 16, samples=10**9)
