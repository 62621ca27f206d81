"""Bounds by planes of spines: those of all bisections, and hard to forge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import GLOBAL, LOCAL, Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.uneven.params import UnevenParams
from alphacut.solver.bisection.bounds.uneven.planes import Planes
from alphacut.solver.bisection.certificate.codec import read_certificate, write
from alphacut.solver.bisection.certificate.proofs import UnevenProof
from alphacut.solver.bisection.engines.structured import Uneven
from alphacut.solver.bisection.heuristics.search import BRIEF, search_at
from alphacut.solver.bisection.outcome import Budget, StopReason
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.verify.checking import check
from tests.solver.fabric.faults import faulty

Lines = Callable[..., frozenset[Line]]
ANY = UnevenParams(fewest_groups=2)


def in_planes(groups: int, leaves: int, spines: int, *, links: int = 1, hosts: int = 1) -> Network:
    """Join each leaf to each spine of its group, and spines of one number by some links."""
    size = leaves + spines
    starts = range(0, groups * size, size)
    inside = [
        Link(start + leaf, start + leaves + spine, LOCAL.name)
        for start in starts
        for leaf in range(leaves)
        for spine in range(spines)
    ]
    between = [
        Link(one + leaves + spine, other + leaves + spine, GLOBAL.name, links)
        for one in starts
        for other in starts
        if one < other
        for spine in range(spines)
    ]
    return Network(
        switches=groups * size,
        links=(*inside, *between),
        groups=tuple(switch // size for switch in range(groups * size)),
        hosts=((hosts,) * leaves + (0,) * spines) * groups,
    )


def problem_of(network: Network, alpha: Alpha) -> PointProblem:
    return PointProblem(network=network, balance=Balance.of(network, "hosts"), alpha=alpha)


def bounded(problem: PointProblem) -> tuple[int, UnevenProof]:
    planes = Planes.of(problem, ANY)
    assert planes is not None
    found = planes.bound()
    return found.bound, found.proof


@pytest.mark.parametrize(
    ("groups", "leaves", "spines", "links", "hosts"),
    [(2, 3, 2, 1, 1), (3, 3, 2, 1, 2), (3, 2, 3, 2, 1), (4, 2, 2, 1, 1), (5, 1, 2, 1, 3),
     (5, 2, 1, 3, 1), (3, 1, 4, 1, 1), (7, 1, 1, 2, 1)],
)  # fmt: skip
@pytest.mark.parametrize("alpha", [Alpha(1, 3), Alpha(1, 1), Alpha(5, 2), Alpha(9, 1)], ids=str)
def test_it_is_the_bisection_where_there_are_no_other_links(
    lines_of: Lines, groups: int, leaves: int, spines: int, links: int, hosts: int, alpha: Alpha
) -> None:
    problem = problem_of(in_planes(groups, leaves, spines, links=links, hosts=hosts), alpha)
    least = min(map(alpha.scaled, lines_of(problem.network, problem.balance.weights)))
    bound, proof = bounded(problem)
    assert bound == least
    check(problem, proof, least)
    with pytest.raises(Refused, match="planes of spines prove only"):
        check(problem, proof, least + 2)


@pytest.mark.parametrize(
    ("alpha", "value"),
    [
        (Alpha(1, 4), 162 * 4 + 1620),
        (Alpha(1, 1), 1782),
        (Alpha(9, 5), 5 * 3078),
        (Alpha(7, 1), 3078),
    ],
    ids=str,
)
def test_the_booster_of_leonardo_is_exact(alpha: Alpha, value: int) -> None:
    """19 cells of 18 leaves and 18 spines: one cell is divided, and from α = 9/5 on more are."""
    plain = problem_of(spec.read("leonardo-booster").build(), alpha)
    problem = replace(plain, cuts=(search_at(plain.network, plain.balance, alpha, params=BRIEF),))
    outcome = Uneven().bound(problem, Budget(), unheard)
    assert outcome.stopped_because is StopReason.FINISHED
    assert outcome.lower_bound == value
    written = as_written(outcome)
    assert written["charges"] == "planes"
    check(problem, written, value)


# ---- forgeries -------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda proof: proof.update(usual=3), "lost is not the 20"),
        (lambda proof: proof.update(usual=3, lost=[20]), "planes of spines prove only"),
        (lambda proof: proof.update(usual=0), "planes of spines prove only"),
        (lambda proof: proof.update(usual=10**40), "too large"),
        (lambda proof: proof.update(inside=0), "planes of spines prove only"),
        (lambda proof: proof.update(inside=2), "lost is not the 20"),
        (lambda proof: proof.update(inside=-1), "inside"),
        (lambda proof: proof.update(order=[0]), "say nothing of planes"),
        (lambda proof: proof.update(whole=[[0, 1]]), "say nothing of planes"),
        (lambda proof: proof.update(lost=[]), "lost is not the 0"),
        (lambda proof: proof.update(lost=[-1]), "lost is not the 0"),
        (lambda proof: proof.update(lost=[0, 0]), "lost is not the 0"),
        (lambda proof: proof.update(charges="leaves"), "order does not have"),
        (lambda proof: proof.update(charges="own"), "order does not have"),
        (lambda proof: proof.update(known=[["1/2", 1000]]), "not proven"),
    ],
)
def test_forged_certificates_are_refused(change: Callable[[Any], object], why: str) -> None:
    problem = problem_of(in_planes(5, 2, 2, links=2), Alpha(1, 1))
    bound, proof = bounded(problem)
    written = write(proof)
    check(problem, written, bound)
    change(written)
    with pytest.raises(Refused, match=why):
        check(problem, written, bound)


def without(network: Network, link: int) -> Network:
    return replace(network, links=(*network.links[:link], *network.links[link + 1 :]))


def test_a_missing_link_takes_no_more_than_itself() -> None:
    """Neither inside a group nor in a plane; the old certificate is refused."""
    network = in_planes(5, 3, 2)
    bound, proof = bounded(problem_of(network, Alpha(1, 1)))
    for link in (0, len(network.links) - 1):
        problem = problem_of(without(network, link), Alpha(1, 1))
        with pytest.raises(Refused, match="lost is not the 1"):
            check(problem, proof, bound)
        less, other = bounded(problem)
        assert less == bound - 1
        assert other.lost == (1,)
        check(problem, other, less)


def test_a_fabric_in_planes_with_missing_links_is_within_what_is_missing() -> None:
    """11 groups of 8 and 8, 20 links missing and 2 pairs of cables exchanged."""
    designed = spec.read("dragonfly_plus:groups=11,leaves=8,spines=8,links=8,ports=10,p=8").build()
    network = faulty(designed, missing=20, swapped=2, seed=4).network
    whole, _ = bounded(problem_of(designed, Alpha(1, 1)))
    problem = problem_of(network, Alpha(1, 1))
    less, proof = bounded(problem)
    assert whole - 24 <= less < whole
    check(problem, proof, less)


def test_links_that_are_more_are_not_counted() -> None:
    network = in_planes(3, 2, 2)
    bound, proof = bounded(problem_of(network, Alpha(1, 1)))
    more = replace(
        network, links=(*network.links, Link(0, 4, GLOBAL.name), Link(2, 7, GLOBAL.name))
    )
    assert bounded(problem_of(more, Alpha(1, 1))) == (bound, proof)
    check(problem_of(more, Alpha(1, 1)), proof, bound)


@pytest.mark.parametrize(
    "hosts", [(1, 1, 0, 0, 1, 2, 0, 0), (1, 1, 0, 0, 2, 2, 0, 0), (1, 1, 0, 0, 1, 0, 0, 0),
              (1, 1, 1, 1, 1, 1, 1, 1)],
)  # fmt: skip
def test_groups_that_are_not_alike_are_refused(hosts: tuple[int, ...]) -> None:
    network = in_planes(2, 2, 2)
    bound, proof = bounded(problem_of(network, Alpha(1, 1)))
    problem = problem_of(replace(network, hosts=hosts), Alpha(1, 1))
    assert Planes.of(problem, ANY) is None
    with pytest.raises(Refused, match=r"planes need|has no leaves"):
        check(problem, proof, bound)


def test_reading_gives_the_record_that_was_written() -> None:
    proof = UnevenProof(charges="planes", usual=4, inside=1, order=(), lost=(3,))
    assert read_certificate(write(proof)) == proof
