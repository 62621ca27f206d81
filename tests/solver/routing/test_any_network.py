"""Routes on any network: as short as they may be, one for each pair, and free from deadlock."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import pairwise
from typing import Any

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.routing.explicit_routes import Listed
from alphacut.solver.routing.verify.document import verify_routing

MECHANISMS = ("up-down", "shortest")


@st.composite
def connected(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a connected network, with parallel links and switches without hosts."""
    switches = draw(st.integers(2, 9))
    links = [[draw(st.integers(0, one - 1)), one] for one in range(1, switches)]
    pairs = st.tuples(st.integers(0, switches - 1), st.integers(0, switches - 1))
    links += [[*pair] for pair in draw(st.lists(pairs, max_size=10)) if pair[0] != pair[1]]
    hosts = draw(st.lists(st.integers(0, 2), min_size=switches, max_size=switches))
    return {"family": "graph", "switches": switches, "links": links, "hosts": [1, *hosts[1:-1], 1]}


@settings(deadline=None, max_examples=25)
@given(topology=connected(), mechanism=st.sampled_from(MECHANISMS))
def test_every_pair_has_one_route_and_packets_never_wait_in_a_circle(
    topology: dict[str, Any], mechanism: str, route: Any
) -> None:
    routed = route(topology, mechanism)
    listed = routed.built.mechanism
    assert isinstance(listed, Listed)
    hosts = [switch for switch, count in enumerate(topology["hosts"]) if count]
    graph = networkx.MultiGraph(topology["links"])
    followed = networkx.DiGraph()
    for source in hosts:
        for target in hosts:
            if source == target:
                continue
            [found] = listed.routes(source, target)
            steps = [listed.channels.link_of(channel)[0] for channel in found.channels]
            ends = listed.channels.links
            assert [source, *ends.heads[steps].tolist()] == [*ends.tails[steps].tolist(), target]
            least = networkx.shortest_path_length(graph, source, target)
            assert len(steps) == least if mechanism == "shortest" else len(steps) >= least
            followed.add_edges_from(pairwise(found.channels))
    assert networkx.is_directed_acyclic_graph(followed)
    document = routed.document("uniform")
    assert document["deadlock"]["verdict"] == "free"
    assert verify_routing(document).status == "exact"
    if mechanism == "up-down":
        assert routed.built.vcs == (1, 1)


def test_a_forged_route_is_refused(route: Any) -> None:
    document = route("torus:sides=3x3", "up-down").document()
    verify_routing(document)
    forged = json.loads(json.dumps(document))
    forged["mechanism"]["listed"][0][3] = document["mechanism"]["listed"][1][3]
    with pytest.raises(Exception, match=r"does not lead|does not leave"):
        verify_routing(forged)


@pytest.mark.parametrize(
    ("spec", "vcs"),
    [
        ("complete:switches=6", 1),
        ("fat_tree:k=4", 1),
        ("torus:sides=5", 2),  # around a ring no single channel will do (Dally and Seitz, 1987)
        ("torus:sides=8", 2),
    ],
)
def test_shortest_routes_take_as_many_channels_as_are_needed(
    spec: str, vcs: int, route: Any
) -> None:
    assert route(spec, "shortest").built.vcs == (vcs, vcs)


def test_fewer_channels_than_are_needed_are_refused(route: Any) -> None:
    with pytest.raises(QuestionError, match="need more than 1 virtual channels here"):
        route("torus:sides=5", "shortest", vcs=(1, 1))
    assert route("torus:sides=5", "shortest", vcs=(3, 3)).built.vcs == (3, 3)


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_fat_tree_is_used_evenly(mechanism: str, route: Any) -> None:
    """All its roots are: by distance from a single one, the others would be below their pods."""
    document = route("fat_tree:k=8", mechanism).document("uniform")
    assert set(document["hops"]) == {"2", "4"}
    assert Fraction(document["load"]["saturation"]) > Fraction(98, 100)


@pytest.mark.parametrize(
    ("topology", "told"),
    [
        ({"switches": 4, "links": [[0, 1], [2, 3]]}, "no way from switch 0 to switch 2"),
        ({"switches": 3, "links": [[0, 1], [1, 2]], "hosts": [2, 0, 0]}, "fewer than two switches"),
        ({"switches": 1, "links": []}, "fewer than two switches"),
    ],
)
def test_what_has_no_routes_is_refused(topology: dict[str, Any], told: str, route: Any) -> None:
    with pytest.raises(QuestionError, match=told):
        route({"family": "graph", **topology}, "up-down")


def test_a_network_that_is_too_large_is_refused_before_its_routes_are_listed(route: Any) -> None:
    with pytest.raises(QuestionError, match=r"at most 4,000 switches; this network has 5,120"):
        route("fat_tree:k=64", "up-down")
