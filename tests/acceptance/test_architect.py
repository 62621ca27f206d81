"""An architect's day: arrangements side by side, and from hosts and radix to a report."""

from __future__ import annotations

import csv
import json
import os
import shlex
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from alphacut.service.cli.main import commands

ARRANGEMENTS = ("absolute", "relative", "circulant", "nautilus", "helix")
COMMAND = (sys.executable, "-W", "error", "-m", "alphacut.service.cli.main")
SECONDS = "60"  # for each other network


def alphacut(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments], capture_output=True, encoding="utf-8", check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


@pytest.mark.slow
def test_five_arrangements_are_compared_at_264_switches(tmp_path: Path) -> None:
    """Kim et al.'s machine of 1,056 hosts; B(1) = 272 of relative is proven in seconds."""
    found = json.loads(
        alphacut(
            "design", "--hosts", "1056", "--radix", "15", "--within", "0", "--balanced", "--json"
        ).stdout
    )
    [design] = found["designs"]
    assert (design["switches"], design["bisection"], design["status"]) == (264, "272", "exact")
    specs = [json.dumps({**design["topology"], "arrangement": name}) for name in ARRANGEMENTS]
    known = tmp_path / "relative.json"  # takes as long as it must
    assert alphacut("point", specs[1], "--alpha", "1", "--out", str(known)).returncode == 0
    specs[1] = str(known)

    file = tmp_path / "comparison.json"
    run = alphacut(
        "compare", *specs, "--only-alpha", "--time-limit", SECONDS, "--out", str(file), "--quiet"
    )
    assert run.returncode in (0, 3, 4), run.stderr
    comparison = json.loads(file.read_text(encoding="utf-8"))
    rows: list[dict[str, Any]] = comparison["networks"]
    assert [row["topology"]["arrangement"] for row in rows] == [*ARRANGEMENTS]
    for row in rows:
        lower, upper = Fraction(row["lower"]), Fraction(row["bisection"])
        assert (row["hosts"], row["switches"], row["radix"]) == (1056, 264, 15)
        assert (lower == upper) == (row["status"] in ("exact", "closed"))
        # whoever proved them: no arrangement is beyond what holds for all
        assert upper >= Fraction(design["lower"])
        assert lower <= Fraction(design["bisection"])
    relative = rows[1]
    assert (relative["bisection"], relative["status"]) == ("272", "exact")
    table_marks_what_is_proven(run.stdout, rows)
    nobody_is_best_unless_it_is_proven(comparison, rows)


def table_marks_what_is_proven(table: str, rows: list[dict[str, Any]]) -> None:
    lines = [line for line in table.splitlines() if line.startswith("(4,8,4) ")]
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        assert row["status"] in line
        assert (" to " in line) == (row["status"] == "bounded")


def nobody_is_best_unless_it_is_proven(
    comparison: dict[str, Any], rows: list[dict[str, Any]]
) -> None:
    for place in comparison["best"]:
        others = [row for other, row in enumerate(rows) if other != place]
        assert all(Fraction(rows[place]["lower"]) >= Fraction(row["bisection"]) for row in others)
    if not comparison["best"]:
        assert any(row["status"] == "bounded" for row in rows)


HOSTS, RADIX = 2000, 36
FAMILIES = ("dragonfly", "xgft")  # beside the cheapest
WIDTHS = (1440, 390)  # pixels of a screen


@pytest.mark.slow
def test_from_hosts_and_radix_to_a_report(tmp_path: Path) -> None:
    """A front, three candidates, their curves, cables, failures, and a page about all of it."""
    front = tmp_path / "front.json"
    done("design", "--hosts", str(HOSTS), "--radix", str(RADIX), "--out", str(front), "--quiet")
    document = json.loads(front.read_text())
    chosen = candidates(document)
    given = ["--documents", str(front)]
    for number, row in enumerate(chosen):
        spec = json.dumps(row["topology"])
        given += ["--documents", str(curve_of(row, spec, tmp_path / f"curve-{number}.json"))]
        given += ["--documents", str(racks_of(row, spec, tmp_path / f"racks-{number}"))]
    smallest = json.dumps(min(chosen, key=lambda row: int(row["switches"]))["topology"])
    if "resilience" in commands():
        failures = tmp_path / "failures.json"
        run = alphacut(
            "resilience", smallest, "--fail", "links=0:1%", "--samples", "1", "--time-limit", "30",
            "--out", str(failures),
        )  # fmt: skip
        assert run.returncode in (0, 3, 4), run.stderr
        given += ["--documents", str(failures)]
    page = tmp_path / "report.html"
    question = f"Which network for {HOSTS:,} hosts, of switches with {RADIX} ports?"
    run = done("report", *given, "--out", str(page), "--question", question)
    assert f"{len(given) // 2} documents" in run.stderr
    look_at(page, chosen)


def done(*arguments: str) -> subprocess.CompletedProcess[str]:
    run = alphacut(*arguments)
    assert run.returncode == 0, run.stderr
    return run


def candidates(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The cheapest machine of the front, and the nearest of two families of large machines."""
    rows = [*document["designs"], *document["beside"]]
    found = [next(row for row in rows if row["family"] == family) for family in FAMILIES]
    chosen = [document["designs"][0], *found]
    assert len({row["family"] for row in chosen}) == len(chosen)
    assert all(abs(row["hosts"] - HOSTS) <= HOSTS // 10 for row in chosen)
    return chosen


def curve_of(row: dict[str, Any], spec: str, file: Path) -> Path:
    """Prove as much as there is time for; bounds meet those of the front."""
    run = alphacut(
        "curve", spec, "--balance", "hosts", "--time-limit", SECONDS, "--out", str(file), "--quiet"
    )
    assert run.returncode in (0, 3, 4), run.stderr
    document = json.loads(file.read_text())
    at_one = next(each for each in reversed(document["segments"]) if Fraction(each["from"]) <= 1)
    assert at_one["intercept"] + at_one["slope"] >= Fraction(row["lower"])
    return file


def racks_of(row: dict[str, Any], spec: str, folder: Path) -> Path:
    """Lay a candidate out: as many cables and switches as the front says, each once."""
    folder.mkdir()
    cables, file = folder / "cables.csv", folder / "layout.json"
    done(
        "layout", spec, "--radix", str(RADIX), "--cables", str(cables), "--netbox", str(folder),
        "--out", str(file),
    )  # fmt: skip
    assert f"{row['hosts']:,} hosts rebuilt" in done("verify", str(file)).stdout
    document = json.loads(file.read_text())
    assert (document["switches"], document["hosts"]) == (row["switches"], row["hosts"])
    with cables.open(newline="") as opened:
        rows = list(csv.DictReader(opened))
    told = row["cables"]
    assert len(rows) == document["cables"]["number"]
    assert len(rows) == told["host"] + told["copper"] + told["optical"]
    ends = [(each[f"{end}_device"], each[f"{end}_port"]) for each in rows for end in ("from", "to")]
    assert len(set(ends)) == len(ends)
    with (folder / "netbox-cables.csv").open(newline="") as opened:
        assert [each["label"] for each in csv.DictReader(opened)] == [
            each["label"] for each in rows
        ]
    return file


def overheard(shown: Page) -> tuple[list[str], list[str]]:
    """Return what a page asks for and complains of, as it comes."""
    asked: list[str] = []
    errors: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    shown.on("console", lambda told: errors.append(told.text))
    return asked, errors


def look_at(page: Path, chosen: list[dict[str, Any]]) -> None:
    """Open the page in Chromium: nothing sticks out, nothing is asked of a server, all is there."""
    program = shutil.which(os.environ.get("CHROMIUM") or "chromium")
    if program is None:
        pytest.skip("the page is looked at in Chromium, which is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--disable-gpu"], headless=True
        )
        for width in WIDTHS:
            shown = browser.new_page(viewport={"width": width, "height": 900})
            asked, errors = overheard(shown)
            shown.goto(page.as_uri())
            assert asked == [page.as_uri()]
            assert errors == []
            assert shown.evaluate("document.documentElement.scrollWidth") <= width
            heads = shown.locator("h2").all_inner_texts()
            assert heads[:4] == ["The question", "Networks", "The front", "Curves and values"]
            assert heads[-3:] == [
                "Racks, cables and the bill", "How each figure is proven", "To repeat it",
            ]  # fmt: skip
            for svg in shown.locator("figure svg").all():
                box = svg.bounding_box()
                assert box
                assert box["width"] > 200
                assert box["x"] + box["width"] <= width
            text = shown.locator("body").inner_text()
            assert all(f"{row['switches']:,} switches of {RADIX} ports" in text for row in chosen)
            assert f"alphacut design --hosts {HOSTS} --radix {RADIX}" in text
            assert shlex.quote(str(page)) in text
            shown.screenshot(path=page.with_name(f"report-{width}.png"), full_page=True)
        browser.close()
