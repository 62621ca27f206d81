"""Watching a curve while it is being proven."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

if TYPE_CHECKING:
    from tests.page.conftest import Visit

Traces = Callable[[Page], list[dict[str, Any]]]
PATIENCE = 180_000  # milliseconds for what a solver has to do first, on a busy machine


@pytest.fixture
def long(api: httpx.Client) -> Iterator[str]:
    """A job that runs for longer than anyone will watch here."""
    topology = {"family": "dragonfly", "a": 6, "h": 3, "arrangement": "absolute"}
    posted = api.post("/v1/jobs", json={"kind": "bisection-curve", "topology": topology}).json()
    yield posted["id"]
    api.post(posted["links"]["cancel"])


def figure(page: Page, name: str) -> Locator:
    """Where the value stands under a name on the card."""
    return page.locator(".job dl > div", has_text=name).locator("dd")


def test_bounds_are_drawn_while_the_job_runs_and_kept_when_it_is_cancelled(
    long: str, visit: Visit, traces: Traces
) -> None:
    page = visit.page
    page.goto(f"{visit.address}/#{long}")
    page.locator("#plot .main-svg").first.wait_for(timeout=PATIENCE)
    expect(page.locator(".job .badge")).to_have_text("running")
    expect(page.locator(".job")).to_contain_text("Proving")
    assert float(page.get_by_role("progressbar").get_attribute("value") or "1") < 1
    expect(figure(page, "Incumbent")).not_to_have_text("–")
    drawn = traces(page)
    [lower] = [each for each in drawn if "lower bound" in (each["name"] or "")]
    [upper] = [each for each in drawn if each["fill"] == "tonexty"]
    assert min(lower["x"]) == min(upper["x"])
    assert max(lower["y"]) < max(upper["y"])
    seconds = figure(page, "Time").inner_text()
    page.wait_for_function(
        "before => ![...document.querySelectorAll('.job dd')].some((e) => e.innerText === before)",
        arg=seconds,
    )
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator(".job .badge")).to_have_text("cancelled", timeout=10_000)
    expect(page.locator(".job")).to_contain_text("what was found is kept")
    expect(page.get_by_role("link", name="Download JSON")).to_be_visible()
    assert traces(page)


def test_the_end_is_told_to_screen_readers(visit: Visit) -> None:
    page = visit.open()
    page.locator("[data-path='topology.a']").fill("2")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".job .badge")).to_have_text("exact", timeout=PATIENCE)
    expect(page.get_by_role("status")).to_contain_text("succeeded: exact")
    expect(page.locator(".job")).to_contain_text("certificates prove it")


def test_an_unchanged_job_costs_an_answer_without_a_body(long: str, visit: Visit) -> None:
    """The page repeats the tag that it was given; what the service makes of it is its affair."""
    tag = '"as-it-was"'
    sent: list[str | None] = []

    def answer(route: Any) -> None:
        sent.append(route.request.headers.get("if-none-match"))
        if sent[-1] == tag:
            route.fulfill(status=304)
        else:
            original = route.fetch()
            route.fulfill(response=original, headers={**original.headers, "ETag": tag})

    visit.page.route(f"**/v1/jobs/{long}", answer)
    visit.page.goto(f"{visit.address}/#{long}")
    expect(visit.page.locator(".job")).to_be_visible()
    visit.page.wait_for_timeout(2500)
    assert sent[:3] == [None, tag, tag]
    expect(visit.page.locator(".job .wrong")).to_have_count(0)


def test_events_of_the_service_are_followed_where_there_are_any(long: str, visit: Visit) -> None:
    asked: list[str] = []

    def with_events(route: Any) -> None:
        asked.append("job")
        original = route.fetch()
        if original.status == 304:
            route.fulfill(response=original)
            return
        job = original.json()
        job["links"]["events"] = f"/v1/jobs/{long}/events"
        route.fulfill(response=original, json=job)

    def event(route: Any) -> None:
        assert "text/event-stream" in route.request.headers["accept"]
        asked.append("events")
        route.fulfill(content_type="text/event-stream", body="event: progress\ndata: {}\n\n")

    visit.page.route(f"**/v1/jobs/{long}", with_events)
    visit.page.route(f"**/v1/jobs/{long}/events", event)
    visit.page.goto(f"{visit.address}/#{long}")
    visit.page.locator(".job").wait_for()
    visit.page.wait_for_timeout(700)  # less than a poll takes
    assert asked[:3] == ["job", "events", "job"]


def test_a_failing_service_is_said_and_asked_again(visit: Visit, solved: Any) -> None:
    visit.expected = {503}
    job = solved("absolute")
    problem = '{"title": "The database is not available", "detail": "disk is full"}'
    failures = [503]

    def answer(route: Any) -> None:
        if failures:
            route.fulfill(status=failures.pop(), body=problem)
        else:
            route.continue_()

    visit.page.route(f"**/v1/jobs/{job}/bounds", answer)
    visit.page.goto(f"{visit.address}/#{job}")
    expect(visit.page.locator(".job .wrong")).to_contain_text("disk is full")
    expect(visit.page.locator("#cut svg.network").first).to_be_visible(timeout=15_000)
    expect(visit.page.locator(".job .wrong")).to_have_count(0)


def test_a_job_that_is_gone_is_taken_off_the_page(visit: Visit) -> None:
    visit.expected = {404}
    visit.page.goto(f"{visit.address}/#{'0' * 32}")
    expect(visit.page.get_by_text("No job is selected")).to_be_visible()
    visit.page.wait_for_function("() => location.hash.length < 2")
