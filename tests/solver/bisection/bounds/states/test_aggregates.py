"""Aggregates of compositions: which a run is made for, and which are taken for too wide."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.aggregates import NEARBY, Aggregate, Aggregates, kinds
from alphacut.solver.bisection.verify.compositions import Compositions, weak_compositions
from tests.solver.bisection.bounds.states.conftest import relaxation

COMPOSITIONS = Compositions(
    relaxation(Dragonfly(a=6, h=3, arrangement="helix").network()).structure
)
EVERYTHING = np.arange(len(COMPOSITIONS.numbers))
INTERCEPTS = 19 * 9 + 1  # each of so many groups is not divided, or by up to 9 local links


@pytest.mark.parametrize("intercepts", [(0,), (0, 3), (0, 3, 4), (0, 5, 8, 9), (0, 7, 12, 15, 16)])
def test_aggregates_become_narrower_down_to_single_compositions(
    intercepts: tuple[int, ...],
) -> None:
    each = np.array(intercepts)
    numbers = weak_compositions(6, len(each))
    sizes = []
    for functions in kinds(each):
        totals = numbers @ functions.T
        sizes.append(len(np.unique(totals, axis=0)))
    assert sizes == sorted(sizes)
    assert sizes[-1] == len(numbers)
    assert len(sizes) == (1 if len(each) == 1 else 2 if len(each) <= 3 else 3)


def missed(aggregates: Aggregates, left: IntArray) -> Aggregate:
    """Let a run settle nothing of the aggregate that follows."""
    aggregate = aggregates.following(left)
    aggregates.ran(aggregate, left, still=len(aggregate.members), settled=0)
    return aggregate


def weak_of(aggregates: Aggregates) -> int:
    """Return how many intercepts are taken for not enough."""
    return len(aggregates._kinds[0].weak)


def test_the_first_aggregate_is_the_intercept_in_the_middle() -> None:
    aggregate = Aggregates(COMPOSITIONS).following(EVERYTHING)
    assert len(aggregate.totals) == 1
    assert (COMPOSITIONS.intercepts[aggregate.members] == aggregate.totals[0]).all()
    assert aggregate.middle in aggregate.members
    mean = COMPOSITIONS.intercepts.mean()
    assert abs(aggregate.totals[0] - mean) < INTERCEPTS / 8


def test_aggregates_that_fail_in_a_row_make_more_of_those_around_them_weak() -> None:
    aggregates = Aggregates(COMPOSITIONS)
    before, grown = 0, []
    for _ in range(3):
        missed(aggregates, EVERYTHING)
        grown.append(weak_of(aggregates) - before)
        before += grown[-1]
    reach = np.ptp(COMPOSITIONS.intercepts) // NEARBY
    assert grown[0] <= 2 * reach + 1
    assert grown[0] < grown[1] < grown[2]


def test_after_some_success_only_those_nearby_are_taken_for_weak_again() -> None:
    aggregates = Aggregates(COMPOSITIONS)
    missed(aggregates, EVERYTHING)
    first = weak_of(aggregates)
    aggregate = aggregates.following(EVERYTHING)
    aggregates.ran(aggregate, EVERYTHING, still=0, settled=len(aggregate.members))
    assert weak_of(aggregates) == first
    missed(aggregates, EVERYTHING)
    assert weak_of(aggregates) <= 2 * first


def test_an_aggregate_that_brought_enough_elsewhere_may_be_gone_on_with() -> None:
    aggregates = Aggregates(COMPOSITIONS)
    aggregate = aggregates.following(EVERYTHING)
    number = len(aggregate.members)
    aggregates.ran(aggregate, EVERYTHING, still=number, settled=number)
    assert weak_of(aggregates) == 0
    assert (aggregates.following(EVERYTHING).totals == aggregate.totals).all()


def test_when_all_intercepts_are_weak_more_is_known_and_at_last_everything() -> None:
    aggregates = Aggregates(COMPOSITIONS)
    known = []
    left = EVERYTHING[::97]
    while not (aggregate := missed(aggregates, left)).single:
        known.append(len(aggregate.functions))
    assert known == sorted(known)
    assert {1, 2} == set(known)
    assert aggregate.members.tolist() == [aggregate.middle]
