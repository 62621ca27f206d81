"""Asking by form: every family the service knows, both kinds of question, and errors shown well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from alphacut.arrangements.links.catalogue import ARRANGEMENTS

if TYPE_CHECKING:
    from tests.page.conftest import Visit

SMALL = {"dragonfly": {"a": "2", "h": "1", "arrangement": "absolute"}}


def control(page: Page, path: str) -> Any:
    # several kinds of question have these
    visible = ":visible" if path in ("alpha", "balance", "engine") else ""
    return page.locator(f"[data-path='{path}']{visible}")


def newest(api: httpx.Client) -> dict[str, Any]:
    """Return what the last job was asked."""
    job = api.get("/v1/jobs?limit=1").json()["jobs"][0]
    asked: dict[str, Any] = api.get(job["links"]["self"]).json()["request"]
    return asked


def compute(page: Page) -> None:
    """Press the button, and wait for the job's card."""
    before = page.url
    page.get_by_role("button", name="Compute").click()
    page.wait_for_function("before => location.href !== before", arg=before)
    page.locator(".job").first.wait_for()


@pytest.mark.parametrize(
    "family",
    [
        "dragonfly",
        "graph",
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in ("hypercube", "torus", "hamming", "complete")
        ),
    ],
)
def test_a_network_of_every_family_can_be_asked_for(
    family: str, visit: Visit, api: httpx.Client
) -> None:
    page = visit.open()
    control(page, "topology.family").select_option(family)
    compute(page)
    assert newest(api)["topology"]["family"] == family


def test_the_form_has_all_fields_of_all_families(visit: Visit, api: httpx.Client) -> None:
    page = visit.open()
    for family in api.get("/v1/arrangements").json()["families"]:
        control(page, "topology.family").select_option(family["name"])
        named = "all => all.map((control) => control.dataset.path)"
        shown = set(page.eval_on_selector_all("[data-path^='topology.']", named))
        fields = set(family["json_schema"]["properties"]) - {"options"}
        assert {f"topology.{name}" for name in fields} <= shown
        for name in family["json_schema"]["required"]:
            expect(control(page, f"topology.{name}")).to_be_visible()


def test_what_is_written_is_what_is_asked(visit: Visit, api: httpx.Client) -> None:
    page = visit.open()
    control(page, "topology.a").fill("3")
    control(page, "topology.h").fill("1")
    control(page, "topology.arrangement").select_option("nautilus")
    control(page, "topology.options.sign").select_option("figures")
    page.get_by_text("More about the network").click()
    control(page, "topology.p").fill("2")
    page.get_by_text("Range, limits and engine").click()
    control(page, "alpha.min").fill("1/2")
    control(page, "alpha.max").fill("2")
    control(page, "limits.seconds").fill("30")
    control(page, "limits.gap").fill("0.01")
    control(page, "balance").select_option("hosts")
    compute(page)
    asked = newest(api)
    assert asked["kind"] == "bisection-curve"
    assert asked["topology"] == {
        "family": "dragonfly", "a": 3, "h": 1, "arrangement": "nautilus", "p": 2,
        "trunking": 1, "groups": 4, "options": {"sign": "figures"},
    }  # fmt: skip
    assert asked["alpha"] == {"min": "1/2", "max": "2"}
    assert asked["limits"] == {"seconds": 30.0, "gap": "1/100"}
    assert asked["balance"] == "hosts"


def test_one_number_or_one_for_each_group(visit: Visit, api: httpx.Client) -> None:
    page = visit.open()
    control(page, "topology.family").select_option("cascade")
    control(page, "topology.groups").fill("3")
    control(page, "topology.trunking").fill("4")
    page.get_by_text("More about the network").click()
    control(page, "topology.columns").fill("2")
    for written, meant in (("2 × 2 × 1", [2, 2, 1]), ("2", 2)):
        control(page, "topology.rows").fill(written)
        compute(page)
        assert newest(api)["topology"]["rows"] == meant


def test_one_point_can_be_asked_for(visit: Visit, api: httpx.Client) -> None:
    page = visit.open()
    control(page, "topology.family").select_option("hypercube")
    control(page, "topology.dimension").fill("3")
    page.get_by_role("radio", name="One α").check()
    control(page, "alpha").fill("5/4")
    compute(page)
    asked = newest(api)
    assert (asked["kind"], asked["alpha"]) == ("bisection-point", "5/4")
    expect(page.locator(".job .badge")).to_have_text("exact", timeout=60_000)
    expect(page.locator("#segments")).to_contain_text("α = 5/4")
    expect(page.locator("#cut figcaption")).to_contain_text("4 local links cut")


def test_all_arrangements_that_exist_can_be_asked_for_at_once(
    visit: Visit, api: httpx.Client
) -> None:
    visit.expected = {422}  # circulant does not exist for an odd h
    page = visit.open()
    control(page, "topology.a").fill("2")
    control(page, "topology.h").fill("1")
    control(page, "topology.arrangement").select_option("every one")
    compute(page)
    possible = {f"(p,2,1) {each.name}" for each in ARRANGEMENTS if each.refusal(2, 1) is None}
    assert 4 <= len(possible) < len(ARRANGEMENTS)
    expect(page.locator(".job")).to_have_count(len(possible))
    posted = api.get(f"/v1/jobs?limit={len(possible)}").json()["jobs"]
    assert {job["name"].removesuffix(", seed 0") for job in posted} == possible


def test_errors_stand_at_their_fields(visit: Visit) -> None:
    visit.expected = {422}
    page = visit.open()
    control(page, "topology.a").fill("4.5")
    page.get_by_text("Range, limits and engine").click()
    control(page, "limits.gap").fill("2")
    page.get_by_text("Range, limits and engine").click()
    page.get_by_role("button", name="Compute").click()
    wrong = control(page, "topology.a")
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_accessible_description('must be an integer, got "4.5" the number of '
                                                 "switches in each group")  # fmt: skip
    expect(control(page, "limits.gap")).to_be_visible()  # unfolded, for it is wrong
    expect(page.get_by_role("alert")).to_contain_text("The request is not valid")
    expect(page.locator(".wrong")).to_have_count(2)


def test_an_error_is_forgotten_once_it_is_put_right(visit: Visit) -> None:
    visit.expected = {422}
    page = visit.open()
    control(page, "topology.h").fill("")
    page.get_by_role("button", name="Compute").click()
    expect(control(page, "topology.h")).to_have_attribute("aria-invalid", "true")
    for name, value in SMALL["dragonfly"].items():
        field = control(page, f"topology.{name}")
        field.select_option(value) if name == "arrangement" else field.fill(value)
    compute(page)
    expect(page.locator(".wrong, .problem, [aria-invalid]")).to_have_count(0)


@pytest.mark.slow
def test_a_problem_deep_in_a_list_is_said_at_the_list(visit: Visit) -> None:
    visit.expected = {422}
    page = visit.open()
    control(page, "topology.family").select_option("graph")
    control(page, "topology.links").fill("[[0, 1], [1, 7]]")
    page.get_by_role("button", name="Compute").click()
    expect(control(page, "topology.links")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".wrong")).to_contain_text("7")


def test_json_that_cannot_be_read_is_not_sent(visit: Visit) -> None:
    page = visit.open()
    control(page, "topology.family").select_option("graph")
    control(page, "topology.links").fill("[[0, 1], ")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".wrong")).to_contain_text("is not JSON")


def test_markup_in_what_the_service_says_stays_text(visit: Visit) -> None:
    visit.expected = {422}
    page = visit.open()
    control(page, "topology.a").fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator(".wrong")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.locator("#ask img")).to_have_count(0)


def test_a_service_that_does_not_answer_is_named_as_the_reason(visit: Visit) -> None:
    page = visit.open()
    page.route("**/v1/jobs", lambda route: route.abort())
    page.get_by_role("button", name="Compute").click()
    expect(page.get_by_role("alert")).to_contain_text("The service does not answer")
    visit.errors[:] = [each for each in visit.errors if "ERR_FAILED" not in each]


def test_a_key_is_asked_for_where_one_is_needed_and_sent_from_then_on(visit: Visit) -> None:
    visit.expected = {401}
    problem = '{"title": "A key is needed", "detail": "send an API key"}'

    def guarded(route: Any) -> None:
        headers = dict(route.request.headers)
        if headers.pop("authorization", "") == "Bearer alphacut_secret":
            route.continue_(headers=headers)
        else:
            route.fulfill(status=401, body=problem)

    visit.page.route("**/v1/**", guarded)
    visit.page.goto(visit.address)
    expect(visit.page.get_by_role("alert")).to_have_text("send an API key")
    expect(visit.page.get_by_label("API key", exact=True)).to_be_focused()
    visit.page.get_by_label("API key", exact=True).fill("alphacut_secret")
    visit.page.get_by_role("button", name="Use this key").click()
    compute(visit.page)
    expect(visit.page.get_by_label("API key", exact=True)).to_have_count(0)


def test_other_sizes_than_halves_are_asked_for(visit: Visit, api: httpx.Client) -> None:
    """A size that does not fit is told at its field; one that does is in the request."""
    page = visit.open()
    control(page, "topology.family").select_option("cycle")
    control(page, "topology.switches").fill("12")
    page.get_by_role("radio", name="One α").check()
    control(page, "sizes").fill("3:8")
    visit.expected.add(422)
    page.get_by_role("button", name="Compute").click()
    wrong = page.locator(".field", has=control(page, "sizes"))
    expect(wrong).to_contain_text("must add up to 12")
    control(page, "sizes").fill("3:9")
    compute(page)
    assert newest(api)["sizes"] == "3:9"
    control(page, "sizes").fill("")
    control(page, "imbalance").fill("50%")
    compute(page)
    request = newest(api)
    assert (request["sizes"], request["imbalance"]) == (None, "1/2")


def test_a_profile_is_asked_for(visit: Visit, api: httpx.Client) -> None:
    page = visit.open()
    control(page, "topology.family").select_option("cycle")
    control(page, "topology.switches").fill("6")
    page.get_by_role("radio", name="Profile").check()
    compute(page)
    assert (newest(api)["kind"], newest(api)["alpha"]) == ("profile", None)
