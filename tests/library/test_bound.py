"""How good a partition is, cuts of other sizes, and profiles, as notebooks ask for them."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import pymetis
import pytest
from matplotlib.figure import Figure

import alphacut
from alphacut.solver.common.errors import QuestionError

KARATE = nx.karate_club_graph()


def least_cuts(graph: nx.Graph, weight: str | None = "weight") -> dict[int, Fraction]:
    """The least cut of each size, by a list of all sides."""
    nodes, found = list(graph), {}
    for size in range(1, len(nodes) // 2 + 1):
        cuts = (nx.cut_size(graph, set(side), weight=weight) for side in combinations(nodes, size))
        found[size] = Fraction(str(min(cuts)))
    return found


def test_a_partition_of_metis_beside_the_least() -> None:
    """What a partitioner finds is above the proven bound, by the gap that is told."""
    adjacency = [list(KARATE[node]) for node in KARATE]
    cut, parts = pymetis.part_graph(2, adjacency=adjacency)
    found = alphacut.bound(KARATE, parts, weight=None)
    assert found.capacity == cut
    assert found.status == "exact"
    assert found.lower <= found.capacity
    assert found.gap == (found.capacity - found.lower) / found.capacity
    assert sorted(map(len, found.parts)) == sorted(map(len, found.sides))
    checked = alphacut.verify(found)
    assert checked.status == "exact"
    assert f"the partition given: {cut}, measured anew" in checked.checked[-1]


def test_a_bad_partition_has_a_gap() -> None:
    club = [KARATE.nodes[node]["club"] for node in KARATE]
    shuffled = random.Random(1).sample(club, len(club))
    found = alphacut.bound(KARATE, shuffled)
    assert found.capacity == nx.cut_size(
        KARATE, {n for n, part in zip(KARATE, shuffled, strict=True) if part == "Officer"},
        weight="weight",
    )  # fmt: skip
    assert found.value == found.lower < found.capacity
    assert repr(found).startswith(f"<Bound: capacity {found.capacity}, least ≥ {found.lower}, gap ")
    wider = alphacut.bound(KARATE, shuffled, imbalance="20%")
    assert wider.lower <= found.lower


@pytest.mark.parametrize("form", ["list", "mapping", "nodes", "file"])
def test_partitions_come_in_several_forms(form: str, tmp_path: Path) -> None:
    graph = nx.relabel_nodes(nx.path_graph(6), dict(enumerate("abcdef")))
    parts: Any = {
        "list": [0, 0, 1, 1, 1, 1],
        "mapping": {node: int(node > "b") for node in graph},
        "nodes": [{"a", "b"}, {"c", "d", "e", "f"}],
        "file": tmp_path / "graph.part.2",
    }[form]
    if form == "file":
        parts.write_text("0\n0\n1\n1\n1\n1\n")
    found = alphacut.bound(graph, parts)
    assert found.capacity == 1
    assert found.gap == 0
    assert found.status == "exact"
    assert set(found.parts) == {frozenset("ab"), frozenset("cdef")}


def test_more_parts_than_two_are_refused() -> None:
    with pytest.raises(QuestionError, match="has 4 parts; bounds are for cuts into two parts"):
        alphacut.bound(nx.path_graph(8), [0, 0, 1, 1, 2, 2, 3, 3])


@pytest.mark.parametrize("seed", range(3))
def test_sizes_and_imbalances_are_those_of_all_cuts(seed: int) -> None:
    graph = nx.gnp_random_graph(9, 0.5, seed=seed)
    least = least_cuts(graph)
    for size, value in least.items():
        found = alphacut.bisection(graph, sizes=(size, 9 - size))
        assert (found.value, found.status) == (value, "exact")
        assert sorted(map(len, found.sides)) == sorted((size, 9 - size))
    # (1 + 0.4)·5 = 7 nodes at most on a side
    found = alphacut.bisection(graph, imbalance=0.4)
    assert (found.value, found.status) == (min(least[k] for k in (2, 3, 4)), "exact")
    assert alphacut.verify(found).status == "exact"


@pytest.mark.parametrize("seed", range(2))
def test_a_profile_is_that_of_all_cuts(seed: int) -> None:
    graph = nx.gnp_random_graph(9, 0.4, seed=seed)
    found, least = alphacut.profile(graph), least_cuts(graph)
    assert (found.values, found.status) == (least, "exact")
    assert found.expansion.value == min(value / size for size, value in least.items())
    assert found.sparsest.value == min(value / (size * (9 - size)) for size, value in least.items())
    assert found.expansion.proven
    assert found.sparsest.proven
    lighter = min(found.expansion.sides, key=len)
    assert nx.cut_size(graph, lighter) == found.expansion.value * len(lighter)
    assert alphacut.verify(found).status == "exact"


def test_the_profile_of_a_hypercube_is_the_formula_of_harper() -> None:
    """Harper, 1964: the first k numbers have the least boundary, k·d less twice their 1 bits."""
    found = alphacut.profile("hypercube:dimension=4")
    for size, value in found.values.items():
        inside = sum(number.bit_count() for number in range(size))
        assert value == 4 * size - 2 * inside
    assert found.expansion.value == 1
    assert [len(cut.sides[0]) in (k, 16 - k) for k, cut in found.cuts.items()] == [True] * 8


def test_profiles_of_large_networks_are_refused_at_once() -> None:
    with pytest.raises(QuestionError, match="a profile has at most 256 sizes"):
        alphacut.profile("torus:sides=32x32")


def test_the_sparsest_cut_is_shown_in_words_and_as_a_picture(tmp_path: Path) -> None:
    found = alphacut.profile(nx.barbell_graph(5, 0))
    assert "sparsest = 1/25 (0.04), at size 5" in str(found)
    found.sparsest.cut.draw(tmp_path / "cut.svg", width="column")
    written = (tmp_path / "cut.svg").read_text(encoding="utf-8")
    assert "10 nodes, 21 edges" in written
    assert "edges cut: 1" in written
    for ending, start in (("svg", b"<"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        found.draw(tmp_path / f"profile.{ending}", width="page")
        assert (tmp_path / f"profile.{ending}").read_bytes().startswith(start)
    axes = found.plot(Figure().subplots())
    assert list(axes.get_lines()[0].get_ydata()) == [float(each) for each in found.values.values()]
    assert "sparsest 1/25" in [text.get_text() for text in axes.get_legend().get_texts()]


def test_hosts_are_the_sizes_where_they_are_balanced() -> None:
    graph = nx.path_graph(4)
    found = alphacut.profile(graph, hosts={0: 3, 1: 1, 2: 0, 3: 4})
    assert list(found.values) == [1, 3, 4]
    assert found.values[4] == 1
    assert alphacut.bisection(graph, hosts=[3, 1, 0, 4], sizes="3:5").value == 1
