"""Questions that are not about bisections: asked by form, and answered in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, expect

from tests.page.conftest import running

if TYPE_CHECKING:
    from tests.page.conftest import Visit

INSTALLED = Path(__file__).parents[1] / "installed"


def test_a_structure_is_asked_for_and_read(visit: Visit) -> None:
    page = visit.open()
    page.locator("[data-path='topology.family']").select_option("torus")
    page.get_by_label("Structure").check()
    expect(page.locator("[data-path='alpha']:visible")).to_have_count(0)
    page.get_by_role("button", name="Compute").click()
    card = page.locator(".job").first
    expect(card.locator(".words")).to_contain_text("diameter")
    expect(card).to_contain_text("Answered.")
    expect(card.get_by_role("link", name="Download TXT")).to_be_visible()
    expect(card.get_by_role("link", name="Download Report")).to_be_visible()
    expect(page.locator("#views .plot")).to_be_hidden()
    expect(page.locator("#jobs li").first).to_contain_text("structure")


def test_a_kind_of_another_package_has_its_fields_and_its_answer(
    browser: Browser, tmp_path: Path
) -> None:
    with running(tmp_path, PYTHONPATH=str(INSTALLED)) as address:
        page = browser.new_page()
        page.goto(address)
        page.get_by_label("Tally").check()
        page.locator("[data-path='parts']").fill("2")
        page.get_by_role("button", name="Compute").click()
        card = page.locator(".job").first
        expect(card.locator(".words")).to_contain_text("switch 0: ")
        expect(card).to_contain_text("2 of 2")
        page.close()


def test_what_throughput_needs_stands_there_at_first(visit: Visit) -> None:
    page = visit.open()
    page.locator("[data-path='topology.family']").select_option("torus")
    page.get_by_label("Throughput").check()
    expect(page.locator("[data-path='traffic']:visible")).to_have_value("uniform")
    expect(page.locator("[data-path='alpha']:visible")).to_have_value("1")
    page.get_by_role("button", name="Compute").click()
    card = page.locator(".job").first
    expect(card).to_contain_text("Answered.")
    expect(card.locator(".words")).to_contain_text("uniform")
