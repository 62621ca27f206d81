"""Files that other libraries write are read as the graphs that they were written from."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
import scipy.io
import scipy.sparse

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.exchange.catalogue import EXCHANGE_FORMATS, export, recognise
from alphacut.arrangements.network import Network

CLUB: Any = nx.relabel_nodes(nx.karate_club_graph(), lambda node: f"member {node}")
NUMBERED: Any = nx.convert_node_labels_to_integers(CLUB, first_label=1)


def read(path: Path, remarks: list[str] | None = None) -> Network:
    told = [] if remarks is None else remarks
    return spec.build(spec.read(str(path), remark=told.append))


def edges(network: Network) -> dict[frozenset[str], int]:
    """Capacities by the names of the ends."""
    return {
        frozenset((network.name_of(one), network.name_of(other))): count
        for one, other, _, count in network.links
    }


def expected(graph: Any) -> dict[frozenset[str], int]:
    return {frozenset(map(str, ends)): graph.edges[ends]["weight"] for ends in graph.edges}


def pajek(path: Path) -> None:
    nx.write_pajek(nx.Graph(CLUB.edges(data=True)), path)


def matrix(path: Path) -> None:
    with path.open("wb") as file:
        scipy.io.mmwrite(
            file, scipy.sparse.coo_array(nx.to_numpy_array(CLUB)), symmetry="symmetric"
        )


def dimacs(path: Path) -> None:
    rows = [f"e {one} {other} {data['weight']}" for one, other, data in NUMBERED.edges(data=True)]
    path.write_text("\n".join(["c the club", f"p edge 34 {len(rows)}", *rows]) + "\n")


def dot(path: Path) -> None:
    rows = [f'"{one}" -- "{other}" [weight={data["weight"]}];' for one, other, data in
            CLUB.edges(data=True)]  # fmt: skip
    path.write_text("// the club\nstrict graph club {\n" + "\n".join(rows) + "\n}\n")


def node_link(path: Path) -> None:
    path.write_text(json.dumps(nx.node_link_data(CLUB, edges="edges")))


FORMATS: dict[str, tuple[Callable[[Path], object], Any]] = {
    "gml": (lambda path: nx.write_gml(CLUB, path), CLUB),
    "pajek": (pajek, CLUB),
    "matrix-market": (matrix, NUMBERED),
    "dimacs": (dimacs, NUMBERED),
    "dot": (dot, CLUB),
    "graphml": (lambda path: nx.write_graphml_xml(CLUB, path), CLUB),
    "node-link": (node_link, CLUB),
    "edges": (lambda path: nx.write_weighted_edgelist(NUMBERED, path), NUMBERED),
}


@pytest.mark.parametrize("name", FORMATS)
def test_the_karate_club(tmp_path: Path, name: str) -> None:
    """With its weights as capacities, the names of its members, and a remark on both."""
    write, graph = FORMATS[name]
    path = tmp_path / "club.txt"  # a name that says nothing
    write(path)
    found = recognise(path, path.read_bytes())
    assert found is not None
    assert found.name == name
    remarks: list[str] = []
    assert edges(read(path, remarks)) == expected(graph)
    assert any("counts as its capacity" in remark and "weights=no" in remark for remark in remarks)
    plain = spec.build(spec.read(f"file:path={path},weights=no"))
    assert set(edges(plain).values()) == {1}


def test_dot_of_all_that_the_language_has(tmp_path: Path) -> None:
    path = tmp_path / "net.gv"
    path.write_text(
        """# a line of the preprocessor
        graph "a \\"net\\"" {
          graph [rankdir=LR]; node [hosts=2] edge [multiplicity=2]
          a -- b:north -- { c d } [link_class=global] /* a chain */
          subgraph cluster_0 { e [hosts=0, label="E"]; e -- 7 }
          "with \\"quotes\\"" -- -1.5 ; x = y
        }"""
    )
    remarks: list[str] = []
    network = read(path, remarks)
    assert network.names[:5] == ("a", "b", "c", "d", "e")
    assert network.names[5:] == ("7", 'with "quotes"', "-1.5")
    assert network.hosts == (2, 2, 2, 2, 0, 2, 2, 2)
    found = [(network.name_of(a), network.name_of(b), c, n) for a, b, c, n in network.links]
    assert found == [
        ("a", "b", "global", 2), ("b", "c", "global", 2), ("b", "d", "global", 2),
        ("e", "7", "local", 2), ('with "quotes"', "-1.5", "local", 2),
    ]  # fmt: skip
    assert any("ports" in remark for remark in remarks)


def test_ibnetdiscover(tmp_path: Path) -> None:
    path = tmp_path / "fabric"
    path.write_text(
        """#
# Topology file: generated on Thu Jan  1 00:00:00 2026
#
vendid=0x0
devid=0x0
sysimgguid=0x200000
switchguid=0x200000(200000)
Switch	3 "S-0000000000200000"		# "leaf one" base port 0 lid 1 lmc 0
[1]	"H-0000000000100000"[1](100001) 		# "H0" lid 3 4xSDR
[2]	"S-0000000000200001"[1]		# "leaf two" lid 2 4xSDR
[3]	"S-0000000000200001"[2]		# "leaf two" lid 2 4xSDR

Switch	2 "S-0000000000200001"		# "leaf two" base port 0 lid 2 lmc 0
[1]	"S-0000000000200000"[2]		# "leaf one" lid 1 4xSDR
[2]	"S-0000000000200000"[3]		# "leaf one" lid 1 4xSDR

Ca	1 "H-0000000000100000"		# "H0"
[1](100001) 	"S-0000000000200000"[1]		# lid 3 lmc 0 "leaf one" lid 1 4xSDR
"""
    )
    network = read(path)
    assert network.names == ("leaf one", "leaf two")
    assert network.hosts == (1, 0)
    assert [link.multiplicity for link in network.links] == [2]


REFUSED = [
    ("x.gml", 'graph [ node [ id 1 ] edge [ source 1 target 2 ] ]', 'names "2", which is no node'),
    ("x.gml", "graph [ node [ id 1 ", "the file ends inside"),
    ("x.gml", "graph [ node [ id 1 ] node [ id 1 ] ]", 'two nodes have the id "1"'),
    ("x.gml", "graph [ directed 1 node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]",
     "both_ends=no"),
    ("x.dot", "graph { a -> b }", "-> stands in a digraph"),
    ("x.dot", "graph { a -- ", "needs the name of a node"),
    ("x.dot", "graph { a [label=<<b>bold</b>>] }", "text in <> is not read"),
    ("x.dot", "graph { " + "{ " * 60, "subgraphs in each other"),
    ("x.net", "*Vertices 2\n*Edges\n1 3\n", "there is no vertex 3"),
    ("x.net", "*Vertices 2\n*Matrix\n0 1\n1 0\n", "write it as matrix-market"),
    ("x.net", "*Vertices 3\n*Arcs\n1 2\n*Edges\n2 3\n", "arcs and edges are mixed"),
    ("x.net", '*Vertices 2\n1 "a\n', "a quotation has no end"),
    ("x.col", "p edge 3 2\ne 1 2\n", "1 edges, but the line p says 2"),
    ("x.col", "p edge 3 1\ne 1 4\n", "there is no vertex 4"),
    ("x.gr", "p sp 2 1\na 1 2 5\n", "both_ends=no"),
    ("x.mtx", "%%MatrixMarket matrix array real general\n2 2\n", "array real is not read"),
    ("x.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 2\n", "must be square"),
    ("x.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 0.5\n",
     "multiply all of them by 2"),
    ("x.conf", "SwitchName=a Switches=b\n", 'no line of the switch "b"'),
    ("x.conf", "SwitchName=a Nodes=n[1-2000000]\n", "by at most 1,000,000"),
    ("x.topo", 'Switch 2 "S-1" # "one"\n[1] "S-2"[1]\n', 'the unknown switch "2"'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "problem"), REFUSED)
def test_what_is_wrong_is_told(tmp_path: Path, name: str, content: str, problem: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(SpecError) as refused:
        read(path)
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.net", "*Vertices 999999999\n"),
        ("x.col", "p edge 999999999 1\ne 1 2\n"),
        ("x.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n999999999 999999999 0\n"),
    ],
)
def test_sizes_are_compared_before_anything_is_built(
    tmp_path: Path, name: str, content: str
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(SpecError, match=r"999,999,999 switches, at most 200,000"):
        read(path)


def test_what_is_not_recognised_is_answered_with_what_would_be(tmp_path: Path) -> None:
    path = tmp_path / "network"
    path.write_text("Once upon a time there was a network.\n")
    with pytest.raises(SpecError) as refused:
        read(path)
    for name in ("dot", "gml", "ibnetdiscover", "json", "matrix-market", "pajek", "topology.conf"):
        assert name in str(refused.value)


def test_formats_that_are_only_read_say_so() -> None:
    network = spec.build(spec.read("torus:sides=3x3"))
    for each in EXCHANGE_FORMATS:
        if not each.written:
            with pytest.raises(NetworkError, match="read and not written"):
                export(network, each)
