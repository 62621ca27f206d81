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
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.rows import WIDEST, Inequality
from alphacut.solver.bisection.verify.space import Space

SIZE = 6
NETWORK: Network = complete(SIZE)
SPACE = Space(NETWORK, Balance.of(NETWORK), ())
elements = st.sets(st.integers(0, SIZE - 1), max_size=4).map(sorted)
rows = st.lists(
    st.tuples(elements, st.integers(-6, 6)), min_size=1, max_size=6, unique_by=lambda t: tuple(t[0])
)


def sign(element: int, side: int) -> int:
    return -1 if (element & side).bit_count() % 2 else 1


def row_of(written: list[Any], size: int = SIZE) -> Inequality:
    rows = {"rows": [written], "denominator": 1, "tree": {}}
    proof = read_certificate({"format": FORMAT, "kind": "tree", **rows})
    assert isinstance(proof, TreeProof)
    return Inequality.of(proof.rows[0], size)


def value(row: Inequality, side: int) -> int:
    return sum(v * sign(e, side) for e, v in zip(row.elements, row.values, strict=True))


def left(row: Inequality, side: int) -> int:
    """Evaluate the left-hand side at a cut, by the orbits of the space."""
    y = {SPACE.orbit(mask): sign(mask, side) < 0 for mask in even_sets()}
    return sum(coefficient * y[orbit] for orbit, coefficient in row.row(SPACE).items())


def even_sets() -> list[int]:
    sizes = range(2, SIZE + 1, 2)
    return [sum(1 << u for u in s) for k in sizes for s in combinations(range(SIZE), k)]


@given(rows, st.integers(0, 12))
def test_a_row_is_accepted_only_if_every_cut_obeys_it(
    terms: list[tuple[list[int], int]], gap: int
) -> None:
    written = [[element for element, _ in terms], [v for _, v in terms], gap]
    try:
        row = row_of(written)
    except Refused:
        return
    for side in range(1 << SIZE):
        assert abs(value(row, side)) >= gap
        assert left(row, side) <= row.limit


@given(rows)
def test_without_a_gap_every_row_is_accepted(terms: list[tuple[list[int], int]]) -> None:
    row_of([[element for element, _ in terms], [v for _, v in terms], 0])


@pytest.mark.parametrize(
    ("row", "limit"),
    [
        ([[0, 1, 2], [1, 1, 1]], 2),  # the triangle inequality
        ([[0, 1, 2], [1, 1, 1], 1], 2),
        ([[[], 0, 1, [0, 1]], [1, 1, 1, 1], 0], 2),  # 4·(both on the first side)
        ([[[], [0, 1], [2, 3], [0, 1, 2, 3]], [-1, 1, 1, 1], 2], 0),  # not both is 0 or 1
    ],
)
def test_rows_that_hold(row: list[object], limit: int) -> None:
    assert row_of(row).limit == limit


def test_too_many_switches_tied_together_are_refused() -> None:
    chain = [[u, u + 1] for u in range(WIDEST)]
    with pytest.raises(Refused, match="ties"):
        row_of([chain, [1] * WIDEST, 1], WIDEST + 1)
