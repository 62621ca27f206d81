"""Bounds by spreading in given shares: Dragonfly+ against listing all bisections, and forged."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import ceil
from typing import Any

import pytest

import alphacut_verify
from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.spreading.params import SpreadingParams
from alphacut.solver.bisection.bounds.spreading.spread import Spread, spreads
from alphacut.solver.bisection.certificate.proofs import SpreadingProof, SpreadingRound
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from tests.solver.bisection.verify.checking import check
from tests.solver.bisection.verify.test_spreading import accepted, document_of

Lines = Callable[..., frozenset[Line]]
ONE = Alpha(1, 1)
ALPHAS = (Alpha(1, 3), ONE, Alpha(3, 1))


def grouped(rng: random.Random) -> Network:
    """Draw groups of leaves and spines with as many links between any two, at any spines."""
    groups, leaves, spines = rng.choice(
        [(2, 3, 2), (2, 4, 3), (3, 2, 2), (3, 2, 3), (4, 2, 1), (4, 2, 2), (5, 1, 2), (5, 2, 1)]
    )
    size, times, between = leaves + spines, rng.randint(1, 3), rng.randint(1, 3)
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
    hosts = ((rng.randint(1, 2),) * leaves + (0,) * spines) * groups
    return Network(
        switches=groups * size,
        links=tuple(links),
        groups=tuple(switch // size for switch in range(groups * size)),
        hosts=hosts,
    )


def through_spines(network: Network, alpha: Alpha = ONE) -> tuple[PointProblem, Spread]:
    """Return the problem by hosts, and what is spread in shares."""
    balance = Balance.of(network, "hosts")
    problem = PointProblem(network=network, balance=balance, alpha=alpha)
    *_, found = spreads(problem, SpreadingParams())
    assert found.rounds[0].rule == "shares"
    return problem, found


def spoilt(rng: random.Random, rounds: tuple[SpreadingRound, ...]) -> list[SpreadingRound]:
    """Change a label, a share or what is kept, or leave a round out."""
    changed, place = list(rounds), rng.randrange(len(rounds))
    each, change = changed[place], rng.randrange(4)
    number = rng.randrange(len(each.kept))
    if change == 0:
        labels = list(each.labels)
        labels[rng.randrange(len(labels))] = number
        changed[place] = replace(each, labels=tuple(labels))
    elif change == 1:
        shares = [list(row) for row in each.shares]
        shares[number][rng.randrange(len(shares))] = rng.randint(0, 3)
        changed[place] = replace(each, shares=tuple(map(tuple, shares)))
    elif change == 2:
        kept = list(each.kept)
        kept[number] = rng.randint(0, 3)
        changed[place] = replace(each, kept=tuple(kept))
    else:
        del changed[place]
    return changed


def test_no_shares_prove_what_is_false(lines_of: Lines) -> None:
    """The bound of the engine is what its rounds prove; it is often sharp, and never too high."""
    sharp = spoilt_and_true = 0
    for seed in range(100):
        rng = random.Random(seed)
        network = grouped(rng)
        lines = lines_of(network, network.hosts)
        for alpha in ALPHAS:
            problem, found = through_spines(network, alpha)
            least = min(alpha.scaled(line) for line in lines)
            assert 0 < found.bound <= least, seed
            check(problem, SpreadingProof(rounds=found.rounds), found.bound)
            assert not accepted(problem, SpreadingProof(rounds=found.rounds), least + 1), seed
            sharp += found.bound == least
            proof = SpreadingProof(rounds=tuple(spoilt(rng, found.rounds)))
            assert not accepted(problem, proof, least + 1), seed
            spoilt_and_true += accepted(problem, proof, 1)
    assert sharp > 80
    assert spoilt_and_true > 120


@pytest.mark.parametrize("groups", [8, 9])
@pytest.mark.parametrize("links", [1, 2, 3])
def test_half_of_the_links_between_groups_are_proven(groups: int, links: int) -> None:
    """By hand: with G groups, c·G²/4 of their links, whatever leaves send within their group."""
    text = f"dragonfly_plus:groups={groups},leaves=8,spines=4,links={links},ports=8"
    problem, found = through_spines(spec.read(text).build())
    assert found.bound == ceil(links * groups**2 / 4)
    check(problem, SpreadingProof(rounds=found.rounds), found.bound)


def test_links_of_leaves_bound_where_they_are_few() -> None:
    """By hand: 12 leaves hold 1; each sends it up and gets it back, over 2 spines at a half."""
    text = "dragonfly_plus:groups=6,leaves=2,spines=2,links=4,ports=10"
    problem, found = through_spines(spec.read(text).build())
    assert found.bound == 6
    check(problem, SpreadingProof(rounds=found.rounds), 6)


def test_a_network_whose_spines_differ_is_exact() -> None:
    """As users ask for it; the certificate is shown to both verifiers."""
    network = spec.read("dragonfly_plus:groups=10,leaves=5,spines=4,links=2,ports=6,p=2").build()
    document = document_of(network, Balance.of(network, "hosts"))
    assert document["status"] == "exact"
    assert document["point"]["value"] == "50"
    assert document["point"]["engine"] == "spreading"
    assert verify_document(document).status == "exact"
    assert alphacut_verify.verify(document).status == "exact"


@pytest.mark.parametrize("change", ["more", "fewer", "weight", "inside", "leaf"])
def test_other_networks_are_not_spread_in_shares(change: str) -> None:
    network = spec.read("dragonfly_plus:groups=4,leaves=2,spines=2,links=2,ports=4").build()
    links, hosts = list(network.links), list(network.hosts)
    across = next(i for i, link in enumerate(links) if link.link_class == "global")
    if change == "more":
        links.append(links[across])
    elif change == "fewer":
        del links[across]
    elif change == "weight":
        hosts[0] += 1
    elif change == "inside":
        del links[0]
    else:
        links.append(Link(0, 4, "global", 1))
    spoilt = replace(network, links=tuple(links), hosts=tuple(hosts))
    balance = Balance.of(spoilt, "hosts")
    problem = PointProblem(network=spoilt, balance=balance, alpha=ONE)
    assert not list(spreads(problem, SpreadingParams()))


SHARES: dict[str, Any] = {
    "rule": "shares", "labels": [0, 0, 1, 1] * 4, "shares": [[0, 1], [0, 1]], "kept": [0, 0],
}  # fmt: skip


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"shares": [[0, 1]]}, "not one for each two labels"),
        ({"shares": [[0, 1], [0]]}, "not one for each two labels"),
        ({"kept": [0]}, "not one for each two labels"),
        ({"shares": [], "kept": []}, "a label without shares"),
        ({"labels": [0, 0, 1, 2] * 4}, "a label without shares"),
        ({"rule": "even"}, "has shares"),
        ({"rule": "up"}, "has shares"),
        ({"labels": [0, 0, 1, 1] * 3}, "does not label every switch once"),
        ({}, "do not end in the same shares"),
        ({"shares": [[0, 0], [0, 0]]}, "do not end in the same shares"),
    ],
)
def test_what_is_wrong_is_told(wrong: dict[str, Any], message: str) -> None:
    problem, _ = through_spines(spec.read("dragonfly_plus:groups=4,leaves=2,spines=2").build())
    certificate = {
        "format": "alphacut-certificate/1", "kind": "spreading", "rounds": [{**SHARES, **wrong}],
    }  # fmt: skip
    with pytest.raises(Refused, match=message):
        check(problem, certificate, 4)


@pytest.mark.parametrize("wrong", [{"kept": [0, -1]}, {"shares": [[0, 1], [0, True]]}])
def test_what_cannot_be_read_is_told(wrong: dict[str, Any]) -> None:
    problem, _ = through_spines(spec.read("dragonfly_plus:groups=4,leaves=2,spines=2").build())
    certificate = {
        "format": "alphacut-certificate/1", "kind": "spreading", "rounds": [{**SHARES, **wrong}],
    }  # fmt: skip
    with pytest.raises((Refused, DocumentError)):
        check(problem, certificate, 1)
