"""The wiring as text, read back by other means."""

from __future__ import annotations

import csv

import networkx
import pytest

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.links_table import FORMATS, write
from alphacut.arrangements.formats.networkx_graph import to_networkx
from alphacut.arrangements.network import Link, LinkClass, Network

NETWORK = spec.build(spec.read("dragonfly:a=3,h=2,arrangement=absolute,p=2"))


def test_json_is_a_spec_of_the_same_network() -> None:
    assert spec.build(spec.read(write(NETWORK, "json"))) == NETWORK


def test_csv_has_a_row_for_each_link() -> None:
    rows = list(csv.DictReader(write(NETWORK, "csv").splitlines()))
    read = tuple(
        Link(int(row["first"]), int(row["second"]), row["class"], int(row["multiplicity"]))
        for row in rows
    )
    assert read == NETWORK.links
    for row in rows:
        assert int(row["first_group"]) == int(row["first"]) // 3
        assert int(row["second_group"]) == int(row["second"]) // 3


def test_networkx_reads_the_edge_list() -> None:
    lines = write(NETWORK, "edges").splitlines()
    columns = [("link_class", str), ("multiplicity", int)]
    graph = networkx.parse_edgelist(lines, nodetype=int, data=columns)
    assert networkx.utils.edges_equal(
        graph.edges(data=True), networkx.Graph(to_networkx(NETWORK)).edges(data=True)
    )


def test_multiplicities_are_written() -> None:
    network = Network(switches=2, links=(Link(0, 1, "global", 4),))
    assert write(network, "edges") == "0 1 global 4\n"
    assert write(network, "csv").splitlines()[1:] == ["0,1,0,0,global,4"]


def test_switches_without_links_are_counted() -> None:
    network = Network(switches=3, links=(Link(0, 2, "global", 4),))
    assert write(network, "edges") == "# switches: 3\n0 2 global 4\n"
    assert write(network, "csv").splitlines()[1:] == ["0,2,0,0,global,4,3"]


def test_edge_list_refuses_names_with_blanks() -> None:
    long = LinkClass(name="long link", base=1, slope=0)
    network = Network(switches=2, links=(Link(0, 1, "long link"),), classes=(long,))
    with pytest.raises(NetworkError, match="blanks"):
        write(network, "edges")
    assert "long link" in write(network, "csv")


def test_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(NetworkError, match="did you mean json\\? Known are booksim, csv, dimacs"):
        write(NETWORK, "jsn")
    assert {"csv", "edges", "json", "metis", "graphml"} <= {each.name for each in FORMATS}
