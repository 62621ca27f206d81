"""How files are understood: names, counts, both ends, weights, headers and what decides them."""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.exchange._base import Imported, Reading
from alphacut.arrangements.formats.exchange.catalogue import BY_NAME, export, recognise
from alphacut.arrangements.network import Link, Network


def read(name: str, content: str, **options: bool) -> Imported:
    return BY_NAME[name].read((content.encode(),), Reading(**options))


def ends(imported: Imported) -> dict[tuple[int, int], int]:
    return {link[:2]: link.multiplicity for link in imported.network.links}


# what stands in an edge list, the switches, the links and their numbers, and what is remarked
EDGES = [
    ("5 7\n7 9\n", 3, {(0, 1): 1, (1, 2): 1}, "5 becomes 0, 9 becomes 2"),
    ("10 9\n9 2\n", 3, {(1, 2): 1, (0, 1): 1}, "2 becomes 0, 10 becomes 2"),
    ("0 2\n", 2, {(0, 1): 1}, "2 becomes 1"),
    ("# switches: 3\n0 2\n", 3, {(0, 2): 1}, ""),
    ("# switches: 4\n1 2\n2 3\n", 4, {(1, 2): 1, (2, 3): 1}, ""),
    ("% switches: 4\n1 2\n2 4\n", 4, {(0, 1): 1, (1, 2): 1}, "4 becomes 2"),
    ("# switches: 2\n", 2, {}, ""),
    ("b a\n", 2, {(0, 1): 1}, ""),
    ("0 1\n0 1\n", 2, {(0, 1): 2}, ""),
    ("0 1\n1 0\n", 2, {(0, 1): 1}, "every link is listed from both ends"),
    ("0 1\n0 1\n1 0\n1 0\n", 2, {(0, 1): 2}, "every link is listed from both ends"),
    ("0 1 3\n1 0 3\n", 2, {(0, 1): 3}, "every link is listed from both ends"),
    ("0 1 2.0\n1 2 3e2\n", 3, {(0, 1): 2, (1, 2): 300}, "the weight in the third column"),
    (
        "0 1 2\n1 2\n0 2 4\n",
        3,
        {(0, 1): 2, (1, 2): 1, (0, 2): 4},
        "links without it are supposed to have 1: 1",
    ),
    ("0 1 0\n1 2 2\n", 3, {(1, 2): 2}, "links that have 0 there are left out: 1"),
    ("0 1 local 2\n0 0\n", 2, {(0, 1): 2}, 'the first one at line 2, switch "0"'),
    ("3 3\n0 1 5\n1 2 5\n2 0 5\n", 3, {(0, 1): 5, (0, 2): 5, (1, 2): 5}, "line 1 is a header"),
    ("0 1 {'weight': 2, 'multiplicity': 3}\n", 2, {(0, 1): 6}, "the attribute weight"),
    ("0 1 {'capacity': 2.0}\n", 2, {(0, 1): 2}, "the attribute capacity"),
    ("0 1 {'color': '#f00'}\n", 2, {(0, 1): 1}, ""),
    ("0 1 # a comment\n", 2, {(0, 1): 1}, ""),
    ("18446744073709551615 1\n", 2, {(0, 1): 1}, "18446744073709551615 becomes 1"),
]


@pytest.mark.parametrize(("content", "switches", "links", "remark"), EDGES)
def test_edge_lists(
    content: str, switches: int, links: dict[tuple[int, int], int], remark: str
) -> None:
    imported = read("edges", content)
    assert imported.network.switches == switches
    assert ends(imported) == links
    assert remark in "\n".join(imported.remarks)
    assert bool(imported.remarks) == bool(remark)


# an edge list in which something is in doubt, what the message names, and what each answer gives
DOUBTFUL = [
    ("0 1\n1 0\n1 2\n", "line 1 and line 2", "both_ends", {(0, 1): 1, (1, 2): 1},
     {(0, 1): 2, (1, 2): 1}),
    ("0 1 2\n1 0 3\n", "line 1 and line 2", "both_ends", {(0, 1): 3}, {(0, 1): 5}),
    ("0 1 2\n1 0 2\n2 0 1\n", "a switch and its neighbours", "both_ends",
     {(0, 1): 2, (0, 2): 1}, {(0, 1): 4, (0, 2): 1}),
    ("4 3\n0 1\n1 2\n2 3\n", "line 1", "header", {(0, 1): 1, (1, 2): 1, (2, 3): 1},
     {(0, 1): 1, (1, 2): 1, (2, 3): 1, (3, 4): 1}),
    ("2 1\n0 1\n", "line 1", "header", {(0, 1): 1}, {(0, 1): 1, (1, 2): 1}),
    ("9 9 4\n0 1\n", "line 1", "header", {(0, 1): 1}, None),
    ("4 3 1\n0 1 7\n1 2 7\n2 3 7\n", "3 lines follow", "header",
     {(0, 1): 7, (1, 2): 7, (2, 3): 7}, None),
    ("3 2\na b\nb c\n", "the lines after it have names", "header", {(0, 1): 1, (1, 2): 1}, None),
    ("3 4\n1 2\n2 3\n3 1\n", "no number is so large", "header", None,
     {(2, 3): 1, (0, 1): 1, (1, 2): 1, (0, 2): 1}),
    ("3 4\n0 1\n1 2\n", "no number is so large", "header", None, None),
    ("0 1\n1 2 5\n2 0 5\n", "line 1", "header", None,
     {(0, 1): 1, (1, 2): 5, (0, 2): 5}),
]  # fmt: skip


@pytest.mark.parametrize(("content", "place", "option", "yes", "no"), DOUBTFUL)
def test_what_is_in_doubt_is_asked(
    content: str,
    place: str,
    option: str,
    yes: dict[tuple[int, int], int] | None,
    no: dict[tuple[int, int], int] | None,
) -> None:
    with pytest.raises(SpecError, match=place) as caught:
        read("edges", content)
    assert f"{option}=yes" in str(caught.value)
    assert f"{option}=no" in str(caught.value)
    for said, expected in ((True, yes), (False, no)):
        if expected is not None:
            assert ends(read("edges", content, **{option: said})) == expected


def test_a_header_must_say_what_follows() -> None:
    with pytest.raises(SpecError, match="line 1: a header of 4 switches and 9 links, but 2 lines"):
        read("edges", "4 9\n0 1\n1 2\n", header=True)
    isolated = read("edges", "5 2\n0 1\n1 2\n", header=True)
    assert isolated.network.switches == 5


def test_directed_graphs_with_links_both_ways_are_read() -> None:
    graph = (
        '{"directed": true, "nodes": [{"id": 0}, {"id": 1}], "links": '
        '[{"source": 0, "target": 1}, {"source": 1, "target": 0}]}'
    )
    assert ends(read("node-link", graph)) == {(0, 1): 1}
    with pytest.raises(SpecError, match=r"links\.0: a directed link without an equal one back"):
        read("node-link", graph.replace(', {"source": 1, "target": 0}', ""))
    undirected = graph.replace("true", "false").replace('"target": 0}', '"target": 0, "weight": 2}')
    assert ends(read("node-link", undirected)) == {(0, 1): 3}  # the graph says they are parallel


def test_nodes_without_ids_are_named_by_their_positions() -> None:
    graph = '{"nodes": [{"name": "a"}, {}], "links": [{"source": 0, "target": 1, "value": 7}]}'
    imported = read("node-link", graph)
    assert ends(imported) == {(0, 1): 1}
    assert "the attribute value of links" in imported.notes


def test_defaults_of_graphml_hold() -> None:
    content = """<graphml><key id="w" for="edge" attr.name="weight" attr.type="int">
      <default>3</default></key><key id="h" for="node" attr.name="hosts"><default>0</default></key>
      <graph edgedefault="undirected"><edge source="a" target="b"/>
      <edge source="b" target="c"><data key="w">2</data></edge>
      <node id="a"/><node id="b"/><node id="c"><data key="h">4</data></node></graph></graphml>"""
    imported = read("graphml", content)
    assert ends(imported) == {(0, 1): 3, (1, 2): 2}
    assert imported.network.hosts == (0, 0, 4)


def test_text_files_beside_each_other_are_no_pair_of_codes(tmp_path: Path) -> None:
    for name in ("intra.edges", "inter.edges"):
        (tmp_path / name).write_text("0 1\n")
    found = recognise(tmp_path / "intra.edges", b"0 1\n")
    assert found is BY_NAME["edges"]


def test_merlin_keeps_parallel_local_links() -> None:
    content = """{"hosts_per_router": 1, "routers_per_group": 2, "intergroup_links": 1,
      "intragroup_links": 3, "num_groups": 3}"""
    network = read("sst-merlin", content).network
    again = BY_NAME["sst-merlin"].read(BY_NAME["sst-merlin"].write(network)).network
    assert again == network
    assert {link.multiplicity for link in again.links_of("local")} == {3}


def test_links_that_merlin_does_not_count_as_failed_stay() -> None:
    content = """{"hosts_per_router": 1, "routers_per_group": 2, "intergroup_links": 1,
      "num_groups": 3, "failed_links": ["1:0:0"]}"""
    imported = read("sst-merlin", content)
    assert len(imported.network.links_of("global")) == 3
    assert "failed_links" in imported.notes[0]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("name", ["edges", "csv"])
def test_lists_keep_switches_without_links(
    networks: SearchStrategy[Network], name: str, data: st.DataObject
) -> None:
    network = data.draw(networks)
    if not network.links and name == "csv":
        return
    notes = export(network, BY_NAME[name]).notes
    assert set(notes) <= {"the capacities of link classes", "the hosts of switches", "the groups"}


@settings(max_examples=60, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("name", ["edges", "csv"])
def test_numbers_are_names(
    networks: SearchStrategy[Network], name: str, data: st.DataObject
) -> None:
    """Other numbers in the same order, and lines in another order, are the same network."""
    links = data.draw(networks.map(lambda network: network.links).filter(bool))
    used = sorted({end for link in links for end in link[:2]})
    steps = data.draw(st.lists(st.integers(1, 10**12), min_size=len(used), max_size=len(used)))
    names = dict(zip(used, accumulate(steps), strict=True))
    rows = [(names[a], names[b], c, n) for a, b, c, n in data.draw(st.permutations(links))]
    blank = "," if name == "csv" else " "
    head = "from,to,class,count\n" if name == "csv" else ""
    content = head + "".join(blank.join(map(str, row)) + "\n" for row in rows)
    place = {end: position for position, end in enumerate(used)}
    read_back = read(name, content).network
    assert read_back.switches == len(used)
    assert read_back.links == tuple(Link(place[a], place[b], c, n) for a, b, c, n in links)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("", "must be as in file:path=net.txt,format=edges"),
        ("format=edges", "path: is missing"),
        ("path=x,format=edge", 'format: unknown format "edge"; did you mean edges?'),
        ("path=x,header=maybe", "header: must be yes or no"),
        ("path=x,path=y", "each option once"),
        ("path=no/such,format=edges", 'no file "no/such"'),
        ("path=a\0b", "a path has no null characters"),
    ],
)
def test_options_of_files_that_are_wrong(options: str, problem: str) -> None:
    with pytest.raises(SpecError) as caught:
        spec.read(f"file:{options}")
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "option"),
    [("x.graph", "2 1\n2\n1\n", "header"), ("x.csv", "from,to\n0,1\n", "header"),
     ("x.anynet", "router 0 router 1\n", "weights"), ("x", '{"family": "torus"}', "both_ends")],
)  # fmt: skip
def test_options_that_say_nothing_about_a_format_are_refused(
    tmp_path: Path, name: str, content: str, option: str
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(SpecError, match="says nothing about a file of the format") as caught:
        spec.read(f"file:path={path},{option}=yes")
    assert caught.value.field == option


def test_edge_weights_of_metis_can_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "x.graph"
    path.write_text("2 1 1\n2 7\n1 7\n")
    notes: list[str] = []
    network = spec.build(spec.read(f"file:path={path},weights=no", remark=notes.append))
    assert network.links == (Link(0, 1, "local"),)
    assert notes == [f"{path} (metis): not kept: the weights of edges"]


@pytest.mark.parametrize("arrow", ["--", "->", "-"])
def test_arrows_are_no_switches(arrow: str) -> None:
    with pytest.raises(SpecError, match=r"line 1: .* is no name of a switch"):
        read("edges", f"0 {arrow} 1\n")


def test_a_path_may_have_commas_and_options_stand_on_both_sides(tmp_path: Path) -> None:
    path = tmp_path / "a,b"
    path.write_text("x y\ny x\n")
    read_back = spec.read(f"file:format=edges,path={path},both_ends=no")
    assert spec.build(read_back).links == (Link(0, 1, "local", 2),)


def test_a_spec_may_be_named_as_one(tmp_path: Path) -> None:
    path = tmp_path / "nodes"
    path.write_text('{"family": "torus", "sides": [4]}')
    assert spec.read(f"file:path={path},format=json") == spec.read("torus:sides=4")
