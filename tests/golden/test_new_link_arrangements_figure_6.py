"""Belka et al., section 3, the paragraph on Figure 6: the (p,4,2)-dragonfly.

For a = 4 both sign rules of nautilus are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from alphacut.arrangements.dragonfly import Dragonfly

if TYPE_CHECKING:
    from tests.golden.conftest import Proven


def test_premise_both_rules_of_nautilus_are_the_same() -> None:
    text, figures = (
        Dragonfly(a=4, h=2, arrangement="nautilus", options={"sign": sign}).network()
        for sign in ("text", "figures")
    )
    assert text == figures


def test_sentence_3_best_of_line_is_always_circulant(p42: Proven) -> None:
    assert p42.best_prior.signs(p42["circulant"]) == {0}


@pytest.mark.parametrize("other", ["relative", "absolute"])
def test_sentence_3_circulant_dominates(p42: Proven, other: str) -> None:
    assert p42["circulant"].signs(p42[other]) == {0, 1}


@pytest.mark.parametrize("other", ["helix", "nautilus"])
def test_sentence_5_three_way_tie_until_five_quarters(p42: Proven, other: str) -> None:
    assert p42["circulant"].signs(p42[other], 0, "5/4") == {0}


@pytest.mark.parametrize("other", ["helix", "nautilus"])
def test_sentence_5_circulant_beats_both_from_five_quarters_until_3(
    p42: Proven, other: str
) -> None:
    assert p42["circulant"].signs(p42[other], "5/4", 3) == {1}


def test_sentence_5_circulant_beats_helix_no_longer_at_3(p42: Proven) -> None:
    assert p42["circulant"].at(3) == p42["helix"].at(3) == 36


@pytest.mark.parametrize("other", ["circulant", "nautilus"])
def test_sentence_6_helix_dominates_from_3_on(p42: Proven, other: str) -> None:
    assert p42["helix"].signs(p42[other], 3) == {1}


def test_sentence_7_nautilus_is_never_strictly_the_best(p42: Proven) -> None:
    others = p42.best_of("absolute", "relative", "circulant", "helix")
    assert p42["nautilus"].signs(others) == {-1, 0}


def test_sentence_7_nautilus_dominates_circulant_beyond_6(p42: Proven) -> None:
    assert p42["nautilus"].signs(p42["circulant"], 6) == {1}
    assert p42["nautilus"].signs(p42["circulant"], "5/4", 6) == {-1}


def test_sentence_7_circulant_never_gives_more_than_36(p42: Proven) -> None:
    assert p42["circulant"].final_slope == 0
    assert p42["circulant"].at(1000) == 36


def test_sentence_7_nautilus_continues_to_improve(p42: Proven) -> None:
    assert p42["nautilus"].final_slope == 2
