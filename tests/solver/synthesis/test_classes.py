"""Classes of rotation-invariant arrangements: each once, and none is left out."""

from __future__ import annotations

from itertools import combinations, permutations

import igraph
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets, refuse_offsets
from alphacut.solver.synthesis.classes import (
    arrangements,
    canonical,
    classes,
    count_at_most,
    multiplied,
    units,
)


def shape(a: int, h: int, groups: int | None = None, offsets: Offsets = ()) -> Shape:
    return Shape(a=a, h=h, groups=groups or a * h + 1, offsets=offsets)


@pytest.mark.parametrize(
    ("a", "h", "listed", "number"),
    [(4, 2, 105, 23), (3, 3, 280, 74), (3, 4, 5775, 499), (5, 2, 945, 105)],
)
def test_number_of_classes(a: int, h: int, listed: int, number: int) -> None:
    whole = shape(a, h)
    assert count_at_most(whole) == listed == len(list(arrangements(whole)))
    found = classes(whole)
    assert len(found) == len(set(found)) == number
    assert [canonical(each, whole.groups) for each in found] == found


@pytest.mark.parametrize(("a", "h", "groups"), [(4, 2, 9), (3, 3, 10), (3, 2, 6), (3, 2, 5)])
def test_all_that_are_listed_are_arrangements(a: int, h: int, groups: int) -> None:
    for each in classes(shape(a, h, groups)):
        assert refuse_offsets(shape(a, h, groups, each)) is None


@pytest.mark.parametrize(("a", "h"), [(4, 2), (3, 3)])
def test_an_image_is_of_the_same_class(a: int, h: int) -> None:
    groups = a * h + 1
    for each in classes(shape(a, h))[::7]:
        for order in permutations(range(a)):
            moved = tuple((order[x], order[y]) for x, y in each)
            for unit in units(groups):
                assert canonical(multiplied(moved, groups, unit), groups) == each


class Lift:
    """A lift as a graph for BLISS: a node more for each group, of another colour."""

    def __init__(self, a: int, h: int, offsets: Offsets) -> None:
        network = Dragonfly(a=a, h=h, arrangement="lift", offsets=offsets).network()
        n, groups = network.switches, a * h + 1
        between = [(one, other) for one, other, kind, _ in network.links if kind == "global"]
        inside = [(switch, n + group) for switch, group in enumerate(network.groups)]
        self._graph = igraph.Graph(n=n + groups, edges=between + inside)
        self._colours = [0] * n + [1] * groups

    def like(self, other: Lift) -> bool:
        colours = {"color1": self._colours, "color2": other._colours}
        return bool(self._graph.isomorphic_bliss(other._graph, **colours))


def test_two_of_the_23_classes_are_one_network() -> None:
    """Isomorphisms need not take the rotation to itself; for (p,4,2) one pair has such a one."""
    lifts = [Lift(4, 2, offsets) for offsets in classes(shape(4, 2))]
    found = [(i, j) for i, j in combinations(range(23), 2) if lifts[i].like(lifts[j])]
    assert found == [(0, 17)]


def test_a_multiplier_is_an_isomorphism() -> None:
    offsets = ((0, 0), (1, 2), (1, 3), (3, 2))
    for unit in units(9):
        assert Lift(4, 2, offsets).like(Lift(4, 2, multiplied(offsets, 9, unit)))
