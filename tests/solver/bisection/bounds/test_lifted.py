"""The relaxation over products of signs: its rows hold for every bisection, and it is stronger."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Network
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.solver.bisection.alpha import INFINITY, Alpha
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.all_pairs import AllPairs
from alphacut.solver.bisection.bounds.lifted import Lifted
from alphacut.solver.bisection.bounds.pairs import Blocks, FloatArray, Pairs, keeps
from alphacut.solver.bisection.bounds.rows import Form
from alphacut.solver.bisection.region import Region

NETWORKS = {
    "even": Dragonfly(a=2, h=2, arrangement="relative").network(),  # 10 switches
    "wide": Dragonfly(a=3, h=1, arrangement="absolute").network(),  # 12 switches, 3 in a group
    "odd": Dragonfly(a=3, h=2, arrangement="relative").network(),  # 21 switches, and a dummy
}


def blocks_of(network: Network, balance: Balance) -> Blocks:
    groups = [
        tuple(u for u in range(network.switches) if network.groups[u] == g)
        for g in sorted(set(network.groups))
    ]
    return (*groups, *((u,) for u in range(network.switches, len(balance.extended))))


def lifted(name: str, *, symmetric: bool = True) -> Pairs:
    network = NETWORKS[name]
    balance = Balance.of(network)
    generators = automorphisms(network, balance.weights) if symmetric else ()
    return Pairs(network, balance, generators, blocks_of(network, balance))


def sides(pairs: Pairs) -> list[set[int]]:
    """Return sides of bisections, the dummy switch among the extended ones; a sample of many."""
    every = combinations(range(pairs.size), pairs.size // 2)
    return [set(side) for side, _ in zip(every, range(3_000), strict=False)][::7]


def products(pairs: Pairs, side: set[int]) -> FloatArray:
    """Return the sign of every element."""
    signs = np.array([-1.0 if u in side else 1.0 for u in range(pairs.size)])
    return np.array([np.prod(signs[list(element)]) for element in pairs.elements])


def fractions(pairs: Pairs, side: set[int]) -> FloatArray:
    """Average over each orbit whether signs differ."""
    sign = products(pairs, side)
    differ = (1 - np.outer(sign, sign)) / 2
    found, number = np.zeros(pairs.count), np.zeros(pairs.count)
    first, second = np.nonzero(np.triu(pairs.orbit >= 0, 1))
    np.add.at(found, pairs.orbit[first, second], differ[first, second])
    np.add.at(number, pairs.orbit[first, second], 1)
    return np.asarray(found / number)


def left(pairs: Pairs, form: Form, y: FloatArray) -> float:
    elements = np.array([pairs.place[e] for e in form.elements])
    orbits, coefficients = pairs.quadratic_row(elements, np.array(form.values))
    return float(y[orbits] @ coefficients)


@pytest.mark.parametrize("name", NETWORKS)
def test_pairs_with_one_product_share_their_variable(name: str) -> None:
    pairs = lifted(name, symmetric=False)
    by_product: dict[frozenset[int], set[int]] = {}
    for (i, one), (j, other) in combinations(enumerate(pairs.elements), 2):
        product = frozenset(one) ^ frozenset(other)
        if len(product) % 2 == 0:
            by_product.setdefault(product, set()).add(int(pairs.orbit[i, j]))
        else:
            assert pairs.orbit[i, j] == -1
    assert all(len(orbits) == 1 for orbits in by_product.values())
    assert pairs.count == len(by_product)


@pytest.mark.parametrize("name", NETWORKS)
def test_halves_and_products_hold_for_every_bisection(name: str) -> None:
    pairs = lifted(name)
    for side in sides(pairs):
        y = fractions(pairs, side)
        level = pairs.network.cut([u for u in side if u < pairs.network.switches]).intercept
        for element in pairs.odd_representatives:
            assert pairs.half_row(element) @ y == pytest.approx(pairs.balance.half)
        for element in pairs.even_representatives:
            assert pairs.product_row(element, level) @ y == pytest.approx(level)


@settings(deadline=None, derandomize=True, max_examples=40)
@given(st.sampled_from(list(NETWORKS)), st.data())
def test_forms_of_integer_functions_hold_for_every_bisection(
    name: str, data: st.DataObject
) -> None:
    pairs = lifted(name, symmetric=False)
    chosen = data.draw(st.sets(st.integers(0, len(pairs.blocks) - 1), min_size=1, max_size=3))
    tables = {
        block: np.array(
            data.draw(
                st.lists(
                    st.integers(-2, 2),
                    min_size=2 ** len(pairs.blocks[block]),
                    max_size=2 ** len(pairs.blocks[block]),
                )
            )
        )
        for block in chosen
    }
    form = Lifted(pairs).form(tables)
    values = np.array(form.values)
    for side in sides(pairs)[::10]:
        sign = products(pairs, side)
        reached = values @ sign[[pairs.place[e] for e in form.elements]]
        assert abs(reached) >= form.gap
        assert left(pairs, form, fractions(pairs, side)) <= form.limit + 1e-6


@pytest.mark.parametrize("name", NETWORKS)
def test_a_bisection_violates_nothing(name: str) -> None:
    pairs = lifted(name, symmetric=False)
    found = Lifted(pairs)
    for side in sides(pairs)[::40]:
        matrix = pairs.matrix(fractions(pairs, side))
        assert found.violated(matrix, np.random.default_rng(0), 100) == []


@pytest.mark.parametrize("name", NETWORKS)
def test_what_is_found_is_violated(name: str) -> None:
    pairs = lifted(name)
    rng = np.random.default_rng(1)
    y = 0.5 + 0.3 * rng.standard_normal(pairs.count).clip(-1, 1)
    forms = Lifted(pairs).violated(pairs.matrix(y), rng, 50)
    assert any(len(form.elements) > 4 for form in forms)
    assert all(left(pairs, form, y) > form.limit for form in forms)


@pytest.mark.parametrize("name", ["even", "wide"])
@pytest.mark.parametrize("alpha", [Alpha(1, 1), Alpha(5, 2), INFINITY], ids=str)
def test_bound_at_a_level_is_never_above_the_best_there(name: str, alpha: Alpha) -> None:
    pairs = lifted(name)
    region = Region.of(pairs.network, pairs.balance)
    best: dict[int, int] = {}
    for side in combinations(range(pairs.size), pairs.size // 2):
        line = pairs.network.cut(side)
        capacity = alpha.scaled(line)
        best[line.intercept] = min(best.get(line.intercept, capacity), capacity)
    for level, capacity in best.items():
        relaxation = AllPairs(pairs, alpha)
        relaxation.restrict(region.below("intercept", level).above("intercept", level))
        assert relaxation.solve(np.inf).bound <= capacity + 1e-6


def test_products_close_a_level_that_pairs_leave_open() -> None:
    """(p,3,4) helix has no bisection of intercept 10 with a slope under 24."""
    network = Dragonfly(a=3, h=4, arrangement="helix").network()
    balance = Balance.of(network)
    generators = automorphisms(network, balance.weights)
    region = Region.of(network, balance).below("intercept", 10).above("intercept", 10)
    bounds = []
    for blocks in ((), blocks_of(network, balance)):
        relaxation = AllPairs(Pairs(network, balance, generators, blocks), INFINITY)
        relaxation.restrict(region)
        bounds.append(relaxation.solve(24.0).bound)
    assert bounds[0] < 22.5 < 23.5 < bounds[1] <= 26 == Line(10, 26).slope


def test_blocks_must_be_kept_by_the_permutations() -> None:
    blocks = ((0, 1), (2, 3), (4,))
    assert keeps(blocks, [(1, 0, 2, 3), (2, 3, 0, 1)])
    assert not keeps(blocks, [(0, 2, 1, 3)])
