"""What a comparison claims in words and tables: ranges where bounds do not meet, and no winner."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from alphacut.service.text.comparison import (
    columns,
    csv_table,
    plain_table,
    terminal_table,
    winner_words,
)


def row(lower: str, upper: str, **changes: Any) -> dict[str, Any]:
    """A row of 12 hosts of a network that is named by its number of switches."""
    return {
        "topology": {"family": "complete", "switches": 6},
        "status": "exact" if lower == upper else "bounded",
        "bisection": upper,
        "lower": lower,
        "switches": 6,
        "hosts": 12,
        "links": {"local": 15, "global": 0},
        "radix": 6,
        "diameter": 1,
        "average_distance": 1.0,
        "average_by_class": {"local": 1.0},
        "gccs": None,
        **changes,
    }


def derived(per_host: tuple[str, str], share: tuple[str, str]) -> dict[str, str]:
    return {
        "bisection_per_host_lower": per_host[0],
        "bisection_per_host": per_host[1],
        "share_of_full_bisection_lower": share[0],
        "share_of_full_bisection": share[1],
    }


OPEN = row("1", "2", **derived(("1/12", "1/6"), ("1/6", "1/3")))
WIDE = row("1", "3", **derived(("1/12", "1/4"), ("1/6", "1/2")))
SHUT = row("2", "2", **derived(("1/6", "1/6"), ("1/3", "1/3")))


def document(*rows: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"alpha": "1", "networks": list(rows), "winners": None, **changes}


def cells(of: dict[str, Any]) -> dict[str, list[str]]:
    return dict(columns(of))


def test_a_number_that_is_not_proven_is_a_range() -> None:
    """Its lower end stays a bound; its upper end, a cut that is known, reads as an exact value."""
    table = cells(document(OPEN, SHUT))
    assert table["B at α = 1"] == ["1 to 2", "2"]
    assert table["B/host"] == ["0.083 to 0.167", "0.167"]
    assert table["of full"] == ["16.6 to 33.3 %", "33.3 %"]


def test_rows_of_earlier_versions_show_their_ranges_as_well() -> None:
    """They have no lower bounds of derived numbers; these follow from the row's own."""
    old = {key: value for key, value in OPEN.items() if not key.endswith("_lower")}
    assert cells(document(old)) == cells(document(OPEN))
    assert csv_table(document(old)) == csv_table(document(OPEN))


def test_bounds_have_columns_of_their_own_in_csv() -> None:
    head, first, second = csv.reader(csv_table(document(OPEN, SHUT)))
    rows = [dict(zip(head, each, strict=True)) for each in (first, second)]
    assert [each["bisection"] for each in rows] == ["2", "2"]
    assert [each["lower"] for each in rows] == ["1", "2"]
    assert [each["bisection_per_host_lower"] for each in rows] == [
        "0.083333333333",
        "0.166666666666",
    ]
    assert [each["share_of_full_bisection_lower"] for each in rows] == [
        "0.166666666666",
        "0.333333333333",
    ]


@pytest.mark.parametrize("width", [40, 80])
def test_a_table_fits_the_terminal_and_cuts_nothing_off(width: int) -> None:
    lines = terminal_table(document(OPEN, SHUT), width).splitlines()
    assert max(map(len, lines)) <= width
    words = [line.split() for line in lines]
    (_, names), *rest = columns(document(OPEN, SHUT))
    assert {word for name in names for word in name.split()} <= {w for line in words for w in line}
    if width == 80:
        for head, cells in rest:
            assert [*head.split(), *" ".join(cells).split()] in words


def test_without_hosts_there_is_nothing_for_each_of_them() -> None:
    nothing = dict.fromkeys(derived(("", ""), ("", "")))
    table = cells(document({**OPEN, **nothing, "hosts": 0}))
    assert table["B/host"] == table["of full"] == ["-"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (
            (WIDE, SHUT),
            "not separated at α = 1: complete switches 6 (1 to 3) and complete switches 6 (2)",
        ),
        ((SHUT, SHUT), "best at α = 1: complete switches 6 and complete switches 6"),
        (
            (row("3", "4", **derived(("1/4", "1/3"), ("1/2", "2/3"))), SHUT),
            "best at α = 1: complete switches 6",
        ),
    ],
)
def test_best_is_said_of_what_is_proven_alone(rows: tuple[dict[str, Any], ...], said: str) -> None:
    of = document(*rows, best=[0, 1])  # as an earlier version wrote it, by upper bounds
    assert next(winner_words(of)) == said


def test_ranges_that_are_not_proven_name_no_winner() -> None:
    shared = {"from": "0", "to": None, "networks": [0, 1]}
    reigns = [
        {**shared, "proven": True, "candidates": [0, 1]},
        {**shared, "proven": False, "candidates": [0, 1]},
        {**shared, "proven": False},  # of an earlier version
    ]
    assert list(winner_words(document(OPEN, OPEN, winners=reigns)))[1:4] == [
        "  0 < α: complete switches 6 and complete switches 6",
        "  0 < α: not separated: complete switches 6 and complete switches 6",
        "  0 < α: complete switches 6 and complete switches 6 by upper bounds, not proven",
    ]


def test_a_table_is_as_wide_as_its_ranges() -> None:
    lines = plain_table(document(OPEN, SHUT))
    assert len(lines) == 3
    assert "0.083 to 0.167" in lines[1]


def test_tables_count_capacities_as_owners_do() -> None:
    """Half a unit of 100 Gb/s for each host is 50 Gb/s; shares are the same in any unit."""
    edge = {"family": "graph", "switches": 2, "links": [[0, 1]], "unit": "100"}
    told = row("2", "7", topology=edge, **derived(("1/6", "1/2"), ("1/3", "1")))
    table = dict(columns({"networks": [told], "alpha": "1"}))
    assert table["B at α = 1"] == ["200 to 700"]
    assert table["B/host"] == ["16.666 to 50.000"]
    assert table["of full"] == ["33.3 to 100.0 %"]
    [csv_row] = csv.DictReader(csv_table({"networks": [told], "alpha": "1"}))
    assert (csv_row["bisection"], csv_row["lower"]) == ("700", "200")
    assert csv_row["exact"] == "200 ≤ B ≤ 700"
