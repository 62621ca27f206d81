"""The documents at /help: those that `make docs` has built, or how to build them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from alphacut.service.app import create_app
from alphacut.service.settings import Settings
from tests.service.conftest import serving


@contextmanager
def served(folder: Path, built: Path) -> Iterator[httpx.Client]:
    settings = Settings(database_url=f"sqlite:///{folder}/jobs.sqlite3", help_folder=built)
    with (
        serving(create_app(settings)) as address,
        httpx.Client(base_url=address, follow_redirects=True) as client,
    ):
        yield client


def test_built_documents_are_served(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "search").mkdir(parents=True)
    (site / "index.html").write_text("<h1>Documents</h1>", "utf-8")
    (site / "search" / "search_index.json").write_text("{}", "utf-8")
    with served(tmp_path, site) as client:
        begin = client.get("/help")
        assert (begin.url.path, begin.text) == ("/help/index.html", "<h1>Documents</h1>")
        policy = begin.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "http" not in policy
        assert client.get("/help/search/search_index.json").json() == {}
        assert client.get("/help/none.html").status_code == 404
        assert client.get("/help/%2e%2e/jobs.sqlite3").status_code == 404


@pytest.mark.parametrize("path", ["/help", "/help/atlas/index.html"])
def test_documents_that_are_not_built_say_how(tmp_path: Path, path: str) -> None:
    with served(tmp_path, tmp_path / "nothing") as client:
        answer = client.get(path)
    assert answer.status_code == 404
    assert "<code>make docs</code>" in answer.text
