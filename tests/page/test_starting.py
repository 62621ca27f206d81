"""Where a network comes from: a known machine, a file, the selected job, or a search."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
from playwright.sync_api import Locator, Page, Route, expect

if TYPE_CHECKING:
    from tests.page.conftest import Visit


def control(page: Page, path: str) -> Locator:
    return page.locator(f"#ask [data-path='{path}']")


def test_a_known_machine_fills_the_form(visit: Visit) -> None:
    page = visit.open()
    page.get_by_label("known machine").select_option("dragonfly-72")
    for name, value in {"a": "4", "h": "2", "p": "2", "arrangement": "absolute"}.items():
        expect(control(page, f"topology.{name}")).to_have_value(value)
    expect(page.locator("#estimate")).to_contain_text("36 switches, 54 local and 36 global links")
    page.get_by_label("known machine").select_option("edison-6")
    expect(control(page, "topology.family")).to_have_value("cascade")
    expect(control(page, "topology.trunking")).to_have_value("24")


def test_an_estimate_that_comes_late_moves_no_button(visit: Visit) -> None:
    """A click would be lost whose button moves away between press and release."""
    page, held = visit.page, list[Route]()
    page.route("**/v1/networks", lambda route: held.append(route))
    with page.expect_request("**/v1/networks"):
        visit.open()
    button = page.get_by_role("button", name="Compute")
    before = button.bounding_box()
    held[0].continue_()
    expect(page.locator("#estimate")).to_contain_text("switches")
    assert button.bounding_box() == before


def test_a_file_fills_the_form_and_is_asked_about(visit: Visit, tmp_path: Path) -> None:
    ring = tmp_path / "ring.txt"
    ring.write_text("0 1\n1 2\n2 3\n3 4\n4 0\n", encoding="utf-8")
    page = visit.open()
    page.locator("#network-file").set_input_files(ring)
    expect(control(page, "topology.family")).to_have_value("graph")
    expect(control(page, "topology.switches")).to_have_value("5")
    expect(page.locator("#start-hint")).to_contain_text("ring.txt: graph of 5 nodes")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".job .badge")).to_have_text("exact")
    expect(page.locator("#segments .formula")).to_have_text("2")


def test_a_file_is_read_again_with_an_option(visit: Visit, tmp_path: Path) -> None:
    ring = tmp_path / "ring.txt"
    ring.write_text("0 1 2\n1 2 3\n2 0 1\n", encoding="utf-8")
    page = visit.open()
    page.locator("#network-file").set_input_files(ring)
    told = page.locator("#start-hint")
    expect(told).to_contain_text("weights=no leaves it out")
    expect(page.locator("#estimate")).to_contain_text("3 nodes, 3 edges")
    page.get_by_label("options of the file").fill("weights=no")
    page.get_by_label("options of the file").blur()
    expect(told).not_to_contain_text("weights=no leaves it out")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#segments .formula")).to_have_text("2")  # with weights it is 3
    visit.expected = {422}
    page.get_by_label("options of the file").fill("wieghts=no")
    page.get_by_label("options of the file").blur()
    expect(page.locator("#start-hint.wrong")).to_contain_text("weights")


def test_a_file_that_cannot_be_read_is_said_to_be_so(visit: Visit, tmp_path: Path) -> None:
    visit.expected = {422}
    odd = tmp_path / "odd.bin"
    odd.write_bytes(b"%PDF-1.4")
    page = visit.open()
    page.locator("#network-file").set_input_files(odd)
    expect(page.locator("#start-hint.wrong")).to_contain_text("odd.bin")


def test_the_form_shows_the_selected_job(
    visit: Visit, solved: Callable[[str], str], api: httpx.Client
) -> None:
    topology = {"family": "torus", "sides": [3, 4]}
    asked = {"kind": "bisection-point", "topology": topology, "alpha": "5/4"}
    torus = api.post("/v1/jobs", json=asked).json()["id"]
    page = visit.open(solved("absolute"))
    expect(control(page, "topology.a")).to_have_value("2")
    expect(control(page, "topology.arrangement")).to_have_value("absolute")
    expect(control(page, "topology.groups")).to_have_value("")  # it follows from a and h
    page.evaluate(f"location.hash = '{torus}'")
    expect(control(page, "topology.family")).to_have_value("torus")
    expect(control(page, "topology.sides")).to_have_value("3 × 4")
    expect(page.get_by_role("radio", name="One α")).to_be_checked()
    expect(control(page, "alpha").first).to_have_value("5/4")


def test_fields_of_other_kinds_stay_as_they_are(visit: Visit, solved: Callable[[str], str]) -> None:
    """The range of a curve was written where one ratio goes, and what must be given was emptied."""
    page = visit.open(solved("absolute"))
    expect(control(page, "topology.a")).to_have_value("2")
    page.get_by_role("radio", name="One α").check()
    expect(page.locator("[data-path=alpha]:visible")).to_have_value("1")
    page.get_by_role("radio", name="Throughput").check()
    expect(page.locator("[data-path=traffic]:visible")).not_to_have_value("")
    expect(page.locator("[data-path=alpha]:visible")).not_to_have_value("")


def test_what_follows_from_other_fields_of_a_job_is_left_empty(
    visit: Visit, solved: Callable[[str], str], api: httpx.Client
) -> None:
    plus = {"family": "dragonfly_plus", "groups": 3, "leaves": 2, "spines": 2, "p": 3}
    topologies = (plus, {**plus, "ports": 3, "links": 1}, {"family": "fat_tree", "k": 4})
    jobs = [
        api.post("/v1/jobs", json={"kind": "structure", "topology": each}).json()["id"]
        for each in topologies
    ]
    page = visit.open(solved("absolute"))
    page.evaluate(f"location.hash = '{jobs[0]}'")
    expect(control(page, "topology.leaves")).to_have_value("2")
    expect(control(page, "topology.p")).to_have_value("3")
    expect(control(page, "topology.ports")).to_have_value("")
    expect(control(page, "topology.links")).to_have_value("")
    page.evaluate(f"location.hash = '{jobs[1]}'")
    expect(control(page, "topology.ports")).to_have_value("3")
    expect(control(page, "topology.links")).to_have_value("1")
    page.evaluate(f"location.hash = '{jobs[2]}'")
    expect(control(page, "topology.k")).to_have_value("4")
    expect(control(page, "topology.p")).to_have_value("")


def test_a_network_is_found_and_asked_about(visit: Visit, api: httpx.Client) -> None:
    page = visit.open()
    page.get_by_text("Find a network").click()
    page.get_by_label("hosts, about").fill("72")
    page.get_by_label("ports of a switch").fill("7")
    page.get_by_label("families").fill("dragonfly,hyperx")
    page.get_by_label("prices").fill("switch=20,optical=4")
    page.get_by_role("button", name="Find", exact=True).click()
    query = {"hosts": "72", "radix": "7", "families": "dragonfly,hyperx",
             "cost": "switch=20,optical=4"}  # fmt: skip
    found = api.get("/v1/design", params=query).json()
    names = [f"{each['family']} {each['name']}" for each in found["designs"]]
    rows = page.locator("#machines-found tbody tr")
    expect(rows).to_have_count(len(names))
    expect(rows.locator("th")).to_have_text(names)
    expect(page.locator("#machines-found .hint").first).to_contain_text("on the front")
    expect(page.locator("#machines-found .dot")).to_have_count(len(names))
    page.locator("#machines-found .dot").last.click()
    expect(rows.last).to_have_class("marked")
    page.get_by_role("button", name=f"Ask about {names[0]}", exact=True).click()
    topology = found["designs"][0]["topology"]
    expect(control(page, "topology.p")).to_have_value(str(topology["p"]))
    expect(control(page, "alpha").first).to_have_value("1")


def test_without_prices_it_says_that_they_are_assumptions(visit: Visit) -> None:
    page = visit.open()
    page.get_by_text("Find a network").click()
    page.get_by_label("hosts, about").fill("100")
    page.get_by_label("ports of a switch").fill("12")
    page.get_by_role("button", name="Find", exact=True).click()
    told = page.locator("#machines-found .hint").first
    expect(told).to_contain_text("Prices are assumptions")


def test_what_is_wrong_with_a_search_is_said_at_its_field(visit: Visit) -> None:
    visit.expected = {422}
    page = visit.open()
    page.get_by_text("Find a network").click()
    page.get_by_label("ports of a switch").fill("many")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.locator("#design .wrong")).to_contain_text("must be an integer from 3 to 256")
    expect(page.get_by_label("ports of a switch")).to_be_focused()
