"""The examples of all families: the page shows them, and its rows are what is computed."""

from __future__ import annotations

from pathlib import Path

import pytest

from arrangements.formats.spec import FAMILIES, read
from benchmarks.families import EXAMPLES, PAGE, Example, filled, rows

GIVEN_LINK_BY_LINK = {"graph", "port_map"}


def test_every_family_has_an_example() -> None:
    shown = {read(example.spec).model_dump()["family"] for example in EXAMPLES}
    known = {model.model_fields["family"].default for model in FAMILIES}
    assert shown == known - GIVEN_LINK_BY_LINK


def test_the_page_has_a_row_for_every_example_and_theorems_agree() -> None:
    page = Path(PAGE).read_text(encoding="utf-8")
    for example in EXAMPLES:
        [row] = [line for line in page.splitlines() if f"| `{example.spec}`" in line]
        cells = [cell.strip() for cell in row.split("|")[1:-1]]
        assert int(cells[1]) == read(example.spec).size().switches
        if cells[5]:
            assert cells[3] == cells[5]


@pytest.mark.parametrize(
    "example", [Example("leaf_spine:leaves=6,spines=4,uplinks=2", "hosts"), Example("slim_fly:q=3")]
)
def test_rows_are_computed_anew(example: Example) -> None:
    *_, row = rows([example], seconds=60)
    assert row in Path(PAGE).read_text(encoding="utf-8").splitlines()


def test_what_stands_between_the_markers_is_replaced() -> None:
    page = "a\n<!-- families:begin -->\nold\n<!-- families:end -->\nb\n"
    once = filled(page, "new")
    assert once == "a\n<!-- families:begin -->\nnew\n<!-- families:end -->\nb\n"
    assert filled(once, "new") == once
