"""`import alphacut`: graphs of other libraries in, answers in their owner's words out."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import igraph
import networkx as nx
import numpy as np
import pymetis
import pytest
from matplotlib.figure import Figure

import alphacut
from alphacut.arrangements.errors import SpecError
from alphacut.service.library.networks import given
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused

KARATE = nx.karate_club_graph()  # whose edges have the attribute "weight"


def capacity(graph: nx.Graph, side: frozenset[Any], weight: str | None) -> Fraction:
    """The capacity of a cut as networkx counts it."""
    return Fraction(str(nx.cut_size(graph, side, weight=weight)))


@pytest.mark.parametrize(("weight", "value"), [("weight", 23), (None, 10)])
def test_karate_club(weight: str | None, value: int) -> None:
    found = alphacut.bisection(KARATE, weight=weight)
    assert (found.lower, found.value, found.status) == (Fraction(value), Fraction(value), "exact")
    one, other = found.sides
    assert one | other == set(KARATE)
    assert (len(one), len(other)) == (17, 17)
    assert capacity(KARATE, one, weight) == value


def test_what_is_listed_is_what_may_be_used() -> None:
    assert dir(alphacut) == sorted(alphacut.__all__)
    assert all(getattr(alphacut, name) for name in dir(alphacut))


def test_no_partition_of_metis_is_better() -> None:
    adjacency = [list(KARATE[node]) for node in KARATE]
    cut, halves = pymetis.part_graph(2, adjacency=adjacency)
    assert sum(halves) * 2 == len(KARATE)
    assert alphacut.bisection(KARATE, weight=None).value <= cut


def test_names_of_nodes_come_back() -> None:
    graph = nx.Graph([("a", "b"), ("b", ("c", 1)), (("c", 1), 7)])
    found = alphacut.bisection(graph)
    assert found.value == 1
    assert list(map(set, found.sides)) == [{"a", "b"}, {("c", 1), 7}]
    assert found.partition() == (Fraction(1), [0, 0, 1, 1])


def test_names_of_nodes_stand_in_documents_and_are_checked() -> None:
    found = alphacut.bisection(nx.Graph([("a", "b"), ("b", "=c"), ("=c", "d")]))
    assert found.document["topology"]["names"] == ["a", "b", "=c", "d"]
    assert alphacut.verify(found).status == "exact"
    for names in (["a", "b", "c"], ["a", "b", "c", "a"]):
        forged = json.loads(json.dumps(found.document))
        forged["topology"]["names"] = names
        with pytest.raises((DocumentError, Refused), match="name"):
            alphacut.verify(forged)


def test_names_of_a_file_are_the_nodes(tmp_path: Path) -> None:
    path = tmp_path / "graph.gml"
    nx.write_gml(nx.Graph([("Bern", "Basel", {"weight": 2}), ("Basel", "Genf"), ("Genf", "Chur")]),
                 path)  # fmt: skip
    found = alphacut.bisection(path)
    assert list(map(set, found.sides)) == [{"Bern", "Basel"}, {"Genf", "Chur"}]
    assert any("counts as its capacity" in remark for remark in found.remarks)


def test_a_gml_file_of_the_karate_club(tmp_path: Path) -> None:
    nx.write_gml(KARATE, tmp_path / "club.gml")
    assert given(tmp_path / "club.gml").network.total.intercept == 231
    found = alphacut.bisection(tmp_path / "club.gml")
    one = frozenset(int(str(node)) for node in found.sides[0])
    assert found.value == capacity(KARATE, one, "weight") == 23
    plain = given(str(tmp_path / "club.gml"), weight=None)
    assert plain.network.total.intercept == KARATE.number_of_edges()


def test_capacities_are_what_they_are_written_as() -> None:
    ring = nx.cycle_graph(4)
    for (_, _, data), weight in zip(ring.edges(data=True), (0.1, "1/3", 2, 7.5), strict=True):
        data["weight"] = weight
    halves = [frozenset(pair) for pair in combinations(range(4), 2)]
    exact = {(0, 1): Fraction("0.1"), (0, 3): Fraction("1/3"), (1, 2): Fraction(2)}
    exact[2, 3] = Fraction("7.5")
    cuts = [
        sum([exact[ends] for ends in exact if len(side & set(ends)) == 1], Fraction(0))
        for side in halves
    ]
    assert alphacut.bisection(ring).value == min(cuts)


def test_libraries_and_matrices_agree() -> None:
    matrix = nx.to_numpy_array(KARATE)
    other = igraph.Graph.Weighted_Adjacency(matrix, mode="undirected")
    assert alphacut.bisection(matrix).value == alphacut.bisection(other).value == 23


def test_hosts_are_balanced_in_place_of_nodes() -> None:
    star = nx.star_graph(4)  # the centre is node 0
    assert alphacut.bisection(star, hosts={0: 4, 1: 1, 2: 1, 3: 1, 4: 1}).value == 4
    nx.set_node_attributes(star, {0: 2, 1: 2}, "size")
    found = alphacut.bisection(star, hosts="size")
    weights = nx.get_node_attributes(star, "size", default=1)
    assert abs(sum(weights[node] for node in found.sides[0]) * 2 - 7) == 1


def test_links_of_two_classes_need_an_alpha() -> None:
    graph = nx.Graph([(0, 1), (2, 3)])
    graph.add_edge(1, 2, link_class="global")
    with pytest.raises(QuestionError, match="alpha: is missing"):
        alphacut.bisection(graph)
    assert alphacut.bisection(graph, alpha="5/2").value == 2
    curve = alphacut.curve(graph)
    assert [str(each.intercept + each.slope * 9) for each in curve.segments] == ["9", "2"]
    assert curve.breakpoints == [2]
    assert [curve.at(alpha) for alpha in (1, "3/2", Fraction(9))] == [1, Fraction(3, 2), 2]
    assert list(map(set, curve.segments[0].sides)) == [{0, 1}, {2, 3}]
    drawn = curve.plot(ax=Figure().subplots(), label="two pairs")
    assert drawn.get_lines()[0].get_label() == "two pairs"
    assert curve._repr_svg_().startswith("<?xml")


def test_results_are_documents_that_are_verified(tmp_path: Path) -> None:
    found = alphacut.bisection(nx.path_graph(6))
    assert alphacut.verify(found).status == "exact"
    file = tmp_path / "point.json"
    found.save(file)
    assert alphacut.verify(file).status == "exact"
    forged = {**json.loads(file.read_text()), "intercept": 0}
    with pytest.raises(Refused):
        alphacut.verify(forged)
    with pytest.raises(DocumentError, match="cannot be read"):
        alphacut.verify(tmp_path / "missing.json")
    halves = tmp_path / "path.graph.part.2"
    found.save_partition(halves)
    assert halves.read_text() == "0\n0\n0\n1\n1\n1\n"
    assert "<svg" in str(found._repr_svg_())


def brute(weights: list[int], edges: dict[tuple[int, int], int]) -> int:
    """The least cut of all whose sides weigh as equally as sides can."""
    total = sum(weights)
    found: list[tuple[int, int]] = []
    for code in range(1 << (len(weights) - 1)):
        inside = [code >> node & 1 for node in range(len(weights))]
        weight = sum(w for w, x in zip(weights, inside, strict=True) if x)
        cut = sum(c for (one, other), c in edges.items() if inside[one] != inside[other])
        found.append((abs(total - 2 * weight), cut))
    return min(found)[1]


def test_vertex_weights_of_metis_are_balanced(tmp_path: Path) -> None:
    """Against all sides by brute force, and METIS, which may find no cut that is better."""
    graph: Any = nx.random_regular_graph(3, 12, seed=5)
    weights = [1, 1, 1, 4, 1, 2, 1, 1, 3, 1, 1, 1]
    edges = {(min(ends), max(ends)): 1 + sum(ends) % 3 for ends in graph.edges}
    rows = [
        " ".join(map(str, [weights[node], *(x for other in graph[node] for x in (
            other + 1, edges[min(node, other), max(node, other)]))]))
        for node in range(12)
    ]  # fmt: skip
    path = tmp_path / "weighted.graph"
    path.write_text(f"12 {len(edges)} 011\n" + "".join(f"{row}\n" for row in rows))
    found = alphacut.bisection(path)
    pairs = list(zip(weights, found.membership, strict=True))
    assert [sum(w for w, half in pairs if half == side) for side in (0, 1)] == [9, 9]
    assert (found.value, found.status) == (Fraction(brute(weights, edges)), "exact")
    starts = [0, *np.cumsum([len(graph[node]) for node in range(12)]).tolist()]
    around = [other for node in range(12) for other in graph[node]]
    of_edges = [edges[min(n, o), max(n, o)] for n in range(12) for o in graph[n]]
    rows_of = pymetis.CSRAdjacency(adj_starts=starts, adjacent=around)
    cut, halves = pymetis.part_graph(2, rows_of, vweights=weights, eweights=of_edges)
    if sum(w for w, half in zip(weights, halves, strict=True) if half) == 9:
        assert cut >= found.value
    plain = alphacut.bisection({**found.document["topology"]})  # the vertices alone
    assert plain.value == brute([1] * 12, edges)


def test_specs_and_files_are_taken_as_on_the_command_line(tmp_path: Path) -> None:
    assert alphacut.bisection("torus:sides=4x4").value == 8
    assert alphacut.bisection({"family": "torus", "sides": [4, 4]}).value == 8
    file = tmp_path / "path.graph"
    file.write_text("4 3\n2\n1 3\n2 4\n3\n")
    assert alphacut.bisection(file).value == 1


def test_out_of_time_it_says_what_is_known() -> None:
    found = alphacut.bisection("jellyfish:switches=300,degree=9,seed=1", time_limit=1)
    assert found.status == "bounded"
    assert found.lower < found.value
    assert 0 < found.gap <= 1  # on a slow machine nothing may be proven


@pytest.mark.parametrize(
    ("graph", "options", "field"),
    [
        (3, {}, "graph"),
        (nx.DiGraph([(0, 1)]), {}, "graph"),
        (np.ones((2, 3)), {}, "graph"),
        (np.array([[0, 1], [2, 0]]), {}, "graph"),
        (nx.Graph([(0, 1, {"weight": -1})]), {}, "weight"),
        (nx.Graph([(0, 1, {"weight": "wide"})]), {}, "weight"),
        (nx.Graph([(0, 1, {"weight": float("nan")})]), {}, "weight"),
        (nx.path_graph(3), {"weight": "width"}, "weight"),
        (nx.path_graph(3), {"hosts": "size"}, "hosts"),
        (nx.path_graph(3), {"hosts": [1, 2]}, "hosts"),
        (nx.path_graph(3), {"hosts": {0: 1}}, "hosts"),
        (nx.path_graph(3), {"hosts": {0: 1, 1: 1, 2: -1}}, "hosts"),
        ("torus:sides=3", {"hosts": "size"}, "hosts"),
        (nx.path_graph(3), {"gap": 1}, "gap"),
        (nx.path_graph(3), {"time_limit": 0}, "time_limit"),
        (nx.path_graph(3), {"alpha": "wide"}, "alpha"),
        (nx.path_graph(3), {"engine": "magic"}, "engine"),
    ],
)
def test_bad_input_is_told_with_its_field(
    graph: object, options: dict[str, Any], field: str
) -> None:
    with pytest.raises(QuestionError) as refused:
        alphacut.bisection(graph, **options)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("options", "example"),
    [({"time_limit": "5x"}, "5m"), ({"gap": "abc"}, "5%"), ({"gap": 2}, "5%")],
)
def test_limits_are_refused_with_examples_of_their_own(
    options: dict[str, Any], example: str
) -> None:
    with pytest.raises(QuestionError, match=f"must be .* such as .*{example}.*, got "):
        alphacut.bisection("torus:sides=4", **options)


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(SpecError, match=r"missing\.graphml"):
        alphacut.bisection("missing.graphml")


def test_importing_it_loads_nothing() -> None:
    code = "import alphacut, sys; print([m for m in sys.modules if m.startswith('alphacut.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
    assert {"bisection", "curve", "verify"} <= set(dir(alphacut))


def test_a_spec_with_hosts_of_one_s_own_is_halved_by_them() -> None:
    """A path of four: three hosts at its end weigh as much as all the others."""
    found = alphacut.bisection("path:switches=4", hosts=[3, 1, 1, 1])
    assert found.value == 1
    assert set(found.sides) == {frozenset({0}), frozenset({1, 2, 3})}
    assert found.document["topology"]["family"] == "graph"
    assert found.verify().status == "exact"


def test_every_wiring_has_no_picture_and_no_other_hosts() -> None:
    shape = "slingshot:groups=4,switches=4,links=3,wiring=any"
    found = alphacut.bisection(shape, alpha=1)
    assert found._repr_svg_() is None
    with pytest.raises(SpecError, match="wiring"):
        given(found.network)
    with pytest.raises(QuestionError, match=r"hosts.*of its spec"):
        alphacut.bisection(shape, alpha=1, hosts=2)
