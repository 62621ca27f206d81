"""Capacities, multiplicities and α of every size: the right value, or a refusal that says how much.

Numbers that wrap around or are rounded would be wrong without a word; so each engine is
held against a list of all bisections, in integers of any size.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.engines.accepting import check_curve_problem
from alphacut.solver.bisection.engines.capabilities import LARGEST_SCALED
from alphacut.solver.bisection.engines.catalogue import NAMES, engine
from alphacut.solver.bisection.engines.limits import LARGEST_LINE
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import QuestionError
from tests.solver.bisection.asking import TREES

DIGITS = 9
some = settings(
    deadline=None,
    derandomize=True,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@st.composite
def of_any_size(draw: st.DrawFn, least: int = 0) -> int:
    """Draw a number of up to nine digits, of each number of digits as often."""
    digits = draw(st.integers(1, DIGITS))
    return draw(st.integers(max(least, 10 ** (digits - 1) - 1), 10**digits - 1))


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """Draw a small network whose link classes and multiplicities have any size."""
    switches = draw(st.integers(2, 9))
    classes = tuple(
        LinkClass(name=name, base=base, slope=slope)
        for name, base, slope in (
            ("a", draw(of_any_size()), 0),
            ("b", 0, draw(of_any_size())),
            ("c", draw(of_any_size()), draw(of_any_size())),
        )
    )
    pairs = [(i, j) for j in range(switches) for i in range(j)]
    ends = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=14))
    several = st.one_of(st.integers(1, 3), of_any_size(least=1))
    links = tuple(Link(*pair, draw(st.sampled_from("abc")), draw(several)) for pair in ends)
    return Network(switches=switches, links=links, classes=classes)


ALPHAS = st.one_of(
    st.sampled_from([ZERO, INFINITY, Alpha(1, 1)]),
    st.builds(lambda p, q: Alpha.of(Fraction(p, q)), of_any_size(), of_any_size(least=1)),
)


def all_lines(network: Network) -> list[Line]:
    """List the lines of all bisections."""
    half = network.switches // 2
    return [network.cut(side) for side in combinations(range(network.switches), half)]


def refusal_names_the_largest(refused: QuestionError) -> None:
    assert refused.field == "topology"
    assert re.search(r"at most \d{1,3}(,\d{3})+", refused.problem)


@pytest.mark.parametrize("name", NAMES)
@some
@given(networks(), ALPHAS)
def test_engine_gives_the_least_capacity_or_refuses(
    name: str, network: Network, alpha: Alpha
) -> None:
    asked = PointProblem(network=network, balance=Balance.of(network), alpha=alpha)
    optimum = min(map(alpha.scaled, all_lines(network)))
    try:
        outcome = engine(name).solve(asked, Budget(seconds=60), ignore)
    except QuestionError as refused:
        takes = engine(name).capabilities
        largest = takes.largest_alpha or max(alpha.numerator, alpha.denominator)
        assert (
            alpha.scaled(network.total) > takes.largest_scaled
            or max(network.total) > LARGEST_LINE
            or max(alpha.numerator, alpha.denominator) > largest
        )
        refusal_names_the_largest(refused)
        return
    assert outcome.incumbent is not None
    assert outcome.lower_bound <= optimum <= asked.scaled(outcome.incumbent)
    if name != "ilp":  # which may leave what its tolerances do not tell apart
        assert outcome.lower_bound == optimum == asked.scaled(outcome.incumbent)
    if outcome.certificate is not None:
        check_outcome(asked, outcome.certificate, outcome.certified_bound)


def check_outcome(asked: PointProblem, certificate: object, target: int) -> None:
    check_certificate(
        certificate,
        network=asked.network,
        balance=asked.balance,
        alpha=asked.alpha,
        target=target,
        established=nothing,
    )


def nothing(alpha: Alpha) -> int:
    raise AssertionError(f"nothing is established at {alpha}")


@some
@given(networks(), ALPHAS)
def test_trees_by_themselves_prove_the_least_capacity(network: Network, alpha: Alpha) -> None:
    """Relaxations compute in floats, but no rounding may lower what their multipliers prove."""
    asked = PointProblem(network=network, balance=Balance.of(network), alpha=alpha)
    try:
        outcome = engine("branch_and_bound", TREES).solve(asked, Budget(seconds=20), ignore)
    except QuestionError as refused:
        refusal_names_the_largest(refused)
        return
    assert outcome.lower_bound == min(map(alpha.scaled, all_lines(network)))
    assert outcome.certificate is not None
    check_outcome(asked, outcome.certificate, outcome.certified_bound)


@some
@given(networks())
def test_curve_is_that_of_all_bisections_or_is_refused_at_once(
    solve: Callable[..., dict[str, Any]], hull_of: Callable[..., list[Line]], network: Network
) -> None:
    """A curve that is taken never meets numbers that are too large on its way."""
    try:
        check_curve_problem(CurveProblem(network=network, balance=Balance.of(network)))
    except QuestionError as refused:
        refusal_names_the_largest(refused)
        return
    document = solve(network)
    assert verify_document(document).status == "exact"
    found = [(each["intercept"], each["slope"]) for each in document["segments"]]
    assert found == hull_of(all_lines(network))


@some
@given(networks(), ALPHAS)
def test_search_takes_any_numbers(network: Network, alpha: Alpha) -> None:
    """What a walk proposes is measured exactly, though it computes with fewer digits."""
    cut = search_at(network, Balance.of(network), alpha)
    assert cut.line == network.cut(cut.side)
    assert Balance.of(network).holds(cut.side)


def test_largest_capacities_that_are_taken_are_computed_with() -> None:
    """At the limit itself, where one more would be refused."""
    each = LARGEST_LINE // 4
    ring = [(0, 1), (1, 2), (2, 3), (0, 3)]
    classes = (LinkClass(name="a", base=each, slope=0),)
    links = tuple(Link(*pair, "a") for pair in ring)
    network = Network(switches=4, links=links, classes=classes)
    alpha = Alpha(1, 7)
    assert LARGEST_SCALED // 2 < alpha.scaled(network.total) <= LARGEST_SCALED
    asked = PointProblem(network=network, balance=Balance.of(network), alpha=alpha)
    for name in NAMES:
        if engine(name).capabilities.largest_scaled < LARGEST_SCALED:
            continue
        assert engine(name).solve(asked, Budget(), ignore).lower_bound == 7 * 2 * each
