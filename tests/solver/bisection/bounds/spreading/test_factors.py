"""Factors of products whose switches are numbered anyhow, and of networks that are none."""

from __future__ import annotations

import random
from collections.abc import Sequence

import networkx
import numpy as np
import pytest

from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.bounds.spreading.factors import Factor, factors_of
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.common.alpha import Alpha

ONE = Alpha(1, 1)
PATH, RING, ROOK = networkx.path_graph, networkx.cycle_graph, networkx.complete_graph
PETERSEN, KITE = networkx.petersen_graph(), networkx.Graph([(0, 1), (0, 2), (1, 2), (2, 3)])
FAN = networkx.complete_bipartite_graph(2, 3)  # two switches with three beside both


def network_of(graph: networkx.Graph, seed: int) -> Network:
    """Return the network of a graph, its nodes numbered at random."""
    numbers = list(range(len(graph)))
    random.Random(seed).shuffle(numbers)
    number = dict(zip(graph, numbers, strict=True))
    links = tuple(Link(number[u], number[v], "local") for u, v in graph.edges)
    return Network(switches=len(graph), links=links)


def product_of(graphs: Sequence[networkx.Graph]) -> networkx.Graph:
    product, *others = graphs
    for each in others:
        product = networkx.cartesian_product(product, each)
    return product


def graphs_of(network: Network) -> list[networkx.Graph]:
    """Return the factors that are found as graphs; the network has to be their product."""
    factors = factors_of(network, ONE, SpreadingParams())
    if factors:
        places = list(zip(*(each.place.tolist() for each in factors), strict=True))
        assert linked(factors, set(places)) == {
            frozenset([places[u], places[v]]) for u, v, *_ in network.links
        }
    return [networkx.Graph(list(each.links)) for each in factors]


def linked(
    factors: Sequence[Factor], places: set[tuple[int, ...]]
) -> set[frozenset[tuple[int, ...]]]:
    """Return what is linked in a product, by the places of both ends."""
    return {
        frozenset([(*at[:i], u, *at[i + 1 :]), (*at[:i], v, *at[i + 1 :])])
        for at in places
        for i, each in enumerate(factors)
        for u, v in each.links
    }


PRODUCTS = [
    [PATH(4), PATH(7)],
    [PATH(2), PATH(2), PATH(5)],
    [RING(5), RING(7)],
    [RING(3), RING(8), PATH(3)],
    [ROOK(4), ROOK(6), ROOK(3)],
    [PETERSEN, PATH(3)],
    [PETERSEN, PETERSEN],
    [KITE, FAN],
    [FAN, FAN, PATH(2)],
    [networkx.star_graph(4), RING(6)],
    [networkx.circular_ladder_graph(5), ROOK(3)],  # of a path of two and a ring
    [networkx.moebius_kantor_graph(), PATH(2)],
]
PRIMES = {id(PRODUCTS[10][0]): [PATH(2), RING(5)]}


@pytest.mark.parametrize(
    "graphs", PRODUCTS, ids=lambda graphs: "x".join(map(str, map(len, graphs)))
)
def test_the_factors_are_those_that_were_multiplied(graphs: list[networkx.Graph]) -> None:
    expected = [prime for graph in graphs for prime in PRIMES.get(id(graph), [graph])]
    for seed in range(3):
        found = graphs_of(network_of(product_of(graphs), seed))
        assert len(found) == len(expected)
        for graph in expected:
            same = next(each for each in found if networkx.is_isomorphic(each, graph))
            found.remove(same)


def moebius_ladder(rungs: int) -> networkx.Graph:
    """Return a ladder that is closed the wrong way round: no product, though full of squares."""
    return networkx.circulant_graph(2 * rungs, [1, rungs])


@pytest.mark.parametrize(
    "graph",
    [
        RING(9),
        ROOK(12),
        moebius_ladder(7),
        PETERSEN,
        networkx.random_regular_graph(4, 40, seed=1),
        networkx.complete_bipartite_graph(4, 4),
        networkx.barbell_graph(5, 2),
        networkx.balanced_tree(2, 3),
        networkx.disjoint_union(product_of([RING(5), RING(7)]), product_of([RING(5), RING(7)])),
    ],
)
def test_what_is_no_product_has_no_factors(graph: networkx.Graph) -> None:
    assert graphs_of(network_of(graph, 1)) == []


def test_one_link_less_is_no_product() -> None:
    graph = product_of([PATH(5), RING(6)])
    for edge in list(graph.edges):
        graph.remove_edge(*edge)
        assert graphs_of(network_of(graph, 1)) == []
        graph.add_edge(*edge)


def test_classes_of_links_that_are_no_factors_are_taken_together() -> None:
    """Rungs and rims of such a ladder are told apart by squares, and are no factors."""
    found = graphs_of(network_of(product_of([moebius_ladder(6), PATH(4)]), 1))
    assert sorted(len(each) for each in found) == [4, 12]
    assert networkx.is_isomorphic(max(found, key=len), moebius_ladder(6))


def test_a_link_of_a_factor_has_the_least_capacity_of_its_copies() -> None:
    """What a link more than others carries is not counted."""
    plain = network_of(product_of([PATH(4), RING(5)]), 1)
    first, *others = plain.links
    network = Network(
        switches=20, links=(Link(*first[:3], 5), *(Link(*each[:3], 2) for each in others))
    )
    one, two = (
        factors_of(plain, ONE, SpreadingParams()),
        factors_of(network, ONE, SpreadingParams()),
    )
    assert [2 * each.ratio for each in one] == [each.ratio for each in two]


def test_what_has_too_many_links_that_meet_is_left() -> None:
    network = network_of(product_of([RING(5), RING(7)]), 1)
    assert len(factors_of(network, ONE, SpreadingParams(most_pairs=35 * 6))) == 2
    assert factors_of(network, ONE, SpreadingParams(most_pairs=35 * 6 - 1)) == ()


@pytest.mark.parametrize(
    ("graph", "severed"), [(PATH(7), 1), (PATH(8), 1), (RING(9), 2), (RING(10), 2), (ROOK(6), 9)]
)
def test_first_halves_by_rank_are_best_halves(graph: networkx.Graph, severed: int) -> None:
    """Of paths, rings and complete networks, whatever their numbers are."""
    side = len(graph)
    factors = factors_of(network_of(product_of([graph, KITE]), 2), ONE, SpreadingParams())
    [factor] = [each for each in factors if each.side == side]
    first = set(np.flatnonzero(factor.ranks() < side // 2).tolist())
    assert len(first) == side // 2
    assert sum((u in first) != (v in first) for u, v in factor.links) == severed
