"""The page on a service that wants an API key for everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from alphacut.jobs.store import SqlStore
from tests.page.conftest import Visit, running

if TYPE_CHECKING:
    from playwright.sync_api import Response


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The address of the service, and a key."""
    folder = tmp_path_factory.mktemp("guarded")
    with closing(SqlStore(f"sqlite:///{folder / 'jobs.sqlite3'}")) as store:
        _, key = store.keys.add("page")
    with running(folder, ALPHACUT_REQUIRE_KEY="yes") as address:
        yield address, key


@pytest.fixture
def unlocked(browser: Browser, guarded: tuple[str, str]) -> Iterator[Visit]:
    """The page, once the key was typed in."""
    address, key = guarded
    visit = Visit(browser.new_context().new_page(), address)
    visit.expected = {401}
    visit.page.goto(address)
    visit.page.get_by_label("API key", exact=True).fill(key)
    visit.page.get_by_role("button", name="Use this key").click()
    visit.page.get_by_role("button", name="Compute").wait_for()
    visit.expected = set()
    yield visit
    visit.page.context.close()
    assert visit.errors == []


def test_a_job_is_asked_for_followed_by_events_and_taken_home(
    unlocked: Visit, guarded: tuple[str, str], downloads: Callable[[Page, str], Path]
) -> None:
    page, (_, key) = unlocked.page, guarded
    streams: list[Request] = []
    refused: list[Response] = []
    page.on("request", lambda r: streams.append(r) if r.url.endswith("/events") else None)
    page.on("response", lambda r: refused.append(r) if r.status == 401 else None)
    page.locator("[data-path='topology.a']").fill("2")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".job .badge")).to_have_text("exact")
    assert [stream.headers["authorization"] for stream in streams] == [f"Bearer {key}"]
    assert streams[0].headers["accept"] == "text/event-stream"
    assert refused == []
    assert downloads(page, "Download JSON").read_text().startswith("{")


def test_news_come_by_events_and_not_by_the_clock(unlocked: Visit) -> None:
    page = unlocked.page
    page.clock.install()  # timers stand still: nothing is polled
    page.locator("[data-path='topology.a']").fill("2")
    page.locator("[data-path='topology.h']").fill("1")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".job .badge")).to_have_text("exact")
