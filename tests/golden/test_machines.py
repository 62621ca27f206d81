"""Machines that run, against what is quoted of them in public (docs/discrepancies.md)."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest

from alphacut.arrangements.formats.spec import build_any, read
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines.structured import Majority
from alphacut.solver.bisection.outcome import Budget, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha

LINK = Fraction(25, 1_000)  # TB/s, one way


def proven(name: str, alpha: Alpha) -> tuple[int, int]:
    """Return both bounds for every wiring, scaled; what is proven passed the verifier."""
    shape = build_any(read(name))
    found = answer(PointProblem(network=shape, balance=Balance.of(shape), alpha=alpha))
    assert not found.refusals
    return found.certified_bound, min(alpha.scaled(cut.line) for cut in found.cuts)


@pytest.mark.parametrize(
    ("name", "links", "until"),
    [
        ("frontier-compute", 37 * 37 * 4, Alpha(17, 10)),
        ("aurora-compute", 83 * 83 * 2, Alpha(3, 2)),
        ("lumi-g", 12 * 12 * 20, Alpha(21, 20)),
    ],
)
def test_the_wiring_does_not_matter_up_to_some_alpha(name: str, links: int, until: Alpha) -> None:
    """Half of the groups against the others: B is the line links·α from 0 to there at least."""
    assert proven(name, Alpha(1, 1)) == (links, links)
    assert proven(name, until) == (until.numerator * links,) * 2


def test_540_terabytes_a_second_are_all_links_of_frontier_both_ways() -> None:
    network = build_any(read("frontier-compute"))
    every = sum(multiplicity for *_, multiplicity in network.links_of("global"))
    assert every == 74 * 73 // 2 * 4
    assert round(float(2 * every * LINK), 1) == 540.2
    bisection = proven("frontier-compute", Alpha(1, 1))[0] * LINK
    assert [round(float(each), 1) for each in (bisection, 2 * bisection)] == [136.9, 273.8]


def test_lumi_s_table_counts_all_links_between_groups_both_ways() -> None:
    network = build_any(read("lumi"))
    between = {("G", "G"): 0, ("G", "C"): 0, ("C", "C"): 0}
    for first, second, _, multiplicity in network.links_of("global"):
        kinds = tuple("G" if network.groups[v] < 24 else "C" if network.groups[v] < 32 else "MFP"
                      for v in (first, second))  # fmt: skip
        if kinds in between:
            between[kinds] += multiplicity
    told = {pair: round(float(2 * links * LINK), 1) for pair, links in between.items()}
    assert told == {("G", "G"): 276.0, ("G", "C"): 38.4, ("C", "C"): 22.4}
    bisection = proven("lumi-g", Alpha(1, 1))[0] * LINK
    assert bisection == 72


@pytest.mark.parametrize(("name", "links"), [("theta", 1152), ("edison", 1560)])
def test_cascades_with_published_cables(name: str, links: int) -> None:
    """Bounds by grids of whole machines are what cuts of docs/machines.md reach."""
    network = build_any(read(name))
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    found = Majority().bound(problem, Budget(seconds=inf), ignore)
    assert found.certified_bound == links
