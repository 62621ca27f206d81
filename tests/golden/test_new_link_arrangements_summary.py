"""Belka et al., section 3, from "Looking across all four of the specific sizes" to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.structure.components import blocks

if TYPE_CHECKING:
    from tests.golden.conftest import Proven

NEW = ("helix", "nautilus")


@pytest.fixture
def all_four(p42: Proven, p33: Proven, p34: Proven, p28: Proven) -> dict[str, Proven]:
    return {"p42": p42, "p33": p33, "p34": p34, "p28": p28}


@pytest.mark.parametrize("name", ["p33", "p34"])
def test_paragraph_1_a_new_arrangement_is_always_highest(
    all_four: dict[str, Proven], name: str
) -> None:
    curves = all_four[name]
    assert curves.best_of(*NEW).signs(curves.best_prior) == {0, 1}


@pytest.mark.parametrize(("name", "low", "high"), [("p42", "5/4", "3"), ("p28", "1/7", "3/10")])
def test_paragraph_1_except_for_intermediate_alpha(
    all_four: dict[str, Proven], name: str, low: str, high: str
) -> None:
    new, prior = all_four[name].best_of(*NEW), all_four[name].best_prior
    assert new.signs(prior, 0, low) == {0}
    assert new.signs(prior, low, high) == {-1}
    assert new.signs(prior, high) <= {0, 1}


@pytest.mark.parametrize("name", ["p42", "p33", "p34"])
def test_paragraph_1_new_is_strictly_higher_for_large_alpha(
    all_four: dict[str, Proven], name: str
) -> None:
    curves = all_four[name]
    assert curves.best_of(*NEW).signs(curves.best_prior, 3) == {1}


def test_paragraph_1_tie_for_large_alpha_on_p28(p28: Proven) -> None:
    assert p28.best_of(*NEW).signs(p28.best_prior, 3) == {0}


@pytest.mark.parametrize("name", ["p42", "p33", "p28"])
def test_paragraph_2_helix_is_never_worse_than_nautilus(
    all_four: dict[str, Proven], name: str
) -> None:
    assert all_four[name]["helix"].signs(all_four[name]["nautilus"]) <= {0, 1}


@pytest.mark.parametrize(("rule", "large"), [("nautilus", 5), ("nautilus figures", 4)])
def test_paragraph_2_except_for_large_alpha_on_p34(p34: Proven, rule: str, large: int) -> None:
    assert p34["helix"].signs(p34[rule], 0, large) == {0, 1}
    assert p34["helix"].signs(p34[rule], large) == {-1}


@pytest.mark.parametrize(("name", "until"), [("p42", "5/4"), ("p33", "2/3"), ("p34", "3/7")])
def test_paragraph_2_nautilus_ties_with_the_best_prior_at_low_alpha(
    all_four: dict[str, Proven], name: str, until: str
) -> None:
    curves = all_four[name]
    assert curves["nautilus"].signs(curves.best_prior, 0, until) == {0}


@pytest.mark.parametrize("name", ["p42", "p34"])
def test_paragraph_2_nautilus_is_higher_at_high_alpha(
    all_four: dict[str, Proven], name: str
) -> None:
    curves = all_four[name]
    assert curves["nautilus"].signs(curves.best_prior, 6) == {1}


def test_paragraph_3_nautilus_has_several_gccs_on_p42_one_of_3_switches() -> None:
    network = Dragonfly(a=4, h=2, arrangement="nautilus").network()
    sizes = sorted(len(block) for block in blocks(network, "global"))
    assert len(sizes) > 1
    assert 3 in sizes


def test_paragraph_3_nautilus_increases_because_its_gccs_cannot_be_split_evenly(
    p42: Proven,
) -> None:
    network = Dragonfly(a=4, h=2, arrangement="nautilus").network()
    sums = {0}
    for block in blocks(network, "global"):
        sums |= {total + len(block) for total in sums}
    assert network.switches // 2 not in sums
    assert p42["nautilus"].final_slope > 0


@pytest.mark.parametrize(("a", "h"), [(4, 2), (3, 3)])
def test_paragraph_4_helix_forms_a_single_gcc(a: int, h: int) -> None:
    assert len(blocks(Dragonfly(a=a, h=h, arrangement="helix").network(), "global")) == 1
