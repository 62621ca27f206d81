"""Views that documents of any kind can have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.service.kinds.entry import View

Json = Mapping[str, Any]


# A report runs nothing and loads nothing, whatever stands in its document.
ALONE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"


def report_view() -> View:
    """Return the view of a document as a page of its own, verified while it is made."""
    return View(
        link="report",
        path="report.html",
        media_type="text/html; charset=utf-8",
        summary="Read a report: what was found, and how each figure is proven",
        make=_report,
        headers=(("Content-Security-Policy", ALONE), ("X-Content-Type-Options", "nosniff")),
    )


def _report(document: Json) -> bytes:
    from alphacut.service.rendering import report

    return report(document)


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
