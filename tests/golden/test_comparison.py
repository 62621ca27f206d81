"""The comparison itself, on curves whose crossings are plain."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.golden.conftest import Proven


def test_value_is_the_least_line(p42: Proven) -> None:
    assert p42["absolute"].at(Fraction(5, 4)) == 24
    assert p42["absolute"].at(1) == 20
    assert p42["absolute"].at(100) == 24


def test_maximum_of_curves_is_taken_pointwise(p34: Proven) -> None:
    assert p34.best_of("relative", "circulant").at(1) == 32  # circulant; relative has 30
    assert p34.best_of("relative", "circulant").at(2) == 40  # relative; circulant has 38


@pytest.mark.parametrize(
    ("low", "high", "signs"),
    [
        ("0", "5/4", {0}),
        ("5/4", "3", {1}),
        ("1", "2", {0, 1}),
        ("2", "4", {1, 0, -1}),
        ("3", None, {-1}),
    ],
)
def test_signs_are_those_of_the_open_interval(
    p42: Proven, low: str, high: str | None, signs: set[int]
) -> None:
    assert p42["circulant"].signs(p42["helix"], low, high) == signs


def test_a_single_meeting_counts_as_a_tie_there(p42: Proven) -> None:
    assert p42["nautilus"].signs(p42["circulant"], 5, 7) == {-1, 0, 1}
    assert p42["nautilus"].at(6) == p42["circulant"].at(6) == 36
