"""The table of a curve."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from alphacut.service.render.table import COLUMNS, curve_csv
from alphacut.solver.errors import DocumentError

Document = dict[str, Any]


def rows(document: Document) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(curve_csv(document))))


def test_the_table_holds_every_segment_exactly(relative: Document) -> None:
    assert curve_csv(relative).splitlines() == [
        ",".join(COLUMNS),
        "0,5/4,4,16,4,24,upper",
        "5/4,3/2,14,8,24,26,upper",
        "3/2,4,20,4,26,36,upper",
        "4,inf,36,0,36,36,upper",
    ]


def test_neighbouring_rows_meet(relative: Document) -> None:
    found = rows(relative)
    for before, after in pairwise(found):
        assert before["to"] == after["from"]
        assert Fraction(before["value_to"]) == Fraction(after["value_from"])


def test_a_last_segment_that_rises_has_no_last_value(make_curve: Any) -> None:
    [row] = rows(make_curve("helix", [(4, 16)]))
    assert row["to"] == "inf"
    assert row["value_to"] == ""


def test_a_bounded_result_has_its_lower_curve_too(bounded: Document) -> None:
    found = rows(bounded)
    assert [row["bound"] for row in found] == ["upper"] * 4 + ["lower"] * 3
    assert found[5] == {
        "from": "1", "to": "4", "intercept": "31/2", "slope": "5/2",
        "value_from": "18", "value_to": "51/2", "bound": "lower",
    }  # fmt: skip


def test_a_curve_at_infinity_alone_is_refused(relative: Document) -> None:
    relative["segments"] = [{"from": "inf", "to": None, "intercept": 36, "slope": 0, "side": []}]
    with pytest.raises(DocumentError, match="ask for a point"):
        curve_csv(relative)
