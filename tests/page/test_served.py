"""What the service sends for the page, seen without a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

from alphacut.service.page.files import STATIC

FILES = sorted(file for file in STATIC.rglob("*") if file.is_file())


class _Tags(HTMLParser):
    """Collects the tags of a document."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@pytest.fixture(scope="module")
def tags(api: httpx.Client) -> list[tuple[str, dict[str, str | None]]]:
    parser = _Tags()
    parser.feed(api.get("/").text)
    return parser.found


def test_the_policy_lets_no_inline_script_run_and_nothing_come_from_elsewhere(
    api: httpx.Client,
) -> None:
    answer = api.get("/")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = dict(
        part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert not [value for value in policy.values() if "http" in value or "*" in value]


def test_the_document_has_no_script_or_handler_of_its_own(
    tags: list[tuple[str, dict[str, str | None]]],
) -> None:
    assert all("src" in attributes for tag, attributes in tags if tag == "script")
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]


def test_everything_that_the_document_names_is_there(
    api: httpx.Client, tags: list[tuple[str, dict[str, str | None]]]
) -> None:
    named = [a.get("src") or a.get("href") for tag, a in tags if tag in ("script", "link", "img")]
    assert len(named) > 8
    for address in named:
        assert address is not None
        assert api.get(address).status_code == 200, address


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(STATIC)))
def test_files_say_what_they_are_and_load_only_files_beside_them(
    file: Path, api: httpx.Client
) -> None:
    answer = api.get(f"/page/{file.relative_to(STATIC)}")
    kinds = {".js": "javascript", ".css": "css", ".svg": "svg", ".html": "html"}
    assert kinds[file.suffix] in answer.headers["content-type"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "https://" not in answer.text
    for imported in re.findall(r'^import .* from "(.*)";', answer.text, flags=re.MULTILINE):
        assert (file.parent / imported).is_file(), imported


def test_the_chart_library_comes_from_its_package_and_from_nowhere_else(api: httpx.Client) -> None:
    library = api.get("/page/plotly.min.js")
    assert "javascript" in library.headers["content-type"]
    assert "plotly.js v" in library.text[:200]
    assert library.headers["content-encoding"] == "gzip"
    assert not [file for file in FILES if "plotly" in file.name]


def test_what_a_browser_has_already_is_not_sent_again(api: httpx.Client) -> None:
    for address in ("/", "/page/plotly.min.js", "/page/main.js"):
        tag = api.get(address).headers["etag"]
        again = api.get(address, headers={"If-None-Match": tag})
        assert (again.status_code, again.content) == (304, b""), address


@pytest.mark.parametrize(
    "path", ["/page/nothing.js", "/page/widgetbundle.js", "/page/%2e%2e/policy.py", "/page/"]
)
def test_nothing_else_is_served(path: str, api: httpx.Client) -> None:
    answer = api.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
