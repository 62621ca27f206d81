"""Views that documents of any kind can have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.service.kinds.entry import View

Json = Mapping[str, Any]


def text_view(path: str, summary: str) -> View:
    """Return a view of a document in words."""
    return View(
        link="text",
        path=path,
        media_type="text/plain; charset=utf-8",
        summary=summary,
        make=_text,
    )


def _text(document: Json) -> bytes:
    from alphacut.service.rendering import text

    return text(document)
