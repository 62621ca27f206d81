"""Families of divisions: which a run is made for, and which are taken for too wide."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds.pairs import IntArray
from alphacut.solver.bisection.bounds.states.families import NEARBY, Families, Family, kinds
from alphacut.solver.bisection.verify.divisions import Divisions, compositions
from tests.solver.bisection.bounds.states.conftest import relaxation

DIVISIONS = Divisions(relaxation(Dragonfly(a=6, h=3, arrangement="helix").network()).frame)
EVERYTHING = np.arange(len(DIVISIONS.numbers))
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
    family = families.following(left)
    families.ran(family, left, still=len(family.members), settled=0)
    return family


def weak_of(families: Families) -> int:
    """Return how many intercepts are taken for not enough."""
    return len(families._kinds[0].weak)


def test_the_first_family_is_the_intercept_in_the_middle() -> None:
    family = Families(DIVISIONS).following(EVERYTHING)
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
    family = families.following(EVERYTHING)
    families.ran(family, EVERYTHING, still=0, settled=len(family.members))
    assert weak_of(families) == first
    missed(families, EVERYTHING)
    assert weak_of(families) <= 2 * first


def test_what_is_forgotten_is_tried_again() -> None:
    families = Families(DIVISIONS)
    family = missed(families, EVERYTHING)
    assert (families.following(EVERYTHING).totals != family.totals).any()
    families.forget()
    assert (families.following(EVERYTHING).totals == family.totals).all()


def test_a_family_that_brought_enough_elsewhere_may_be_gone_on_with() -> None:
    families = Families(DIVISIONS)
    family = families.following(EVERYTHING)
    number = len(family.members)
    families.ran(family, EVERYTHING, still=number, settled=number)
    assert weak_of(families) == 0
    assert (families.following(EVERYTHING).totals == family.totals).all()


def test_when_all_intercepts_are_weak_more_is_known_and_at_last_everything() -> None:
    families = Families(DIVISIONS)
    known = []
    left = EVERYTHING[::97]
    while not (family := missed(families, left)).single:
        known.append(len(family.functions))
    assert known == sorted(known)
    assert {1, 2} == set(known)
    assert family.members.tolist() == [family.middle]
