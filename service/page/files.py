"""Serving the page: its own files, and the chart library from the installed package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from alphacut.service.page.policy import HEADERS

STATIC = Path(__file__).parent / "static"
CHARTS = Path(str(files("plotly"))) / "package_data"  # holds plotly.min.js
_ADDRESS = "/page"  # of all files but the page itself


class _Files(StaticFiles):
    """A folder whose files carry the page's headers."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(HEADERS)
        return response


def _below(root: str) -> str:
    """Return the page with all its addresses below the path that a proxy has the service at."""
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    below = text.replace('="/', f'="{root}/')
    return below.replace("<head>", f'<head>\n  <meta name="root" content="{root}">', 1)


def install(app: FastAPI) -> None:
    """Serve the page at /, and what it loads below /page.

    Only one file of the chart library is served; the rest of its folder is not
    for browsers.
    """
    own, charts = _Files(directory=STATIC), _Files(directory=CHARTS)

    async def page(request: Request) -> Response:
        root = request.scope.get("root_path", "")
        if root:
            return HTMLResponse(_below(root), headers=dict(HEADERS))
        return await own.get_response("index.html", request.scope)

    async def library(request: Request) -> Response:
        return await charts.get_response("plotly.min.js", request.scope)

    assets = Router([Route("/plotly.min.js", library), Mount("/", own)])
    app.add_route("/", page, include_in_schema=False)
    app.mount(_ADDRESS, GZipMiddleware(assets))
