"""Upper bounds over all arrangements: none that is known is above them."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.links._base import Shape
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.synthesis.bounds import bounds, least_bound, links_laid, rounded, whole_groups

GOLDEN = Path(__file__).parents[2] / "golden" / "proven_curves.json"
CURVES: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))["curves"]
ALPHAS = ["0", "1/7", "1/2", "1", "5/4", "2", "3", "10", "1000"]


def name(curve: dict[str, Any]) -> str:
    return f"{curve['a']}-{curve['h']}-{curve['arrangement']}"


@pytest.mark.parametrize("curve", CURVES, ids=name)
def test_no_proven_curve_is_above_them(curve: dict[str, Any]) -> None:
    shape = Shape(a=curve["a"], h=curve["h"], groups=curve["a"] * curve["h"] + 1)
    for alpha in map(Alpha.parse, ALPHAS):
        proven = min(low + slope * alpha.fraction for low, slope in curve["lines"])
        for bound in bounds(shape):
            assert proven <= rounded(shape, alpha, bound.at(alpha)) <= bound.at(alpha)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("a", "h"), [(2, 2), (2, 3), (3, 2), (4, 1), (3, 3), (5, 1)])
def test_nor_is_a_random_arrangement(a: int, h: int, seed: int) -> None:
    network = Dragonfly(a=a, h=h, arrangement="random", seed=seed).network()
    shape = Shape(a=a, h=h, groups=a * h + 1)
    for alpha in map(Alpha.parse, ("1/2", "2", "20")):
        cut = search_at(network, Balance.of(network), alpha)
        assert cut.line.at(alpha.fraction) <= least_bound(shape, alpha)[0]


@pytest.mark.parametrize(
    ("a", "h", "groups"), [(4, 2, 5), (3, 2, 5), (3, 3, 7), (4, 2, 6), (5, 2, 8)]
)
def test_nor_is_one_with_unused_ports(a: int, h: int, groups: int) -> None:
    network = Dragonfly(a=a, h=h, groups=groups, arrangement="absolute").network()
    shape = Shape(a=a, h=h, groups=groups)
    for alpha in map(Alpha.parse, ("1/2", "2", "20")):
        cut = search_at(network, Balance.of(network), alpha)
        assert cut.line.at(alpha.fraction) <= least_bound(shape, alpha)[0]


@pytest.mark.parametrize(
    ("a", "h", "groups", "line"),
    [
        (4, 2, 9, (4, 16)),  # even a: the split group severs no global link
        (3, 4, 13, (2, 38)),  # odd a: half the links of one switch go astray
        (3, 3, 10, (0, 25)),  # an even number of groups: none is split
        (4, 2, 7, (4, 10)),  # unused ports: a half may have h more links than the other
    ],
)
def test_whole_groups_by_hand(a: int, h: int, groups: int, line: tuple[int, int]) -> None:
    bound = whole_groups(Shape(a=a, h=h, groups=groups))
    assert [bound.intercept, bound.slope] == list(line)


def test_cycles_of_a_4_h_2_by_hand() -> None:
    """Two segments of the cycles: every group 2 against 2, and two global links."""
    shape = Shape(a=4, h=2, groups=9)
    value, bound = least_bound(shape, Alpha.parse(10))
    assert [value, bound.intercept, bound.slope] == [56, 36, 2]
    assert bound.segments == 2
    assert links_laid(shape) == 36
    assert links_laid(Shape(a=6, h=3, groups=19)) == 86  # two of four colours, at least


def test_parity_is_used() -> None:
    """36 switches, 18 on each side: local and global links that are severed are even in number."""
    shape = Shape(a=4, h=2, groups=9)
    assert rounded(shape, Alpha.parse(1), Fraction(33)) == 32
    assert rounded(shape, Alpha.parse("1/2"), Fraction(33)) == 33  # 2·local + global, halved
    assert rounded(shape, Alpha.parse("1/2"), Fraction(67, 2)) == 33
