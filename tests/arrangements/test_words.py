"""How messages show values and names."""

from __future__ import annotations

import pytest

from arrangements.words import known_names, shown


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (4.0, "4.0"),
        ("4", '"4"'),
        ("α", '"α"'),
        ([1, 2], "[1, 2]"),
        ("x" * 100, '"' + "x" * 56 + "..."),
    ],
)
def test_values_are_shown_as_json_writes_them(value: object, text: str) -> None:
    assert shown(value) == text


def test_integer_that_python_does_not_print() -> None:
    assert shown(10**5000) == "a huge number"


def test_nearest_name_comes_first() -> None:
    assert known_names("Torsu", ["hamming", "torus"]) == (
        "did you mean torus? Known are hamming, torus"
    )
    assert known_names("x", ["hamming", "torus"]) == "known are hamming, torus"
    assert known_names("x", []) == "known are none"
