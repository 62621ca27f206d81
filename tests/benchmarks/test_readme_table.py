"""The tables of docs/results.md are written from results, between their markers."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.readme_table import filled, formula, line

SEGMENTS: list[dict[str, Any]] = [
    {"from": "0", "to": "5/4", "intercept": 4, "slope": 16},
    {"from": "5/4", "to": None, "intercept": 24, "slope": 0},
]
RESULTS: dict[str, Any] = {
    "provenance": {"cores": 2, "processor": "a processor"},
    "curves": {
        "seconds": 12.3,
        "records": [
            {
                "network": "(p,4,2)",
                "arrangement": "absolute",
                "switches": 36,
                "segments": SEGMENTS,
                "status": "exact",
                "verdict": "exact",
                "solve_seconds": 1.0,
                "verify_seconds": 0.5,
                "certificate_bytes": 1234,
            }
        ],
    },
    "comparison": {"limit": 120, "records": []},
}
TEXT = """before
<!-- curves:begin -->
old
<!-- curves:end -->
between
<!-- comparison:begin -->
<!-- comparison:end -->
after
"""


@pytest.mark.parametrize(
    ("intercept", "slope", "written"),
    [(4, 16, "4 + 16α"), (24, 0, "24"), (0, 25, "25α"), (1, 1, "1 + α"), (0, 1, "α"), (0, 0, "0")],
)
def test_a_line_is_written_without_what_is_zero_or_one(
    intercept: int, slope: int, written: str
) -> None:
    assert line(intercept, slope) == written


def test_a_formula_has_breakpoints_between_its_lines() -> None:
    assert formula(SEGMENTS) == "4 + 16α <sub>5/4</sub> 24"


def test_only_what_stands_between_the_markers_is_replaced() -> None:
    text = filled(TEXT, RESULTS)
    assert text.startswith("before\n<!-- curves:begin -->\n| network |")
    assert "| (p,4,2) | 36 | absolute | 4 + 16α <sub>5/4</sub> 24 | exact, 1 kB |" in text
    assert "old" not in text
    assert "\nbetween\n" in text
    assert text.endswith("<!-- comparison:end -->\nafter\n")
    assert filled(text, RESULTS) == text


def test_a_curve_that_is_not_accepted_is_not_called_exact() -> None:
    [record] = RESULTS["curves"]["records"]
    changed = {**RESULTS, "curves": {"seconds": 1, "records": [{**record, "verdict": "refused"}]}}
    text = filled(TEXT, changed)
    assert "exact, not accepted" in text
    assert "0 of 1 curves are exact" in text


def test_a_text_without_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="markers"):
        filled("no markers", RESULTS)
