"""The site of the documents is built strictly, and what is looked for in it is found."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build it as `make docs` does."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    built = subprocess.run(
        [*command, "--site-dir", folder], capture_output=True, text=True, cwd=ROOT
    )
    assert built.returncode == 0, built.stderr
    return folder


def test_the_atlas_is_found_and_each_row_has_an_address(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    assert any("arrangement=helix" in each["text"] for each in index["docs"])
    page = (site / "atlas" / "index.html").read_text("utf-8")
    for name in (path.stem for path in (ROOT / "docs" / "atlas" / "records").glob("*.json")):
        assert f'id="{name}"' in page
        assert f'href="#{name}"' in page
        assert (site / "atlas" / "records" / f"{name}.json").exists()


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    loading = re.compile(r'<(?:script|link|img)\b[^>]*(?:src|href)="(https?:[^"]+)"')
    for page in site.rglob("*.html"):
        assert loading.findall(page.read_text("utf-8")) == []


def test_files_beside_the_documents_are_in_the_site(site: Path) -> None:
    page = (site / "certificate.html").read_text("utf-8")
    (link,) = set(re.findall(r'href="(beside/verifier/[^"#]*)', page))
    assert (site / link).exists()
