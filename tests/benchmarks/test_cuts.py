"""The comparison of cuts: its table, and when it has been lost."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.cuts.__main__ import _lost
from benchmarks.cuts.networks import CASES
from benchmarks.cuts.table import PAGE, filled, rows

OTHER = {"value": 3, "found": 0.25, "seconds": 5.0, "megabytes": 60}
OURS = {"value": 3, "lower": 3, "status": "exact", "found": 0.1, "seconds": 0.6, "megabytes": 90}


def results(**ours: Any) -> dict[str, Any]:
    of = {"alphacut": {**OURS, **ours}, "KaHIP": OTHER, "METIS": OTHER, "Mt-KaHyPar": OTHER}
    return {"format": "f", "random-tree-1000": of, "star-1000": {"METIS": OTHER}}


def row_of(**ours: Any) -> str:
    [row] = [each for each in rows(results(**ours)) if each.startswith("| random-tree-1000")]
    return row


def test_row_tells_value_status_time_and_memory() -> None:
    assert row_of().startswith("| random-tree-1000 | **3** | exact | 0.6 s | 90 MB | **3** (0.2 s")


def test_what_is_not_proven_stands_with_its_bound() -> None:
    row = row_of(value=4, lower=2, status="bounded")
    assert row.startswith("| random-tree-1000 | 4 | bounded ≥ 2 |")


def test_network_that_not_all_were_measured_on_has_no_row() -> None:
    assert not [each for each in rows(results()) if "star-1000" in each]


def test_table_stands_between_its_markers_on_the_page() -> None:
    page = filled(PAGE.read_text("utf-8"), results())
    assert row_of() in page
    assert filled(page, results()) == page


@pytest.mark.parametrize(("value", "lost"), [(2, False), (3, False), (4, True)])
def test_comparison_is_lost_to_a_better_cut_alone(value: int, lost: bool) -> None:
    assert _lost(results(value=value)["random-tree-1000"]) is lost


def test_without_our_own_cut_nothing_is_compared() -> None:
    assert not _lost({"METIS": OTHER})
    assert _lost({"METIS": OTHER, "alphacut": {"missing": "its process died"}})


def test_names_are_told_apart() -> None:
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))
