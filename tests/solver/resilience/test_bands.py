"""Order statistics of ranges, and who loses least."""

from __future__ import annotations

import random
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from alphacut.solver.resilience.bands import ranking, statistics
from alphacut.solver.resilience.verify.counting import ranking_of


def test_quartiles_are_values_by_nearest_rank() -> None:
    values = [Fraction(x) for x in (5, 1, 4, 2, 3, 8, 7, 6)]
    assert statistics(values) == ["1", "2", "4", "6", "8"]
    assert statistics([Fraction(7)]) == ["7"] * 5


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 9)), min_size=1, max_size=30))
def test_statistics_of_the_truth_lie_between_those_of_the_bounds(
    ranges: list[tuple[int, int]],
) -> None:
    rng = random.Random(0)
    lower = [Fraction(low) for low, _ in ranges]
    upper = [Fraction(low + more) for low, more in ranges]
    truth = [Fraction(rng.randint(low, low + more)) for low, more in ranges]
    rows = [[Fraction(x) for x in statistics(each)] for each in (lower, truth, upper)]
    assert all(low <= true <= high for low, true, high in zip(*rows, strict=True))


def network(value: str, lower: str, low: int, high: int) -> dict[str, object]:
    point = {"value": value, "lower": lower, "proof": "certificate"}
    band = {"lower": ["0", "0", str(low), "0", "0"], "upper": ["0", "0", str(high), "0", "0"]}
    return {"intact": {"point": point}, "bands": [band]}


def test_an_order_is_proven_where_ranges_are_apart() -> None:
    apart = [network("10", "10", 5, 6), network("20", "20", 16, 18), network("8", "8", 4, 6)]
    found = ranking(apart)
    assert found is not None
    assert found["order"] == [1, 2, 0]
    assert found["kept"][1] == {"lower": "4/5", "upper": "9/10"}
    assert found["proven"]
    overlapping = [network("10", "10", 5, 9), network("20", "18", 16, 18)]
    again = ranking(overlapping)
    assert again is not None
    assert not again["proven"]
    assert ranking(apart[:1]) is None
    assert [found, again] == [ranking_of(apart), ranking_of(overlapping)]
