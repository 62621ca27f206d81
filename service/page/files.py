"""Serving the page: its own files, and the chart library from the installed package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, Router
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from service.page.policy import HEADERS

STATIC = Path(__file__).parent / "static"
CHARTS = Path(str(files("plotly"))) / "package_data"  # holds plotly.min.js
_ADDRESS = "/page"  # of all files but the page itself


class _Files(StaticFiles):
    """A folder whose files carry the page's headers."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers.update(HEADERS)
        return response


def install(app: FastAPI) -> None:
    """Serve the page at /, and what it loads below /page.

    Only one file of the chart library is served; the rest of its folder is not
    for browsers.
    """

    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers=dict(HEADERS))

    async def charts(request: Request) -> FileResponse:  # noqa: ARG001
        return FileResponse(CHARTS / "plotly.min.js", headers=dict(HEADERS))

    assets = Router([Route("/plotly.min.js", charts), Mount("/", _Files(directory=STATIC))])
    app.add_api_route("/", page, include_in_schema=False)
    app.mount(_ADDRESS, GZipMiddleware(assets))
