"""Serving the documents as `make docs` builds them, at /help; without them, how that is done."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

BUILT = Path(__file__).parents[2] / "site"  # of a clone; an installed package has none
HEADERS = {
    # MkDocs writes scripts into its pages, and searches in a worker; nothing comes from elsewhere.
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src 'self' blob:; "
    "base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>alphacut: documents</title>
<h1>The documents are not built here</h1>
<p>In a clone of the project, <code>make docs</code> builds them as pages that can be searched, in
the folder <code>site</code>. A service of that clone shows them here; any other one does with
<code>ALPHACUT_HELP_FOLDER=/path/to/site</code>.</p>
<p>The same texts are in the folder <code>docs</code> of the clone, and the API is described
<a href="{root}/docs">here</a>.</p>
"""


class _Site(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(HEADERS)
        return response


def install(app: FastAPI, folder: Path | None) -> None:
    """Serve the documents below /help.

    Parameters
    ----------
    folder
        Where they are; None: where `make docs` leaves them.
    """
    built = folder or BUILT

    async def not_built(request: Request) -> Response:
        root = request.scope.get("root_path", "").rstrip("/")
        return HTMLResponse(NOT_BUILT.format(root=root), status_code=404, headers=HEADERS)

    async def begin(request: Request) -> Response:
        root = request.scope.get("root_path", "").rstrip("/")
        return RedirectResponse(f"{root}/help/index.html")

    if not (built / "index.html").is_file():
        app.add_route("/help", not_built, include_in_schema=False)
        app.add_route("/help/{path:path}", not_built, include_in_schema=False)
        return
    app.add_route("/help", begin, include_in_schema=False)
    app.mount("/help", GZipMiddleware(_Site(directory=built, html=True)))
