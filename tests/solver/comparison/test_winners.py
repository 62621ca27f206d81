"""Who wins where, by hand and by sampling."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from alphacut.solver.comparison.curves import Bounds, Piece
from alphacut.solver.comparison.winners import reigns


def curve(*lines: tuple[int, int]) -> Bounds:
    """The lower envelope of lines that are given steepest first, each of them on it."""
    corners = [Fraction(b2 - b1, s1 - s2) for (b1, s1), (b2, s2) in pairwise(lines)]
    ends = [Fraction(0), *corners, None]
    pieces = tuple(
        Piece(
            start=ends[k] or Fraction(0), end=ends[k + 1], intercept=Fraction(b), slope=Fraction(s)
        )
        for k, (b, s) in enumerate(lines)
    )
    return Bounds(upper=pieces, lower=pieces)


def told(*curves: Bounds) -> list[tuple[str, str, tuple[int, ...], bool]]:
    return [
        (str(r.start), str(r.end), r.standing.named, r.standing.separated) for r in reigns(curves)
    ]


def test_two_lines_cross() -> None:
    assert told(curve((0, 2)), curve((3, 1))) == [
        ("0", "3", (1,), True),
        ("3", "None", (0,), True),
    ]


def test_ties_have_ranges_of_their_own() -> None:
    one, other = curve((0, 4), (4, 2)), curve((0, 4), (6, 1))
    assert told(one, other) == [("0", "2", (0, 1), True), ("2", "None", (0,), True)]


def test_a_touch_is_no_range() -> None:
    assert told(curve((0, 2), (2, 1)), curve((3, 1))) == [("0", "None", (1,), True)]
    assert told(curve((2, 1)), curve((0, 2), (4, 0))) == [("0", "None", (0,), True)]


def test_a_bounded_curve_leaves_doubt_where_it_might_be_higher() -> None:
    sure = curve((5, 1))
    low = (Piece(start=Fraction(0), end=None, intercept=Fraction(4), slope=Fraction(1)),)
    open_ = Bounds(upper=curve((6, 1)).upper, lower=low)
    assert told(sure, open_) == [("0", "None", (0, 1), False)]
    assert told(curve((3, 1)), open_) == [("0", "None", (1,), True)]
    assert told(open_, open_) == [("0", "None", (0, 1), False)]


def test_the_range_is_the_one_that_all_curves_share() -> None:
    piece = Piece(start=Fraction(1), end=Fraction(2), intercept=Fraction(1), slope=Fraction(1))
    short = Bounds(upper=(piece,), lower=(piece,))
    assert told(short, curve((0, 1))) == [("1", "2", (0,), True)]


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=4),
       st.fractions(min_value=0, max_value=20, max_denominator=50))  # fmt: skip
def test_lines_are_ranked_as_at_any_sample(found: list[tuple[int, int]], alpha: Fraction) -> None:
    ranges = reigns([curve(line) for line in found])
    values = [b + s * alpha for b, s in found]
    inside = [r for r in ranges if r.start < alpha and (r.end is None or alpha < r.end)]
    for reign in inside:
        best = [k for k, value in enumerate(values) if value == max(values)]
        assert reign.standing.separated
        assert set(reign.standing.best) <= set(best)
    assert ranges[0].start == 0
    assert ranges[-1].end is None
    assert all(a.end == b.start for a, b in pairwise(ranges))


LINES = st.tuples(st.integers(0, 9), st.integers(0, 9))


@given(st.lists(st.tuples(LINES, LINES, st.fractions(0, 1)), min_size=1, max_size=4),
       st.fractions(min_value=0, max_value=20, max_denominator=50))  # fmt: skip
def test_claims_hold_wherever_the_curves_run_within_their_bounds(
    found: list[tuple[tuple[int, int], tuple[int, int], Fraction]], alpha: Fraction
) -> None:
    """Each curve runs somewhere between its bounds: whoever is called the best is the highest."""
    curves, values = [], []
    for (base, slope), (more, steeper), share in found:
        lower, upper = curve((base, slope)).upper, curve((base + more, slope + steeper)).upper
        curves.append(Bounds(upper=upper, lower=lower))
        values.append(base + slope * alpha + share * (more + steeper * alpha))
    highest = {place for place, value in enumerate(values) if value == max(values)}
    for reign in reigns(curves):
        if reign.start < alpha and (reign.end is None or alpha < reign.end):
            assert set(reign.standing.best) <= highest <= set(reign.standing.candidates)
