"""Exact loads: closed formulas, and the corrections of the paper's statements about them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from alphacut.solver.common.errors import QuestionError


def saturation(routed: Any, traffic: Any) -> Fraction:
    found: Fraction = routed.built.mechanism.loads(routed.demand(traffic)).saturation
    return found


@pytest.mark.parametrize("h", [2, 3, 4])
@pytest.mark.parametrize("arrangement", ["palmtree", "consecutive"])
def test_traffic_h_groups_ahead_counts_the_hops_at_the_ends_too(
    h: int, arrangement: str, route: Any
) -> None:
    """The paper's limit 1/h has the hop in the intermediate group alone."""
    a = 2 * h
    spec = f"dragonfly:a={a},h={h},p={h},arrangement={arrangement}"
    routed = route(spec, "valiant", valiant="group")
    expected = Fraction(a * h - 1, a * h * (h + 1))
    assert saturation(routed, f"adversarial:{h}") == expected
    assert expected < Fraction(1, h)


def test_traffic_h_groups_ahead_on_the_circulant_arrangement(route: Any) -> None:
    """The paper's limit is 2/h, and says nothing of h² groups ahead, which are worse."""
    a, h = 8, 4
    spec = f"dragonfly:a={a},h={h},p={h},arrangement=circulant"
    routed = route(spec, "valiant", valiant="group")
    assert saturation(routed, f"adversarial:{h}") == Fraction(a * h - 1, a * h * (h // 2 + 1))
    assert saturation(routed, f"adversarial:{h * h}") == Fraction(a * h - 1, a * h * h)


@pytest.mark.parametrize("ahead", [1, 2, 3, 4, 5, 6, 7, 8])
def test_minimal_routes_collapse_to_the_links_between_two_groups(ahead: int, route: Any) -> None:
    routed = route("dragonfly:a=4,h=2,p=2,arrangement=palmtree", "minimal")
    assert saturation(routed, f"adversarial:{ahead}") == Fraction(1, 8)


def test_four_colours_saturate_as_if_there_were_none(route: Any) -> None:
    spec = "dragonfly:a=8,h=4,p=4,arrangement=palmtree,trunking=4"
    minimal, valiant = route(spec, "minimal"), route(spec, "valiant")
    four, nonminimal = route(spec, "4-colour"), route(spec, "4-colour-nonminimal")
    for traffic in ("uniform", *(f"adversarial:{k}" for k in range(1, 9))):
        assert saturation(four, traffic) == saturation(minimal, traffic)
        assert saturation(nonminimal, traffic) == saturation(valiant, traffic)


@pytest.mark.slow
def test_two_colours_are_unbalanced_in_the_middle_groups(route: Any) -> None:
    """The paper blames the groups with low numbers."""
    routed = route("dragonfly:a=24,h=13,p=13,arrangement=palmtree,trunking=4", "2-colour")
    loads = routed.built.mechanism.loads(routed.demand("uniform"))
    inside = ~loads.links.between
    groups = np.array(routed.network.groups)[loads.links.tails]
    worst = np.array([loads.load[inside & (groups == g)].max() for g in range(79)])
    most = np.flatnonzero(worst == worst.max())
    assert most.min() > 79 // 8
    assert most.max() < 79 - 79 // 8
    assert worst[39] == worst.max() > worst[0]


@pytest.mark.slow
def test_no_order_of_the_groups_does_better_than_six_times(route: Any) -> None:
    """The argument of docs/routing.md, on the network of the paper."""
    spec = "dragonfly:a=24,h=13,p=13,arrangement=palmtree,trunking=4"
    best = route(spec, "2-colour", order="multiply:6")
    loads = best.built.mechanism.loads(best.demand("uniform"))
    assert loads.largest["local"] == Fraction(27 * 1014 + 169, 24647)
    groups, colour = best.built.mechanism.groups, best.built.mechanism.colour
    draw = np.random.default_rng(1)
    order = draw.permutation(79)
    other = route(spec, "2-colour", order=",".join(map(str, order)))
    carried = other.built.mechanism.loads(other.demand("uniform"))
    rank = np.argsort(order)
    for group in range(79):
        members = groups.members[group]
        leads = [set(groups.group[groups.links.heads[groups.links.between
                 & (groups.links.tails == v)]].tolist()) for v in members.tolist()]  # fmt: skip
        sets = {frozenset(each) for each in leads}
        assert len(sets) == 6
        assert sum(map(len, sets)) == 78
        for each in sets:
            sharing = [v for v, mine in zip(members.tolist(), leads, strict=True) if mine == each]
            assert sorted(colour[sharing].tolist()) == [0, 0, 1, 1]
        later = [sum(rank[g] > rank[group] for g in each) for each in leads]
        for i, j in ((0, 1), (3, 8), (20, 4)):
            u, v = members[i], members[j]
            if leads[i] != leads[j] and colour[u] == colour[v]:
                load = int(carried.load[groups.local[u, j]]) * carried.unit
                assert load * 24647 == (26 + later[j] - later[i]) * 1014 + 169
    assert [(78 - place) % 6 for place in range(79)].count(0) < 79


def test_a_matrix_is_carried_exactly(route: Any, enumerated: Any) -> None:
    routed = route("dragonfly:a=4,h=2,arrangement=palmtree,trunking=2", "valiant")
    matrix = {"demands": [[0, 5, "1/3"], [5, 0, "2/7"], [1, 2, 1], [19, 4, "5"]]}
    loads = routed.built.mechanism.loads(routed.demand(matrix))
    expected = enumerated(routed, matrix).loads
    assert [int(load) * loads.unit for load in loads.load] == expected


def test_numbers_whose_sums_are_not_exact_are_refused(route: Any) -> None:
    routed = route("dragonfly:a=8,h=4,arrangement=palmtree,trunking=4", "valiant")
    matrix = {"demands": [[0, 9, 900000000000000]]}
    with pytest.raises(QuestionError, match="numbers too large"):
        routed.built.mechanism.loads(routed.demand(matrix))
