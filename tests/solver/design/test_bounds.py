"""Bounds for every arrangement: held against proven curves, brute force and each other."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.arrangements.network import Line
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.design.bounds import lower_bound, upper_bound
from alphacut.solver.design.families.dragonflies import at_random, by_majorities, machine_of
from alphacut.solver.design.question import read_question
from alphacut.solver.design.shapes import Shape
from tests.solver.design.shapes_of import all_shapes

RECORDS = Path(__file__).parents[3] / "docs" / "atlas" / "records"
ALPHAS = [Fraction(each) for each in ("1/100", "1/4", "1/2", "1", "3/2", "4", "100")]


def proven_curves() -> Iterator[dict[str, Any]]:
    for file in sorted(RECORDS.glob("*.json")):
        record = json.loads(file.read_text(encoding="utf-8"))
        if record["verdict"] == "exact":
            yield record


def test_every_proven_curve_of_the_atlas_lies_between() -> None:
    tight = 0
    for record in proven_curves():
        spec = record["topology"]
        shape = Shape(p=1, a=spec["a"], h=spec["h"], t=1, groups=spec["groups"])
        for alpha in ALPHAS:
            value = min(s["intercept"] + alpha * s["slope"] for s in record["segments"])
            lower, upper = lower_bound(shape, alpha), upper_bound(shape, alpha)
            assert lower <= value <= upper, (spec, alpha)
            assert lower_bound(shape, alpha, work=0) <= lower
            tight += lower == upper
    assert tight > 100  # so that a bound of nothing would be noticed


def test_brute_force_with_trunks_and_unused_ports(
    lines_of: Callable[..., frozenset[Line]],
) -> None:
    question = read_question(hosts=16, radix=9, within="50%", unused_ports=True, per_host=0)
    small = [each for each in all_shapes(question) if each.switches <= 16 and each.p == 1]
    assert any(each.t > 1 for each in small)
    assert any(each.t * (each.groups - 1) < each.a * each.h for each in small)
    for shape in small:
        machine = machine_of(question, shape, "dragonfly")
        if machine is None:
            continue
        lines = lines_of(build(parse(dict(machine.topology))))
        for alpha in ALPHAS:
            value = min(line.intercept + alpha * line.slope for line in lines)
            assert lower_bound(shape, alpha) <= value <= upper_bound(shape, alpha)
            assert by_majorities(shape, Alpha.parse(str(alpha)), value + 1) <= value
            assert value <= at_random(shape, alpha)


@pytest.mark.parametrize(("a", "h", "value"), [(8, 4, 144), (12, 6, 684), (16, 8, 2112)])
def test_balanced_dragonflies_are_settled_at_a_half(a: int, h: int, value: int) -> None:
    """a²/4 in the group that is split, and half of the links between as many groups on a side."""
    shape = Shape(p=h, a=a, h=h, t=1, groups=a * h + 1)
    half = Fraction(1, 2)
    assert lower_bound(shape, half) == upper_bound(shape, half) == value


def test_two_groups_are_a_matching_between_complete_graphs() -> None:
    """Whole groups, t·α; a group of its own cuts less only where local links are few."""
    shape = Shape(p=1, a=6, h=1, t=6, groups=2)
    assert upper_bound(shape, Fraction(1)) == 6
    assert lower_bound(shape, Fraction(1)) == 6


def test_a_connected_network_has_a_positive_bound_that_does_not_fall_with_alpha() -> None:
    question = read_question(hosts=1000, radix=32, per_host=0)
    shapes = {each.a: each for each in all_shapes(question)}.values()
    assert len(shapes) > 20
    for shape in shapes:
        bounds = [lower_bound(shape, Fraction(alpha), work=0) for alpha in (1, 2, 5, 100, 10**6)]
        assert bounds[0] > 0
        assert bounds == sorted(bounds)


def test_large_capacities_of_trunks_leave_what_a_smaller_one_proves() -> None:
    """(p,4,4) in nine groups with pairs of links: all splits 2 : 2 once made it nothing."""
    shape = Shape(p=25, a=4, h=4, t=2, groups=9)
    assert lower_bound(shape, Fraction(1)) >= 18
