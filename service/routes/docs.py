"""The service's documentation for people: Swagger UI, with every file served from here."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse

router = APIRouter(include_in_schema=False)

ASSETS = Path(str(resources.files("fastapi_offline") / "static"))
FILES = ("swagger-ui-bundle.js", "swagger-ui.css", "favicon.png")
_ONLY_FROM_HERE = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "base-uri 'none'; frame-ancestors 'none'"
)


@router.get("/docs")
def docs(request: Request) -> HTMLResponse:
    """Show the documentation."""
    root = request.scope.get("root_path", "").rstrip("/")
    page = get_swagger_ui_html(
        openapi_url=f"{root}/openapi.json",
        title="alphacut",
        swagger_js_url=f"{root}/docs/{FILES[0]}",
        swagger_css_url=f"{root}/docs/{FILES[1]}",
        swagger_favicon_url=f"{root}/docs/{FILES[2]}",
        swagger_ui_parameters={"validatorUrl": None},  # else a validator elsewhere is asked
    )
    page.headers["Content-Security-Policy"] = _ONLY_FROM_HERE
    return page


@router.get("/docs/{name}")
def asset(name: str) -> FileResponse:
    """Return a file that the documentation needs."""
    if name not in FILES:
        raise HTTPException(404)
    return FileResponse(ASSETS / name, headers={"Cache-Control": "max-age=86400"})
