"""Inequalities of a certificate, checked against every cut."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies.complete import complete
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.orbit_variables import OrbitVariables
from alphacut.solver.bisection.verify.rows import Inequality

SIZE = 6
NETWORK: Network = complete(SIZE)
VARIABLES = OrbitVariables(NETWORK, Balance.of(NETWORK), ())
rows = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(-6, 6)), max_size=6, unique_by=lambda t: t[0]
)


@given(rows)
def test_every_cut_obeys_a_row(terms: list[tuple[int, int]]) -> None:
    row = Inequality.read([[switch for switch, _ in terms], [v for _, v in terms]], SIZE)
    for side in range(1 << SIZE):
        y = {
            VARIABLES.orbit(first, second): (side >> first ^ side >> second) & 1
            for first, second in combinations(range(SIZE), 2)
        }
        left = sum(value * y[orbit] for orbit, value in row.row(VARIABLES).items())
        assert left <= row.limit


def test_the_triangle_inequality() -> None:
    assert Inequality.read([[0, 1, 2], [1, 1, 1]], SIZE).limit == 2
    assert Inequality.read([[0, 1, 2], [1, -1, 1]], SIZE).limit == 0


@pytest.mark.parametrize(
    "row",
    [[[0, 0], [1, 1]], [[0, 1], [1]], [[0, SIZE], [1, 1]], [[0, -1], [1, 1]], [[0]], [[[0]], [1]]],
)
def test_rows_that_are_refused(row: list[object]) -> None:
    with pytest.raises(Refused):
        Inequality.read(row, SIZE)
