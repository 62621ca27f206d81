"""Bounds by labels of groups that lack links: never above a bisection, and hard to forge."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import GLOBAL, LOCAL, Line, Link, Network
from alphacut.arrangements.topologies.slingshot import GroupKind, slingshot
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.uneven.labels import UnevenGroups
from alphacut.solver.bisection.bounds.uneven.leaves import LeavesAndSpines
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.bounds.uneven.separated import NEVER, planned, separated
from alphacut.solver.bisection.certificate.codec import read_certificate, write
from alphacut.solver.bisection.certificate.proofs import GroupKindsProof, UnevenProof
from alphacut.solver.bisection.engines.catalogue import engine
from alphacut.solver.bisection.engines.structured import Uneven
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, StopReason
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.verify.checking import check
from tests.solver.fabric.faults import faulty

Lines = Callable[..., frozenset[Line]]
ALPHAS = (Alpha(1, 3), Alpha(1, 1), Alpha(3, 2), Alpha(4, 1))
ALL = UnevenParams(fewest_groups=2)


def uneven(rng: random.Random) -> Network:
    """Draw groups that are linked alike but for a few links, and nearly complete inside."""
    number, size, links = rng.randint(2, 5), rng.randint(1, 4), rng.randint(1, 3)
    while number * size > 14:
        size -= 1
    sizes = [size + (rng.random() < 0.2) for _ in range(number)]
    groups = [group for group, each in enumerate(sizes) for _ in range(each)]
    members = [[s for s, g in enumerate(groups) if g == group] for group in range(number)]
    found = []
    for group, own in enumerate(members):
        for place, first in enumerate(own):
            found += [Link(first, s, LOCAL.name) for s in own[place + 1 :] if rng.random() < 0.9]
        for others in members[group + 1 :]:
            for _ in range(links + rng.choice([0, 0, 0, -1, 1])):
                found.append(Link(rng.choice(own), rng.choice(others), GLOBAL.name))
    hosts = [1] * len(groups) if rng.random() < 0.7 else [1 + group % 2 for group in groups]
    return Network(
        switches=len(groups), links=tuple(found), groups=tuple(groups), hosts=tuple(hosts)
    )


def dragonfly_plus(rng: random.Random) -> Network:
    """Draw groups of leaves and spines, linked alike but for a few links."""
    number, leaves, spines = rng.randint(2, 4), rng.randint(1, 3), rng.randint(1, 3)
    while number * (leaves + spines) > 15:
        number -= 1
    size, links, hosts = leaves + spines, rng.randint(1, 3), rng.randint(1, 2)
    found = []
    for group in range(number):
        start = group * size
        found += [
            Link(leaf, spine, LOCAL.name, rng.choice([1, 1, 1, 2]))
            for leaf in range(start, start + leaves)
            for spine in range(start + leaves, start + size)
            if rng.random() < 0.9
        ]
        for other in range(group + 1, number):
            for _ in range(links + rng.choice([0, 0, 0, -1, 1])):
                ends = [rng.randrange(spines) + each * size + leaves for each in (group, other)]
                found.append(Link(ends[0], ends[1], GLOBAL.name))
    return Network(
        switches=number * size,
        links=tuple(found),
        groups=tuple(switch // size for switch in range(number * size)),
        hosts=((hosts,) * leaves + (0,) * spines) * number,
    )


def drawn_problem(network: Network, rng: random.Random) -> PointProblem:
    balance = Balance.of(network, rng.choice(["switches", "hosts"]))
    return PointProblem(network=network, balance=balance, alpha=rng.choice(ALPHAS))


def drawn(number: int) -> Iterator[tuple[int, random.Random, PointProblem]]:
    for seed in range(number):
        rng = random.Random(seed)
        network = uneven(rng)
        if network.links:
            yield seed, rng, drawn_problem(network, rng)


def proof_of(found: UnevenGroups | LeavesAndSpines, charges: Any) -> UnevenProof:
    return UnevenProof(
        charges=charges,
        usual=found.apart.usual,
        inside=found.inside,
        order=found.apart.plan.order,
        whole=found.apart.plan.whole,
        lost=found.apart.lost[: len(found.groups) // 2 + 1],
    )


def test_no_bound_is_above_the_best_bisection(lines_of: Lines) -> None:
    """With the sides of many groups open at a time, and of none, so that all counts in full."""
    useful = 0
    for seed, rng, problem in drawn(300):
        least = min(
            problem.alpha.scaled(line)
            for line in lines_of(problem.network, problem.balance.weights)
        )
        found = UnevenGroups.of(problem, replace(ALL, most_open=rng.choice([12, 12, 2, 1])))
        if found is None:
            continue
        bounds = [(found.bound_each(), proof_of(found, "own"))]
        if found.alike:
            bounds.append((found.bound_alike(1 << 60), proof_of(found, "least")))
        for bound, proof in bounds:
            assert bound <= least, seed
            useful += bound > 0
            check(problem, proof, max(bound, 0))
            with pytest.raises(Refused, match="labels of groups prove only"):
                check(problem, proof, _unproven(problem, bound))
    assert useful > 150


def test_no_bound_of_leaves_and_spines_is_above_the_best_bisection(lines_of: Lines) -> None:
    useful = exact = 0
    for seed in range(200):
        rng = random.Random(seed)
        network = dragonfly_plus(rng)
        problem = PointProblem(
            network=network, balance=Balance.of(network, "hosts"), alpha=rng.choice(ALPHAS)
        )
        found = LeavesAndSpines.of(problem, replace(ALL, most_open=rng.choice([12, 2])))
        if found is None:
            continue
        least = min(
            problem.alpha.scaled(line) for line in lines_of(network, problem.balance.weights)
        )
        bound, proof = found.bound(), proof_of(found, "leaves")
        assert bound <= least, seed
        check(problem, proof, max(bound, 0))
        with pytest.raises(Refused, match="labels of groups prove only"):
            check(problem, proof, _unproven(problem, bound))
        useful += bound > 0
        exact += bound == least > 0
    assert useful > 70
    assert exact > 30


def _unproven(problem: PointProblem, bound: int) -> int:
    """Return the first target for which more than the bound has to be excluded."""
    region = Region.of(problem.network, problem.balance)
    target = max(bound, 0)
    while (highest := region.highest(problem.alpha, target)) is None or highest < bound:
        target += 1
    return target


def test_most_that_is_separated_is_that_of_all_divisions() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        number = rng.randint(2, 7)
        weights = {
            (first, second): rng.choice([-2, -1, 1, 1, 2, 3])
            for second in range(number)
            for first in range(second)
            if rng.random() < 0.5
        }
        plan = planned(weights, 12)
        found = separated(weights, plan)
        best = [NEVER] * (len(plan.order) + 1)
        for sides in range(1 << len(plan.order)):
            side = {group: sides >> place & 1 for place, group in enumerate(plan.order)}
            apart = sum(w for (one, other), w in weights.items() if side[one] != side[other])
            size = sides.bit_count()
            best[size] = max(best[size], apart)
        assert list(found.most) == best, seed
        for size, most in enumerate(best):
            side = found.sides(size)
            assert sum(side.values()) == size
            apart = sum(w for (one, other), w in weights.items() if side[one] != side[other])
            assert apart == most, seed


def machine(groups: int, switches: int, links: int, missing: int, seed: int) -> Network:
    kind = GroupKind(groups=groups, switches=switches)
    designed = slingshot([kind], ((links,),))
    return faulty(designed, missing=missing, swapped=2, seed=seed).network


def problem_of(network: Network) -> PointProblem:
    balance = Balance.of(network)
    return PointProblem(
        network=network, balance=balance, alpha=Alpha(1, 1), cuts=(trivial_cut(network, balance),)
    )


def test_a_machine_with_missing_links_and_exchanged_cables_is_exact() -> None:
    """12 groups of 16 with 4 links a pair: what is missing costs what lies between the halves."""
    problem = problem_of(machine(12, 16, 4, missing=11, seed=3))
    outcome = Uneven().bound(problem, Budget(), unheard)
    assert outcome.stopped_because is StopReason.FINISHED
    assert outcome.lower_bound == problem.scaled(outcome.cuts[0]) < 4 * 6 * 6
    check(problem, as_written(outcome), outcome.lower_bound)
    assert len(json.dumps(as_written(outcome))) < 500


def test_a_switch_that_is_gone_leaves_groups_of_unlike_sizes() -> None:
    network = machine(8, 12, 4, missing=3, seed=1)
    left = [switch for switch in range(network.switches) if switch != 5]
    number = {switch: place for place, switch in enumerate(left)}
    lesser = Network(
        switches=len(left),
        links=tuple(
            link._replace(first=number[link.first], second=number[link.second])
            for link in network.links
            if 5 not in link[:2]
        ),
        groups=tuple(network.groups[switch] for switch in left),
    )
    problem = problem_of(lesser)
    outcome = Uneven().bound(problem, Budget(), unheard)
    assert outcome.stopped_because is StopReason.FINISHED
    assert as_written(outcome)["charges"] == "own"
    check(problem, as_written(outcome), outcome.lower_bound)


def test_a_dragonfly_plus_with_missing_links_is_exact() -> None:
    """8 groups of 8 leaves and 8 spines, 9 links a pair: 9 · 4 · 4 less what lies between."""
    designed = spec.read("dragonfly_plus:groups=8,leaves=8,spines=8,p=8").build()
    network = faulty(designed, missing=9, swapped=1, seed=4).network
    balance = Balance.of(network, "hosts")
    problem = PointProblem(
        network=network, balance=balance, alpha=Alpha(1, 1), cuts=(trivial_cut(network, balance),)
    )
    outcome = Uneven().bound(problem, Budget(), unheard)
    assert outcome.stopped_because is StopReason.FINISHED
    assert 130 < outcome.lower_bound < 144
    written = as_written(outcome)
    assert written["charges"] == "leaves"
    check(problem, written, outcome.lower_bound)
    for forged in _forged(written):
        with pytest.raises(Refused):
            check(problem, forged, outcome.lower_bound)
    with pytest.raises(Refused, match="unlike weights"):
        check(problem, {**written, "charges": "own"}, outcome.lower_bound)


def test_leaves_with_links_to_other_groups_are_refused() -> None:
    network = spec.read("dragonfly_plus:groups=4,leaves=4,spines=4,p=4").build()
    problem = PointProblem(network=network, balance=Balance.of(network, "hosts"), alpha=Alpha(1, 1))
    found = LeavesAndSpines.of(problem, ALL)
    assert found is not None
    proof = proof_of(found, "leaves")
    check(problem, proof, found.bound())
    linked = replace(network, links=(*network.links, Link(0, 8, GLOBAL.name)))
    other = PointProblem(network=linked, balance=problem.balance, alpha=Alpha(1, 1))
    assert LeavesAndSpines.of(other, ALL) is None
    with pytest.raises(Refused):
        check(other, proof, found.bound())


def test_auto_proves_machines_with_missing_links_at_once() -> None:
    """By this bound, or by that of kinds of groups, which comes first and counts them as well."""
    problem = problem_of(machine(12, 16, 4, missing=11, seed=3))
    outcome = engine("auto").solve(problem, Budget(seconds=60), unheard)
    assert isinstance(outcome.certificate, UnevenProof | GroupKindsProof)
    assert outcome.stopped_because is StopReason.FINISHED


# ---- forgeries -------------------------------------------------------------


def test_every_number_counts() -> None:
    """Each number of a certificate in turn, larger and smaller: it is refused."""
    network = machine(12, 16, 4, missing=11, seed=3)
    problem = problem_of(network)
    written = as_written(Uneven().bound(problem, Budget(), unheard))
    bound = Uneven().bound(problem, Budget(), unheard).lower_bound
    few = UnevenGroups.of(problem, UnevenParams(most_open=2))
    assert few is not None
    with_whole = json.loads(json.dumps(write(proof_of(few, "least"))))
    assert with_whole["whole"]
    assert with_whole["order"]
    least = few.bound_alike(1 << 60)
    check(problem, with_whole, least)
    changed = 0
    for proof, target in ((written, bound), (with_whole, least)):
        for forged in _forged(proof):
            changed += 1
            with pytest.raises(Refused):
                check(problem, forged, target)
    assert changed > 60


def _forged(written: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in ("usual", "inside"):
        for step in (-1, 1, 1000, 10**30):
            yield {**written, name: written[name] + step}
    for name in ("order", "lost"):
        for place, value in enumerate(written[name]):
            for step in (-1, 1):
                forged = list(written[name])
                forged[place] = value + step
                yield {**written, name: forged}
        yield {**written, name: written[name][:-1]}
        yield {**written, name: [*written[name], 0]}
    for place, pair in enumerate(written.get("whole", ())):
        for end in (0, 1):
            forged = [list(each) for each in written["whole"]]
            forged[place][end] = pair[end] + 1
            yield {**written, "whole": forged}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda proof: proof.update(charges="none"), 'charges is "none"'),
        (lambda proof: proof.update(usual=-1), "usual"),
        (lambda proof: proof.update(usual=True), "usual"),
        (lambda proof: proof.update(inside=0), "prove only"),
        (lambda proof: proof.update(order=[]), "order does not have each group"),
        (lambda proof: proof.update(whole=[[0, 0]]), "whole has a pair twice, or one that"),
        (lambda proof: proof.update(whole=[[0, 99]]), "whole has a pair twice, or one that"),
        (lambda proof: proof.update(lost=[0] * 7), "lost is not"),
        (lambda proof: proof.update(lost=[99] * 7), "lost is not"),
        (lambda proof: proof.update(known=[["1/2", 1000]]), "not proven"),
    ],
)
def test_forged_certificates_are_refused(change: Callable[[Any], object], why: str) -> None:
    problem = problem_of(machine(12, 16, 4, missing=11, seed=3))
    outcome = Uneven().bound(problem, Budget(), unheard)
    proof = as_written(outcome)
    check(problem, proof, outcome.lower_bound)
    change(proof)
    with pytest.raises(Refused, match=why):
        check(problem, proof, outcome.lower_bound)


def test_random_forgeries_prove_nothing_that_is_false(lines_of: Lines) -> None:
    """Any numbers: what is accepted holds for every bisection."""
    accepted = 0
    for seed, rng, problem in drawn(300):
        found = UnevenGroups.of(problem, ALL)
        if found is None:
            continue
        least = min(
            problem.alpha.scaled(line)
            for line in lines_of(problem.network, problem.balance.weights)
        )
        written = json.loads(json.dumps(write(proof_of(found, rng.choice(["own", "least"])))))
        for forged in rng.sample(list(_forged(written)), 3):
            target = rng.randint(1, least + 4)
            try:
                check(problem, forged, target)
            except Refused:
                continue
            accepted += 1
            assert target <= least, seed
    assert accepted > 3


def test_reading_gives_the_record_that_was_written() -> None:
    proof = UnevenProof(
        charges="least", usual=4, inside=1, order=(2, 0), whole=((0, 1),), lost=(0, 2)
    )
    assert read_certificate(write(proof)) == proof
