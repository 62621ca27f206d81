"""Balance: equations 1 to 5 and Table I of Camarero et al., and routes counted one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import networkx
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.structure.balance import Dimensions, table, use_ratio
from alphacut.arrangements.structure.machine import dimensions, inventory, load
from alphacut.arrangements.structure.routes import Routes, hierarchical_routes, trunked_formula
from alphacut.arrangements.topologies.hamming import hamming

ARRANGEMENTS = ("absolute", "relative", "circulant", "nautilus", "helix")


def routes_one_by_one(network: Network) -> Fraction:
    """avg₁ from the best of all routes that use at most one link between groups."""
    inside = networkx.Graph()
    inside.add_nodes_from(range(network.switches))
    inside.add_edges_from(l[:2] for l in network.links if _same(network, l))  # noqa: E741
    hops = dict(networkx.all_pairs_shortest_path_length(inside))
    across = [l[:2] for l in network.links if not _same(network, l)]  # noqa: E741
    across += [(v, u) for u, v in across]
    total = 0
    for s, d in permutations(range(network.switches), 2):
        if network.groups[s] == network.groups[d]:
            total += hops[s][d]
        else:
            total += min(
                hops[s][u] + hops[v][d] for u, v in across if u in hops[s] and d in hops[v]
            )
    return Fraction(total, network.switches * (network.switches - 1))


def _same(network: Network, link: Link) -> bool:
    return network.groups[link.first] == network.groups[link.second]


def found_routes(network: Network) -> Routes:
    routes = hierarchical_routes(network)
    assert routes is not None
    return routes


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_routes_of_dragonflies(arrangement: str) -> None:
    network = Dragonfly(a=3, h=2, arrangement=arrangement).network()
    routes = found_routes(network)
    assert routes.local == routes_one_by_one(network)
    assert routes.between == Fraction(3 * 7 - 3, 3 * 7 - 1)  # (ab - a)/(ab - 1)
    assert routes.local_across == trunked_formula(3, 1)


@pytest.mark.parametrize("sides", [(3, 3), (4, 4), (4, 3)])
def test_a_hamming_graph_is_the_dragonfly_with_t_equal_to_a(sides: tuple[int, ...]) -> None:
    network = hamming(sides)
    routes = found_routes(network)
    assert routes.local == routes_one_by_one(network)
    found = dimensions(network)
    assert found is not None
    assert found.trunking == found.a
    assert routes.local_across == trunked_formula(found.a, found.a)


def test_routes_need_a_link_between_every_two_groups() -> None:
    links = (Link(0, 1, "local"), Link(2, 3, "local"), Link(4, 5, "local"), Link(1, 2, "global"))
    network = Network(switches=6, links=links, groups=(0, 0, 1, 1, 2, 2))
    assert hierarchical_routes(network) is None
    assert dimensions(network) is None


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_dimensions_of_dragonflies(arrangement: str) -> None:
    found = dimensions(Dragonfly(a=4, h=2, arrangement=arrangement).network())
    assert found == Dimensions(a=4, groups=9, trunking=1)
    assert found.h == 2
    assert found.link_ratio == Fraction(2, 3)


def test_table_1() -> None:
    """Camarero et al., Table I, which prints 7.5 where its equation 3 gives 7.0."""
    rows = [(float(r.most), round(float(r.balanced), 1), float(r.least)) for r in table(4)]
    assert rows == [(13, 8.7, 7.0), (7, 5.8, 4.0), (5, 4.8, 3.0), (4, 4.0, 2.5)]


def test_the_use_ratio_runs_from_a_half_to_1() -> None:
    assert use_ratio(4, 4) == 1
    assert abs(use_ratio(10**6, 1) - Fraction(1, 2)) < Fraction(1, 10**5)
    assert Dimensions(a=4, groups=4, trunking=4).balanced_groups == 4
    assert Dimensions(a=4, groups=4, trunking=4).balanced_h == 3


@pytest.mark.parametrize(("a", "t"), [(4, 1), (8, 1), (8, 4), (16, 16)])
def test_the_approximation_leaves_out_a_low_order_term(a: int, t: int) -> None:
    """Equation 2 drops t/a² from the mean hops that are counted before it."""
    assert trunked_formula(a, t) == 1 / use_ratio(a, t) - Fraction(t, a * a)


def test_loads_of_a_square_hamming_graph_are_equal() -> None:
    network = hamming((4, 4))
    found = load(network, found_routes(network))
    assert found is not None
    assert found.local == found.between == Fraction(4, 15)
    assert found.hosts_at_most == Fraction(15, 4)


def test_loads_are_those_of_the_routes() -> None:
    """(2,4,2): 72 hosts, 54 local and 36 global links."""
    network = Dragonfly(a=4, h=2, arrangement="relative", p=2).network()
    found = load(network, found_routes(network))
    assert found is not None
    assert found.local == 72 * Fraction(51, 35) / 108
    assert found.between == 72 * Fraction(32, 35) / 72


def test_the_inventory_counts_hosts_into_the_radix() -> None:
    found = inventory(Dragonfly(a=4, h=2, arrangement="helix", p=3).network())
    assert found["radix"] == {"min": 8, "max": 8}
    assert found["hosts"] == 108
    assert found["links"] == {"local": 54, "global": 36}
