"""Readable for everyone: light and dark, wide and narrow, with and without eyes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.page.conftest import Visit

Visits = Callable[..., "Visit"]
Solved = Callable[[str], str]
WIDE, NARROW = {"width": 1400, "height": 900}, {"width": 360, "height": 740}


def findings(visit: Visit) -> list[str]:
    """What axe holds against the page."""
    found = Axe().run(visit.page).response
    assert "color-contrast" in {rule["id"] for rule in found["passes"]}  # it has looked
    return [f"{rule['id']}: {[n['html'] for n in rule['nodes']]}" for rule in found["violations"]]


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(WIDE, "light", id="wide-light"),
        pytest.param(NARROW, "dark", id="narrow-dark"),
        pytest.param(WIDE, "dark", id="wide-dark", marks=pytest.mark.slow),
        pytest.param(NARROW, "light", id="narrow-light", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing(
    scheme: str, size: dict[str, int], visits: Visits, solved: Solved
) -> None:
    visit = visits(color_scheme=scheme, viewport=size)
    visit.open()
    assert findings(visit) == []
    visit.open(solved("absolute"), solved("relative"))
    visit.page.get_by_text("Range, limits and engine").click()
    visit.page.get_by_text("More about the network").click()
    visit.page.locator(".segment").nth(1).focus()
    assert findings(visit) == []
    visit.expected = {422}
    visit.page.locator("[data-path='topology.a']").fill("none")
    visit.page.get_by_role("button", name="Compute").click()
    expect(visit.page.get_by_role("alert")).to_be_visible()
    assert findings(visit) == []


def test_dark_and_light_follow_the_reader_at_once(visits: Visits, solved: Solved) -> None:
    visit = visits(color_scheme="light")
    page = visit.open(solved("absolute"))

    plot = "document.getElementById('plot')"

    def seen() -> tuple[Any, ...]:
        return (
            page.evaluate("getComputedStyle(document.body).backgroundColor"),
            page.evaluate(f"{plot}.layout.font.color"),
            page.evaluate(
                "document.getElementById('plot').data.find((t) => t.customdata).line.color"
            ),
        )

    light = seen()
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"() => {plot}.layout.font.color === '#e7ebf0'")
    assert all(before != after for before, after in zip(light, seen(), strict=True))


@pytest.mark.parametrize(
    "width", [320, 1024, *(pytest.param(each, marks=pytest.mark.slow) for each in (360, 768, 1920))]
)
def test_nothing_is_wider_than_the_screen(width: int, visits: Visits, solved: Solved) -> None:
    visit = visits(viewport={"width": width, "height": 800})
    page = visit.open(solved("absolute"), solved("relative"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_motion_is_left_out_for_those_who_do_not_want_it(visits: Visits, solved: Solved) -> None:
    visit = visits(reduced_motion="reduce")
    page = visit.open(solved("absolute"))
    moving = """() => [...document.querySelectorAll('body *')].filter((e) =>
        !e.closest('#plot') && parseFloat(getComputedStyle(e).transitionDuration) > 0).length"""
    assert page.evaluate(moving) == 0


def test_the_first_tab_leads_past_the_form(visit: Visit, solved: Solved) -> None:
    page = visit.open(solved("absolute"))
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the curves")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.work') !== null")
    assert solved("absolute") in page.url
