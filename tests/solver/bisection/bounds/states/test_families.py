"""Families of divisions: which a run is made for, and which are taken for too wide."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.families import NEARBY, Families, Family, kinds
from alphacut.solver.bisection.problem import Portion
from alphacut.solver.bisection.verify.divisions import Divisions, compositions
from tests.solver.bisection.bounds.states.conftest import relaxation

DIVISIONS = Divisions(relaxation(Dragonfly(a=6, h=3, arrangement="helix").network()).frame)
EVERYTHING = np.arange(len(DIVISIONS.numbers))
NOTHING_MISSING = np.zeros_like(EVERYTHING)
INTERCEPTS = 19 * 9 + 1  # each of so many groups is not divided, or by up to 9 local links


@pytest.mark.parametrize("intercepts", [(0,), (0, 3), (0, 3, 4), (0, 5, 8, 9), (0, 7, 12, 15, 16)])
def test_families_become_narrower_down_to_single_divisions(intercepts: tuple[int, ...]) -> None:
    each = np.array(intercepts)
    numbers = compositions(6, len(each))
    sizes = []
    for functions in kinds(each):
        totals = numbers @ functions.T
        sizes.append(len(np.unique(totals, axis=0)))
    assert sizes == sorted(sizes)
    assert sizes[-1] == len(numbers)
    assert len(sizes) == (1 if len(each) == 1 else 2 if len(each) <= 3 else 3)


def missed(families: Families, left: IntArray) -> Family:
    """Let a run settle nothing of the family that follows."""
    family = families.following(left, np.zeros_like(left))
    families.ran(family, left, still=len(family.members), settled=0)
    return family


def weak_of(families: Families) -> int:
    """Return how many intercepts are taken for not enough."""
    return len(families._kinds[0].weak)


def test_the_first_family_is_the_intercept_in_the_middle() -> None:
    family = Families(DIVISIONS).following(EVERYTHING, NOTHING_MISSING)
    assert len(family.totals) == 1
    assert (DIVISIONS.intercepts[family.members] == family.totals[0]).all()
    assert family.middle in family.members
    mean = DIVISIONS.intercepts.mean()
    assert abs(family.totals[0] - mean) < INTERCEPTS / 8


def test_families_that_fail_in_a_row_make_more_of_those_around_them_weak() -> None:
    families = Families(DIVISIONS)
    before, grown = 0, []
    for _ in range(3):
        missed(families, EVERYTHING)
        grown.append(weak_of(families) - before)
        before += grown[-1]
    reach = np.ptp(DIVISIONS.intercepts) // NEARBY
    assert grown[0] <= 2 * reach + 1
    assert grown[0] < grown[1] < grown[2]


def test_after_some_success_only_those_nearby_are_taken_for_weak_again() -> None:
    families = Families(DIVISIONS)
    missed(families, EVERYTHING)
    first = weak_of(families)
    family = families.following(EVERYTHING, NOTHING_MISSING)
    families.ran(family, EVERYTHING, still=0, settled=len(family.members))
    assert weak_of(families) == first
    missed(families, EVERYTHING)
    assert weak_of(families) <= 2 * first


def test_what_is_forgotten_is_tried_again() -> None:
    families = Families(DIVISIONS)
    family = missed(families, EVERYTHING)
    assert (families.following(EVERYTHING, NOTHING_MISSING).totals != family.totals).any()
    families.forget()
    assert (families.following(EVERYTHING, NOTHING_MISSING).totals == family.totals).all()


def test_a_family_that_brought_enough_elsewhere_may_be_gone_on_with() -> None:
    families = Families(DIVISIONS)
    family = families.following(EVERYTHING, NOTHING_MISSING)
    number = len(family.members)
    families.ran(family, EVERYTHING, still=number, settled=number)
    assert weak_of(families) == 0
    assert (families.following(EVERYTHING, NOTHING_MISSING).totals == family.totals).all()


def test_when_all_intercepts_are_weak_more_is_known_and_at_last_everything() -> None:
    families = Families(DIVISIONS)
    known = []
    left = EVERYTHING[::97]
    while not (family := missed(families, left)).single:
        known.append(len(family.functions))
    assert known == sorted(known)
    assert {1, 2} == set(known)
    assert family.members.tolist() == [family.middle]


def test_parts_come_first_once_nothing_more_will_be_known() -> None:
    """But for intercepts alone, which are tried again even where they were known to be weak."""
    families = Families(DIVISIONS)
    everywhere = Portion(least=0, most=int(DIVISIONS.intercepts.max()))
    families.know((everywhere,))
    assert len(families.following(EVERYTHING, NOTHING_MISSING).functions) == 2
    families.into_parts()
    known, left = list[tuple[int, bool]](), EVERYTHING[::97]
    while not (family := missed(families, left)).single:
        known.append((len(family.functions), family.parts))
    assert set(known[: known.index((1, True))]) == {(1, False)}
    assert set(known[known.index((2, True)) :]) == {(2, True)}
    assert {(1, False), (1, True), (2, True)} == set(known)
    assert family.parts


def test_parts_are_taken_where_the_most_is_missing() -> None:
    families = Families(DIVISIONS)
    families.into_parts()
    left = EVERYTHING[::97]
    while not families.following(left, np.zeros_like(left)).parts:
        missed(families, left)
    worst = left[7]
    missing = np.where(DIVISIONS.intercepts[left] == DIVISIONS.intercepts[worst], 3, 1)
    family = families.following(left, missing)
    assert family.parts
    assert family.totals == DIVISIONS.intercepts[worst]


def test_weak_parts_are_not_weak_intercepts() -> None:
    families = Families(DIVISIONS)
    families.into_parts()
    left = EVERYTHING[::97]
    while not (family := families.following(left, np.zeros_like(left))).parts:
        missed(families, left)
    intercepts = len(families._kinds[0].weak)
    families.ran(family, left, still=len(family.members), settled=0)
    assert len(families._kinds[0].weak) == intercepts
    assert tuple(family.totals.tolist()) in families._kinds[1].weak


def test_new_bounds_for_parts_are_news_for_parts_alone() -> None:
    families = Families(DIVISIONS)
    families.into_parts()
    left = EVERYTHING[::97]
    while not missed(families, left).parts:
        pass
    intercepts = set(families._kinds[0].weak)
    assert families._kinds[1].weak
    families.forget()
    assert families._kinds[0].weak == intercepts
    assert families.following(left, np.zeros_like(left)).parts
