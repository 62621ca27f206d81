"""Capacities in Gb/s."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alphacut.service.render.units import Units, plain, read_capacity


def test_alpha_and_capacities_are_exact() -> None:
    units = Units(local=Fraction("12.5"), global_=Fraction(100, 3))
    assert units.alpha == Fraction(8, 3)
    assert units.capacity(Fraction(24)) == "300 Gb/s"
    assert units.global_link(units.alpha) == "100/3 Gb/s"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(3600), "3,600"),
        (Fraction(10825, 2), "5,412.5"),
        (Fraction(1, 8), "0.125"),
        (Fraction(400, 3), "400/3"),
        (Fraction(0), "0"),
    ],
)
def test_numbers_are_written_plainly(value: Fraction, written: str) -> None:
    assert plain(value) == written


@pytest.mark.parametrize(
    ("written", "value"),
    [("100", Fraction(100)), (" 12.5 ", Fraction(25, 2)), ("400/3", Fraction(400, 3))],
)
def test_capacities_are_read_exactly(written: str, value: Fraction) -> None:
    assert read_capacity(written) == value


@pytest.mark.parametrize("written", ["0", "-1", "1/0", "1e9", "nan", "", "fast", "0.0", "9" * 30])
def test_other_capacities_are_refused_with_what_would_be_right(written: str) -> None:
    with pytest.raises(ValueError, match=r"such as 100, 12\.5"):
        read_capacity(written)
