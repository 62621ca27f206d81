"""All bounds that count groups, on small random networks of all shapes: against all bisections."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

import numpy as np
import pytest

from alphacut.arrangements.network import Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.majority.counted import NEVER, Counted, numbered
from alphacut.solver.bisection.bounds.majority.kinds import SCALE, GroupKinds
from alphacut.solver.bisection.bounds.majority.majorities import Majorities
from alphacut.solver.bisection.bounds.majority.params import GroupKindParams, MajorityParams
from alphacut.solver.bisection.bounds.uneven.labels import UnevenGroups
from alphacut.solver.bisection.bounds.uneven.leaves import LeavesAndSpines
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.bounds.uneven.planes import Planes
from alphacut.solver.bisection.certificate.proofs import (
    GroupKindsProof,
    MajorityProof,
    UnevenProof,
)
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.verify.checking import check

MOST = 13  # switches
ALPHAS = (Alpha(1, 3), Alpha(1, 1), Alpha(3, 2), Alpha(4, 1))
CLASSES = (
    LinkClass(name="row", base=2, slope=0),
    LinkClass(name="local", base=1, slope=0),
    LinkClass(name="global", base=0, slope=1),
    LinkClass(name="optical", base=1, slope=2),
)
Charges = Literal["own", "least", "leaves"]
Proof = MajorityProof | GroupKindsProof | UnevenProof
Pairs = list[tuple[int, int, str]]  # two places in a group, and the class of their link


@dataclass(frozen=True)
class Kind:
    """Groups that were designed alike."""

    size: int
    inside: Pairs
    hosts: tuple[int, ...]  # at each place
    outer: tuple[int, ...]  # the places with links to other groups


def complete(rng: random.Random) -> Kind:
    size = rng.randint(1, 4)
    inside = [(one, other, "local") for one, other in combinations(range(size), 2)]
    return Kind(size, inside, (rng.randint(0, 3),) * size, tuple(range(size)))


def grid(rng: random.Random) -> Kind:
    """Rows and columns, each complete, as in a Cascade; links of rows count twice or once."""
    rows, columns = rng.choice([(2, 2), (2, 3), (3, 2)])
    in_row, in_column = rng.choice(["row", "local"]), rng.choice(["row", "local", "optical"])
    inside = [
        (one, other, in_row if one // columns == other // columns else in_column)
        for one, other in combinations(range(rows * columns), 2)
        if one // columns == other // columns or one % columns == other % columns
    ]
    size = rows * columns
    return Kind(size, inside, (rng.randint(1, 2),) * size, tuple(range(size)))


def sparse(rng: random.Random) -> Kind:
    """Any graph inside: a ring with some chords, or less."""
    size = rng.randint(2, 5)
    inside = [(at, (at + 1) % size, "local") for at in range(size if size > 2 else 1)]
    inside += [
        (one, other, "row")
        for one, other in combinations(range(size), 2)
        if rng.random() < 0.3
    ]  # fmt: skip
    kept = [each for each in inside if rng.random() < 0.9]
    return Kind(size, kept, (rng.randint(1, 2),) * size, tuple(range(size)))


def leaves_and_spines(rng: random.Random) -> Kind:
    leaves, spines = rng.randint(1, 3), rng.randint(1, 3)
    size, link = leaves + spines, rng.choice(["local", "row"])
    inside = [(leaf, spine, link) for leaf in range(leaves) for spine in range(leaves, size)]
    hosts = (rng.randint(1, 2),) * leaves + (0,) * spines
    return Kind(size, inside, hosts, tuple(range(leaves, size)))


SHAPES = {
    "complete": complete,
    "grid": grid,
    "sparse": sparse,
    "leaves_and_spines": leaves_and_spines,
}


def drawn(shape: str, rng: random.Random) -> Network:
    """Draw groups of one to three kinds, joined by kind, in two classes, and have links fail."""
    alike = shape == "leaves_and_spines" or rng.random() < 0.4
    kinds = [SHAPES[shape](rng) for _ in range(1 if alike else rng.randint(2, 3))]
    of = [kind for kind in kinds for _ in range(rng.randint(2, 4) if alike else rng.randint(1, 3))]
    while len(of) > 2 and sum(kind.size for kind in of) > MOST:
        of.pop(rng.randrange(len(of)))
    links, starts = list[Link](), np.cumsum([0, *(kind.size for kind in of)]).tolist()
    for kind, start in zip(of, starts, strict=False):
        times = rng.choice([1, 1, 1, 2]) if shape == "sparse" else 1
        links += [Link(start + one, start + other, c, times) for one, other, c in kind.inside]
    usual = {
        pair: (rng.randint(0, 4), rng.choice(["global", "global", "optical"]))
        for pair in combinations([id(kind) for kind in [*kinds, *kinds]], 2)
    }
    in_planes = shape == "leaves_and_spines" and rng.random() < 0.5
    for one, other in combinations(range(len(of)), 2):
        number, name = usual[id(of[one]), id(of[other])]
        if in_planes:
            outer = zip(of[one].outer, of[other].outer, strict=True)
            links += [Link(starts[one] + i, starts[other] + j, name, 2) for i, j in outer]
            number = 0
        number += rng.choice([0] * 8 + [-1, 1])
        for _ in range(max(0, number)):
            ends = [starts[each] + rng.choice(of[each].outer) for each in (one, other)]
            links.append(Link(ends[0], ends[1], name))
    for _ in range(min(rng.choice([0, 0, 1, 2, 4]), len(links))):
        links.pop(rng.randrange(len(links)))
    groups = [group for group, kind in enumerate(of) for _ in range(kind.size)]
    hosts = [each for kind in of for each in kind.hosts]
    if not any(hosts):
        hosts = [1] * len(hosts)
    network = Network(
        switches=len(groups), links=tuple(links), classes=CLASSES, groups=tuple(groups),
        hosts=tuple(hosts),
    )  # fmt: skip
    return interleaved(network, rng) if rng.random() < 0.3 else network


def interleaved(network: Network, rng: random.Random) -> Network:
    """Number switches anew, so that groups do not stand together; in each their order is kept."""
    deal = list(network.groups)
    rng.shuffle(deal)
    left = {
        group: iter([v for v in range(network.switches) if network.groups[v] == group])
        for group in deal
    }
    order = [next(left[group]) for group in deal]
    place = {switch: at for at, switch in enumerate(order)}
    return replace(
        network,
        links=tuple(each._replace(first=place[each.first], second=place[each.second])
                    for each in network.links),
        groups=tuple(deal),
        hosts=tuple(network.hosts[switch] for switch in order),
    )  # fmt: skip


def least_of_all(problem: PointProblem) -> int:
    """Measure every bisection; nothing of the solver is used but how α scales."""
    network, weights = problem.network, np.array(problem.balance.weights)
    sides = np.arange(1 << (network.switches - 1))
    inside = (sides[:, None] >> np.arange(network.switches) & 1).astype(np.int64)
    apart = np.abs(weights.sum() - 2 * inside @ weights)
    inside = inside[apart == apart.min()]
    severed = np.zeros(len(inside), dtype=np.int64)
    for first, second, name, multiplicity in network.links:
        kind = network.class_by_name[name]
        each = problem.alpha.denominator * kind.base + problem.alpha.numerator * kind.slope
        severed += (inside[:, first] ^ inside[:, second]) * (each * multiplicity)
    return int(severed.min())


def bounds_of(problem: PointProblem, rng: random.Random) -> Iterator[tuple[str, int, Proof]]:
    """Yield what each bound that applies proves, and its certificate."""
    counted = Counted.of(problem, 2, 99)
    majorities = None if counted is None else Majorities.of(counted, MajorityParams())
    if majorities is not None:
        groups = numbered(problem.network)
        proof = MajorityProof(groups=groups, ties=majorities.groups, charges="least")
        yield "majorities", majorities.bound(NEVER), proof
    params = GroupKindParams(
        fewest_groups=2,
        most_states=rng.choice([10, 100_000]),
        most_multipliers=rng.choice([1, 3]),
        most_refined=rng.choice([0, 2]),
    )
    kinds = None if counted is None else GroupKinds.of(counted, params)
    if kinds is not None:
        bound, multipliers = kinds.bound(NEVER, params)
        proof_of_kinds = GroupKindsProof(
            kinds=kinds.kinds, rows=kinds.rows, denominator=SCALE, multipliers=multipliers
        )
        yield "grids" if kinds.rows else "kinds", bound, proof_of_kinds
    few = UnevenParams(fewest_groups=2, most_open=rng.choice([12, 2, 1]))
    uneven = UnevenGroups.of(problem, few)
    if uneven is not None:
        yield "uneven", uneven.bound_each(), proof_of(uneven, "own")
        if uneven.alike:
            yield "uneven", uneven.bound_alike(NEVER >> 1), proof_of(uneven, "least")
    leaves = LeavesAndSpines.of(problem, few)
    if leaves is not None:
        yield "leaves", leaves.bound(), proof_of(leaves, "leaves")
    planes = Planes.of(problem, few)
    if planes is not None:
        found = planes.bound()
        yield "planes", found.bound, found.proof


def proof_of(found: UnevenGroups | LeavesAndSpines, charges: Charges) -> UnevenProof:
    return UnevenProof(
        charges=charges,
        usual=found.apart.usual,
        inside=found.inside,
        order=found.apart.plan.order,
        whole=found.apart.plan.whole,
        lost=found.apart.lost[: len(found.groups) // 2 + 1],
    )


def counted(shape: str, seeds: Sequence[int]) -> Counter[str]:
    """Hold every bound against all bisections; count the networks of which it says something."""
    useful = Counter[str]()
    for seed in seeds:
        rng = random.Random(f"{shape} {seed}")
        network = drawn(shape, rng)
        balance = Balance.of(network, "hosts" if rng.random() < 0.7 else "switches")
        problem = PointProblem(network=network, balance=balance, alpha=rng.choice(ALPHAS))
        least, said = least_of_all(problem), set[str]()
        for method, bound, proof in bounds_of(problem, rng):
            assert bound <= least, (shape, seed, method)
            check(problem, proof, max(bound, 0))
            with pytest.raises(Refused):
                check(problem, proof, least + 1)
            if bound > 0:
                said |= {method, "exact"} if bound == least else {method}
        useful.update(said)
    return useful


SAYS = {  # the least share of the networks of a shape of which a bound says more than nothing
    "complete": {"kinds": 0.27, "uneven": 0.18, "majorities": 0.1, "exact": 0.08},
    "grid": {"grids": 0.06, "kinds": 0.18, "uneven": 0.25, "exact": 0.2},
    "sparse": {"kinds": 0.27, "uneven": 0.18, "majorities": 0.06, "exact": 0.08},
    "leaves_and_spines": {"leaves": 0.3, "planes": 0.12, "uneven": 0.08, "exact": 0.3},
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "seeds", [range(100), pytest.param(range(100, 600), marks=pytest.mark.slow)]
)
def test_no_bound_is_above_the_best_bisection(shape: str, seeds: range) -> None:
    """Each is accepted as it is, and refused for more than the best bisection severs."""
    useful = counted(shape, seeds)
    for method, share in SAYS[shape].items():
        assert useful[method] >= share * len(seeds), (method, useful)
