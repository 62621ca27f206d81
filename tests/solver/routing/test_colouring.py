"""Colourings: where there are any, and which pair of groups fails where there are none."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import build, read
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.channels import Links
from alphacut.solver.routing.colouring import check_colouring, find_colouring
from alphacut.solver.routing.groups import Groups


def groups_of(spec: str) -> Groups:
    network = build(read(spec))
    return Groups.of(network, Links.of(network))


def colourable(spec: str, colours: int) -> bool:
    try:
        found = find_colouring(groups_of(spec), colours)
    except QuestionError:
        return False
    check_colouring(groups_of(spec), found, colours)
    assert np.bincount(found).tolist() == [len(found) // colours] * colours
    return True


def sizes(arrangement: str, trunking: int, most: int) -> Iterable[tuple[int, str]]:
    for a in range(trunking, most + 1):
        spec = f"dragonfly:a={a},h={trunking},arrangement={arrangement},trunking={trunking}"
        try:
            build(read(spec))
        except SpecError:
            continue
        yield a, spec


@pytest.mark.parametrize(
    ("arrangement", "colours", "divisor"),
    [("palmtree", 2, 4), ("palmtree", 4, 8), ("circulant", 2, 2), ("circulant", 4, 4)],
)
def test_where_a_divides(arrangement: str, colours: int, divisor: int) -> None:
    """The paper asks for a >= 4 or 8 (palmtree), or 2 or 4 (subgraphs of Hamming graphs)."""
    found = {a: colourable(spec, colours) for a, spec in sizes(arrangement, colours, 16)}
    assert len(found) > 3
    assert found == {a: a % divisor == 0 for a in found}


def test_the_search_misses_nothing_on_a_group_of_six() -> None:
    """None of the ways to give three positions of six the same colour will do."""
    groups = groups_of("dragonfly:a=6,h=2,arrangement=palmtree,trunking=2")
    for chosen in combinations(range(6), 3):
        colouring = [int(position in chosen) for position in range(6)]
        with pytest.raises(QuestionError, match="colouring: "):
            check_colouring(groups, colouring, 2)
    with pytest.raises(QuestionError, match=r"groups \d and \d lack one"):
        find_colouring(groups, 2)


def test_single_links_have_one_colour() -> None:
    with pytest.raises(QuestionError, match="groups 0 and 1 are joined by 1"):
        find_colouring(groups_of("dragonfly:a=4,h=2,arrangement=palmtree"), 2)


def test_colours_are_spread_evenly_over_the_links_between_groups() -> None:
    groups = groups_of("dragonfly:a=24,h=13,arrangement=palmtree,trunking=4")
    colour = np.array(find_colouring(groups, 2))[groups.position]
    for one in range(5):
        for other in range(one + 1, 79):
            tails = groups.links.tails[groups.between(one, other)]
            assert np.bincount(colour[tails]).tolist() == [2, 2]


@pytest.mark.parametrize(
    ("colouring", "problem"),
    [
        ("0,1,1", "needs the colours of 4 positions"),
        ("0,1,2,0", "position 2: unknown colour"),
        ("0,1,0,1", "joins positions of different colours"),
        ("0,0,0,0", "joined by no link of colour 1"),
    ],
)
def test_colourings_that_do_not_fit(colouring: str, problem: str, route: Any) -> None:
    spec = "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2"
    with pytest.raises(QuestionError, match=problem):
        route(spec, "2-colour", colouring=colouring)
