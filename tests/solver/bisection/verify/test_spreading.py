"""Bounds by spreading: against listing all bisections, at the size of machines, and forged."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import ceil
from typing import Any

import pytest

import alphacut_verify
from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.bisection.bounds.spreading.spread import closing_side, spreads
from alphacut.solver.bisection.certificate.proofs import (
    Certificate,
    SpreadingProof,
    SpreadingRound,
)
from alphacut.solver.bisection.curve import CurveProblem, trace
from alphacut.solver.bisection.document import point_document
from alphacut.solver.bisection.engines.structured import Spreading
from alphacut.solver.bisection.outcome import Budget
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.verify import even_rounds, spreading
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
ALPHAS = (ZERO, Alpha(1, 2), Alpha(1, 1), Alpha(3, 1), INFINITY)


def drawn(rng: random.Random) -> tuple[Network, tuple[SpreadingRound, ...]]:
    """Draw a network, and rounds: of a product or of levels, some of them spoilt, or any."""
    shape = rng.randrange(3)
    if shape == 0:
        sides = rng.choice([(2, 2), (2, 3), (3, 3), (2, 4), (2, 2, 2), (2, 5)])
        network, rounds = product(rng, sides)
    elif shape == 1:
        network, rounds = layered(rng)
    else:
        switches = rng.randint(2, 8)
        network = wired(rng, switches, [1] * switches)
        labels = [tuple(rng.randrange(3) for _ in range(switches)) for _ in range(3)]
        rounds = [SpreadingRound(rule=rng.choice(["up", "even"]), labels=each) for each in labels]
    if rng.random() < 0.3:
        changed = list(rounds[0].labels)
        changed[rng.randrange(len(changed))] = rng.randrange(4)
        rounds = [SpreadingRound(rule=rounds[0].rule, labels=tuple(changed)), *rounds[1:]]
    return network, tuple(rounds[: rng.choice([1, len(rounds), len(rounds)])])


def wired(rng: random.Random, switches: int, hosts: list[int]) -> Network:
    pairs = [(u, v) for v in range(switches) for u in range(v) if rng.random() < 0.7]
    links = [Link(*p, rng.choice(["local", "global"]), rng.randint(1, 3)) for p in pairs]
    return Network(switches=switches, links=tuple(links), hosts=tuple(hosts))


def product(rng: random.Random, sides: tuple[int, ...]) -> tuple[Network, list[SpreadingRound]]:
    """Draw connected networks of some sizes, and multiply them; the first number runs fastest."""
    links, rounds, stride, switches = [], [], 1, 1
    for side in sides:
        switches *= side
    for side in sides:
        name, times = rng.choice(["local", "global"]), rng.randint(1, 3)
        factor = {(rng.randrange(v), v) for v in range(1, side)}
        factor |= {(u, v) for v in range(side) for u in range(v) if rng.random() < 0.5}
        base = [s for s in range(switches) if s // stride % side == 0]
        links += [
            Link(s + u * stride, s + v * stride, name, times) for s in base for u, v in factor
        ]
        labels = [s // (stride * side) * stride + s % stride for s in range(switches)]
        rounds.append(SpreadingRound(rule="even", labels=tuple(labels)))
        stride *= side
    hosts = [rng.randint(1, 2)] * switches
    return Network(switches=switches, links=tuple(links), hosts=tuple(hosts)), rounds


def layered(rng: random.Random) -> tuple[Network, list[SpreadingRound]]:
    """Draw a fat tree of two or three levels, with trunks and unlike hosts."""
    leaves, tops, times = rng.randint(2, 5), rng.randint(1, 3), rng.randint(1, 3)
    hosts = [rng.randint(1, 3) for _ in range(leaves)] + [0] * tops
    links = [
        Link(leaf, leaves + top, "local", times) for leaf in range(leaves) for top in range(tops)
    ]
    levels = [0] * leaves + [1] * tops
    if rng.random() < 0.5:
        roots = rng.randint(1, 2)
        links += [
            Link(leaves + top, leaves + tops + root, "global", rng.randint(1, 2))
            for top in range(tops)
            for root in range(roots)
        ]
        hosts, levels = hosts + [0] * roots, levels + [2] * roots
    network = Network(switches=len(hosts), links=tuple(links), hosts=tuple(hosts))
    return network, [SpreadingRound(rule="up", labels=tuple(levels))]


def accepted(problem: PointProblem, proof: Certificate, target: int) -> bool:
    try:
        check(problem, proof, target)
    except Refused:
        return False
    return True


def test_no_rounds_prove_what_is_false(lines_of: Lines) -> None:
    proven = tight = 0
    for seed in range(600):
        rng = random.Random(seed)
        network, rounds = drawn(rng)
        balance = Balance.of(network, rng.choice(["switches", "hosts"]))
        lines = lines_of(network, balance.weights)
        for alpha in ALPHAS:
            problem = PointProblem(network=network, balance=balance, alpha=alpha)
            least = min(alpha.scaled(line) for line in lines)
            proof = SpreadingProof(rounds=rounds)
            assert not accepted(problem, proof, least + 1), seed
            proven += least > 0 and accepted(problem, proof, 1)
            tight += least > 0 and accepted(problem, proof, least)
    assert proven > 120
    assert tight > 40


LARGE = [
    ({"family": "fat_tree", "k": 20}, "hosts", 1000),
    ({"family": "fat_tree", "k": 12, "p": 12}, "hosts", 216),  # twice as many hosts as ports up
    ({"family": "hypercube", "dimension": 11}, "switches", 1024),
    ({"family": "torus", "sides": [12, 12, 12]}, "hosts", 288),
    ({"family": "mesh", "sides": [32, 40]}, "switches", 32),
    ({"family": "hyperx", "sides": [12, 14], "multiplicities": [2, 1]}, "hosts", 12 * 49),
]


@pytest.mark.parametrize(("topology", "balance", "value"), LARGE, ids=lambda each: str(each))
def test_networks_of_thousands_are_bounded_by_what_a_theorem_gives(
    topology: dict[str, Any], balance: str, value: int
) -> None:
    network = spec.build(spec.parse(topology))
    problem = PointProblem(network=network, balance=Balance.of(network, balance), alpha=Alpha(1, 1))
    [found] = spreads_of(problem)
    proof = SpreadingProof(rounds=found)
    assert accepted(problem, proof, value)
    assert not accepted(problem, proof, value + 1)


def spreads_of(problem: PointProblem) -> list[tuple[SpreadingRound, ...]]:
    return [each.rounds for each in spreads(problem, SpreadingParams())]


def test_what_is_claimed_is_accepted_and_no_more(lines_of: Lines) -> None:
    """The bound of the engine is what its rounds prove, and lies below every bisection."""
    bounded = 0
    for seed in range(300):
        rng = random.Random(seed)
        sides = rng.choice([None, (2, 4), (3, 3)])
        network = layered(rng)[0] if sides is None else product(rng, sides)[0]
        balance = Balance.of(network, "hosts")
        lines = lines_of(network, balance.weights)
        for alpha in ALPHAS[1:-1]:
            problem = PointProblem(network=network, balance=balance, alpha=alpha)
            found = Spreading().bound(problem, Budget(), unheard)
            assert found.lower_bound <= min(alpha.scaled(line) for line in lines), seed
            if found.lower_bound:
                bounded += 1
                assert found.certificate is not None
                check(problem, found.certificate, found.lower_bound)
    assert bounded > 300


def shuffled(text: str) -> Network:
    """Return the network of a spec as a plain graph, its switches numbered at random."""
    network = spec.read(text).build()
    image = list(range(network.switches))
    random.Random(1).shuffle(image)
    links = [Link(image[u], image[v], name, times) for u, v, name, times in network.links]
    return Network(switches=network.switches, links=tuple(links))


def document_of(network: Network, balance: Balance) -> dict[str, Any]:
    """Ask for the point at α = 1 as a user does, and write it."""
    one = Alpha(1, 1)
    asked = CurveProblem(network=network, balance=balance, low=one, high=one)
    envelope = trace(asked, answer)
    topology = spec.complete(spec.to_spec(network))
    document = point_document(
        envelope, topology=topology, network=network, balance=balance, provenance={}
    )
    read: dict[str, Any] = json.loads(json.dumps(document))
    return read


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mesh:sides=31x33", 32),
        ("mesh:sides=8x9", 9),
        ("torus:sides=7x9", 16),
        ("torus:sides=12x10x4", 80),
        ("hypercube:dimension=8", 128),
        ("hyperx:sides=4x12,multiplicities=2x1", 2 * 4 * 12),
    ],
)
def test_products_in_files_are_proven(text: str, value: int) -> None:
    """Whatever the numbers of their switches are; small ones are shown to the second verifier."""
    network = shuffled(text)
    document = document_of(network, Balance.of(network))
    assert document["status"] == "exact"
    assert document["point"]["value"] == str(value)
    assert document["point"]["engine"] == "spreading"
    assert verify_document(document).status == "exact"
    if network.switches < 100:
        assert alphacut_verify.verify(document).status == "exact"


OPEN = ("mesh:sides=3x2x2", "hamming:sides=3x5")  # three dimensions, or lines, of odd sides
SMALL_PRODUCTS = (
    *(f"mesh:sides={sides}" for sides in ("3x5", "2x7", "3x3", "4x3")),
    *(f"torus:sides={sides}" for sides in ("3x5", "3x4", "3x3")),
    *OPEN,
)


@pytest.mark.parametrize("text", SMALL_PRODUCTS)
def test_small_products_are_bounded_by_no_more_than_their_least_cut(
    text: str, lines_of: Lines
) -> None:
    """Meshes and tori of two dimensions are closed, and the cut that is told is a best one."""
    network = shuffled(text)
    least = min(Alpha(1, 1).scaled(line) for line in lines_of(network))
    balance = Balance.of(network)
    problem = PointProblem(network=network, balance=balance, alpha=Alpha(1, 1))
    found = Spreading().bound(problem, Budget(), unheard)
    side = closing_side(network, balance, Alpha(1, 1), SpreadingParams())
    if text in OPEN:
        assert found.certified_bound < least
        assert side is None
        return
    assert side is not None
    assert balance.holds(side)
    assert network.cut(side).intercept == least
    closed = Spreading().bound(replace(problem, cuts=(Cut.of(network, side),)), Budget(), unheard)
    assert closed.certified_bound == least
    check(problem, closed.certificate, least)
    with pytest.raises(Refused):
        check(problem, closed.certificate, least + 1)


def test_what_is_said_to_cross_does() -> None:
    """In each bisection, by moving the weight of every switch; where sides differ, often more."""
    sharper = 0
    for seed in range(600):
        rng = random.Random(seed)
        network, rounds = drawn(rng)
        weights = rng.choice([network.hosts, (1,) * network.switches])
        balance = Balance(name="hosts", weights=tuple(weights))
        sources = [v for v, weight in enumerate(weights) if weight]
        moving = spreading.Spreading({link[:2]: 1 for link in network.links}, network.switches)
        try:
            moves = [moving.move(each.rule, each.labels) for each in rounds]
        except Refused:
            continue
        if not moving.same_ends(moves, sources):
            continue
        told = spreading._crossing(rounds, weights, balance.difference)
        ends = [Fraction(int(v == sources[0])) for v in range(network.switches)]
        moving.loads(moves, ends)  # leaves there where all that one switch holds ends
        for inside in combinations(range(network.switches), network.switches // 2):
            if balance.holds(inside):
                there = sum(ends[v] for v in inside)
                own = sum(weights[v] for v in inside)
                assert own * (1 - there) + (sum(weights) - own) * there >= told, seed
        sharper += told > Fraction(sum(weights) - balance.difference, 2)
    assert sharper > 10


@pytest.fixture
def ring() -> PointProblem:
    network = spec.build(spec.parse({"family": "torus", "sides": [3, 4]}))
    return PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))


EVEN: dict[str, Any] = {"rule": "even", "labels": [0] * 12}


@pytest.mark.parametrize(
    ("rounds", "message"),
    [
        ([], "1 to 64 rounds"),
        ([EVEN] * 65, "1 to 64 rounds"),
        ([{**EVEN, "labels": [0] * 11}], "does not label every switch once"),
        ([{**EVEN, "labels": [0] * 6 + [1] * 6}], "do not end in the same shares"),
        ([{**EVEN, "labels": [0, 1, 0, 1, 0, 1, 1, 1, 1, 0, 0, 0]}], "is not connected"),
        ([{**EVEN, "rule": "up"}], "do not end in the same shares"),
        ([{"rule": "up", "labels": list(range(12))}], "where more than"),
    ],
)
def test_what_is_wrong_is_told(ring: PointProblem, rounds: list[Any], message: str) -> None:
    certificate = {"format": "alphacut-certificate/1", "kind": "spreading", "rounds": rounds}
    with pytest.raises(Refused, match=message):
        check(ring, certificate, 6)


@pytest.mark.parametrize(
    "wrong", [{"rule": "down"}, {"labels": [True] * 12}, {"labels": [-1] * 12}]
)
def test_what_cannot_be_read_is_told(ring: PointProblem, wrong: dict[str, Any]) -> None:
    certificate = {
        "format": "alphacut-certificate/1", "kind": "spreading", "rounds": [{**EVEN, **wrong}],
    }  # fmt: skip
    with pytest.raises((Refused, DocumentError)):
        check(ring, certificate, 1)


def test_work_within_classes_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    network = spec.build(spec.parse({"family": "complete", "switches": 40}))
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    proof = SpreadingProof(rounds=(SpreadingRound(rule="even", labels=(0,) * 40),))
    check(problem, proof, 400)
    monkeypatch.setattr(spreading, "MOST_STEPS", 1000)
    with pytest.raises(Refused, match="more than 1000 steps"):
        check(problem, proof, 400)


def test_loads_of_a_ring_are_those_of_its_distances() -> None:
    """A ring of four: a unit to each of four members, one at a distance of 2, over two ways."""
    pattern = spreading.Pattern(
        of_member=spreading._loads_within(4, ((0, 1), (0, 3), (1, 2), (2, 3)))
    )
    assert pattern.whole == dict.fromkeys([(0, 1), (0, 3), (1, 2), (2, 3)], Fraction(1))
    assert ceil(sum(pattern.whole.values())) == 4


def by_fractions(
    capacities: dict[tuple[int, int], int], rounds: list[tuple[int, ...]], weights: tuple[int, ...]
) -> Fraction | None:
    """Count as for any rounds: the least capacity for a unit of load, None where ends differ."""
    slow = spreading.Spreading(capacities, len(weights))
    moves = [slow.move("even", labels) for labels in rounds]
    if not slow.same_ends(moves, [v for v, weight in enumerate(weights) if weight]):
        return None
    loads = slow.loads(moves, [Fraction(weight) for weight in weights])
    return min(Fraction(capacities[link]) / load for link, load in loads.items())


def test_classes_at_once_are_counted_as_one_by_one() -> None:
    """On products, some with labels spoilt, some with unlike capacities or weights."""
    counted = 0
    for seed in range(400):
        rng = random.Random(seed)
        network, rounds = product(rng, rng.choice([(2, 2), (2, 3), (3, 3), (2, 4), (2, 2, 2)]))
        labels = [list(each.labels) for each in rounds]
        if rng.random() < 0.3:
            rng.choice(labels)[rng.randrange(network.switches)] = rng.randrange(4)
        capacities = {link[:2]: rng.choice([1, 1, 3]) for link in network.links}
        weights = tuple(rng.choice([1, 1, 1, 2]) for _ in range(network.switches))
        weights = rng.choice([weights, network.hosts])
        given = [tuple(each) for each in labels]
        within = spreading.Spreading(capacities, network.switches).within
        try:
            found = even_rounds.tightest(capacities, given, weights, within)
        except Refused:
            with pytest.raises(Refused):
                by_fractions(capacities, given, weights)
            continue
        assert found is None or found == by_fractions(capacities, given, weights), seed
        counted += found is not None
    assert counted > 150


def test_numbers_beyond_64_bits_are_left_to_fractions() -> None:
    square = {(0, 1): 1, (2, 3): 1, (0, 2): 1, (1, 3): 1}
    rounds = [(0, 0, 1, 1), (0, 1, 0, 1)]

    def told(factor: int, weight: int) -> Fraction | None:
        capacities = dict.fromkeys(square, factor)
        within = spreading.Spreading(capacities, 4).within
        return even_rounds.tightest(capacities, rounds, (weight,) * 4, within)

    assert told(1, 1) == 1
    assert told(1 << 59, 1) == 1 << 59
    assert told(1 << 64, 1) is None
    assert told(1, 1 << 64) is None
    assert told(1, 1 << 59) is None  # loads of two rounds, over a common denominator, reach 2^60


@pytest.mark.parametrize(
    ("topology", "value"),
    [
        ({"family": "torus", "sides": [6, 2, 3, 2]}, 24),
        ({"family": "hypercube", "dimension": 6}, 32),
        ({"family": "hyperx", "sides": [6, 8]}, 72),
        ({"family": "mesh", "sides": [9, 4]}, 5),  # of the fifth of nine layers one half
        ({"family": "torus", "sides": [5, 7]}, 12),  # more than 11 is proven, and it is even
        ({"family": "torus", "sides": [5, 7, 9]}, None),  # 82, of which 72 are proven
        ({"family": "slim_fly", "q": 5}, None),
    ],
    ids=str,
)
def test_the_cut_of_a_product_is_told_where_it_is_proven(
    topology: dict[str, Any], value: int | None
) -> None:
    network = spec.build(spec.parse(topology))
    balance = Balance.of(network)
    side = closing_side(network, balance, Alpha(1, 1), SpreadingParams())
    if value is None:
        assert side is None
        return
    assert side is not None
    assert network.cut(side).intercept == value
    problem = PointProblem(network=network, balance=balance, alpha=Alpha(1, 1))
    assert balance.holds(side)
    [rounds] = spreads_of(problem)
    check(problem, SpreadingProof(rounds=rounds), value)


def test_a_cut_of_other_sizes_is_told_where_it_is_proven() -> None:
    """Half less one of a mesh of 6 x 8 severs one link more; a corner severs less than is told."""
    network = spec.read("mesh:sides=6x8").build()
    halves = Balance.of(network)
    for least, closes in ((24, True), (23, False), (6, False)):
        balance = replace(halves, sizes=Sizes(least=least, most=least))
        side = closing_side(network, balance, Alpha(1, 1), SpreadingParams())
        assert (side is not None) is closes
    within = replace(halves, sizes=Sizes(least=20, most=24))
    assert closing_side(network, within, Alpha(1, 1), SpreadingParams()) is None


def test_classes_that_are_alike_but_for_numbers_are_counted_once() -> None:
    """A mesh of 24 x 30 numbered anyhow takes the searches of two classes, not of 54."""
    network = shuffled("mesh:sides=24x30")
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    [rounds] = spreads_of(problem)
    moving = spreading.Spreading({link[:2]: 1 for link in network.links}, network.switches)
    labels = [each.labels for each in rounds]
    found = even_rounds.tightest(moving.capacities, labels, (1,) * 720, moving.within)
    assert found == Fraction(1, 15)
    assert len(moving._patterns) == 2
