"""Numbers from outside: read exactly, and never at a cost beyond their text."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.numbers import (
    NumberError,
    read_amount,
    read_duration,
    read_integer,
    read_rational,
    read_share,
    read_tolerance,
)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (0, Fraction(0)),
        (999_999_999, Fraction(999_999_999)),
        ("5/4", Fraction(5, 4)),
        (" 1.25 ", Fraction(5, 4)),
        ("-3", Fraction(-3)),
        ("-1/2", Fraction(-1, 2)),
        ("0/7", Fraction(0)),
        (".5", Fraction(1, 2)),
        ("-.25", Fraction(-1, 4)),
    ],
)
def test_rationals_are_exact(written: object, value: Fraction) -> None:
    assert read_rational(written) == value


@pytest.mark.parametrize(
    "written",
    [
        True, None, 1.5, float("nan"), [1], {}, "", " ", "1.", ".", "-.", "..5", ".1/2",
        "+1", "1/0", "1/00", "1/-2",
        "1//2", "1/2/3", "1/2.5", "1_000", "١", "one", "inf", "nan", "0x10", "1e3", "1e0",
        10**9, -(10**9), pytest.param(10**5000, id="huge"),
        "1234567890", "1/1234567890", "0.1234567890",
        pytest.param("9" * 10**7, id="long"), pytest.param("1/" + "9" * 10**7, id="long ratio"),
    ],
)  # fmt: skip
def test_everything_else_is_refused(written: object) -> None:
    with pytest.raises(NumberError, match=r"^must be a number such as"):
        read_rational(written)


@pytest.mark.parametrize("text", ["1e-999999999", "1E+999999999", "1e-99999", "0e999999999"])
def test_exponents_are_bounded_before_anything_is_computed(text: str) -> None:
    with pytest.raises(NumberError):
        read_tolerance(text)


@pytest.mark.parametrize(
    ("written", "value"),
    [(0.05, Fraction(1, 20)), (1e-7, Fraction(1, 10**7)), ("1e-6", Fraction(1, 10**6)), (0, 0)],
)
def test_tolerances_may_be_floats(written: object, value: Fraction) -> None:
    assert read_tolerance(written) == value


@pytest.mark.parametrize("written", [float("nan"), float("inf"), -float("inf"), True, None, "x"])
def test_what_is_no_tolerance(written: object) -> None:
    with pytest.raises(NumberError):
        read_tolerance(written)


@given(st.floats(0, 1, exclude_max=True, allow_subnormal=False))
def test_a_float_is_read_as_it_is_shown(value: float) -> None:
    assert value == 0 or value < 1e-99 or float(read_tolerance(value)) == value


@given(st.integers(-(10**9) + 1, 10**9 - 1), st.integers(1, 10**9 - 1))
def test_ratios_are_read_back(top: int, bottom: int) -> None:
    assert read_rational(f"{top}/{bottom}") == Fraction(top, bottom)


@pytest.mark.parametrize(("written", "value"), [("12", 12), (12, 12), ("-7", -7), (" 0 ", 0)])
def test_integers(written: object, value: int) -> None:
    assert read_integer(written) == value


@pytest.mark.parametrize("written", [True, 1.0, None, "", "1.0", "1e3", "９", "1" * 10, 10**9, "x"])
def test_what_is_no_integer(written: object) -> None:
    with pytest.raises(NumberError, match=r"^must be an integer, of at most 9 digits, got "):
        read_integer(written)


def test_an_integer_may_have_a_least_value() -> None:
    assert read_integer("1", least=1) == 1
    with pytest.raises(NumberError, match="an integer from 1, of at most 9 digits, got 0"):
        read_integer(0, least=1)


@pytest.mark.parametrize(
    ("written", "seconds"),
    [("90", 90), ("90s", 90), ("5m", 300), (" 1.5 h ", 5400), ("2d", 172_800), (0.25, "1/4")],
)
def test_durations_have_units(written: object, seconds: int | str) -> None:
    assert read_duration(written) == Fraction(seconds)


@pytest.mark.parametrize("written", ["", "m", "5 minutes", "5w", "1m30s", "s5", None, True, []])
def test_what_is_no_duration(written: object) -> None:
    with pytest.raises(NumberError):
        read_duration(written)


@pytest.mark.parametrize(
    ("written", "share"), [("5%", "1/20"), ("0.5 %", "1/200"), ("1/20", "1/20"), (0.05, "1/20")]
)
def test_shares_may_be_in_percent(written: object, share: str) -> None:
    assert read_share(written) == Fraction(share)


@pytest.mark.parametrize("written", ["%", "5%%", "5 percent", None, "9" * 30 + "%"])
def test_what_is_no_share(written: object) -> None:
    with pytest.raises(NumberError):
        read_share(written)


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("1e3", 1000),
        ("+2", 2),
        ("2.5E-1", Fraction(1, 4)),
        (2.0, 2),
        (7, 7),
        (" .5 ", Fraction(1, 2)),
    ],
)
def test_amounts_may_have_a_plus_or_an_exponent(written: object, amount: Fraction) -> None:
    assert read_amount(written) == amount


@pytest.mark.parametrize("written", ["1e9", "1e-10", "1e999999999", "++1", "1e", 1.5, 1e9, True])
def test_amounts_are_exact_and_have_few_digits(written: object) -> None:
    with pytest.raises(NumberError):
        read_amount(written)


@pytest.mark.parametrize("written", ["0.000000001", "999999999.999999999", "1e-9", "999999999/2"])
def test_an_amount_is_read_again_from_its_ratio(written: str) -> None:
    assert read_amount(str(read_amount(written))) == read_amount(written)
