"""The list of jobs on the page, longer than what is asked for at once."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit, running

RING = {"family": "graph", "switches": 4, "links": [[0, 1], [1, 2], [2, 3], [3, 0]]}
ASKED = {"kind": "bisection-point", "topology": RING, "alpha": 1}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with 130 jobs that nobody works on."""
    with running(tmp_path_factory.mktemp("many"), ALPHACUT_WORKERS="0") as found:
        for _ in range(2):
            batch = {"jobs": [ASKED] * 65}
            httpx.post(f"{found}/v1/batches", json=batch, timeout=120).raise_for_status()
        yield found


def numbered(address: str) -> list[str]:
    """Return the ids of all jobs, newest first."""
    found, following = list[str](), "/v1/jobs?limit=100"
    while following:
        page = httpx.get(f"{address}{following}", timeout=120).json()
        found += [job["id"] for job in page["jobs"]]
        following = page["next"]
    return found


def test_all_jobs_can_be_listed_and_selected_ones_are(visit: Visit, address: str) -> None:
    page = visit.page
    oldest = numbered(address)[-1]
    page.goto(f"{address}/#{oldest}")
    expect(page.locator("#jobs li")).to_have_count(21)  # however old it is
    page.locator(f"#jobs input[value='{oldest}']").click()
    expect(page.locator(".job")).to_have_count(0)
    older = page.get_by_role("button", name="Show older jobs")
    for count in (20, 40, 60, 80, 100):
        expect(page.locator("#jobs li")).to_have_count(count)
        older.click()
    expect(page.locator("#jobs li")).to_have_count(130)
    expect(older).to_be_hidden()
    shown = "all => all.map((box) => box.value)"
    assert page.eval_on_selector_all("#jobs input", shown) == numbered(address)
    newest = httpx.post(f"{address}/v1/jobs", json=ASKED, timeout=120).json()["id"]
    expect(page.locator(f"#jobs input[value='{newest}']")).to_have_count(1)
    assert page.eval_on_selector_all("#jobs input", shown) == numbered(address)

    page.on("dialog", lambda dialog: dialog.accept())
    for gone in (newest, numbered(address)[-1]):
        httpx.post(f"{address}/v1/jobs/{gone}/cancel", timeout=120).raise_for_status()
        page.locator(f"#jobs input[value='{gone}']").check()
        page.get_by_role("button", name="Delete").click()
        expect(page.locator(f"#jobs input[value='{gone}']")).to_have_count(0)
    assert page.eval_on_selector_all("#jobs input", shown) == numbered(address)
