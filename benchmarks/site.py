"""A hook of MkDocs: pages link to files beside docs/, which the site then holds as well.

The documents are written to be read in the repository, where such links lead out of their folder.
A file is copied into the site; a folder has no page there, and its link becomes its name.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
HELD = "beside"  # the folder of the site for what is not in docs/
LEFT_OUT = (
    ".ipynb",
    ".env",
    ".service",
    ".conf",
)  # of docs/: held as they are, like files beside it
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add every file that a page links to and that MkDocs would not take for a page's."""
    from mkdocs.structure.files import File

    wanted = {target for page in DOCS.rglob("*.md") for target in _beside(page)}
    for target in sorted(wanted):
        place = ROOT / target
        if place.is_file():
            files.append(File.generated(config, f"{HELD}/{target}", abs_src_path=str(place)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Have the links of a page lead to where its files are in the site."""
    source = page.file.src_uri
    inside = source.startswith(f"{HELD}/")
    folder = (ROOT / source.removeprefix(f"{HELD}/") if inside else DOCS / source).parent

    def lead(found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        place = _place(folder, target)
        if place is None:
            return found[0]
        if not (ROOT / place).is_file():
            return words
        at = place.removeprefix("docs/") if _page(place) else f"{HELD}/{place}"
        return f"[{words}]({posixpath.relpath(at, posixpath.dirname(source) or '.')}{anchor})"

    return _LINK.sub(lead, markdown)


def _beside(page: Path) -> set[str]:
    places = (_place(page.parent, found[2]) for found in _LINK.finditer(page.read_text("utf-8")))
    return {place for place in places if place is not None and not _page(place)}


def _place(folder: Path, target: str) -> str | None:
    """Return where a link leads, from the top of the repository; None for an address."""
    if re.match(r"[a-z]+:", target):
        return None
    place = Path(os.path.normpath(folder / target))
    return place.relative_to(ROOT).as_posix() if place.is_relative_to(ROOT) else None


def _page(place: str) -> bool:
    """Tell whether the site holds a file where docs/ does."""
    return place.startswith("docs/") and not place.endswith(LEFT_OUT)
