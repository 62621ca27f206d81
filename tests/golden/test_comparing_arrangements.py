"""Hastings et al., SIAM PP 2016 (paper 002): what its slides state beside the curves themselves."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.golden.conftest import Proven

PRIOR = ("absolute", "relative", "circulant")


def test_observation_1_absolute_relative_circulant_in_order(p42: Proven) -> None:
    assert p42["absolute"].signs(p42["relative"]) == {-1, 0}
    assert p42["relative"].signs(p42["circulant"]) == {-1, 0}


@pytest.mark.parametrize(("name", "most"), [("absolute", 24), ("relative", 36), ("circulant", 36)])
def test_observation_2_the_maximum_is_bounded(p42: Proven, name: str, most: int) -> None:
    assert p42[name].final_slope == 0
    assert p42[name].at(1000) == most


def test_arrangement_changes_bandwidth_by_as_much_as_half(p42: Proven) -> None:
    """Also stated in the introduction of Belka et al."""
    corners = [Fraction(x) for x in ("5/4", "3/2", "2", "8/3", "4", "1000")]
    best = {x: max(p42[name].at(x) for name in PRIOR) for x in corners}
    worst = {x: min(p42[name].at(x) for name in PRIOR) for x in corners}
    assert max(best[x] / worst[x] for x in corners) == Fraction(3, 2)


def test_absolute_is_at_most_half_of_a_squared_times_groups(p42: Proven) -> None:
    assert p42["absolute"].at(1000) <= (4 // 2) ** 2 * 9


def test_conclusion_3_order_at_large_alpha_on_p28(p28: Proven) -> None:
    assert p28["circulant"].signs(p28["absolute"], 1) == {-1}
    assert p28["absolute"].signs(p28["relative"], 1) == {-1}


def test_conclusion_3_absolute_and_relative_are_unbounded_on_p28(p28: Proven) -> None:
    assert p28["absolute"].final_slope > 0
    assert p28["relative"].final_slope > 0
    assert p28["circulant"].final_slope == 0
