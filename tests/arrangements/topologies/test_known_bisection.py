"""The formulas for bisections against all bisections, and the solver against the formulas."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines.catalogue import engine
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha

SMALL = [
    "complete:switches=1",
    "complete:switches=7",
    "hypercube:dimension=1",
    "hypercube:dimension=3",
    "mesh:sides=1",
    "mesh:sides=7",
    "mesh:sides=3x3",
    "mesh:sides=3x5",
    "mesh:sides=4x3",
    "mesh:sides=1x3x3",
    "torus:sides=5",
    "torus:sides=3x3",
    "torus:sides=3x5",
    "torus:sides=4x3",
    "torus:sides=3x1x5",
    "hamming:sides=3x3",
    "hamming:sides=2x5",
    "hamming:sides=5x3",
    "hyperx:sides=3x4,multiplicities=2x2",
    "flattened_butterfly:k=3,n=3",
    "fat_tree:k=2",
    "xgft:children=2x4,parents=1x3",
    "xgft:children=2x2x2,parents=1x2x2",
    "xgft:children=1x3x2,parents=1x2x1",
    "xgft:children=3x2x3,parents=1x1x2",
    "xgft:children=1x2x1x3,parents=1x1x2x2",
    "leaf_spine:leaves=5,spines=3,uplinks=2",
    *(f"cycle:switches={n},p={1 + n % 2}" for n in range(3, 13)),
    *(f"path:switches={n}" for n in range(1, 13)),
    *(f"star:leaves={n},p=2" for n in range(1, 13)),
    *(f"tree:branching={n},height=1" for n in range(2, 12)),
    "tree:branching=2,height=2",
    "tree:branching=2,height=3",
    "grid:sides=3x5",
    "grid:sides=4x3,p=3",
]


def least_cut(network: Network, balance: str) -> int:
    """Try every set of switches."""
    weights = network.hosts if balance == "hosts" else (1,) * network.switches
    cuts: dict[int, int] = {}
    for size in range(network.switches + 1):
        for side in combinations(range(network.switches), size):
            uneven = abs(sum(weights) - 2 * sum(weights[s] for s in side))
            if uneven <= min(cuts, default=uneven):
                cuts[uneven] = min(cuts.get(uneven, 10**9), network.cut(side).intercept)
    return cuts[min(cuts)]


@pytest.mark.parametrize("text", SMALL)
def test_formula_is_the_least_of_all_bisections(text: str) -> None:
    parsed = spec.read(text)
    network = parsed.build()
    known = parsed.known_bisection()
    assert known is not None
    for balance in known.balances:
        assert known.value == least_cut(network, balance)


def least_of_tree(branching: int, height: int) -> int:
    """Count by size: for each number of switches apart from the root, the fewest severed links."""
    size, fewest = 1, {0: 0}
    for _ in range(height):
        child = [
            min(fewest.get(apart, size), 1 + fewest.get(size - apart, size))
            for apart in range(size + 1)
        ]
        joined = {0: 0}
        for _ in range(branching):
            more: dict[int, int] = {}
            for (apart, cut), (extra, added) in product(joined.items(), enumerate(child)):
                total = cut + added
                more[apart + extra] = min(more.get(apart + extra, total), total)
            joined = more
        size, fewest = branching * size + 1, joined
    return min(fewest[size // 2], fewest[size - size // 2])


@pytest.mark.parametrize(
    ("branching", "height"),
    [*((2, h) for h in range(1, 9)), *((4, h) for h in range(1, 5)), (6, 2), (6, 3), (8, 3)]
    + [(k, 1) for k in range(2, 30)],
)
def test_trees_of_even_branching_are_cut_below_the_root(branching: int, height: int) -> None:
    known = spec.read(f"tree:branching={branching},height={height}").known_bisection()
    assert known is not None
    assert known.value == least_of_tree(branching, height)


@pytest.mark.parametrize(("branching", "height"), [(3, 2), (3, 4), (5, 3), (7, 2)])
def test_the_solver_proves_trees_of_odd_branching(branching: int, height: int) -> None:
    network = spec.read(f"tree:branching={branching},height={height}").build()
    problem = PointProblem(
        network=network, balance=Balance.of(network, "switches"), alpha=Alpha(1, 1)
    )
    outcome = engine("auto").solve(problem, Budget(), ignore)
    assert outcome.incumbent is not None
    wanted = least_of_tree(branching, height)
    assert outcome.lower_bound == problem.scaled(outcome.incumbent) == wanted


LARGER = [
    ("torus:sides=4x4", "switches"),
    ("hamming:sides=3x2x3", "switches"),
    ("torus:sides=5x5", "switches"),
    ("mesh:sides=5x5", "switches"),
    ("hamming:sides=5x5", "switches"),
    ("butterfly:dimension=3", "switches"),
    ("cube_connected_cycles:dimension=3", "switches"),
    ("fat_tree:k=4", "hosts"),
    ("fat_tree:k=4,p=3", "hosts"),
    ("xgft:children=4x3x2,parents=1x2x2", "hosts"),
    ("xgft:children=18x18x4,parents=1x9x9", "hosts"),
    ("xgft:children=3x4x3,parents=1x1x6", "hosts"),
    ("xgft:children=2x2x2x2,parents=1x2x1x2", "hosts"),
    ("torus:sides=3x5,p=3", "hosts"),
    ("tree:branching=2,height=6", "switches"),
    ("tree:branching=4,height=3", "hosts"),
    ("tree:branching=6,height=3", "switches"),
    ("cycle:switches=101", "switches"),
    ("path:switches=100", "hosts"),
    ("star:leaves=100", "switches"),
    ("grid:sides=5x5", "switches"),
]


@pytest.mark.parametrize(("text", "balance"), LARGER)
def test_solver_proves_what_the_formula_says(text: str, balance: str) -> None:
    parsed = spec.read(text)
    network = parsed.build()
    problem = PointProblem(network=network, balance=Balance.of(network, balance), alpha=Alpha(1, 1))
    outcome = engine("auto").solve(problem, Budget(), ignore)
    known = parsed.known_bisection()
    assert known is not None
    assert balance in known.balances
    assert outcome.incumbent is not None
    assert outcome.lower_bound == problem.scaled(outcome.incumbent) == known.value


@pytest.mark.parametrize("boards", [4, 6])
def test_columns_of_a_hammingmesh_are_not_always_its_least_cut(boards: int) -> None:
    """Half of the columns sever 1/(2a) of what accelerators send; a block may sever less."""
    network = spec.read(f"hammingmesh:board=2x2,boards={boards}x{boards}").build()
    balance = Balance.of(network, "hosts")
    columns = 2 * boards * boards
    found = search_at(network, balance, Alpha.parse(1)).line.slope  # local links are not cut
    assert found == {4: columns, 6: columns - 8}[boards]


def test_nothing_is_known_where_the_theorems_do_not_reach() -> None:
    for text in (
        "torus:sides=2x4",
        "hyperx:sides=3x3,multiplicities=1x2",
        "butterfly:dimension=3,wrapped=false",
        "cube_connected_cycles:dimension=2",
        "slim_fly:q=3",
        "polarfly:q=3",
        "xpander:degree=3,lift=2",
        "xgft:children=4x3x3,parents=1x3x3",
        "tree:branching=3,height=2",
        "dragonfly_plus:groups=3,leaves=2,spines=2",
        "dragonfly:a=4,h=2,arrangement=relative",
        "hypercube:dimension=3,failed.random_links=1",
        "hypercube:dimension=3,capacities.local=2",
    ):
        assert spec.read(text).known_bisection() is None
