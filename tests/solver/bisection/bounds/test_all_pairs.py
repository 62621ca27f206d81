"""The relaxation's bounds: below the optimum, and as strong as they should be."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Network
from alphacut.arrangements.structure.symmetry import automorphisms
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.all_pairs import AllPairs
from alphacut.solver.bisection.bounds.pairs import Pairs
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.region import Region
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]
ALPHAS = st.sampled_from([ZERO, Alpha(1, 2), Alpha(1, 1), Alpha(7, 3), INFINITY])


def bound(
    network: Network,
    alpha: Alpha,
    known: tuple[KnownPoint, ...] = (),
    balance: Balance | None = None,
    region: Region | None = None,
    need: float = np.inf,
) -> float:
    weighed = balance or Balance.of(network)
    pairs = Pairs(network, weighed, automorphisms(network, weighed.weights))
    relaxation = AllPairs(pairs, alpha, known)
    relaxation.restrict(region or Region.of(network, weighed, known))
    return relaxation.solve(need).bound


@settings(deadline=None, derandomize=True, max_examples=30)
@given(st.data())
def test_bound_is_never_above_the_optimum(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network = data.draw(networks(least=2, most=7))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    alpha = data.draw(ALPHAS)
    lines = lines_of(network, balance.weights)
    other = data.draw(ALPHAS)
    known = (KnownPoint(alpha=other, bound=min(other.scaled(line) for line in lines)),)
    best = min(alpha.scaled(line) for line in lines)
    assert bound(network, alpha, known, balance) <= best + 1e-6


@settings(deadline=None, derandomize=True, max_examples=30)
@given(st.data())
def test_bound_under_levels_is_never_above_the_best_of_that_part(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network = data.draw(networks(least=2, most=6))
    balance = Balance.of(network)
    alpha, level = data.draw(ALPHAS), data.draw(st.integers(0, 12))
    part = data.draw(st.sampled_from(["intercept", "slope"]))
    whole = Region.of(network, balance)
    for region in (whole.below(part, level), whole.above(part, level + 1)):
        inside = [
            alpha.scaled(line)
            for line in lines_of(network)
            if getattr(region.low, part) <= getattr(line, part) <= getattr(region.high, part)
        ]
        found = bound(network, alpha, balance=balance, region=region)
        assert not inside or found <= min(inside) + 1e-6


def test_bound_closes_the_cube() -> None:
    assert bound(hypercube(3), ZERO) == pytest.approx(4, abs=1e-3)


def test_symmetry_loses_nothing() -> None:
    network = Dragonfly(a=2, h=3, arrangement="relative").network()
    balance = Balance.of(network)
    alone = AllPairs(Pairs(network, balance), Alpha(1, 1))
    alone.restrict(Region.of(network, balance))
    need = 13.0
    assert alone.solve(need).bound == pytest.approx(bound(network, Alpha(1, 1)), abs=0.3)


def test_known_points_lift_the_bound() -> None:
    """Design section 5: at (p,6,3) relative intercept ≥ 9 lifts α = 1/2; here a small likeness."""
    network = Dragonfly(a=3, h=2, arrangement="relative").network()
    alpha = Alpha(3, 1)
    known = (KnownPoint(alpha=INFINITY, bound=7),)  # a claim, whether or not it is true
    assert bound(network, alpha, known) >= bound(network, alpha) - 1e-6
    assert bound(network, INFINITY, known) >= 7 - 1e-6


def test_region_without_bisections_is_found_infeasible() -> None:
    network = hypercube(3)
    region = Region.of(network, Balance.of(network)).below("intercept", 1)
    assert bound(network, ZERO, region=region) > 1
