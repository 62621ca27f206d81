"""The lines that parity, levels and known points leave open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.known import KnownPoint
from alphacut.solver.bisection.parity import Parities, degree_mask
from alphacut.solver.bisection.region import FEW, MOST_LEVELS, Region, Residue, crossing_residue
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

BALANCES = st.sampled_from(["switches", "hosts"])
ALPHAS = st.one_of(
    st.fractions(min_value=0, max_value=9, max_denominator=9).map(Alpha.of),
    st.sampled_from([ZERO, INFINITY]),
)
Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]


# ---- residues --------------------------------------------------------------


@given(st.integers(0, 9), st.integers(1, 9), st.integers(-30, 30))
def test_residue_finds_its_neighbouring_numbers(rest: int, modulus: int, value: int) -> None:
    residue = Residue(rest, modulus)
    above = next(x for x in range(value, value + modulus) if (x - rest) % modulus == 0)
    below = next(x for x in range(value, value - modulus, -1) if (x - rest) % modulus == 0)
    assert (residue.at_least(value), residue.at_most(value)) == (above, below)


def test_residue_without_modulus_is_one_number() -> None:
    assert Residue(7, 0).at_least(100) == Residue(7, 0).at_most(1) == 7


# ---- every bisection lies inside ------------------------------------------


@settings(deadline=None)
@given(st.data())
def test_line_of_every_bisection_is_on_the_lattice_and_in_the_box(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network = data.draw(networks())
    balance = Balance.of(network, data.draw(BALANCES))
    region = Region.of(network, balance)
    for line in lines_of(network, balance.weights):
        for value, residue in zip(line, (region.intercept, region.slope), strict=True):
            assert residue.at_least(value) == value
        assert region.low <= line
        assert line.intercept <= region.high.intercept
        assert line.slope <= region.high.slope


@settings(deadline=None)
@given(st.data())
def test_separated_pairs_of_every_bisection_have_the_parity_given(
    networks: Networks, data: st.DataObject
) -> None:
    """Pairs of the dummy switch are among those that may be counted."""
    network = data.draw(networks(least=2))
    balance = Balance.of(network, data.draw(BALANCES))
    size = len(balance.extended)
    pairs = data.draw(st.lists(st.sampled_from(list(combinations(range(size), 2))), unique=True))
    residue = crossing_residue(Parities.of_bisections(balance), degree_mask(pairs))
    for side in _extended_bisections(balance):
        number = sum((i in side) != (j in side) for i, j in pairs)
        assert residue.at_least(number) == number


def _extended_bisections(balance: Balance) -> list[set[int]]:
    switches = range(len(balance.extended))
    return [
        set(side)
        for size in range(len(switches) + 1)
        for side in combinations(switches, size)
        if sum(balance.extended[u] for u in side) == balance.half
    ]


@settings(deadline=None)
@given(st.data())
def test_every_bisection_is_listed_among_the_open_values(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network, alpha = data.draw(networks()), data.draw(ALPHAS)
    balance = Balance.of(network, data.draw(BALANCES))
    lines = lines_of(network, balance.weights)
    others = data.draw(st.lists(ALPHAS, max_size=3))
    known = tuple(
        KnownPoint(alpha=other, bound=min(other.scaled(line) for line in lines)) for other in others
    )
    region = Region.of(network, balance, known)
    below = data.draw(st.integers(0, 80))
    spans = {slope: (least, most) for slope, least, most in region.values(alpha, 0, below)}
    for line in lines:
        if alpha.scaled(line) < below:
            least, most = spans[line.slope]
            assert least <= line.intercept <= most


def test_parity_of_a_dragonfly_is_that_of_its_degrees() -> None:
    """On (p,4,2) each switch has 3 local and 2 global links, and a half has 18 switches."""
    network = Dragonfly(a=4, h=2, arrangement="relative").network()
    region = Region.of(network, Balance.of(network))
    assert region.intercept == region.slope == Residue(0, 2)


def test_parity_of_an_odd_number_of_switches_is_unknown_for_odd_degrees() -> None:
    network = Network(switches=3, links=())
    parities = Parities.of_bisections(Balance.of(network))
    assert crossing_residue(parities, degree_mask([(0, 1)])) == Residue(0, 1)
    triangle = degree_mask([(0, 1), (1, 2), (0, 2)])
    assert crossing_residue(parities, triangle) == Residue(0, 2)


# ---- extremes against listing ---------------------------------------------


@st.composite
def _regions(draw: st.DrawFn) -> Region:
    moduli = st.integers(0, 3)
    low = Line(draw(st.integers(0, 6)), draw(st.integers(0, 6)))
    known = draw(st.lists(st.tuples(ALPHAS, st.integers(0, 30)), max_size=2))
    parts = [
        Residue(
            draw(st.integers(0, 8)) if not modulus else draw(st.integers(0, modulus - 1)), modulus
        )
        for modulus in (draw(moduli), draw(moduli))
    ]
    return Region(
        intercept=parts[0],
        slope=parts[1],
        low=low,
        high=Line(low.intercept + draw(st.integers(-1, 12)), low.slope + draw(st.integers(-1, 12))),
        known=tuple(KnownPoint(alpha=alpha, bound=bound) for alpha, bound in known),
    )


def _open_lines(region: Region) -> list[Line]:
    return [
        Line(intercept, slope)
        for intercept in range(region.low.intercept, region.high.intercept + 1)
        for slope in range(region.low.slope, region.high.slope + 1)
        if region.intercept.at_least(intercept) == intercept
        and region.slope.at_least(slope) == slope
        and all(k.alpha.scaled(Line(intercept, slope)) >= k.bound for k in region.known)
    ]


@given(_regions(), ALPHAS, st.integers(0, 60))
def test_highest_is_the_largest_of_the_list(region: Region, alpha: Alpha, below: int) -> None:
    values = [alpha.scaled(line) for line in _open_lines(region)]
    assert region.highest(alpha, below) == max((v for v in values if v < below), default=None)


@given(_regions(), ALPHAS, st.integers(0, 40), st.integers(0, 60))
def test_lowest_is_the_least_of_the_list(
    region: Region, alpha: Alpha, low: int, below: int
) -> None:
    values = [alpha.scaled(line) for line in _open_lines(region)]
    assert region.lowest(alpha, low, below) == min(
        (v for v in values if low <= v < below), default=below
    )


@given(_regions(), st.sampled_from(["intercept", "slope"]), st.integers(0, 14))
def test_the_two_sides_of_a_level_cover_the_region(region: Region, part: str, level: int) -> None:
    low, high = region.below(part, level), region.above(part, level + 1)
    both = _open_lines(low) + _open_lines(high)
    assert sorted(both) == sorted(_open_lines(region))


@st.composite
def _wide_regions(draw: st.DrawFn) -> Region:
    """Draw regions with so many slopes that they are looked at many at a time."""
    region = draw(_regions())
    return replace(
        region,
        slope=Residue(draw(st.integers(0, 1)), draw(st.integers(1, 2))),
        high=Line(region.high.intercept, region.low.slope + draw(st.integers(2 * FEW, 3 * FEW))),
    )


@given(_wide_regions(), ALPHAS, st.integers(0, 200), st.integers(0, 300))
def test_many_slopes_are_the_same_as_one_by_one(
    region: Region, alpha: Alpha, low: int, below: int
) -> None:
    lines = _open_lines(region)
    values = [alpha.scaled(line) for line in lines]
    assert region.highest(alpha, below) == max((v for v in values if v < below), default=None)
    within = [value for value in values if low <= value < below]
    assert region.lowest(alpha, low, below) == min(within, default=below)
    spans = {slope: (least, most) for slope, least, most in region.values(alpha, low, below)}
    for slope, span in spans.items():
        there = [each.intercept for each in lines if each.slope == slope]
        there = [i for i in there if low <= alpha.scaled(Line(i, slope)) < below]
        assert span == (min(there), max(there))
    assert set(spans) == {e.slope for e in lines if low <= alpha.scaled(e) < below}


@pytest.mark.parametrize("size", [10**6, 10**12, 10**30])
def test_large_numbers_are_told_by_the_lattice_where_arrays_do_not_hold_them(size: int) -> None:
    """What is told is never less than the true highest, whatever the size of the numbers."""
    region = Region(
        intercept=Residue(0, size), slope=Residue(0, size), low=Line(0, 0),
        high=Line(100 * size, 100 * size), known=(KnownPoint(alpha=Alpha(1, 1), bound=size),),
    )  # fmt: skip
    alpha = Alpha(2, 3)
    assert region.highest(alpha, 60 * size) == 59 * size
    assert region.lowest(alpha, 59 * size, 60 * size) == 59 * size


# ---- regions too large to list --------------------------------------------


def test_large_region_falls_back_to_the_lattice() -> None:
    region = Region(
        intercept=Residue(0, 2),
        slope=Residue(1, 2),
        low=Line(0, 0),
        high=Line(10**9, 4 * MOST_LEVELS),
    )
    assert not region.listable
    assert region.highest(Alpha(1, 1), 10) == 9
    assert region.lowest(Alpha(1, 1), 4, 10) == 5
    assert region.lowest(Alpha(1, 1), 10, 10) == 10


def test_large_region_never_reports_less_than_listing_would() -> None:
    """What it reports as the highest must be at least the true highest: proofs rest on it."""
    large = Region(
        intercept=Residue(1, 2),
        slope=Residue(0, 2),
        low=Line(0, 0),
        high=Line(9, 2 * MOST_LEVELS + 2),
    )
    small = Region(intercept=large.intercept, slope=large.slope, low=large.low, high=Line(9, 40))
    for alpha in (ZERO, Alpha(1, 2), Alpha.of(Fraction(3, 7)), Alpha(2, 1)):
        for below in range(1, 30):
            listed = small.highest(alpha, below)
            reported = large.highest(alpha, below)
            if listed is not None:
                assert reported is not None
                assert reported >= listed


@pytest.mark.parametrize("below", [0, 1])
def test_nothing_is_open_below_the_least_value(below: int) -> None:
    region = Region(intercept=Residue(1, 2), slope=Residue(0, 0), low=Line(0, 0), high=Line(9, 0))
    assert region.highest(Alpha(1, 1), below) is None
