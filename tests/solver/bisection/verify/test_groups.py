"""Leaves over joint states of two groups: forgeries of every part of them."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.groups.params import GroupParams
from alphacut.solver.bisection.bounds.groups.relaxation import GroupRelaxation
from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.certificate.leaves import GroupsLeaf
from alphacut.solver.bisection.certificate.record_codec import read as read_record
from alphacut.solver.bisection.verify.groups.blocks import Groups
from alphacut.solver.bisection.verify.groups.leaf import slope_bound
from alphacut.solver.bisection.verify.groups.multiples import Known
from alphacut.solver.common.errors import Refused

Leaf = dict[str, Any]

LEVEL, LEAST = 12, 3  # (p,3,3) absolute: its least slope at this intercept
TABLES = ("even", "odd", "potentials", "known", "balance")


@pytest.fixture(scope="module")
def groups() -> Groups:
    network = Dragonfly(a=3, h=3, arrangement="absolute").network()
    return Groups(network, Balance.of(network))


@pytest.fixture(scope="module")
def written(groups: Groups) -> str:
    """Return a leaf that uses triangles, as a reader of the file gets it."""
    params = GroupParams(first_triangles=50, most_steps=300)
    made = GroupRelaxation(groups.balance, groups, params)
    found = made.solve(LEVEL, None, (), 99, lambda: True)
    assert found.multipliers is not None
    return json.dumps(write(found.multipliers.leaf))


@pytest.fixture
def leaf(written: str) -> Leaf:
    read: Leaf = json.loads(written)
    return read


def bound(groups: Groups, leaf: Leaf) -> float:
    known, record = Known.of(groups, LEVEL, None), read_record(GroupsLeaf, leaf, "leaf")
    numerator, denominator = slope_bound(groups, known, record)
    return numerator / denominator


def accepted_is_true(groups: Groups, leaf: Leaf) -> None:
    """Whatever multipliers say, what is accepted is below the least slope."""
    try:
        assert bound(groups, leaf) <= LEAST
    except Refused:
        return


def read(written: str) -> np.ndarray:
    planes = np.frombuffer(zlib.decompress(base64.b64decode(written)), dtype=np.uint8)
    return np.ascontiguousarray(planes.reshape(8, -1).T).view("<i8")[:, 0].copy()


def packed(values: np.ndarray) -> str:
    planes = np.ascontiguousarray(values).astype("<i8").reshape(-1).view(np.uint8).reshape(-1, 8)
    return base64.b64encode(zlib.compress(planes.T.tobytes())).decode()


def test_leaf_proves_something_and_uses_triangles(groups: Groups, leaf: Leaf) -> None:
    assert leaf["number"] > 0
    assert 1 < bound(groups, leaf) <= LEAST


@pytest.mark.parametrize("table", TABLES)
def test_tables_changed_at_random_prove_nothing_false(
    groups: Groups, leaf: Leaf, table: str
) -> None:
    rng = np.random.default_rng(0)
    honest = read(leaf[table])
    for size in (1, 10**3, 10**6, 10**9):
        for _ in range(4):
            leaf[table] = packed(honest + rng.integers(-size, size + 1, len(honest)))
            accepted_is_true(groups, leaf)
        leaf[table] = packed(honest * size)
        accepted_is_true(groups, leaf)


def test_matrix_that_is_not_semidefinite(groups: Groups, leaf: Leaf) -> None:
    honest = read(leaf["odd"])
    leaf["odd"] = packed(-honest)
    with pytest.raises(Refused, match="semidefinite"):
        bound(groups, leaf)


@pytest.mark.parametrize("table", ["even", "odd"])
def test_matrix_that_is_not_symmetric(groups: Groups, leaf: Leaf, table: str) -> None:
    honest = read(leaf[table])
    honest[1] += 5
    leaf[table] = packed(honest)
    with pytest.raises(Refused, match="semidefinite"):
        bound(groups, leaf)


def test_shifts_are_paid_for(groups: Groups, leaf: Leaf) -> None:
    before = bound(groups, leaf)
    leaf["shifts"] = [shift + leaf["scale"] for shift in leaf["shifts"]]
    assert bound(groups, leaf) < before - groups.order / 2
    leaf["shifts"] = [-1, 0]
    with pytest.raises(Refused):
        bound(groups, leaf)


@pytest.mark.parametrize("table", [*TABLES, "triangles"])
@pytest.mark.parametrize("value", ["", "AAAA", "not base64!", None, 7, packed(np.arange(3))])
def test_tables_that_cannot_be_read(groups: Groups, leaf: Leaf, table: str, value: object) -> None:
    leaf[table] = value
    with pytest.raises(Refused):
        bound(groups, leaf)


@pytest.mark.parametrize("table", TABLES)
def test_entries_that_would_overflow(groups: Groups, leaf: Leaf, table: str) -> None:
    leaf[table] = packed(np.full_like(read(leaf[table]), 2**62))
    with pytest.raises(Refused):
        bound(groups, leaf)
    leaf[table] = packed(np.full_like(read(leaf[table]), 2**44))
    accepted_is_true(groups, leaf)


@pytest.mark.parametrize(("name", "value"), [
    ("scale", 0), ("scale", 1.5), ("scale", 2**31), ("scale", None),
    ("number", -1), ("number", 10**7), ("number", "2"),
    ("totals", []), ("totals", [0, 0]), ("totals", [2**50]), ("totals", "0"),
    ("shifts", [0]), ("shifts", [2**53, 0]), ("shifts", None),
])  # fmt: skip
def test_numbers_that_are_none(groups: Groups, leaf: Leaf, name: str, value: object) -> None:
    leaf[name] = value
    with pytest.raises(Refused):
        bound(groups, leaf)


def test_totals_of_any_value_prove_nothing_false(groups: Groups, leaf: Leaf) -> None:
    (honest,) = leaf["totals"]
    for change in (1, -1, 10**6, -(10**6), 2**43):
        leaf["totals"] = [honest + change]
        accepted_is_true(groups, leaf)


@pytest.mark.parametrize(("row", "value", "complaint"), [
    (0, 30, "does not exist"), (0, -1, "does not exist"),
    (1, "first", "of one group"), (3, 4, "no such kind"), (3, -1, "no such kind"),
    (4, -1, "negative"), (4, 2**44, "too large"),
])  # fmt: skip
def test_triangles_that_are_none(
    groups: Groups, leaf: Leaf, row: int, value: int | str, complaint: str
) -> None:
    triangles = read(leaf["triangles"]).reshape(5, -1)
    triangles[row, 0] = triangles[0, 0] if isinstance(value, str) else value
    leaf["triangles"] = packed(triangles)
    with pytest.raises(Refused, match=complaint):
        bound(groups, leaf)


def test_triangles_of_other_kinds_prove_nothing_false(groups: Groups, leaf: Leaf) -> None:
    honest = read(leaf["triangles"]).reshape(5, -1)
    for kind in range(4):
        triangles = honest.copy()
        triangles[3] = kind
        leaf["triangles"] = packed(triangles)
        accepted_is_true(groups, leaf)
    honest[4] *= 1000
    leaf["triangles"] = packed(honest)
    accepted_is_true(groups, leaf)


def test_other_intercepts_need_other_multipliers(groups: Groups, leaf: Leaf) -> None:
    """What is proven at one intercept with these numbers is less at another."""
    honest = bound(groups, leaf)
    known, record = Known.of(groups, LEVEL + 2, None), read_record(GroupsLeaf, leaf, "leaf")
    numerator, denominator = slope_bound(groups, known, record)
    assert numerator / denominator != honest
