"""Finished curves: compared in one plot, their cuts drawn, taken home."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import finished

if TYPE_CHECKING:
    from tests.page.conftest import Visit

Solved = Callable[[str], str]
Traces = Callable[[Page], list[dict[str, Any]]]
SVG = "{http://www.w3.org/2000/svg}"


def curves(drawn: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The upper curves among the traces, by name."""
    return {each["name"]: each for each in drawn if each["customdata"]}


def cut_of(page: Page) -> set[int]:
    """The switches that the picture shows on side A."""
    found: list[int] = page.eval_on_selector_all(
        "#cut > svg g.a title", "all => all.map((t) => parseInt(t.textContent.split(' ')[1]))"
    )
    return set(found)


def test_the_plot_draws_what_the_document_says(
    visit: Visit, solved: Solved, api: httpx.Client, traces: Traces
) -> None:
    page = visit.open(solved("absolute"))
    document = api.get(f"/v1/jobs/{solved('absolute')}/curve").json()
    [(name, curve)] = curves(traces(page)).items()
    assert name == "(p,2,2) absolute"
    for x, y, (_, index) in zip(curve["x"], curve["y"], curve["customdata"], strict=True):
        segment = document["segments"][index]
        assert y == pytest.approx(segment["intercept"] + segment["slope"] * x)
    assert {index for _, index in curve["customdata"]} == set(range(len(document["segments"])))
    expect(page.locator("#segments tbody tr")).to_have_count(len(document["segments"]))


def test_capacities_are_in_the_unit_of_the_graph(
    visit: Visit, api: httpx.Client, traces: Traces
) -> None:
    links = [[0, 1, "local", 3], [1, 2], [2, 3, "local", 4], [3, 0], [0, 2, "global", 9]]
    topology = {"family": "graph", "switches": 4, "links": links, "unit": "1/10"}
    posted = api.post("/v1/jobs", json={"kind": "bisection-curve", "topology": topology})
    page = visit.open(finished(api, posted.json()["id"]))
    [(_, curve)] = curves(traces(page)).items()
    assert curve["y"][0] == pytest.approx(0.2)  # documents say 2 + 9α
    expect(page.locator("#segments")).to_contain_text("1/5 + (9/10)α")
    expect(page.locator("#plot .ytitle")).to_have_text("B(α), as each network counts it")


def test_networks_in_different_units_do_not_compete(visit: Visit, api: httpx.Client) -> None:
    """One link of 100 Gb/s is no more than two links of a network that tells no speeds."""
    edge = {"family": "graph", "switches": 2, "links": [[0, 1]], "unit": "100"}
    pair = {"family": "graph", "switches": 2, "links": [[0, 1, "local", 2]]}
    jobs = [
        finished(api, api.post("/v1/jobs", json={"kind": "bisection-curve", "topology": each})
                 .json()["id"])
        for each in (edge, pair)
    ]  # fmt: skip
    page = visit.open(*jobs)
    page.locator("#my-alpha").fill("1")
    rows = page.locator("#standing tbody tr")
    expect(rows).to_have_count(2)
    assert sorted(row.inner_text().split("\t")[1:] for row in rows.all()) == [
        ["100", "exact", ""], ["2", "exact", ""],
    ]  # fmt: skip
    expect(page.locator("#standing")).to_contain_text("count capacities in different units")


def test_several_jobs_are_compared_in_one_plot(
    visit: Visit, solved: Solved, traces: Traces
) -> None:
    page = visit.open(solved("absolute"))
    solved("circulant")
    box = page.get_by_role("checkbox", name="(p,2,2) circulant")
    box.check()
    expect(page.locator(".job")).to_have_count(2)
    expect(page.locator("#segments table")).to_have_count(2)
    expect(page.locator("#plot .legend")).to_contain_text("(p,2,2) circulant")  # it is drawn
    assert set(curves(traces(page))) == {"(p,2,2) absolute", "(p,2,2) circulant"}
    page.reload()  # the address keeps the comparison
    expect(page.locator(".job")).to_have_count(2)
    page.get_by_role("checkbox", name="(p,2,2) absolute").click()  # another one takes its place
    expect(page.locator(".job")).to_have_count(1)


def test_pointing_at_a_segment_in_the_plot_draws_its_cut(
    visit: Visit, solved: Solved, api: httpx.Client
) -> None:
    page = visit.open(solved("absolute"))
    segments = api.get(f"/v1/jobs/{solved('absolute')}/curve").json()["segments"]
    assert len(segments) > 1
    shown = []
    for index in (len(segments) - 1, 0):
        x, y = page.evaluate(
            """(index) => {
                const plot = document.getElementById("plot");
                const { x, y, customdata } = plot.data.find((trace) => trace.customdata);
                const own = [...customdata.keys()].filter((k) => customdata[k][1] === index);
                const middle = own[Math.floor(own.length / 2)];
                const { xaxis, yaxis } = plot._fullLayout;
                const { left, top } = plot.getBoundingClientRect();
                return [left + xaxis._offset + xaxis.c2p(x[middle]),
                        top + yaxis._offset + yaxis.c2p(y[middle])];
            }""",
            index,
        )
        page.mouse.move(x, y, steps=3)
        active = page.locator(f"#segments tr[data-index='{index}']")
        expect(active).to_have_class("active")
        side = set(segments[index]["side"])
        everyone = set(range(api.get(f"/v1/jobs/{solved('absolute')}/curve").json()["switches"]))
        expect(page.locator("#cut figcaption p").first).to_have_text(
            active.locator("td").nth(2).inner_text()
        )
        shown.append(cut_of(page))
        assert shown[-1] == (side if 0 in side else everyone - side)
    assert shown[0] != shown[1]


def test_the_picture_separates_just_the_links_that_the_capacity_counts(
    visit: Visit, solved: Solved, api: httpx.Client
) -> None:
    page = visit.open(solved("absolute"))
    [first, *_] = api.get(f"/v1/jobs/{solved('absolute')}/curve").json()["segments"]
    severed = page.locator("#cut > svg path.cut:not([d*=h])")  # all but the line of the legend
    expect(severed).to_have_count(first["intercept"] + first["slope"])
    expect(page.locator("#cut > svg g.a title, #cut > svg g.b title")).to_have_count(10)


def test_the_cut_is_saved_as_a_picture_that_stands_by_itself(
    visit: Visit, solved: Solved, api: httpx.Client, downloads: Callable[[Page, str], Path]
) -> None:
    page = visit.open(solved("absolute"))
    first = api.get(f"/v1/jobs/{solved('absolute')}/curve").json()["segments"][0]
    saved = downloads(page, "Save cut as SVG").read_bytes()
    job = api.get(f"/v1/jobs/{solved('absolute')}").json()
    assert saved == api.get(job["links"]["cut"], params={"alpha": first["from"]}).content
    picture = ET.fromstring(saved)
    assert picture.tag == f"{SVG}svg"
    assert "(p,2,2) absolute" in (picture.findtext(f"{SVG}title") or "")
    marks = {each.get("class"): each.get("fill") for each in picture.iter(f"{SVG}g")}
    assert len({marks["a"], marks["b"], None}) == 3  # both sides have a colour without the page


def test_the_keyboard_alone_reaches_every_segment(visit: Visit, solved: Solved) -> None:
    page = visit.open(solved("absolute"))
    first = page.locator(".segment").first
    page.locator("#save-plot").focus()
    page.keyboard.press("Tab")
    while not first.evaluate("e => e === document.activeElement"):
        assert page.evaluate("document.activeElement !== document.body")
        page.keyboard.press("Tab")
    expect(page.locator("#segments tr").nth(1)).to_have_class("active")
    page.keyboard.press("Tab")
    expect(page.locator("#segments tr").nth(2)).to_have_class("active")
    expect(first).to_have_attribute("aria-pressed", "false")
    assert page.locator(".segment:focus-visible").evaluate(
        "e => getComputedStyle(e).outlineStyle"
    ) == "solid"  # fmt: skip


def test_results_can_be_taken_home(
    visit: Visit, solved: Solved, api: httpx.Client, downloads: Callable[[Page, str], Path]
) -> None:
    page = visit.open(solved("absolute"))
    document = downloads(page, "Download JSON")
    assert document.name == "p-2-2-absolute.json"
    assert (
        json.loads(document.read_text()) == api.get(f"/v1/jobs/{solved('absolute')}/curve").json()
    )
    assert ET.fromstring(downloads(page, "Download SVG").read_text()).tag == f"{SVG}svg"
    assert downloads(page, "Download CSV").read_text().startswith("from,to,intercept,slope")
    plot = downloads(page, "Save plot as SVG")
    assert ET.fromstring(plot.read_text()).tag == f"{SVG}svg"


def test_a_job_can_be_removed(visit: Visit, api: httpx.Client) -> None:
    topology = {"family": "complete", "switches": 4}
    job = api.post("/v1/jobs", json={"kind": "bisection-curve", "topology": topology}).json()
    page = visit.page
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{visit.address}/#{job['id']}")
    page.get_by_role("button", name="Delete").click(timeout=60_000)
    expect(page.get_by_text("No job is selected")).to_be_visible()
    assert api.get(job["links"]["self"]).status_code == 404


def test_what_cannot_be_done_is_said_on_the_card(visit: Visit, solved: Solved) -> None:
    visit.expected = {503}
    page = visit.open(solved("absolute"))
    page.on("dialog", lambda dialog: dialog.accept())
    problem = '{"title": "The database is not available", "detail": "disk is full"}'
    page.route(
        f"**/v1/jobs/{solved('absolute')}", lambda route: route.fulfill(status=503, body=problem)
    )
    page.get_by_role("button", name="Delete").click()
    expect(page.locator(".job").get_by_role("alert")).to_have_text("disk is full")
