"""Every format, written and read back: what is kept, and what it says is not."""

from __future__ import annotations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.exchange.catalogue import BY_NAME, WRITTEN, export
from alphacut.arrangements.formats.exchange.differences import differences
from alphacut.arrangements.network import Link, LinkClass, Network

DRAGONFLIES = [
    "dragonfly:a=4,h=2,arrangement=relative,p=2",
    "dragonfly:a=3,h=3,arrangement=absolute",
    "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2",
    "dragonfly:a=4,h=2,arrangement=circulant",
    "dragonfly:a=4,h=2,arrangement=relative,groups=6",
    "dragonfly:a=4,h=2,arrangement=absolute,groups=5",
]


@pytest.mark.parametrize("text", DRAGONFLIES)
@pytest.mark.parametrize("name", ["dot", "gml", "graphml", "node-link", "sst-merlin"])
def test_these_formats_keep_all_of_a_dragonfly(name: str, text: str) -> None:
    network = spec.build(spec.read(text))
    exported = export(network, BY_NAME[name])
    assert exported.notes == ()
    assert BY_NAME[name].read(exported.files).network == network


@settings(max_examples=40, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("name", ["dot", "gml", "graphml", "node-link"])
def test_the_formats_of_networkx_keep_every_network(
    networks: SearchStrategy[Network], name: str, data: st.DataObject
) -> None:
    network = data.draw(networks)
    files = BY_NAME[name].write(network)
    assert BY_NAME[name].read(files).network == network


@settings(max_examples=40, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("name", ["dimacs", "matrix-market", "pajek"])
def test_these_formats_keep_ends_of_every_network(
    networks: SearchStrategy[Network], name: str, data: st.DataObject
) -> None:
    network = data.draw(networks)
    notes = export(network, BY_NAME[name]).notes
    assert "how many parallel links there are" not in notes
    assert not any("switches" in note and "hosts" not in note for note in notes)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
@pytest.mark.parametrize("name", ["metis", "sst-macro"])
def test_these_formats_keep_ends_and_hosts_of_every_network(
    networks: SearchStrategy[Network], name: str, data: st.DataObject
) -> None:
    network = data.draw(networks)
    if name == "sst-macro" and not any(network.hosts):
        return
    notes = export(network, BY_NAME[name]).notes
    assert set(notes) <= {"the classes of links", "the capacities of link classes", "the groups"}


def test_every_format_says_what_it_drops() -> None:
    network = spec.build(spec.read("dragonfly:a=4,h=2,arrangement=relative,p=3"))
    notes = {each.name: export(network, each).notes for each in WRITTEN}
    assert notes["booksim"] == ("the classes of links", "the groups")
    assert notes["edges"] == ("the hosts of switches", "the groups")
    assert notes["csv"] == notes["codes"] == ("the hosts of switches",)


def test_differences_are_found() -> None:
    classes = (LinkClass(name="local", base=1, slope=0), LinkClass(name="global", base=0, slope=1))
    network = Network(
        switches=3, links=(Link(0, 1, "local", 2), Link(1, 2, "global")), classes=classes
    )
    fewer = Network(switches=2, links=())
    assert list(differences(network, fewer)) == ["1 switches without links"]
    single = Network(switches=3, links=(Link(0, 1, "local"), Link(1, 2, "global")))
    assert list(differences(network, single)) == ["how many parallel links there are"]
    dearer = Network(
        switches=3,
        links=network.links,
        classes=(classes[0], LinkClass(name="global", base=0, slope=2)),
    )
    assert list(differences(network, dearer)) == ["the capacities of link classes"]


def test_metis_is_what_networkx_says() -> None:
    network = spec.build(spec.read("hypercube:dimension=2"))
    assert BY_NAME["metis"].write(network) == (
        b"4 4 011\n1 2 1 3 1\n1 1 1 4 1\n1 1 1 4 1\n1 2 1 3 1\n",
    )


def test_networkx_reads_the_graphml() -> None:
    network = spec.build(spec.read("torus:sides=3x3"))
    graph = networkx.parse_graphml(BY_NAME["graphml"].write(network)[0].decode())
    assert networkx.is_isomorphic(graph, networkx.grid_graph([3, 3], periodic=True))


REFUSED = [
    (
        "booksim",
        "dragonfly:a=4,h=4,arrangement=helix,trunking=2",
        "one channel between",
    ),
    ("sst-merlin", "dragonfly:a=3,h=2,arrangement=nautilus", "no such map"),
    ("sst-merlin", "dragonfly:a=4,h=2,arrangement=relative,local.sides=2x2", "complete graphs"),
    ("codes", "fat_tree:k=4", "same links inside"),
    ("codes", "torus:sides=4", "links inside groups and between them"),
]


@pytest.mark.parametrize("name", ["codes", "sst-macro", "sst-merlin"])
def test_entries_that_stand_one_by_one_are_counted_before_they_are_written(name: str) -> None:
    links = (Link(0, 1, "local"), Link(2, 3, "local"), Link(0, 2, "global", 10**9))
    network = Network(switches=4, links=links, groups=(0, 0, 1, 1))
    with pytest.raises(NetworkError, match="one by one; this network has 1,000,000,00"):
        export(network, BY_NAME[name])


@pytest.mark.parametrize("name", ["booksim", "sst-macro"])
def test_hosts_that_stand_one_by_one_are_counted_before_they_are_written(name: str) -> None:
    network = Network(switches=2, links=(Link(0, 1, "local"),), hosts=(10**9, 1))
    with pytest.raises(NetworkError, match="one by one; this network has 1,000,000,001"):
        export(network, BY_NAME[name])


@pytest.mark.parametrize(("name", "text", "reason"), REFUSED)
def test_what_a_format_cannot_hold_is_refused(name: str, text: str, reason: str) -> None:
    with pytest.raises(NetworkError, match=reason):
        export(spec.build(spec.read(text)), BY_NAME[name])


@pytest.mark.parametrize("name", ["dot", "gml", "graphml", "node-link", "pajek"])
def test_these_formats_keep_the_names_of_switches(name: str) -> None:
    """Numbers in another order than the switches among them, and what has to be escaped."""
    names = ("10", "2", "Zürich <&> 'Bern'")
    network = Network(switches=3, links=(Link(0, 2, "local", 2),), names=names)
    exported = export(network, BY_NAME[name])
    assert exported.notes == ()
    assert BY_NAME[name].read(exported.files).network.names == names
    lost = export(network, BY_NAME["metis"]).notes
    assert lost == ("the names of switches",)
