"""Exact documents small enough to forge by the thousand."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from benchmarks.mutations.originals import make

Document = dict[str, Any]
<<<<<<< HEAD
=======
Solve = Callable[..., Document]


def _random_graph(switches: int, links: int, seed: int) -> Document:
    rng = random.Random(seed)
    pairs = list(combinations(range(switches), 2))
    drawn = [
        [*rng.choice(pairs), rng.choice(["local", "global"]), rng.randint(1, 3)]
        for _ in range(links)
    ]
    hosts = [rng.randint(0, 3) for _ in range(switches)]
    return {"family": "graph", "switches": switches, "links": drawn, "hosts": hosts}


def _without_groups(a: int, h: int) -> Document:
    """Return a dragonfly as a graph: no blocks of switches are known there."""
    network = Dragonfly(a=a, h=h, arrangement="absolute").network()
    links = [[*link[:3], link.multiplicity] for link in network.links]
    return {"family": "graph", "switches": network.switches, "links": links}


TOPOLOGIES: dict[str, Document] = {
    "random 8": _random_graph(8, 14, 3),
    "random 9": _random_graph(9, 18, 2),
    "symmetric": {"family": "dragonfly", "a": 2, "h": 3, "arrangement": "absolute"},
    "branching": {"family": "dragonfly", "a": 4, "h": 1, "arrangement": "absolute"},
    "without groups": _without_groups(a=4, h=1),
    "states": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "helix"},
    "classes": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "helix"},
    "counted": {"family": "dragonfly", "a": 2, "h": 2, "arrangement": "relative"},
    "hosts": _random_graph(8, 14, 5),
    "swept": _random_graph(9, 18, 7),
}


# limits that make a small network as hard as a large one: no products of signs, few cutting planes
HARD = {
    "relaxations.WIDEST_BLOCK": 0,
    "all_pairs.STALL_ROUNDS": 1,
    "all_pairs.PLATEAU_ROUNDS": 1,
    "all_pairs.PATIENCE": 0,
}
IMPATIENCE = {
    "states": {**HARD, "states.relaxation.MOST_STEPS": 60},
    "classes": {
        **HARD,
        "states.relaxation.MOST_STEPS": 60,
        "states.relaxation.MOST_LIFTED_STEPS": 0,
    },
}
>>>>>>> h-A


@pytest.fixture(scope="session")
def exact() -> Callable[[str], Document]:
    """Return an exact document by its name among the originals, a new copy each time.

    All but "counted" and "swept" rest on trees, with symmetries, known points, levels and
    counts; "branching" has products of signs and rows with a gap besides, "states"
    leaves over states of groups with triples, "classes" numbers of groups in each
    class and leaves with counts below them.
    """
<<<<<<< HEAD
    solved = cache(make)
=======

    @cache
    def solved(name: str) -> Document:
        with pytest.MonkeyPatch.context() as patch:
            if name != "counted":
                patch.setattr("solver.bisection.verify.components.LARGEST_COMPONENT", 0)
            for target, value in IMPATIENCE.get(name, {}).items():
                patch.setattr(f"solver.bisection.bounds.{target}", value)
            balance = "hosts" if name == "hosts" else "switches"
            engine = "sweep" if name == "swept" else "branch_and_bound"
            return solve(TOPOLOGIES[name], balance=balance, engine=engine)

>>>>>>> h-A
    return lambda name: copy.deepcopy(solved(name))
