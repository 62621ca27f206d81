"""Pairs of switches, merged into orbits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.arrangements.topologies.complete import complete
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.arrangements.topologies.torus import torus
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.pairs import Pairs
from alphacut.solver.bisection.parity import Parities
from alphacut.solver.bisection.region import crossing_residue

Networks = Callable[..., SearchStrategy[Network]]

SYMMETRIC = {
    "K5": complete(5),
    "cube": hypercube(3),
    "torus": torus((3, 3)),
    "relative": Dragonfly(a=3, h=2, arrangement="relative").network(),
    "helix": Dragonfly(a=2, h=4, arrangement="helix").network(),
}


def pairs_of(network: Network, *, symmetric: bool) -> Pairs:
    balance = Balance.of(network)
    return Pairs(network, balance, automorphisms(network, balance.weights) if symmetric else ())


@pytest.mark.parametrize("name", SYMMETRIC)
def test_orbits_are_the_components_of_the_generators(name: str) -> None:
    """Built anew with networkx: a pair is joined to its image under each generator."""
    network = SYMMETRIC[name]
    pairs = pairs_of(network, symmetric=True)
    graph = networkx.Graph()
    graph.add_nodes_from(combinations(range(pairs.size), 2))
    for permutation in pairs.generators:
        image = [*permutation, *range(network.switches, pairs.size)]
        for first, second in combinations(range(pairs.size), 2):
            graph.add_edge((first, second), tuple(sorted((image[first], image[second]))))
    components = list(networkx.connected_components(graph))
    assert pairs.count == len(components)
    for component in components:
        assert len({int(pairs.orbit[pair]) for pair in component}) == 1
    assert sorted(pairs.orbit_size) == sorted(map(len, components))


@pytest.mark.parametrize(("name", "orbits"), [("K5", 2), ("cube", 3), ("torus", 3)])
def test_number_of_orbits_of_plain_networks(name: str, orbits: int) -> None:
    """By distance; an odd network has the pairs with the dummy switch besides."""
    assert pairs_of(SYMMETRIC[name], symmetric=True).count == orbits


def test_without_symmetry_every_pair_is_its_own_orbit() -> None:
    pairs = pairs_of(hypercube(3), symmetric=False)
    assert pairs.count == 28
    assert (pairs.orbit == pairs.orbit.T).all()
    assert (np.diag(pairs.orbit) == -1).all()


def separated(pairs: Pairs, side: set[int]) -> np.ndarray:
    """Return the fraction of each orbit's pairs that a side of the extended switches cuts."""
    found = np.zeros(pairs.count)
    for first, second in combinations(range(pairs.size), 2):
        if (first in side) != (second in side):
            found[pairs.orbit[first, second]] += 1
    return np.asarray(found / pairs.orbit_size)


def extended_sides(balance: Balance) -> list[set[int]]:
    size = len(balance.extended)
    sides = (set(side) for k in range(size + 1) for side in combinations(range(size), k))
    return [s for s in sides if sum(balance.extended[u] for u in s) == balance.half]


@settings(deadline=None)
@given(st.data())
def test_slopes_hold_for_every_bisection(networks: Networks, data: st.DataObject) -> None:
    """In the averages over all automorphisms."""
    network = data.draw(networks(least=2, most=6))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    pairs = Pairs(network, balance, automorphisms(network, balance.weights))
    for side in extended_sides(balance):
        y = separated(pairs, side)
        line = network.cut([u for u in side if u < network.switches])
        assert pairs.slope @ y == pytest.approx(line.slope)


@settings(deadline=None)
@given(st.data())
def test_residues_hold_for_every_bisection(networks: Networks, data: st.DataObject) -> None:
    network = data.draw(networks(least=2, most=6))
    balance = Balance.of(network)
    pairs = Pairs(network, balance, automorphisms(network, balance.weights))
    parities = Parities.of_bisections(balance)
    residues = [crossing_residue(parities, mask) for mask in pairs.masks]
    remainder = np.array([residue.remainder for residue in residues])
    step = np.array([residue.modulus for residue in residues])
    for side in extended_sides(balance):
        number = np.rint(separated(pairs, side) * pairs.orbit_size).astype(int)
        assert ((number - remainder) % step == 0).all()
