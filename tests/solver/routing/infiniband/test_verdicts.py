"""Verdicts on tables of drawn fabrics, against dependency graphs that networkx holds."""

from __future__ import annotations

import random
from typing import Any

import networkx
import pytest

from alphacut.arrangements.formats.spec import complete, to_spec
from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.answer import answer
from alphacut.solver.routing.catalogue import Built
from alphacut.solver.routing.document import routing_document
from alphacut.solver.routing.infiniband.lanes import Lanes, read_lanes, read_levels
from alphacut.solver.routing.infiniband.lft_reader import Walked, routes_of_tables
from alphacut.solver.routing.infiniband.tables import read_tables
from alphacut.solver.routing.infiniband.topology import read_fabric
from alphacut.solver.routing.verify.document import verify_routing
from tests.solver.routing.infiniband.oracle import (
    Drawn,
    dependencies,
    drawn,
    ibnetdiscover,
    path_sl,
    sl2vl,
    subnet,
    tables,
)

QUICK, MANY = 120, 6_000
FORMS = (ibnetdiscover, subnet)


def walked(fabric: Drawn, form: Any, text: str = "") -> tuple[Network, Walked]:
    """Judge a fabric from its files."""
    read = read_fabric(form(fabric).encode())
    lanes = Lanes(
        levels=read_levels(path_sl(fabric).encode()), tables=read_lanes(sl2vl(fabric).encode())
    )
    order = [node.guid for node in read.switches]
    network = read.network()
    content = (text or tables(fabric)).encode()
    return network, routes_of_tables(read_tables(content), read, network, order, lanes)


def document_of(network: Network, found: Walked) -> dict[str, Any]:
    routes = found.routes
    built = Built(name="routes", mechanism=routes, vcs=routes.channels.vcs, remarks=found.remarks)
    return routing_document(
        answer(routes, None), built, topology=complete(to_spec(network)), network=network,
        provenance={},
    )  # fmt: skip


def check(seed: int) -> str:
    """Compare verdicts for one fabric, in both forms; return the right one."""
    fabric = drawn(random.Random(seed))
    free = networkx.is_directed_acyclic_graph(dependencies(fabric))
    for form in FORMS:
        network, found = walked(fabric, form)
        document = document_of(network, found)
        assert document["deadlock"]["verdict"] == ("free" if free else "possible"), (seed, form)
        assert verify_routing(document).status == "exact", seed
    return "free" if free else "possible"


def test_verdicts_are_those_of_the_dependency_graph() -> None:
    verdicts = [check(seed) for seed in range(QUICK)]
    assert min(verdicts.count("free"), verdicts.count("possible")) > QUICK / 6


@pytest.mark.slow
def test_verdicts_of_many_fabrics() -> None:
    verdicts = [check(seed) for seed in range(QUICK, QUICK + MANY)]
    assert min(verdicts.count("free"), verdicts.count("possible")) > MANY / 6


def line() -> Drawn:
    """Two switches, and a host at each."""
    fabric = Drawn(
        ports=[2, 2], cables={(0, 2): (1, 2), (1, 2): (0, 2)}, adapters=[[(0, 1)], [(1, 1)]], lmc=0
    )
    fabric.lids = {(0, 0): range(8, 9), (1, 0): range(9, 10)}
    fabric.tables = [{8: 1, 9: 2}, {8: 2, 9: 1}]
    return fabric


@pytest.mark.parametrize("form", FORMS)
def test_lids_that_no_node_has_are_told(form: Any) -> None:
    fabric = line()
    fabric.tables[0] |= {20: 2, 30: 2, 31: 2}
    fabric.tables[1] |= {20: 1, 31: 2}  # 20 ends at a host, 30 nowhere, 31 goes to and fro
    network, found = walked(fabric, form)
    document = document_of(network, found)
    remarks = document["mechanism"]["remarks"]
    assert "LIDs 20 that no node has are judged as those of the ports" in remarks[0]
    assert "not judged: LIDs 30-31, which the tables have, but no node" in remarks[1]
    assert "multicast and adaptive routing" in remarks[-1]
    told = verify_routing(document).checked[-1]  # nothing in a document shows what remarks say
    assert told.startswith("not checked:")
    assert told.endswith("and 3 of its remarks")


def test_service_levels_that_are_not_known_are_told() -> None:
    fabric = line()
    fabric.levels = {(0x100001, 9): 1, (0xABC, 9): 1}
    _, found = walked(fabric, subnet)
    assert found.remarks[0].startswith("not judged: 1 rows of --path-sl")
    assert found.remarks[1].startswith("not judged: service levels of 1 paths")
    fabric.levels = {}
    fabric.sl2vl = {(0, 1, 2): [0] * 16}
    _, found = walked(fabric, subnet)
    assert found.remarks[0].startswith("not judged: service levels 1 to 15")


def test_packets_to_switches_that_alone_close_a_cycle_are_told() -> None:
    """Three switches in a ring: hosts at two, and LIDs of switches that go round one way."""
    cables = {(0, 2): (1, 3), (1, 2): (2, 3), (2, 2): (0, 3)}
    fabric = Drawn(
        ports=[3, 3, 3], cables=cables | {b: a for a, b in cables.items()},
        adapters=[[(0, 1)], [(1, 1)], [(2, 1)]], lmc=0,
    )  # fmt: skip
    fabric.lids = {(i, 0): range(8 + i, 9 + i) for i in range(3)}
    fabric.tables = [
        {8 + s: (1 if s == at else 2 if s == (at + 1) % 3 else 3) for s in range(3)}
        for at in range(3)
    ]
    _, found = walked(fabric, subnet)
    assert len(found.remarks) == 1
    for at in range(3):
        fabric.tables[at] |= {1 + s: 0 if s == at else 2 for s in range(3)}
    network, found = walked(fabric, subnet)
    assert "packets to and from switches themselves" in found.remarks[0]
    assert document_of(network, found)["deadlock"]["verdict"] == "free"


def test_entries_that_cannot_be_read_are_refused() -> None:
    with pytest.raises(QuestionError, match="line 2 is no entry of a table"):
        walked(line(), subnet, tables(line()).replace("0x0008 001", "0x0008 1001"))


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        (("LID:0009", "LID:0008"), "LID 8 is that of"),
        (("LID:0009", "LID:0000"), "has no LID"),
        (("LID:0009", "LID:FFFF"), "LIDs at most 49151"),
    ],
)
def test_lids_that_cannot_be(changed: tuple[str, str], problem: str) -> None:
    with pytest.raises(QuestionError, match=problem):
        walked(line(), lambda fabric: subnet(fabric).replace(*changed))
