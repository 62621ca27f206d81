"""The page in a real browser, on a real service with real workers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
MISSING = (
    "the page is tested in Chromium, which is not installed: apt-get install chromium, "
    "or name another in the environment variable CHROMIUM"
)
SERVE = (
    "from alphacut.service.serve import serve; from alphacut.service.settings import Settings; "
    "serve(Settings())"
)
LISTENING = re.compile(r"listening on (http://\S+),")
PATIENCE = 180_000  # milliseconds for what a solver has to do first, on a busy machine
expect.set_options(timeout=PATIENCE)  # a busy machine is no error


@contextmanager
def running(folder: Path, **more: str) -> Iterator[str]:
    """Run a service with a worker while entered; its address is given."""
    log = folder / "log"
    settings = {
        "ALPHACUT_DATABASE_URL": f"sqlite:///{folder / 'jobs.sqlite3'}",
        "ALPHACUT_PORT": "0",
        "ALPHACUT_WORKERS": "1",
        "ALPHACUT_SHORT_WORKERS": "0",
        "ALPHACUT_CHECK_PROCESSES": "1",
        **more,
    }
    with log.open("wb") as sink:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE], stderr=sink, env={**os.environ, **settings}
        )
    try:
        while not (found := LISTENING.search(log.read_text())):
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        yield found[1]
    finally:
        process.terminate()
        process.wait(90)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with a worker."""
    with running(tmp_path_factory.mktemp("page")) as found:
        yield found


@pytest.fixture(scope="session")
def api(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=120) as client:
        yield client


@pytest.fixture(scope="session")
def solved(api: httpx.Client) -> Callable[[str], str]:
    """Return the id of a finished job on the (p,2,2)-dragonfly of some arrangement."""
    found: dict[str, str] = {}

    def solve(arrangement: str) -> str:
        if arrangement not in found:
            topology = {"family": "dragonfly", "a": 2, "h": 2, "arrangement": arrangement}
            posted = api.post("/v1/jobs", json={"kind": "bisection-curve", "topology": topology})
            found[arrangement] = finished(api, posted.json()["id"])
        return found[arrangement]

    return solve


def finished(api: httpx.Client, job_id: str) -> str:
    """Wait for a job's success."""
    end = time.monotonic() + PATIENCE / 1000
    while (state := api.get(f"/v1/jobs/{job_id}").json()["state"]) != "succeeded":
        assert state in ("queued", "running")
        assert time.monotonic() < end
        time.sleep(0.1)
    return job_id


@pytest.fixture(scope="module")  # it keeps an event loop running, which other tests do not bear
def browser() -> Iterator[Browser]:
    """Chromium, as the operating system has it."""
    program = shutil.which(os.environ.get("CHROMIUM") or "chromium")
    if program is None and os.environ.get("CI"):
        pytest.fail(MISSING)
    if program is None:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=FLAGS, headless=True)
        yield launched
        launched.close()


class Visit:
    """One user's look at the page, with all that went wrong in it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.expected: set[int] = set()  # statuses of HTTP that the test provokes
        self.errors: list[str] = []
        self.strangers: list[str] = []  # requests to any other server
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._asked(request.url))

    def open(self, *jobs: str) -> Page:
        """Open the page, with some jobs selected."""
        self.page.goto(f"{self.address}/#{','.join(jobs)}")
        self.page.get_by_role("button", name="Compute").wait_for()
        if jobs:
            self.page.locator("#cut svg.network").first.wait_for()
        return self.page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        status = re.search(r"responded with a status of (\d+)", message.text)
        if status is None or int(status[1]) not in self.expected:
            self.errors.append(message.text)

    def _asked(self, url: str) -> None:
        if not url.startswith((f"{self.address}/", f"blob:{self.address}/", "data:")):
            self.strangers.append(url)


@pytest.fixture(scope="module")
def profiles(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Return browser profiles by their options; what a page of one has compiled, the next takes.

    The page remembers a key in its tab alone, so that nothing else passes from test to test.
    """
    made: dict[str, BrowserContext] = {}

    def profile(**options: Any) -> BrowserContext:
        name = repr(sorted(options.items()))
        if name not in made:
            made[name] = browser.new_context(**options)
        return made[name]

    yield profile
    for each in made.values():
        each.close()


@pytest.fixture
def visits(profiles: Callable[..., BrowserContext], address: str) -> Iterator[Callable[..., Visit]]:
    """Open pages; nothing may go wrong in any of them."""
    made: list[Visit] = []

    def visit(**options: Any) -> Visit:
        page = profiles(**options).new_page()
        page.set_default_navigation_timeout(120_000)  # ms; solvers may keep all cores busy
        made.append(Visit(page, address))
        return made[-1]

    yield visit
    for each in made:
        each.page.unroute_all(behavior="ignoreErrors")  # answers that a test put off
        each.page.close()
        assert each.errors == []
        assert each.strangers == []


@pytest.fixture
def visit(visits: Callable[..., Visit]) -> Visit:
    return visits(viewport={"width": 1400, "height": 900})


@pytest.fixture
def traces() -> Callable[[Page], list[dict[str, Any]]]:
    """Return what Plotly has drawn."""

    def drawn(page: Page) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = page.evaluate(
            "document.getElementById('plot').data.map(({name, mode, x, y, fill, customdata}) => "
            "({name, mode, x, y, fill, customdata}))"
        )
        return found

    return drawn


@pytest.fixture
def downloads(tmp_path: Path) -> Callable[[Page, str], Path]:
    """Click on a link or button with some label, and return the file that comes."""

    def download(page: Page, label: str) -> Path:
        with page.expect_download() as coming:
            page.get_by_label(label).or_(page.get_by_role("button", name=label)).first.click()
        target = tmp_path / coming.value.suggested_filename
        coming.value.save_as(target)
        return target

    return download
