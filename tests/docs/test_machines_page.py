"""The page about machines tells what the code knows of them."""

from __future__ import annotations

from benchmarks.machines_page import PAGE, replaced


def test_the_page_has_the_parameters_that_specs_have() -> None:
    page = PAGE.read_text()
    assert replaced(page) == page, "write it anew: python -m benchmarks.machines_page"
