"""Bounds by shares of leaves: Dragonfly+ against listing all bisections, whatever is changed."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

import alphacut_verify
from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.leaf_spine_groups import bounded
from alphacut.solver.bisection.certificate.proofs import LeafSpineGroupsProof
from alphacut.solver.bisection.outcome import Budget
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.verify.checking import check
from tests.solver.bisection.verify.test_spreading import accepted, document_of

Lines = Callable[..., frozenset[Line]]
ONE = Alpha(1, 1)
ALPHAS = (Alpha(1, 3), ONE, Alpha(3, 1))
PROOF = LeafSpineGroupsProof()


def grouped(rng: random.Random) -> Network:
    """Draw groups of leaves and spines with as many links between any two, at any spines."""
    groups, leaves, spines = rng.choice(
        [(2, 3, 2), (2, 4, 3), (3, 2, 2), (3, 2, 3), (4, 2, 1), (4, 2, 2), (5, 1, 2), (5, 2, 1)]
    )
    between, hosts = rng.randint(1, 3), rng.randint(1, 2)
    return dragonfly_plus(rng, groups, leaves, spines, between, rng.randint(1, 3), hosts)


def dragonfly_plus(
    rng: random.Random,
    groups: int,
    leaves: int,
    spines: int,
    between: int,
    times: int = 1,
    hosts: int = 1,
) -> Network:
    """Wire groups at random: a spine has one link more than another of its group at most."""
    size = leaves + spines
    links = [
        Link(group * size + leaf, group * size + leaves + spine, "local", times)
        for group in range(groups)
        for leaf in range(leaves)
        for spine in range(spines)
    ]
    ports = {group: [s % spines for s in range((groups - 1) * between)] for group in range(groups)}
    for own in ports.values():
        rng.shuffle(own)
    for one, other in combinations(range(groups), 2):
        for _ in range(between):
            first, second = (each * size + leaves + ports[each].pop() for each in (one, other))
            links.append(Link(first, second, "global"))
    return Network(
        switches=groups * size,
        links=tuple(links),
        groups=tuple(switch // size for switch in range(groups * size)),
        hosts=((hosts,) * leaves + (0,) * spines) * groups,
    )


def changed(rng: random.Random, network: Network) -> Network:
    """Add, take out, widen or move a link, or change what a switch weighs."""
    links, hosts = list(network.links), list(network.hosts)
    place, change = rng.randrange(len(links)), rng.randrange(5)
    if change == 0:
        del links[place]
    elif change == 1:
        links[place] = links[place]._replace(multiplicity=links[place].multiplicity + 1)
    elif change == 2:
        first, second = rng.sample(range(network.switches), 2)
        links.append(Link(first, second, rng.choice(["local", "global"])))
    elif change == 3:
        first, second = rng.sample(range(network.switches), 2)
        links[place] = Link(first, second, links[place].link_class)
    else:
        hosts[rng.randrange(len(hosts))] = rng.randint(0, 2)
    return replace(network, links=tuple(links), hosts=tuple(hosts))


def problem_of(network: Network, alpha: Alpha = ONE) -> PointProblem:
    """Return the problem by hosts."""
    return PointProblem(network=network, balance=Balance.of(network, "hosts"), alpha=alpha)


def bound_of(problem: PointProblem) -> int:
    """Return what the engine proves without a cut to reach."""
    return bounded(problem, Budget(), lambda _: True).lower_bound


def highest_accepted(problem: PointProblem, most: int) -> int:
    """Return the highest target that the verifier accepts, up to some; 0 if it refuses all."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if accepted(problem, PROOF, middle):
            low = middle
        else:
            high = middle - 1
    return low


def test_it_is_often_sharp_and_never_too_high(lines_of: Lines) -> None:
    sharp = 0
    for seed in range(100):
        network = grouped(random.Random(seed))
        lines = lines_of(network, network.hosts)
        for alpha in ALPHAS:
            problem = problem_of(network, alpha)
            least = min(alpha.scaled(line) for line in lines)
            found = bound_of(problem)
            assert 0 < found <= least, seed
            check(problem, PROOF, found)
            assert not accepted(problem, PROOF, least + 1), seed
            sharp += found == least
    assert sharp > 150


def test_whatever_is_changed_no_more_is_accepted_than_is_true(lines_of: Lines) -> None:
    taken = 0
    for seed in range(300):
        rng = random.Random(seed)
        network = changed(rng, grouped(rng))
        if not any(network.hosts):
            continue
        problem = problem_of(network, rng.choice(ALPHAS))
        lines = lines_of(network, network.hosts)
        least = min(problem.alpha.scaled(line) for line in lines)
        found = highest_accepted(problem, 2 * least + 8)
        assert found <= least, seed
        taken += found > 0
    assert taken > 80


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        ("groups=8,leaves=8,spines=4,links=3", 48),  # half of the links between groups
        ("groups=9,leaves=4,spines=4,links=1", 20 + 4),  # 4 whole groups on a side, one divided:
        ("groups=33,leaves=8,spines=8,links=2", 2 * 16 * 16 + 8 * 4),  # its spines sever half
        ("groups=61,leaves=16,spines=16,links=4", 4 * 30 * 30 + 16 * 8),
        ("groups=257,leaves=16,spines=16,links=1", 128 * 128 + 16 * 8),
    ],
)
def test_values_by_hand_are_proven(shape: str, value: int) -> None:
    problem = problem_of(spec.read(f"dragonfly_plus:{shape}").build())
    assert bound_of(problem) == value
    check(problem, PROOF, value)


def test_it_does_not_matter_at_which_spines_links_are() -> None:
    built = spec.read("dragonfly_plus:groups=11,leaves=5,spines=4,links=2,ports=5").build()
    rewired = dragonfly_plus(random.Random(1), 11, 5, 4, between=2)
    assert rewired != built
    assert bound_of(problem_of(rewired)) == bound_of(problem_of(built)) > 0


@pytest.mark.parametrize("groups", [10, 11])
def test_a_point_is_exact_and_both_verifiers_accept_it(groups: int) -> None:
    text = f"dragonfly_plus:groups={groups},leaves=5,spines=4,links=2,ports=6,p=2"
    network = spec.read(text).build()
    document = document_of(network, Balance.of(network, "hosts"))
    assert document["status"] == "exact"
    assert document["point"]["engine"] == "leaf_spine_groups"
    assert verify_document(document).status == "exact"
    assert alphacut_verify.verify(document).status == "exact"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("weight", "unlike weights"),
        ("inside", "to the same spines"),
        ("leaf", "to a leaf, or to the spines of two groups"),
        ("spine", "a spine has no leaves"),
        ("size", "as many leaves each"),
        ("pair", "proves only"),
        ("apart", "a leaf has no links"),
    ],
)
def test_what_is_wrong_is_told(change: str, message: str) -> None:
    network = spec.read("dragonfly_plus:groups=4,leaves=2,spines=2,links=2,ports=4").build()
    links, hosts = list(network.links), list(network.hosts)
    across = [i for i, link in enumerate(links) if link.link_class == "global"]
    if change == "weight":
        hosts[0] += 1
    elif change == "inside":
        del links[0]
    elif change == "leaf":
        links.append(Link(0, 4, "global", 1))
    elif change == "spine":
        hosts.append(0)
        links.append(Link(2, len(hosts) - 1, "local"))
    elif change == "size":
        hosts += [1, 1]
        links += [
            Link(spine, len(network.hosts) + new, "local") for spine in (2, 3) for new in (0, 1)
        ]
    elif change == "pair":
        del links[across[0] : across[0] + 2]
    else:
        links = [link for link in links if 0 not in (link.first, link.second)]
    wrong = replace(network, switches=len(hosts), links=tuple(links), hosts=tuple(hosts), groups=())
    problem = problem_of(wrong)
    with pytest.raises(Refused, match=message):
        check(problem, PROOF, 8)
    assert bound_of(problem) < 8


def test_many_groups_take_no_more_memory_than_their_links() -> None:
    groups = 4000  # in a ring: a table of all pairs of them would have 16 million entries
    links = [Link(2 * each, 2 * each + 1, "local") for each in range(groups)]
    links += [Link(2 * each + 1, (2 * each + 3) % (2 * groups), "global") for each in range(groups)]
    problem = problem_of(Network(switches=2 * groups, links=tuple(links), hosts=(1, 0) * groups))
    tracemalloc.start()
    try:
        with pytest.raises(Refused, match="proves only"):
            check(problem, PROOF, 2)
        assert bound_of(problem) < 2
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()
