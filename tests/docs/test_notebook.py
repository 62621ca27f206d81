"""The notebooks of the documentation run in a fresh kernel, and say what they say on the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

DOCS = Path(__file__).parents[2] / "docs"
IMAGES = ("image/svg+xml", "image/png")


def page(path: Path) -> Any:
    return nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)  # type: ignore[no-untyped-call]


def outputs(cell: Any) -> list[Any]:
    return list(cell.get("outputs", []))


def words(cell: Any) -> str:
    """What a cell says in words; pictures are named by their size, which is left out.

    What is printed may come in any pieces.
    """
    said = [
        each.get("text") or each.get("data", {}).get("text/plain", "") for each in outputs(cell)
    ]
    return "".join(text for text in said if not text.startswith("<Figure"))


def images(cell: Any) -> list[str]:
    return [kind for each in outputs(cell) for kind in IMAGES if kind in each.get("data", {})]


@pytest.mark.parametrize(("name", "pictures"), [("my-graph", 3), ("figures", 3)])
@pytest.mark.filterwarnings("ignore::DeprecationWarning:jupyter_client")
def test_it_runs_and_says_what_it_says_on_the_page(
    monkeypatch: pytest.MonkeyPatch, name: str, pictures: int
) -> None:
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    stored, run = page(DOCS / f"{name}.ipynb"), page(DOCS / f"{name}.ipynb")
    NotebookClient(run, timeout=600).execute()
    assert [words(cell) for cell in run.cells] == [words(cell) for cell in stored.cells]
    assert [images(cell) for cell in run.cells] == [images(cell) for cell in stored.cells]
    assert sum(len(images(cell)) for cell in run.cells) == pictures
