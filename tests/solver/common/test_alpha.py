"""α as an exact ratio."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.network import Line
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError

ratios = st.fractions(min_value=0, max_value=1000, max_denominator=1000)
alphas = st.one_of(ratios.map(Alpha.of), st.just(INFINITY))


@pytest.mark.parametrize(
    ("written", "alpha"),
    [
        (0, ZERO),
        (3, Alpha(3, 1)),
        ("5/4", Alpha(5, 4)),
        ("10/8", Alpha(5, 4)),
        ("1.25", Alpha(5, 4)),
        (" 1.50 ", Alpha(3, 2)),
        (".5", Alpha(1, 2)),
        ("0/7", ZERO),
        ("0.000000001", Alpha(1, 10**9)),
        ("999999999/2", Alpha(999999999, 2)),
        ("inf", INFINITY),
        ("+1", Alpha(1, 1)),
        (" +5/4", Alpha(5, 4)),
        ("1e3", Alpha(1000, 1)),
        ("2.5E-1", Alpha(1, 4)),
        ("1e-9", Alpha(1, 10**9)),
        ("0.5e9", Alpha(5 * 10**8, 1)),
        (1e3, Alpha(1000, 1)),  # in JSON, whose integers may be written so
        (0.0, Alpha(0, 1)),
    ],
)
def test_parse_reads_what_users_write(written: object, alpha: Alpha) -> None:
    assert Alpha.parse(written) == alpha


@pytest.mark.parametrize(
    "written",
    [
        1.25,
        float("inf"),
        True,
        None,
        -1,
        "-1/2",
        "1/0",
        "1/00",
        "",
        "one",
        "1e9",
        "1e-10",
        "1.5e-9",
        "1e999999999",
        "1e99999",
        "1e",
        "e3",
        "++1",
        "+-1",
        1e9,
        1e308,
        float("nan"),
        "1/1024000000000",
        "1000000000/3",
        "1//2",
        "1/2/3",
        "1.",
        ".",
        "1/2.5",
        "1_000",
        "١",  # a digit, but not ASCII
        "1234567890",
        "1/1234567890",
        "0.1234567890",
        10**9 + 1,
        [1],
        {"p": 1},
        "INF",
    ],
)
def test_parse_refuses_everything_else_and_names_the_field(written: object) -> None:
    with pytest.raises(QuestionError, match=r"^alpha\.min: ") as caught:
        Alpha.parse(written, "alpha.min")
    assert caught.value.field == "alpha.min"


def test_refusal_of_a_float_says_how_to_write_it() -> None:
    with pytest.raises(QuestionError, match="5/4"):
        Alpha.parse(1.25)


@pytest.mark.parametrize("written", ["0.000000001", "999999999.999999999", "123456789/2"])
def test_what_users_may_write_is_read_back_from_the_text_in_requests(written: str) -> None:
    alpha = Alpha.parse(written)
    assert Alpha.parse(str(alpha)) == alpha


@given(alphas)
def test_text_is_read_back_as_the_same(alpha: Alpha) -> None:
    assert Alpha.parse(str(alpha)) == alpha


@given(st.fractions(min_value=0, max_value=10**30, max_denominator=10**9).map(Alpha.of))
def test_breakpoints_may_have_more_digits_than_users_write(alpha: Alpha) -> None:
    assert Alpha.read(str(alpha)) == alpha


def test_the_end_of_a_curve_is_read() -> None:
    assert Alpha.read("inf") == INFINITY


@given(alphas, alphas)
def test_order_is_that_of_the_numbers(one: Alpha, other: Alpha) -> None:
    number = [float("inf") if not a.finite else a.fraction for a in (one, other)]
    assert (one < other) == (number[0] < number[1])
    assert (one == other) == (number[0] == number[1])


@given(ratios, st.integers(0, 100), st.integers(0, 100))
def test_scaled_value_is_the_capacity(ratio: Fraction, intercept: int, slope: int) -> None:
    alpha, line = Alpha.of(ratio), Line(intercept, slope)
    assert alpha.value(alpha.scaled(line)) == line.at(ratio)


def test_ends_look_at_intercept_and_slope_alone() -> None:
    assert ZERO.scaled(Line(7, 5)) == 7
    assert INFINITY.scaled(Line(7, 5)) == 5
    assert INFINITY.value(5) == 5
