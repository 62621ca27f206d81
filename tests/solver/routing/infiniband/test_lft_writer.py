"""Tables of up*/down* and shortest routes, and fabrics whose switches have names of their own."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.formats.spec import build, read
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.graph import Cycle, order_or_cycle
from alphacut.solver.routing.infiniband.fabric import Fabric
from alphacut.solver.routing.infiniband.files import LFTS, SUBNET, table_files
from alphacut.solver.routing.infiniband.lft_reader import routes_of_tables
from alphacut.solver.routing.infiniband.made import made
from alphacut.solver.routing.infiniband.match import order_in
from alphacut.solver.routing.infiniband.tables import read_tables
from alphacut.solver.routing.infiniband.topology import read_fabric
from alphacut.solver.routing.mechanism_spec import Installed


def renamed(fabric: Fabric, seed: int) -> Fabric:
    """Give switches other GUIDs, in another order, and names that tell nothing."""
    guids = [node.guid for node in fabric.switches]
    other = dict(zip(guids, random.Random(seed).sample(guids, len(guids)), strict=True))

    def now(guid: int) -> int:
        return other.get(guid, guid)

    return Fabric(
        nodes={
            now(guid): replace(node, guid=now(guid), name="leaf" if node.is_switch else node.name)
            for guid, node in fabric.nodes.items()
        },
        cables={
            (now(a), one): (now(b), other_one) for (a, one), (b, other_one) in fabric.cables.items()
        },
        ends={(now(a), p): replace(end, node=now(a)) for (a, p), end in fabric.ends.items()},
    )


@pytest.mark.parametrize("mechanism", ["up-down", "shortest"])
@pytest.mark.parametrize("spec", ["fat_tree:k=4", "leaf_spine:leaves=2,spines=2"])
def test_switches_without_hosts_have_tables(spec: str, mechanism: str, route: Any) -> None:
    routed = route(spec, mechanism)
    files = table_files(routed.built.mechanism, routed.network, None, mechanism).texts
    fabric = read_fabric(files[SUBNET].encode())
    order = [node.guid for node in fabric.switches]
    tables = read_tables(files[LFTS].encode())
    found = routes_of_tables(tables, fabric, fabric.network(), order).routes
    assert not isinstance(order_or_cycle(found.channels.count, found.dependencies()), Cycle)


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_up_down_tables_close_no_cycle_on_any_network(seed: int, route: Any) -> None:
    rng = random.Random(seed)
    n = rng.randint(2, 9)
    links = [[rng.randrange(one), one] for one in range(1, n)]
    links += [rng.sample(range(n), 2) for _ in range(rng.randint(0, 10))]
    hosts = [1, *(rng.randint(0, 2) for _ in range(n - 2)), 1]
    spec = {"family": "graph", "switches": n, "links": links, "hosts": hosts}
    routed = route(spec, "up-down")
    walked = table_files(routed.built.mechanism, routed.network, None, "up-down").walked
    assert walked is not None  # and a cycle would have been refused


def test_shortest_tables_that_close_a_cycle_are_refused(route: Any) -> None:
    routed = route("torus:sides=5", "shortest")
    with pytest.raises(QuestionError, match="closes a cycle of 5 channels on one virtual lane"):
        table_files(routed.built.mechanism, routed.network, None, "shortest")


@pytest.mark.parametrize(
    ("spec", "mechanism"),
    [
        ("fat_tree:k=4", "up-down"),
        ("dragonfly:a=4,h=2,arrangement=palmtree,trunking=2,p=2", "2-colour"),
        ("torus:sides=2x4", "up-down"),  # with two cables between some switches
    ],
)
def test_a_fabric_with_other_names_is_laid_onto_the_network(
    spec: str, mechanism: str, route: Any
) -> None:
    routed = route(spec, mechanism)
    fabric = renamed(made(routed.network), seed=1)
    order = order_in(fabric, routed.network)
    assert fabric.network(order).hosts == routed.network.hosts
    installed = Installed(fabric=fabric, order=order)
    files = table_files(routed.built.mechanism, routed.network, installed, mechanism).texts
    tables = read_tables(files[LFTS].encode())
    found = routes_of_tables(tables, fabric, routed.network, order).routes
    assert not isinstance(order_or_cycle(found.channels.count, found.dependencies()), Cycle)


def test_another_topology_is_named_by_what_differs() -> None:
    torus = build(read("torus:sides=4x4"))
    for spec, problem in (
        ("torus:sides=3x3", "it has 9 switches, but the network 16"),
        ("mesh:sides=4x4", "4 switches .* have 2 links and 1 hosts, in the network 0"),
    ):
        with pytest.raises(QuestionError, match=problem):
            order_in(renamed(made(build(read(spec))), 1), torus)
    other = renamed(made(build(read("torus:sides=2x8"))), 1)
    with pytest.raises(QuestionError, match="another topology"):
        order_in(other, torus)
