"""Bounds from joint states of two groups: below every bisection, strong, and accepted."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.groups.params import GroupParams
from alphacut.solver.bisection.bounds.groups.relaxation import Bounded, GroupRelaxation
from alphacut.solver.bisection.bounds.params import RelaxationParams
from alphacut.solver.bisection.bounds.stopping import StoppingRule
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.certificate.leaves import GroupsLeaf
from alphacut.solver.bisection.engines.branch_and_bound import BranchAndBound
from alphacut.solver.bisection.outcome import Budget, StopReason
from alphacut.solver.bisection.parameters import USUAL, SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.blocks import Counts
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.bisection.verify.groups.leaf import slope_bound
from alphacut.solver.bisection.verify.groups.multiples import Known
from alphacut.solver.common.alpha import INFINITY
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.bisections import bisections, in_classes, least_values, severed


def uneven() -> Network:
    """Return groups of three with links of either class inside, and switches of several weights."""
    links = [(u, u + 1, "local") for u in range(12) if u % 3 < 2]
    links += [(u, (5 * u + 3) % 12, "global") for u in range(12) if (5 * u + 3) % 12 // 3 != u // 3]
    links += [(0, 2, "global")]
    return Network(
        switches=12,
        groups=tuple(u // 3 for u in range(12)),
        hosts=(1, 2, 1) * 4,
        links=tuple(Link(min(u, v), max(u, v), name, 1 + u % 2) for u, v, name in links),
        classes=(
            LinkClass(name="local", base=1, slope=0),
            LinkClass(name="global", base=0, slope=1),
        ),
    )


def lopsided() -> Network:
    """Return a dragonfly in which one global link is threefold: its groups cannot be turned."""
    whole = Dragonfly(a=4, h=1, arrangement="absolute").network()
    first = next(link for link in whole.links if link.link_class == "global")
    return replace(whole, links=(*whole.links, first._replace(multiplicity=2)))


NETWORKS = {
    "lopsided": lopsided(),  # 20
    "p22": Dragonfly(a=2, h=2, arrangement="absolute").network(),  # 10 switches
    "p23": Dragonfly(a=2, h=3, arrangement="nautilus").network(),  # 14
    "p41": Dragonfly(a=4, h=1, arrangement="nautilus").network(),  # 20
    "p32": Dragonfly(a=3, h=2, arrangement="absolute").network(),  # 21, with a dummy
}


def relaxation_of(
    network: Network, balance: str = "switches", params: GroupParams = USUAL.groups
) -> GroupRelaxation:
    weights = Balance.of(network, balance)
    return GroupRelaxation(weights, Groups(network, weights), params)


@cache
def least_slopes(name: str) -> dict[tuple[int, Counts], int]:
    """List all bisections: the least slope for each intercept and numbers of groups."""
    network = NETWORKS[name]
    inside = bisections(network)
    intercept, slope = severed(network, inside)
    found = least_values(
        [intercept, in_classes(relaxation_of(network).structure.blocks, inside)], slope
    )
    return {(key[0], key[1:]): value for key, value in found.items()}


def leaf_of(found: Bounded) -> GroupsLeaf:
    assert found.multipliers is not None
    return found.multipliers.leaf


def verified(
    groups: GroupRelaxation, level: int, composition: Counts | None, found: Bounded
) -> float:
    known = Known.of(groups.structure, level, composition)
    numerator, denominator = slope_bound(groups.structure, known, leaf_of(found))
    assert found.bound is not None
    assert found.bound.numerator * denominator == numerator * found.bound.denominator
    return numerator / denominator


SHORT_RUNS = GroupParams(most_steps=150, first_triangles=50)


@pytest.mark.parametrize("name", NETWORKS)
def test_bound_is_below_every_bisection_and_accepted(name: str) -> None:
    groups, least = relaxation_of(NETWORKS[name], params=SHORT_RUNS), least_slopes(name)
    for level in sorted({level for level, _ in least})[:4]:
        best = min(slope for (at, _), slope in least.items() if at == level)
        found = groups.solve(level, None, (), best, lambda: True)
        assert best / 3 < verified(groups, level, None, found) <= best
        for composition in groups.structure.vectors(level):
            slope = least.get((level, composition))
            if slope is not None:
                bounded = groups.solve(level, composition, (), slope, lambda: True)
                assert verified(groups, level, composition, bounded) <= slope


@pytest.mark.parametrize("name", NETWORKS)
def test_all_compositions_are_listed(name: str) -> None:
    structure = relaxation_of(NETWORKS[name]).structure
    for level, composition in least_slopes(name):
        assert composition in structure.vectors(level)


def test_slopes_within_groups_and_weights_are_counted() -> None:
    """Of all bisections by hosts, none has less than the bound at its intercept."""
    network = uneven()
    groups = relaxation_of(network, "hosts", SHORT_RUNS)
    least: dict[int, int] = {}
    for size in range(1, 12):
        for side in combinations(range(12), size):
            if groups.structure.balance.holds(side):
                line = network.cut(side)
                least[line.intercept] = min(least.get(line.intercept, 99), line.slope)
    for level, slope in sorted(least.items())[:4]:
        found = groups.solve(level, None, (), slope, lambda: True)
        assert slope - 2 < verified(groups, level, None, found) <= slope


def test_triangles_among_three_groups_help() -> None:
    """(p,3,3) helix, intercept 14: without triangles the bound stays lower."""
    network, slopes = Dragonfly(a=3, h=3, arrangement="helix").network(), []
    never = StoppingRule(least=99, span=8, patience=2)
    for start in (1_000, 100):
        params = GroupParams(first_triangles=start, most_steps=400, stopping=never)
        groups = relaxation_of(network, params=params)
        found = groups.solve(14, None, (), 50, lambda: True)
        slopes.append(verified(groups, 14, None, found))
        assert bool(leaf_of(found).number) == (start == 100)
    assert slopes[1] > slopes[0] + 0.5


def test_a_run_stops_when_told() -> None:
    groups = relaxation_of(NETWORKS["p41"])
    heard = iter([True, True, False])
    found = groups.solve(4, None, (), 50, lambda: next(heard))
    assert found.bound is not None
    assert not list(heard)


@pytest.mark.parametrize(("balance", "network"), [
    ("switches", Dragonfly(a=12, h=1, arrangement="absolute").network()),  # groups too wide
    ("switches", Network(
        switches=6, groups=(0, 0, 1, 1, 1, 1), hosts=(1,) * 6, links=(Link(0, 1, "local", 1),),
        classes=(LinkClass(name="local", base=1, slope=0),),
    )),
    ("switches", Network(
        switches=6, groups=(0, 0, 1, 1, 2, 2), hosts=(1,) * 6, links=(Link(0, 2, "local", 1),),
        classes=(LinkClass(name="local", base=1, slope=0),),
    )),
])  # fmt: skip
def test_groups_that_do_not_suit_are_refused(balance: str, network: Network) -> None:
    with pytest.raises(Refused):
        Groups(network, Balance.of(network, balance))


# ---- as part of a proof ------------------------------------------------------


BY_GROUPS = SolverParams(relaxations=RelaxationParams(fewest_switches=1))


def proof_of(
    network: Network, lemma: InterceptLemma, params: SolverParams = BY_GROUPS
) -> dict[str, Any]:
    problem = PointProblem(
        network=network, balance=Balance.of(network), alpha=INFINITY, target_lemma=lemma
    )
    outcome = BranchAndBound(params).bound(problem, Budget(), lambda _: True)
    assert outcome.stopped_because is StopReason.FINISHED
    assert outcome.lower_bound == lemma.slope
    assert outcome.certificate is not None
    proof: dict[str, Any] = write(outcome.certificate)
    return proof


def check(network: Network, proof: object, lemma: InterceptLemma, target: int) -> None:
    check_certificate(
        proof,
        network=network,
        balance=Balance.of(network),
        alpha=INFINITY,
        target=target,
        established=lambda alpha: pytest.fail(f"nothing is known at {alpha}"),
        intercept=lemma.intercept,
    )


def test_claim_is_proven_by_a_leaf_over_groups() -> None:
    lemma = InterceptLemma(intercept=3, slope=15)
    network = NETWORKS["p23"]
    least = min(slope for (level, _), slope in least_slopes("p23").items() if level == 3)
    proof = proof_of(network, InterceptLemma(intercept=3, slope=least))
    assert "groups" in proof["tree"]
    check(network, proof, lemma, least)
    with pytest.raises(Refused):
        check(network, proof, lemma, least + 2)
    with pytest.raises(Refused):
        check(network, proof, InterceptLemma(intercept=1, slope=least), least + 2)


def test_classes_of_groups_need_no_rotation() -> None:
    """After a few steps nothing is proven before the composition is decided."""
    params = replace(BY_GROUPS, groups=GroupParams(look_every=34, most_steps=34))
    network, level = NETWORKS["lopsided"], 12
    least = min(slope for (at, _), slope in least_slopes("lopsided").items() if at == level)
    proof = proof_of(network, InterceptLemma(intercept=level, slope=least), params)
    assert proof["tree"]["split"] == "classes"
    assert "rotation" not in proof["tree"]
    check(network, proof, InterceptLemma(intercept=level, slope=least), least)
    forged = json.loads(json.dumps(proof))
    forged["tree"]["parts"].pop()
    with pytest.raises(Refused, match="leaves out a composition"):
        check(network, forged, InterceptLemma(intercept=level, slope=least), least)
