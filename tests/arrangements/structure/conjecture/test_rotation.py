"""Components by gcds of steps: the statement itself, and each step of the proof for helix."""

from __future__ import annotations

from collections import Counter
from math import gcd

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.links.helix import wire
from alphacut.arrangements.structure.conjecture.rotation import components, helix_arcs

LARGEST = 20_000  # a


@given(st.integers(1, 5), st.integers(1, 24), st.data())
def test_components_of_any_arcs_are_what_networkx_counts(
    positions: int, groups: int, data: st.DataObject
) -> None:
    place = st.integers(0, positions - 1)
    arcs = data.draw(st.lists(st.tuples(place, place, st.integers(-30, 30)), max_size=6))
    graph = networkx.empty_graph(positions * groups)
    graph.add_edges_from(
        (i * positions + j, (i + step) % groups * positions + k)
        for i in range(groups)
        for j, k, step in arcs
    )
    expected = Counter(map(len, networkx.connected_components(graph)))
    assert components(positions, groups, arcs) == expected


@pytest.mark.parametrize("h", [2, 3])
@pytest.mark.parametrize("a", range(1, 12))
def test_the_arcs_are_those_of_the_arrangement(a: int, h: int) -> None:
    groups = a * h + 1
    rotated = {
        frozenset(((i, j), ((i + step) % groups, k)))
        for i in range(groups)
        for j, k, step in helix_arcs(a, h)
    }
    assert rotated == {frozenset(link) for link in wire(a, h)}


@pytest.mark.parametrize("h", [2, 3])
@pytest.mark.parametrize("a", [1, 2, 3, 4, 7, 11, 100, 103])
def test_outgoing_links_are_one_cycle_through_all_positions(a: int, h: int) -> None:
    outgoing = helix_arcs(a, h)[:a]
    assert [(j, k) for j, k, _ in outgoing] == [(j, (j + 1) % a) for j in range(a)]
    assert sum(step for _, _, step in outgoing) == a * (a + 1) // 2


@pytest.mark.parametrize("a", [3, 7, 11, 103])
def test_the_mutual_link_in_the_middle_leads_half_way_round(a: int) -> None:
    groups, middle = 3 * a + 1, (a - 1) // 2
    [step] = [s for j, k, s in helix_arcs(a, 3)[a:] if j == k == middle]
    assert step == groups // 2
    assert step % 2 == 1


def test_what_divides_the_sum_and_the_groups() -> None:
    for a in range(1, LARGEST):
        total = a * (a + 1) // 2
        assert gcd(a, 2 * a + 1) == gcd(a, 3 * a + 1) == 1
        assert gcd(total, 2 * a + 1) == gcd(a + 1, 2 * a + 1) == 1
        assert (a + 1) % gcd(total, 3 * a + 1) == 0
        assert gcd(total, 3 * a + 1) in (1, 2)
        assert (gcd(total, 3 * a + 1) == 2) == (a % 4 == 3)
        if a % 4 == 3:
            assert (3 * a + 1) // 2 % 2 == 1


def test_without_the_mutual_link_there_would_be_two_components() -> None:
    """So the last step of the proof is needed."""
    for a in (3, 7, 11):
        assert components(a, 3 * a + 1, helix_arcs(a, 3)[:a]).total() == 2
        assert components(a, 3 * a + 1, helix_arcs(a, 3)).total() == 1
