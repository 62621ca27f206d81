"""Bounds from states of blocks: below every bisection, strong, and accepted by the verifier."""

from __future__ import annotations

import math
import random

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.counts import Count
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.states.relaxation import Bounded, StateRelaxation
from alphacut.solver.bisection.bounds.states.rotation import find_rotation
from alphacut.solver.bisection.parity import Parities
from alphacut.solver.bisection.verify.blocks import Counts
from alphacut.solver.bisection.verify.counts import Limit
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.bounds.states.conftest import (
    NETWORKS,
    least_slopes,
    relaxation,
    slopes_by_states,
)


def verified(
    states: StateRelaxation,
    level: int,
    composition: Counts | None,
    found: Bounded,
    numbers: Counts | None = None,
) -> float:
    assert found.multipliers is not None
    known = Known.of(states.structure, level, composition, numbers)
    written = found.multipliers.leaf()
    numerator, denominator = line_bound(states.structure, known, (0, 1), (), written)
    assert found.bound is not None
    assert found.bound.numerator * denominator == numerator * found.bound.denominator
    return numerator / denominator


@pytest.mark.parametrize("name", NETWORKS)
def test_all_compositions_are_listed(name: str) -> None:
    structure = relaxation(NETWORKS[name]).structure
    for level, composition in least_slopes(name):
        assert composition in structure.vectors(level)


SHORT_RUNS = StateParams(most_steps=100, most_separating_steps=130)


@pytest.mark.parametrize(
    "name", ["p22", "p22-circulant", "p32", pytest.param("p41", marks=pytest.mark.slow)]
)
def test_bound_is_below_every_bisection_and_accepted(name: str) -> None:
    states = relaxation(NETWORKS[name], SHORT_RUNS)
    least = least_slopes(name)
    for level in sorted({level for level, _ in least}):
        best = min(slope for (at, _), slope in least.items() if at == level)
        found = states.solve(level, None, (), best, lambda: True)
        assert verified(states, level, None, found) <= best
        for composition in states.structure.vectors(level):
            slope = least.get((level, composition))
            if slope is not None:
                bounded = states.solve(level, composition, (), slope, lambda: True)
                assert verified(states, level, composition, bounded) <= slope


@pytest.mark.parametrize("name", NETWORKS)
def test_all_numbers_in_states_are_listed(name: str) -> None:
    """Once each, and as many as are said beforehand."""
    structure = relaxation(NETWORKS[name]).structure
    slopes = slopes_by_states(name)
    for composition in {composition for _, composition, _ in slopes}:
        vectors = structure.state_vectors(composition)
        assert len(set(vectors)) == len(vectors) == structure.number_of_state_vectors(composition)
        assert {numbers for _, each, numbers in slopes if each == composition} <= set(vectors)


def test_too_many_numbers_in_states_are_refused() -> None:
    structure = relaxation(Dragonfly(a=6, h=3, arrangement="relative").network()).structure
    assert structure.number_of_state_vectors((10, 1, 8, 0)) == 6 * math.comb(22, 8)
    with pytest.raises(Refused, match="states"):
        structure.state_vectors((10, 1, 8, 0))


@pytest.mark.parametrize("name", ["p41", pytest.param("p32", marks=pytest.mark.slow)])
def test_bound_with_numbers_in_states_is_below_every_bisection(name: str) -> None:
    states = relaxation(NETWORKS[name], SHORT_RUNS)
    slopes = slopes_by_states(name)
    for (level, composition, numbers), slope in random.Random(1).sample(sorted(slopes.items()), 10):
        found = states.solve(level, composition, (), slope, lambda: True, states=numbers)
        assert verified(states, level, composition, found, numbers) <= slope


@pytest.mark.slow
def test_bound_is_stronger_with_numbers_in_states() -> None:
    """(p,3,6) helix, three groups split: all ten ways one by one, but not together."""
    states = relaxation(Dragonfly(a=3, h=6, arrangement="helix").network())
    together = states.solve(6, (16, 3), (), 71.5, lambda: True)
    assert together.bound is not None
    assert together.bound < 71.5
    for numbers in states.structure.state_vectors((16, 3)):
        found = states.solve(6, (16, 3), (), 71.5, lambda: True, states=numbers)
        assert verified(states, 6, (16, 3), found, numbers) > 71.5


def test_bound_is_strong_with_classes() -> None:
    """(p,4,2) relative: with two groups split 2 : 2 (intercept 8) no slope is below 12."""
    states = relaxation(Dragonfly(a=4, h=2, arrangement="relative").network())
    found = states.solve(4, (8, 0, 1), (), 15, lambda: True)
    assert found.bound is not None
    assert found.bound > 15  # the least is 16


def test_bound_is_strong_where_a_dummy_is_needed() -> None:
    """(p,3,6) helix: with one group split (intercept 2) no slope is below 84."""
    states = relaxation(Dragonfly(a=3, h=6, arrangement="helix").network())
    found = states.solve(2, (18, 1), (), 82, lambda: True)
    assert 82 < verified(states, 2, (18, 1), found) <= 84


def test_counts_of_separated_pairs_are_used() -> None:
    """With at least so many links of an orbit severed, the slope is at least that."""
    states = relaxation(NETWORKS["p41"])
    orbit = next(o for o in range(states.pairs.count) if states.pairs.slope[o])
    count = Count.of(Parities(()), states.pairs.members(orbit)).at_least(5)
    least = min(level for level, _ in least_slopes("p41"))
    found = states.solve(least, None, (count,), 4, lambda: True)
    assert found.multipliers is not None
    limit = Limit(
        number=0,
        members=frozenset(count.members),
        residue=count.residue,
        low=count.low,
        high=count.high,
    )
    known = Known.of(states.structure, least, None)
    written = found.multipliers.leaf()
    numerator, denominator = line_bound(states.structure, known, (0, 1), (limit,), written)
    assert 4 < numerator / denominator <= 10


def test_rotation_is_one() -> None:
    for network in NETWORKS.values():
        balance = Balance.of(network)
        rotation = find_rotation(network, balance, automorphisms(network, balance.weights))
        assert rotation is not None
        image = [[rotation.permutation[int(u)] for u in row] for row in rotation.blocks]
        assert image == [*rotation.blocks[1:].tolist(), rotation.blocks[0].tolist()]


def test_a_network_that_does_not_turn_has_no_rotation() -> None:
    network = Dragonfly(a=4, h=2, arrangement="nautilus").network()
    balance = Balance.of(network)
    generators = automorphisms(network, balance.weights)
    assert find_rotation(network, balance, generators) is None
