"""What fails, as users write it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.resilience.failing import Failing
from tests.solver.resilience.conftest import SMALL

NETWORK = build(parse(SMALL))  # 12 local and 6 global links


def numbers(written: str) -> list[int]:
    return [level.number for level in Failing.parse(written).levels(NETWORK)]


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("links=0:50%", [2, 4, 5, 7, 9]),
        ("links=0:50%:25%", [5, 9]),
        ("links=1:4", [1, 2, 3, 4]),
        ("links=2:9:4", [2, 6, 9]),
        ("links=7", [7]),
        ("links.global=50%", [3]),
        ("links=0.1%", [1]),
        ("links=1%:2%", [1]),
        ("switches=0:4:2", [2, 4]),
    ],
)
def test_amounts_become_numbers(written: str, right: list[int]) -> None:
    assert numbers(written) == right


def test_shares_are_kept_as_they_were_asked_for() -> None:
    levels = Failing.parse("links=0:50%:25%").levels(NETWORK)
    assert [level.share for level in levels] == [Fraction(1, 4), Fraction(1, 2)]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "must be like"),
        ("links", "must be like"),
        ("cables=1", "unknown"),
        ("links=x", "no amount"),
        ("links=5:1", "must rise"),
        ("links=0", "must rise"),
        ("links=0:1:2:3", "FROM:TO:STEP"),
        ("links=1:9:0", "step"),
        ("links=200%", "from 0% to 100%"),
        ("links=1.5", "whole number"),
        ("links=-1", "whole number"),
        ("links=1:100:1", "at most 20"),
        ("links=1:1000000:1", "at most 20"),
        ("switches.global=1", "only links"),
        ("links=19", "at most 18 can fail"),
        ("switches=11", "at most 10 can fail"),
        ("links.optical=1", "unknown link class"),
    ],
)
def test_what_is_wrong_is_named(written: str, said: str) -> None:
    with pytest.raises(QuestionError, match=said) as error:
        numbers(written)
    assert error.value.field == "fail"
