"""Many curves at once: told apart, twins drawn once, and who wins at an α."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from alphacut.arrangements.network import Network
from alphacut.service.text.bandwidth import bandwidth, read_rate
from tests.page.conftest import finished

if TYPE_CHECKING:
    from tests.page.conftest import Visit

Visits = Callable[..., "Visit"]
Traces = Callable[[Page], list[dict[str, Any]]]


@pytest.fixture(scope="session")
def nine(api: httpx.Client) -> list[str]:
    """The ids of curves of complete networks of 3 to 11 switches: ⌊n²/4⌋ each."""
    posted = [
        api.post("/v1/jobs", json={
            "kind": "bisection-curve", "topology": {"family": "complete", "switches": switches},
        }).json()["id"]
        for switches in range(3, 12)
    ]  # fmt: skip
    return [finished(api, each) for each in posted]


def lightness_and_hue(colour: str) -> tuple[float, float, float]:
    """A colour #rrggbb in CIELAB, whose distances are those that eyes see."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    f, g, h = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * g - 16, 500 * (f - g), 200 * (g - h)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_nine_curves_are_seen_at_once_and_told_apart(
    scheme: str, visits: Visits, nine: list[str]
) -> None:
    page = visits(viewport={"width": 1440, "height": 900}, color_scheme=scheme).open(*nine)
    expect(page.locator(".job")).to_have_count(9)
    looks: list[list[str]] = page.evaluate(
        "document.getElementById('plot').data.filter((t) => t.customdata)"
        ".map(({line}) => [line.color, line.dash])"
    )
    assert len(looks) == 9
    assert len({dash for _, dash in looks}) == 9
    colours = [lightness_and_hue(colour) for colour, _ in looks]
    for one, other in combinations(colours, 2):
        assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 20
    plot = page.locator("#plot").bounding_box()
    cards = page.locator("#cards").bounding_box()
    assert plot is not None
    assert cards is not None
    assert plot["y"] + plot["height"] < 900
    assert cards["y"] > plot["y"] + plot["height"]


def test_on_a_phone_the_plot_comes_first_once_something_is_selected(
    visits: Visits, nine: list[str]
) -> None:
    page = visits(viewport={"width": 390, "height": 844}).open(*nine)
    plot, form = page.locator("#plot").bounding_box(), page.locator("#ask").bounding_box()
    assert plot is not None
    assert form is not None
    assert plot["y"] < 400 < plot["y"] + plot["height"] < form["y"]
    order = page.evaluate(
        "document.getElementById('plot').compareDocumentPosition(document.getElementById('ask'))"
    )
    assert order & 4  # it follows for the keyboard as well


def test_twins_are_drawn_once_under_both_names(
    visit: Visit, solved: Callable[[str], str], traces: Traces
) -> None:
    jobs = [solved(each) for each in ("absolute", "consecutive", "relative", "palmtree")]
    page = visit.open(*jobs)
    expect(page.locator(".job")).to_have_count(4)
    expected = {"(p,2,2) absolute = consecutive", "(p,2,2) relative = palmtree"}
    both = {"(p,2,2) absolute = consecutive = relative = palmtree"}  # their curves may agree
    page.wait_for_function(
        "document.getElementById('plot').data.filter((t) => t.customdata).length <= 2"
    )
    assert {each["name"] for each in traces(page) if each["customdata"]} in (expected, both)
    expect(page.locator("#segments table")).to_have_count(page.locator("#standing tr").count() - 1)


def test_the_winner_at_an_alpha_is_that_of_the_documents(
    visit: Visit, solved: Callable[[str], str], nine: list[str]
) -> None:
    absolute, circulant = solved("absolute"), solved("circulant")
    page = visit.open(absolute, circulant)
    page.locator("#my-alpha").fill("3/2")
    # 1 + 4·3/2 against 3 + 2·3/2 of absolute, and 5 of circulant
    rows = page.locator("#standing tbody tr")
    expect(rows).to_have_count(2)
    told = [row.inner_text().split("\t") for row in rows.all()]
    assert [row[1:] for row in told] == [["6", "exact", "wins"], ["5", "exact", ""]]
    page.locator("#my-alpha").fill("1.25")
    expect(rows.first).to_contain_text("11/2 ≈ 5.500")
    page.locator("#my-alpha").fill("1")
    expect(rows.first).to_contain_text("wins, tied")
    page = visit.open(absolute, circulant, nine[2])
    page.locator("#my-alpha").fill("3/2")
    expect(rows).to_have_count(3)  # of 10 hosts two, and a complete one of 5
    told = [row.inner_text().split("\t") for row in rows.all()]
    assert [row[1:] for row in told] == [
        ["6", "6/5 ≈ 1.200", "exact", "wins"],
        ["6", "3/5 ≈ 0.600", "exact", ""],
        ["5", "1/2 ≈ 0.500", "exact", ""],
    ]  # fmt: skip
    expect(page.locator("#standing")).to_contain_text("Ranked by B per host")
    page.locator("#my-alpha").fill("none")
    expect(page.locator("#standing")).to_contain_text("α must be a number above 0")


def test_the_bandwidth_is_told_in_bytes_a_second(
    visit: Visit, solved: Callable[[str], str]
) -> None:
    page = visit.open(solved("absolute"))
    page.locator("#my-alpha").fill("3/2")
    page.locator("#my-rate").fill("25GB/s")
    row = page.locator("#standing tbody tr")
    expect(page.locator("#standing thead")).to_contain_text("both ways")
    # 6 links of 25 GB/s between halves of 5 hosts
    assert row.inner_text().split("\t")[1:] == [
        "6", "150 GB/s", "300 GB/s", "120 %", "30 GB/s", "exact", "",
    ]  # fmt: skip
    page.locator("#my-rate").fill("fast")
    expect(page.locator("#standing")).to_contain_text("a positive number with its unit")
    expect(page.locator("#my-rate")).to_have_attribute("aria-invalid", "true")
    expect(row).to_contain_text("exact")
    page.locator("#my-rate").fill("")
    expect(page.locator("#standing")).not_to_contain_text("both ways")
    page.get_by_label("known machine").select_option("lumi-g")
    expect(page.locator("#my-rate")).to_have_value("25GB/s")
    expect(page.locator("#standing thead")).to_contain_text("both ways")


def test_bandwidths_are_those_of_the_command_line(
    visit: Visit, solved: Callable[[str], str]
) -> None:
    """The page and `--unit` write the same for any bounds, hosts and rates."""
    dice, asked, expected = random.Random(1), [], []
    rates = ("25GB/s", "200Gb/s", "5.25 GB/s", "400/3Gbps", "1B/s", "7kB/s", "3Tbit/s")
    for number in range(300):
        low = Fraction(dice.randint(0, 10 ** dice.randint(1, 6)), dice.choice([1, 1, 2, 3, 7]))
        high = low + dice.choice(
            [Fraction(0), Fraction(0), Fraction(1, 3), Fraction(dice.randint(1, 1000))]
        )
        hosts, rate = dice.choice([2, 3, 64, 37888]), rates[number % len(rates)]
        network = Network(switches=1, links=(), hosts=(hosts,))
        ways, hosted = bandwidth(low, high, network, read_rate(rate))
        share, _, each = hosted.partition(" of full bisection, ")
        expected.append([ways, each, share])
        asked.append([str(low), str(high), hosts, rate])
    written = """async (asked) => {
        const { bandwidth, readRate } = await import('/page/plot/bandwidth.js');
        const { rational } = await import('/page/exact.js');
        return asked.map(([low, high, hosts, rate]) => {
            const [lower, upper] = [low, high].map(rational);
            const found = bandwidth({ lower, upper, hosts, rate: readRate(rate) });
            return [`${found.oneWay} one way, ${found.bothWays} both ways`,
                `${found.each} for each host of a half`, found.share];
        });
    }"""
    page = visit.open(solved("absolute"))
    for given, found, right in zip(asked, page.evaluate(written, asked), expected, strict=True):
        assert found[:2] == right[:2], given
        shares = [
            [float(end) for end in re.findall(r"[0-9.]+", text)] for text in (found[2], right[2])
        ]
        assert shares[0] == pytest.approx(shares[1], abs=0.11), given  # ties are rounded otherwise
    assert (
        page.evaluate(
            "import('/page/plot/bandwidth.js').then(({readRate}) => "
            "['', '0GB/s', '-1GB/s', '25', '25GB', '1/0GB/s', 'GB/s'].map(readRate))"
        )
        == [None] * 7
    )
