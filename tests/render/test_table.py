"""The table of a curve."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Any

import pytest

from alphacut.service.render.table import COLUMNS, curve_csv
from alphacut.service.text.decimals import decimal
from alphacut.solver.common.errors import DocumentError

Document = dict[str, Any]


def rows(document: Document) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(curve_csv(document))))


def test_the_table_holds_every_segment(relative: Document) -> None:
    assert curve_csv(relative).splitlines() == [
        ",".join(COLUMNS),
        "0,1.25,4,16,4,24,upper,B = 4 + 16α for α from 0 to 5/4",
        "1.25,1.5,14,8,24,26,upper,B = 14 + 8α for α from 5/4 to 3/2",
        "1.5,4,20,4,26,36,upper,B = 20 + 4α for α from 3/2 to 4",
        "4,inf,36,0,36,36,upper,B = 36 for α from 4 to inf",
    ]


def test_no_cell_is_taken_for_a_date_or_a_formula(bounded: Document) -> None:
    """Spreadsheets read 5/4 as the fifth of April, and what begins with = they compute."""
    bounded["topology"] = {**bounded["topology"], "names": [f"={i}/4" for i in range(36)]}
    for row in rows(bounded):
        for cell in row.values():
            assert re.fullmatch(r"[0-9.]*|inf|[A-Za-z].*", cell), cell


def test_names_of_one_side_stand_beside_its_piece(relative: Document) -> None:
    relative["topology"] = {**relative["topology"], "names": [f"rack {i}" for i in range(36)]}
    first = relative["segments"][0]["side"] = [3, 5]
    told = rows(relative)[0]["side"].removeprefix("side: ").split("; ")
    assert told == [f"rack {switch}" for switch in first]


def test_bounds_stay_bounds_when_they_are_rounded() -> None:
    third = Fraction(1, 3)
    assert Fraction(decimal(third, floor)) < third < Fraction(decimal(third, ceil))


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
        "from": "1", "to": "4", "intercept": "15.5", "slope": "2.5",
        "value_from": "18", "value_to": "25.5", "bound": "lower",
        "exact": "B ≥ 31/2 + (5/2)α for α from 1 to 4",
    }  # fmt: skip


def test_a_curve_at_infinity_alone_is_refused(relative: Document) -> None:
    relative["segments"] = [{"from": "inf", "to": None, "intercept": 36, "slope": 0, "side": []}]
    with pytest.raises(DocumentError, match="ask for a point"):
        curve_csv(relative)
