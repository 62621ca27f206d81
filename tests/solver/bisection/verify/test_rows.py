"""Inequalities of a certificate, checked against every cut."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alphacut.arrangements.network import Network
from alphacut.arrangements.topologies.complete import complete
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.codec import read_certificate
from alphacut.solver.bisection.certificate.proofs import FORMAT, TreeProof
from alphacut.solver.bisection.verify.orbit_variables import OrbitVariables
from alphacut.solver.bisection.verify.rows import Inequality
from alphacut.solver.common.errors import Refused

SIZE = 6
NETWORK: Network = complete(SIZE)
VARIABLES = OrbitVariables(NETWORK, Balance.of(NETWORK), ())
rows = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(-6, 6)), max_size=6, unique_by=lambda t: t[0]
)


def row_of(written: list[Any]) -> Inequality:
    """Read a row as it stands in a certificate."""
    rows = {"rows": [written], "denominator": 1, "tree": {}}
    proof = read_certificate({"format": FORMAT, "kind": "tree", **rows})
    assert isinstance(proof, TreeProof)
    return Inequality.of(proof.rows[0], SIZE)


@given(rows)
def test_every_cut_obeys_a_row(terms: list[tuple[int, int]]) -> None:
    row = row_of([[switch for switch, _ in terms], [v for _, v in terms]])
    for side in range(1 << SIZE):
        y = {
            VARIABLES.orbit(first, second): (side >> first ^ side >> second) & 1
            for first, second in combinations(range(SIZE), 2)
        }
        left = sum(value * y[orbit] for orbit, value in row.row(VARIABLES).items())
        assert left <= row.limit


def test_the_triangle_inequality() -> None:
    assert row_of([[0, 1, 2], [1, 1, 1]]).limit == 2
    assert row_of([[0, 1, 2], [1, -1, 1]]).limit == 0


@pytest.mark.parametrize(
    "row",
    [[[0, 0], [1, 1]], [[0, 1], [1]], [[0, SIZE], [1, 1]], [[0, -1], [1, 1]], [[0]], [[[0]], [1]]],
)
def test_rows_that_are_refused(row: list[object]) -> None:
    with pytest.raises(Refused):
        row_of(row)
