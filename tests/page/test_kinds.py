"""Questions that are not about bisections: asked by form, and answered in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import Browser, expect

from tests.page.conftest import running

if TYPE_CHECKING:
    from tests.page.conftest import Visit

INSTALLED = Path(__file__).parents[1] / "installed"


def test_a_structure_is_asked_for_and_read(visit: Visit) -> None:
    page = visit.open()
    page.locator("[data-path='topology.family']").select_option("torus")
    page.get_by_role("radio", name="Structure").check()
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
        page.get_by_role("radio", name="Tally").check()
        page.locator("[data-path='parts']").fill("2")
        page.get_by_role("button", name="Compute").click()
        card = page.locator(".job").first
        expect(card.locator(".words")).to_contain_text("switch 0: ")
        expect(card).to_contain_text("2 of 2")
        page.close()


def test_what_throughput_needs_stands_there_at_first(visit: Visit) -> None:
    page = visit.open()
    page.locator("[data-path='topology.family']").select_option("torus")
    page.get_by_role("radio", name="Throughput").check()
    expect(page.locator("[data-path='traffic']:visible")).to_have_value("uniform")
    expect(page.locator("[data-path='alpha']:visible")).to_have_value("1")
    page.get_by_role("button", name="Compute").click()
    card = page.locator(".job").first
    expect(card).to_contain_text("Answered.")
    expect(card.locator(".words")).to_contain_text("uniform")


def test_what_failures_cost_is_asked_of_two_networks(visit: Visit, api: httpx.Client) -> None:
    """The network of the form and one beside it: asked, followed, shown, and filled in again."""
    page = visit.open()
    page.locator("[data-path='topology.family']").select_option("cycle")
    page.locator("[data-path='topology.switches']").fill("6")
    page.get_by_role("radio", name="Resilience").check()
    beside = page.locator("[data-path='topologies']:visible")
    beside.fill("torus:sides=0x3")
    page.locator("[data-path='fail']").fill("links=1:2")
    page.locator("[data-path='samples']").fill("2")
    visit.expected.add(422)
    page.get_by_role("button", name="Compute").click()
    expect(beside).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".field", has=beside)).to_contain_text("topologies.1.sides")
    beside.fill("torus:sides=3x3\n\nstar:leaves=5\n")
    expect(
        page.locator(".field", has=page.locator("[data-path='traffic']:visible"))
    ).to_contain_text('as JSON such as ["uniform"]')
    page.locator("[data-path='domains']").fill('{"rack 1": [0, 1]}')
    page.get_by_role("button", name="Compute").click()
    card = page.locator(".job").first
    expect(card).to_contain_text("Answered.")
    words = card.locator(".words")
    for each in ("cycle", "torus", "star", "worst links", "keeps more than torus"):
        expect(words).to_contain_text(each)
    expect(card.locator("img.drawing")).to_be_visible()
    expect(card.get_by_role("link", name="Download CSV")).to_be_visible()
    job = api.get("/v1/jobs?limit=1").json()["jobs"][0]
    request = api.get(job["links"]["self"]).json()["request"]
    assert request["kind"] == "resilience"
    assert [each["family"] for each in request["topologies"]] == ["cycle", "torus", "star"]
    assert (request["fail"], request["samples"]) == ("links=1:2", 2)
    page.reload()
    expect(page.locator(".job").first).to_contain_text("Answered.")
    expect(page.get_by_role("radio", name="Resilience")).to_be_checked()
    expect(page.locator("[data-path='topology.switches']")).to_have_value("6")
    expect(page.locator("[data-path='samples']:visible")).to_have_value("2")
    assert len(beside.input_value().splitlines()) == 2
    before = page.url
    page.get_by_role("button", name="Compute").click()  # what was filled in is a request
    page.wait_for_function("before => location.href !== before", arg=before)
    expect(page.locator(".job").first).to_contain_text("Answered.")


def test_failures_of_every_arrangement_are_one_question(visit: Visit, api: httpx.Client) -> None:
    visit.expected.add(422)  # circulant does not exist for an odd h
    page = visit.open()
    page.locator("[data-path='topology.a']").fill("2")
    page.locator("[data-path='topology.h']").fill("1")
    page.locator("[data-path='topology.arrangement']").select_option("every one")
    page.get_by_role("radio", name="Resilience").check()
    page.locator("[data-path='fail']").fill("links=1")
    page.locator("[data-path='samples']").fill("1")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".job").first).to_contain_text("Answered.")
    job = api.get("/v1/jobs?limit=1").json()["jobs"][0]
    request = api.get(job["links"]["self"]).json()["request"]
    names = [each["arrangement"] for each in request["topologies"]]
    assert "relative" in names
    assert "circulant" not in names


def test_a_comparison_takes_networks_beside_that_of_the_form(visit: Visit) -> None:
    page = visit.open()
    page.locator("[data-path='topology.family']").select_option("cycle")
    page.locator("[data-path='topology.switches']").fill("6")
    page.get_by_role("radio", name="Compare").check()
    page.locator("[data-path='topologies']:visible").fill("path:switches=6")
    page.get_by_role("button", name="Compute").click()
    card = page.locator(".job").first
    expect(card).to_contain_text("Answered.")
    expect(card.locator(".words")).to_contain_text("path")
