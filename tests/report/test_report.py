"""Reports: one page that needs nothing from elsewhere, and calls nothing exact unproven."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import alphacut
from alphacut.service.cli.report import report as command
from alphacut.service.report.single import single_report
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused, SolverError

SPEC = "dragonfly:a=2,h=1,arrangement=relative"
RELEASES = Path(__file__).parents[1] / "data" / "releases"
VOID = {"meta", "br", "img", "hr", "input", "link"}


class Page(HTMLParser):
    """Counts elements that are open, and keeps attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.text: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "title"):
            self.text.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


def alone(html: str) -> Page:
    """Hold a page to what a page by itself is: it runs nothing and loads nothing."""
    page = Page(html)
    assert page.open == []
    tags = {tag for tag, _, _ in page.attributes}
    assert not tags & {"script", "iframe", "object", "embed", "link", "img", "image", "form"}
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    for _, name, value in page.attributes:
        if name in ("href", "xlink:href", "src"):
            assert value.startswith("#"), value
    assert "@import" not in html
    assert set(re.findall(r"url\((.)", html)) <= {"#"}
    ids = [value for _, name, value in page.attributes if name == "id"]
    assert len(set(ids)) == len(ids)
    known = set(ids)
    assert {value[1:] for _, name, value in page.attributes if name == "href"} <= known
    return page


@pytest.fixture(scope="module")
def curve() -> dict[str, Any]:
    return dict(alphacut.curve(SPEC).document)


LATEST = {path.name: path for path in sorted(RELEASES.glob("*/*.json"))}


@pytest.mark.parametrize("path", LATEST.values(), ids=lambda path: path.stem)
def test_every_kind_has_a_report(path: Path) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))["document"]
    page = alone(single_report(document))
    assert "How each figure is proven" in page.words
    if path.stem == "compare":
        assert "unverified" in page.words
        told = re.findall(r"<pre>(.*?)</pre>", single_report(document), flags=re.DOTALL)
        assert not [each for each in told if re.search(r"\bexact\b", each)]


def test_a_report_has_all_its_parts(curve: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "design.json"
    found = alphacut.design(70, 8, families="hyperx,dragonfly")
    file.write_text(json.dumps(found.document))
    made = alphacut.report(
        SPEC, documents=[curve, file], question="<script>alert(1)</script> & why?", title="T<b>",
    )  # fmt: skip
    page = alone(made.html)
    for words in (
        "<script>alert(1)</script> & why?",
        "The front",
        "Curves and values",
        "Cuts",
        "Racks, cables and the bill",
        "example assumptions",
        "alphacut design --hosts 70 --radix 8",
        "every length measured from the floor",
    ):
        assert words in page.words, words
    assert made.html.count("<svg") >= 5
    hashes = [each.sha256 for each in made.evidence]
    assert all(each in page.words for each in hashes)
    assert len(made.evidence) == 3  # the curve is not computed again, the racks are
    made.keep(tmp_path)
    [layout] = made.made
    assert json.loads((tmp_path / layout).read_text())["format"] == "alphacut-layout/1"
    made.save(tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text() == made.html


def test_a_missing_curve_is_computed_and_proven() -> None:
    made = alphacut.report(SPEC, layouts=False)
    [one] = made.evidence
    assert (one.format, one.judgement.status) == ("alphacut-curve/1", "exact")
    assert f"--balance hosts --time-limit 60 --out {one.name}" in alone(made.html).words


def forged(document: dict[str, Any], change: Callable[[Any], object]) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(document))
    change(copy)
    return copy


def test_what_is_false_ends_the_report(curve: dict[str, Any]) -> None:
    def raised(document: Any) -> None:
        document["points"][1]["value"] = document["points"][1]["lower"] = "2"

    bad = forged(curve, raised)
    with pytest.raises(Refused, match="document 1: refused"):
        alphacut.report(documents=[bad])
    with pytest.raises(Refused, match="refused"):
        single_report(bad)


def test_a_front_is_verified_as_its_kind_is() -> None:
    document = alphacut.design(70, 8, families="hyperx").document
    assert "The front" in alone(single_report(document)).words

    def raised(copied: Any) -> None:
        copied["designs"][0]["bisection"] = copied["designs"][0]["lower"] = "1000"

    with pytest.raises(Refused, match="document 1: refused"):
        alphacut.report(documents=[forged(document, raised)])


def test_names_from_outside_stay_text() -> None:
    topology = {
        "family": "graph", "switches": 2, "links": [[0, 1]],
        "names": ["<img src=x onerror=alert(1)>", "\"'><script>x</script>"],
    }  # fmt: skip
    page = alone(alphacut.report(topology).html)
    assert "<img src=x" in page.words


def test_a_network_that_is_not_put_into_racks_is_told(tmp_path: Path) -> None:
    racks = tmp_path / "racks.toml"
    racks.write_text("[floor]\nracks_per_row = 1\nrows = 1\n[rack]\nunits = 4\n")
    made = alphacut.report(SPEC, racks=racks)
    assert "was not put into racks: floor.rows: the floor is too small" in alone(made.html).words


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"format": "alphacut-nothing/1"}, "a report takes alphacut-curve/1"),
        ({"no": "format"}, "no document of alphacut"),
        ({"format": "alphacut-design/2"}, "hosts is missing"),
        ({"format": "alphacut-layout/1"}, "files is not a JSON object"),
        ({"format": "alphacut-curve/1"}, "document 1"),
    ],
)
def test_what_is_no_document_is_told(document: dict[str, Any], told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        alphacut.report(documents=[document])


def test_a_report_of_nothing_is_refused() -> None:
    with pytest.raises(QuestionError, match="needs 1 to 200"):
        alphacut.report()


def test_the_command_writes_a_page(curve: dict[str, Any], tmp_path: Path) -> None:
    file, out = tmp_path / "curve.json", tmp_path / "report.html"
    file.write_text(json.dumps(curve))
    run = CliRunner().invoke(command, ["-d", str(file), "-o", str(out), "--question", "Which?"])
    assert run.exit_code == 0, run.output
    page = alone(out.read_text())
    assert f"alphacut verify {file}" in page.words
    assert "Which?" in page.words
    wrong = CliRunner().invoke(command, ["-d", str(file), "-o", str(tmp_path / "report.txt")])
    assert wrong.exit_code == 2
    assert "name the file FILE.html or FILE.pdf" in wrong.output


def test_a_pdf_without_a_browser_says_what_to_do(
    curve: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "none"))
    made = alphacut.report(documents=[curve])
    with pytest.raises(SolverError, match="PDF is printed by Chromium, which is not found"):
        made.save(tmp_path / "report.pdf")
    assert not (tmp_path / "report.pdf").exists()


@pytest.mark.slow
def test_a_pdf_is_printed(curve: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "report.pdf"
    alphacut.report(documents=[curve]).save(file)
    content = file.read_bytes()
    assert content.startswith(b"%PDF-")
    assert len(content) > 20_000
    told = subprocess.run(["file", "-b", str(file)], capture_output=True, text=True, check=False)
    assert "PDF" in told.stdout or told.returncode
