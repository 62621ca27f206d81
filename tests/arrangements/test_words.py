"""How messages show values and names."""

from __future__ import annotations

import pytest

from alphacut.arrangements.words import known_names, printable, shown


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


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("plain α·β, 3 × 4", "plain α·β, 3 × 4"),
        ("\x1b[31mred", r"\u001b[31mred"),
        ("one\ntwo\r", r"one\ntwo\r"),
        ("\x9b2J", r"\u009b2J"),  # the same beginning of a command as escape and bracket
        ("a\u202eb", r"a\u202eb"),  # turns the direction of writing
        ("\ud800", r"\ud800"),
    ],
)
def test_what_is_acted_upon_is_spelled_out(text: str, spelled: str) -> None:
    assert printable(text) == spelled
    assert shown(text).isprintable()


def test_a_long_text_is_not_looked_at_to_its_end() -> None:
    assert shown("\x1b" * 10**8) == '"' + r"\u001b" * 9 + r"\u..."
