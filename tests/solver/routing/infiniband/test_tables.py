"""Forwarding tables: written, read again, and those of others refused where they do not fit."""

from __future__ import annotations

from typing import Any

import pytest

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.infiniband.fabric import Fabric
from alphacut.solver.routing.infiniband.lanes import Lanes, read_lanes, read_levels
from alphacut.solver.routing.infiniband.lft_reader import routes_of_tables
from alphacut.solver.routing.infiniband.lft_writer import tables_of
from alphacut.solver.routing.infiniband.made import made
from alphacut.solver.routing.infiniband.match import order_in
from alphacut.solver.routing.infiniband.tables import fdbs_text, lfts_text, read_tables
from alphacut.solver.routing.infiniband.topology import read_fabric, subnet_text

SPEC = "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2,p=2"


@pytest.fixture
def two_colours(route: Any) -> Any:
    return route(SPEC, "2-colour")


@pytest.fixture
def fabric(two_colours: Any) -> Fabric:
    return made(two_colours.network)


def order_of(fabric: Fabric) -> list[int]:
    return [node.guid for node in fabric.switches]


def test_tables_make_routes_of_the_mechanism(two_colours: Any, fabric: Fabric) -> None:
    mechanism, network = two_colours.built.mechanism, two_colours.network
    tables = tables_of(mechanism, fabric, network, order_of(fabric))
    for text in (lfts_text(tables, fabric), fdbs_text(tables, fabric)):
        assert read_tables(text.encode()) == tables
    routes = routes_of_tables(tables, fabric, network, order_of(fabric)).routes
    ours = set(map(tuple, mechanism.dependencies().tolist()))
    assert set(map(tuple, routes.dependencies().tolist())) <= ours
    for source, target in ((0, 1), (0, 7), (13, 2)):
        allowed = {each.channels for each in mechanism.routes(source, target)}
        assert {each.channels for each in routes.routes(source, target)} <= allowed


def test_a_fabric_is_the_same_after_it_was_written(fabric: Fabric, two_colours: Any) -> None:
    again = read_fabric(subnet_text(fabric).encode())
    assert again == fabric
    assert order_in(again, two_colours.network) == order_of(fabric)


@pytest.mark.parametrize(
    ("mechanism", "problem"),
    [
        ("valiant", "keep packets on one virtual lane"),
        ("minimal", "keep packets on one virtual lane"),
    ],
)
def test_mechanisms_that_tables_cannot_hold(
    mechanism: str, problem: str, route: Any, fabric: Fabric
) -> None:
    routed = route(SPEC, mechanism)
    with pytest.raises(QuestionError, match=problem):
        tables_of(routed.built.mechanism, fabric, routed.network, order_of(fabric))


def test_four_colours_are_not_destination_based(route: Any) -> None:
    routed = route("dragonfly:a=8,h=4,arrangement=palmtree,trunking=4", "4-colour")
    fabric = made(routed.network)
    with pytest.raises(QuestionError, match="not destination-based"):
        tables_of(routed.built.mechanism, fabric, routed.network, order_of(fabric))


@pytest.fixture
def tables(two_colours: Any, fabric: Fabric) -> dict[int, dict[int, int]]:
    return tables_of(two_colours.built.mechanism, fabric, two_colours.network, order_of(fabric))


def walked(tables: dict[int, dict[int, int]], fabric: Fabric, routed: Any) -> None:
    routes_of_tables(tables, fabric, routed.network, order_of(fabric))


def test_tables_of_another_topology_are_refused(
    tables: dict[int, dict[int, int]], fabric: Fabric, two_colours: Any, route: Any
) -> None:
    tables[0xABC] = {}
    with pytest.raises(QuestionError, match="0x0000000000000abc, which is not in the fabric"):
        walked(tables, fabric, two_colours)
    del tables[0xABC]
    other = route("dragonfly:a=4,h=2,arrangement=circulant,trunking=2,p=2", "minimal")
    with pytest.raises(QuestionError, match=r"another topology: switches \d+ and \d+"):
        order_in(fabric, other.network)


def test_a_missing_table_or_entry_is_named(
    tables: dict[int, dict[int, int]], fabric: Fabric, two_colours: Any
) -> None:
    first = order_of(fabric)[0]
    host = fabric.hosts[-1]
    del tables[first][host.lid]
    with pytest.raises(
        QuestionError, match=f'from switch "S0" to host "{fabric.nodes[host.node].name}"'
    ):
        walked(tables, fabric, two_colours)
    del tables[first]
    with pytest.raises(QuestionError, match='no table for switch "S0"'):
        walked(tables, fabric, two_colours)


def test_tables_that_lead_in_a_circle_are_refused(
    tables: dict[int, dict[int, int]], fabric: Fabric, two_colours: Any
) -> None:
    one, other = order_of(fabric)[:2]
    host = fabric.hosts[-1]
    for here, there in ((one, other), (other, one)):
        ports = (p for p in range(1, 8) if fabric.cables.get((here, p), (0, 0))[0] == there)
        tables[here][host.lid] = next(ports)
    with pytest.raises(QuestionError, match="round in a circle"):
        walked(tables, fabric, two_colours)


def test_service_levels_put_packets_on_lanes(
    tables: dict[int, dict[int, int]], fabric: Fabric, two_colours: Any
) -> None:
    """Those of one host travel on lane 1, where a table says so, and all others on lane 0."""
    host = fabric.hosts[0]
    levels = [(host.guid, far.lid, 5) for far in fabric.hosts[2:]]
    text = "\n".join(f"{guid:#x} {lid:#x} {level}" for guid, lid, level in levels)
    row = " ".join("1" if level == 5 else "0" for level in range(16))
    ports = [(i, o) for i in range(1, 8) for o in range(1, 8)]
    lanes = "\n".join(
        f'Switch {guid:#x}, base LID 1, "S"\n' + "\n".join(f"{i} {o} : {row}" for i, o in ports)
        for guid in order_of(fabric)
    )
    known = Lanes(levels=read_levels(text.encode()), tables=read_lanes(lanes.encode()))
    routes = routes_of_tables(tables, fabric, two_colours.network, order_of(fabric), known).routes
    assert routes.channels.vcs == (2, 2)
    used = {
        routes.channels.link_of(hop)[1] for each in routes.routes(0, 9) for hop in each.channels
    }
    assert used == {0, 1}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"0x1 2\n", "line 1 must be a source GUID"),
        (b"0x1 2 16\n", "line 1 must be a source GUID"),
    ],
)
def test_bad_levels(content: bytes, problem: str) -> None:
    with pytest.raises(QuestionError, match=problem):
        read_levels(content)


def test_lanes_as_ibdmchk_reads_them() -> None:
    found = read_lanes(b"0x200000 1 2 0x01,0x23,0x45,0x67,0x01,0x23,0x45,0x67\n")
    assert found == {(0x200000, 1, 2): (*range(8), *range(8))}
    with pytest.raises(QuestionError, match="line 1 is no table of lanes"):
        read_lanes(b"nothing\n")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"{ SW nothing }\n", "line 1 is no link of opensm-subnet.lst"),
        (b'# Topology file: generated\n[1] "S-1"[2]\n', "line 2: a port stands before any node"),
        (b"# Topology file: generated\n", "names no node"),
    ],
)
def test_bad_topologies(content: bytes, problem: str) -> None:
    with pytest.raises(QuestionError, match=problem):
        read_fabric(content)
