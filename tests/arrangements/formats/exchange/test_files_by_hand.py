"""Files made by hand from the specification of each format: what they mean, and what is lost."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.exchange._base import Imported, Reading
from alphacut.arrangements.formats.exchange.catalogue import BY_NAME, import_files, recognise
from alphacut.arrangements.network import Link

GRAPHML = b"""<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="h" for="node" attr.name="hosts" attr.type="int"/>
  <key id="c" for="edge" attr.name="link_class" attr.type="string"/>
  <key id="w" for="edge" attr.name="length" attr.type="double"/>
  <graph id="G" edgedefault="undirected">
    <node id="0"><data key="h">4</data></node>
    <node id="1"/>
    <node id="2"/>
    <edge source="0" target="1"/>
    <edge source="1" target="2"><data key="c">global</data><data key="w">2.5</data></edge>
  </graph>
</graphml>
"""
NODE_LINK = b"""{"directed": false, "multigraph": true, "graph": {"classes": [["copper", 3, 1]]},
  "nodes": [{"id": "a", "group": 1}, {"id": "b", "group": 2, "rack": "R7"}],
  "links": [{"source": "a", "target": "b", "key": 0, "link_class": "copper", "multiplicity": 2}]}
"""
# The example of the METIS manual, figure 2 (d): vertex weights and edge weights would be 011.
METIS = b"""% a comment
7 11 001
5 1 3 2 2 1
1 1 3 2 4 1
5 3 4 2 2 2 1 2
2 1 3 2 6 2 7 5
1 1 3 3 6 2
5 2 4 2 7 6
6 6 4 5
"""
EDGES = b"""# ends, class, number
0 1 local 2
1 2 global
2 3
3 0 optical
"""
NETWORKX_EDGES = b"x y {'weight': 3}\ny z {'link_class': 'global', 'multiplicity': 2}\n"
CSV = b"""source,target,class,multiplicity,length
r0,r1,local,1,2.5
r1,r2,global,3,30
"""
BOOKSIM = b"""router 0 node 0 node 1 router 1 15 router 2
router 1 node 2 router 0 5
router 2 router 1 10
node 3 router 2
"""
MERLIN = b"""{"dragonfly:hosts_per_router": 2, "dragonfly:routers_per_group": 2,
 "dragonfly:num_groups": 3, "dragonfly:intergroup_links": 1,
 "dragonfly:global_route_mode": "relative", "dragonfly:global_link_map": [1, 0],
 "dragonfly:algorithm": "minimal"}
"""
MACRO = b"""{"avg_num_hops": 2,
 "nodes": {"n0": {}, "n1": {}},
 "switches": {
  "s0": {"outports": {"0": {"destination": "s1", "inport": 0},
                      "1": {"destination": "s1", "inport": 1},
                      "2": {"destination": "n0", "inport": 0}}},
  "s1": {"outports": {"0": {"destination": "s0", "inport": 0},
                      "1": {"destination": "s0", "inport": 1},
                      "2": {"destination": "s2", "inport": 0}}},
  "s2": {"outports": {"0": {"destination": "s1", "inport": 2},
                      "1": {"destination": "n1", "inport": 0}}}}}
"""


def read(tmp_path: Path, name: str, content: bytes, expected: str) -> Imported:
    path = tmp_path / name
    path.write_bytes(content)
    found = recognise(path, content)
    assert found is not None
    assert found.name == expected
    return import_files(found, path, content)


def test_graphml(tmp_path: Path) -> None:
    imported = read(tmp_path, "x", GRAPHML, "graphml")
    assert imported.network.links == (Link(0, 1, "local"), Link(1, 2, "global"))
    assert imported.network.hosts == (4, 1, 1)
    assert imported.notes == ("the attribute length of links",)


def test_node_link(tmp_path: Path) -> None:
    imported = read(tmp_path, "x", NODE_LINK, "node-link")
    assert imported.network.links == (Link(0, 1, "copper", 2),)
    assert imported.network.total == (6, 2)
    assert imported.network.groups == (1, 2)
    assert imported.notes == ("the attribute rack of nodes",)
    assert imported.network.names == ("a", "b")


def test_metis_with_edge_weights(tmp_path: Path) -> None:
    imported = read(tmp_path, "x", METIS, "metis")
    assert imported.network.switches == 7
    assert imported.network.links[:3] == (
        Link(0, 1, "local", 1), Link(0, 2, "local", 2), Link(0, 4, "local", 1),
    )  # fmt: skip
    assert Link(5, 6, "local", 6) in imported.network.links
    assert imported.network.hosts == (1,) * 7
    assert imported.notes == ()


def test_metis_with_vertex_weights_and_sizes(tmp_path: Path) -> None:
    content = b"3 2 110 2\n9 4 1 2\n9 0 1 1 3\n9 5 1 2\n"
    imported = read(tmp_path, "x.graph", content, "metis")
    assert imported.network.hosts == (4, 0, 5)
    assert [link[:2] for link in imported.network.links] == [(0, 1), (1, 2)]
    assert imported.notes == (
        "the sizes of vertices",
        "the weights of vertices after the first",
    )


def test_edge_list(tmp_path: Path) -> None:
    imported = read(tmp_path, "x", EDGES, "edges")
    assert imported.network.links == (
        Link(0, 1, "local", 2), Link(0, 3, "optical"), Link(1, 2, "global"), Link(2, 3, "local"),
    )  # fmt: skip
    assert imported.notes == ("the capacity of optical links, supposed to be 1",)


def test_edge_list_of_networkx(tmp_path: Path) -> None:
    imported = read(tmp_path, "x.edgelist", NETWORKX_EDGES, "edges")
    assert imported.network.links == (Link(0, 1, "local", 3), Link(1, 2, "global", 2))
    assert imported.notes == ()
    assert imported.network.names == ("x", "y", "z")
    assert imported.remarks == (
        "the attribute weight of a link counts as its capacity, as so many links in parallel; "
        "weights=no leaves it out",
        "links without it are supposed to have 1: 1",
    )


def test_csv(tmp_path: Path) -> None:
    imported = read(tmp_path, "x", CSV, "csv")
    assert imported.network.links == (Link(0, 1, "local"), Link(1, 2, "global", 3))
    assert imported.notes[-1] == "the column length"


def test_booksim(tmp_path: Path) -> None:
    imported = read(tmp_path, "x", BOOKSIM, "booksim")
    assert [link[:2] for link in imported.network.links] == [(0, 1), (0, 2), (1, 2)]
    assert imported.network.hosts == (2, 1, 1)
    assert imported.notes == (
        "the latencies of channels; all links are local, with the capacity 1",
    )


def test_sst_merlin_relative(tmp_path: Path) -> None:
    """Router 0 leads two groups ahead, router 1 one group ahead."""
    imported = read(tmp_path, "x", MERLIN, "sst-merlin")
    between = {link[:2] for link in imported.network.links_of("global")}
    assert between == {(1, 2), (3, 4), (0, 5)}
    assert {link[:2] for link in imported.network.links_of("local")} == {(0, 1), (2, 3), (4, 5)}
    assert imported.network.hosts == (2,) * 6
    assert imported.notes == ("the parameter algorithm",)


def test_sst_merlin_absolute_by_its_own_map(tmp_path: Path) -> None:
    """Without a map ports lead to the groups in order, two links to each from two routers."""
    content = b"""{"dragonfly.hosts_per_router": 1, "dragonfly.routers_per_group": 2,
      "dragonfly.num_groups": 3, "dragonfly.intergroup_links": 2}"""
    imported = read(tmp_path, "x", content, "sst-merlin")
    between = {link[:2]: link.multiplicity for link in imported.network.links_of("global")}
    assert between == {(0, 2): 1, (1, 3): 1, (0, 4): 1, (1, 5): 1, (2, 4): 1, (3, 5): 1}


def test_sst_macro(tmp_path: Path) -> None:
    imported = read(tmp_path, "x", MACRO, "sst-macro")
    assert imported.network.links == (Link(0, 1, "local", 2), Link(1, 2, "local"))
    assert imported.network.hosts == (1, 0, 1)


@pytest.mark.parametrize("named", ["net-intra.bin", "net-inter.bin"])
def test_codes(tmp_path: Path, named: str) -> None:
    """Two routers in a group, joined twice, and three groups."""
    inside = [(0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1)]
    between = [(0, 2), (2, 0), (3, 4), (4, 3), (5, 1), (1, 5)]
    contents = {
        "net-intra.bin": b"".join(struct.pack("<3i", *entry) for entry in inside),
        "net-inter.bin": b"".join(struct.pack("<2i", *entry) for entry in between),
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    imported = read(tmp_path, named, contents[named], "codes")
    assert imported.network.links_of("local") == tuple(
        Link(2 * group, 2 * group + 1, "local", 2) for group in range(3)
    )
    assert [link[:2] for link in imported.network.links_of("global")] == [(0, 2), (1, 5), (3, 4)]
    assert imported.network.groups == (0, 0, 1, 1, 2, 2)
    assert imported.notes[-1] == "the types of links inside groups"


WRONG = [
    ("x.graph", b"2 1\n2\n1 1\n", "line 2 says 1 and line 3 says 2 for the edge 1-2"),
    ("x.graph", b"3 1\n2\n1\n", "2 lines of vertices, but the header says 3"),
    ("x.graph", b"2 2\n2\n1\n", "1 edges, but the header says 2"),
    ("x.graph", b"2 1\n3\n1\n", "line 2: vertex 1 cannot have an edge of weight 1 to 3"),
    ("x.graph", b"2 one\n", "line 1: the first line must be: vertices edges"),
    ("x.graph", b"2 1\n2\nx\n", "line 3: numbers only"),
    ("x.graph", b"2 1\n2\n1\n\n1\n", "line 5: there are 2 vertices, so the header says"),
    ("x.graph", b"2 1\n2\n\n", "line 2: the edge 1-2 is missing in line 3, that of vertex 2"),
    ("x.graph", b"2 1\n1\n\n", "line 2: vertex 1 has an edge to itself"),
    ("x.graph", b"2 1 1\n2 10000000000\n1 1\n", "larger than 1,000,000,000"),
    ("x.edges", b"0 1\n\n2\n", "line 3: needs two ends"),
    ("x.edges", b"0 1 local 0\n", "line 1: the multiplicity must be an integer from 1"),
    ("x.csv", b"first,second\n0,\n", "line 2: the column second is empty"),
    ("x.csv", b"first,second,multiplicity\n0,1,x\n", "line 2: multiplicity must be an integer"),
    ("x.anynet", b"router 0 node\n", "line 1: needs router or node and its number"),
    ("x.anynet", b"router 0 node 1\nrouter 2 node 1\n", "line 2: node 1 is joined to two routers"),
    ("x", MERLIN.replace(b"[1, 0]", b"[1, 1]"), "each of the numbers 0 to 1 once"),
    ("x", MERLIN.replace(b'"relative"', b'"odd"'), "must be absolute or relative"),
    ("x", MACRO.replace(b'"s2", "inport"', b'"s9", "inport"'), 'leads to "s9"'),
    ("x", GRAPHML.replace(b"undirected", b"directed"), "no direction"),
    ("x", GRAPHML.replace(b"<graphml ", b"<!DOCTYPE x [<!ENTITY a 'b'>]><graphml "), "entities"),
    ("x", GRAPHML[:-40], "not GraphML"),
    ("x.edges", b"0 1 local 1" + b"0" * 5000, "line 1: the multiplicity must be an integer"),
    ("x.graph", b"2 1\n" + b"2" * 5000 + b"\n1\n", "line 2: "),
    ("x.edges", b"2\n0 1\n", "line 1: needs two ends"),
    ("x.edges", b"0, 1\n1, 2\n", "line 1: needs blanks between the columns, without commas"),
    ("x.edges", b"0 1 100G\n", "line 1: the weight in the third column must be a number without"),
    ("x.edges", b"0 1 2.5 3\n", 'line 1: the third word, "2.5", is a number'),
    ("x.edges", b"0 1 1e99\n", "line 1: the weight in the third column must be"),
    ("x.edges", b"01 2\n1 2\n", 'the switches "01" and "1" have the same number'),
    ("x.edges", b"# switches: 2\n0 1\n1 2\n", "2 switches are said to be there, but 3 are named"),
    ("x.edges", b"", "there is no link in it"),
    ("x.edges", b"0 1 {'weight': 2, 'capacity': 3}\n", "attributes weight and capacity"),
    ("x.edges", b"0 1 {'link_class': '40'}\n", "must be a name, and"),
    ("x.edges", b"0 1 {[]: 1}\n", "line 1: not a dictionary"),
    ("x.edges", b"0 1 " + b"{" * 4000 + b"\n", "line 1: not a dictionary"),
    ("x.edges", b"0 1 " + b"x" * 10**6 + b"\n", "line 1: has more than 1,000,000 characters"),
    ("x.csv", b"first,second,class\n0,1,2.5\n", "line 2: the link class must be a name"),
    ("x.csv", b"from,to,source\n0,1,2\n", 'line 1: 2 columns are named "first"'),
    ("x.csv", b"from,to\n0,1,2\n", "line 2: has 3 cells, but the header 2"),
    ("x.csv", b"from,to\n0," + b"x" * 200_000 + b"\n", "line 2: no row of a table: field larger"),
    (
        "x.csv",
        b"first,second,first_group\n0,1,1\n0,2,2\n",
        "line 3: first_group is 2, but a line before says 1",
    ),
    ("x.csv", b"a;b\n0;1\n", "line 1: needs the columns first and second"),
    ("x", GRAPHML.replace(b'target="2"', b'target="9"'), 'line 11: the edge names "9"'),
    ("x", GRAPHML.replace(b'"1"/>', b'"0"/>'), 'line 8: two nodes have the name "0"'),
    ("x", GRAPHML.replace(b'key="w"', b'key="v"'), 'data of the key "v", which is not declared'),
    ("x", GRAPHML.replace(b"<edge", b"<graph/><edge", 1), "line 10: a second graph"),
    ("x", NODE_LINK.replace(b'"a", "group"', b'"b", "group"'), "nodes.1.id: two nodes"),
    ("x", NODE_LINK.replace(b'"links"', b'"edges": [{}], "links"'), "edges"),
    ("x", NODE_LINK.replace(b"3, 1]", b'"x", 1]'), "must be a list of [name, base, slope]"),
    ("x", NODE_LINK.replace(b'"key"', b'"weight": [1], "x"'), "links.0: the attribute weight"),
    ("x", MERLIN.replace(b"[1, 0]", b"[[], 0]"), "must be an integer"),
    ("x", MERLIN.replace(b"}", b', "failed_links": ["0:1:1"]}'), "a link from 0 to 0"),
    ("x", MERLIN.replace(b"}", b', "intragroup_links": 0}'), "must be an integer from 1"),
    ("x", MACRO.replace(b'"s2", "inport"', b'"s1", "inport"'), "leads to itself"),
]


@pytest.mark.parametrize(("name", "content", "problem"), WRONG)
def test_wrong_files_are_refused(tmp_path: Path, name: str, content: bytes, problem: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    found = recognise(path, content)
    assert found is not None
    with pytest.raises(SpecError) as caught:
        import_files(found, path, content)
    assert problem in str(caught.value)


# far larger than their files; nothing is built before that is known
LARGE = [
    ("x.graph", b"999999999 0\n", "999,999,999 switches"),
    ("x.graph", b"2 999999999\n2\n1\n", "999,999,999 links"),
    ("x", MERLIN.replace(b'groups": 3', b'groups": 1000000'), "2,000,000 switches"),
    ("x", MERLIN.replace(b'group": 2', b'group": 100000'), "300,000 switches"),
    ("x", MERLIN.replace(b'links": 1', b'links": 1000000'), "3,000,003 links"),
    ("x.edges", b"# switches: 999999999\n0 1\n", "999,999,999 switches"),
    ("x.csv", b"from,to,switches\n0,1,999999999\n", "999,999,999 switches"),
]


@pytest.mark.parametrize(("name", "content", "problem"), LARGE)
def test_networks_that_are_too_large_are_refused_at_once(
    tmp_path: Path, name: str, content: bytes, problem: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(SpecError, match="too large") as caught:
        spec.read(str(path))
    assert problem in str(caught.value)


def test_codes_with_large_numbers_is_refused_at_once() -> None:
    inside, between = (
        struct.pack("<6i", 0, 1, 0, 1, 0, 0),
        struct.pack("<4i", 0, 999_999, 999_999, 0),
    )
    with pytest.raises(SpecError, match="1,000,000 switches"):
        BY_NAME["codes"].read((inside, between), Reading(switches=20_000, links=2_000_000))
