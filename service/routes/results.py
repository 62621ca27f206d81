"""Results of jobs: documents, pictures and tables."""

from __future__ import annotations

import threading
from typing import Any

from fastapi import APIRouter, Response
from starlette.responses import JSONResponse

from jobs.kinds import CURVE
from jobs.store import Store
from service.errors import NoResult
from service.render.table import curve_csv
from service.schemas.examples import CURVE as CURVE_EXAMPLE
from service.schemas.problem import problems
from service.state import StoreOf

router = APIRouter(prefix="/v1/jobs/{job_id}", tags=["results"])

_DRAWING = threading.Lock()  # matplotlib's settings are those of the process
_DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The document",
        "content": {"application/json": {"schema": {"type": "object"}, "example": CURVE_EXAMPLE}},
    },
    **problems(404, 409),
}


def _as(media_type: str, what: str) -> dict[int | str, dict[str, Any]]:
    described = {"description": what, "content": {media_type: {"schema": {"type": "string"}}}}
    return {200: described, **problems(404, 409)}


@router.get("/result", summary="Download a job's document", responses=_DOCUMENT)
def get_result(job_id: str, store: StoreOf) -> JSONResponse:
    """Return the document of a job of any kind.

    A job that reached its time limit, or was cancelled in mid-work, has a
    document with status "bounded".
    """
    return JSONResponse(_document(job_id, store))


@router.get("/curve", summary="Download an α-curve as JSON", responses=_DOCUMENT)
def get_curve(job_id: str, store: StoreOf) -> JSONResponse:
    """Return the document of a job of kind bisection-curve."""
    return JSONResponse(_curve(job_id, store))


@router.get(
    "/curve.svg", summary="Download an α-curve as a picture", responses=_as("image/svg+xml", "SVG")
)
def get_svg(job_id: str, store: StoreOf) -> Response:
    """Return a picture of a curve."""
    curve = _curve(job_id, store)
    with _DRAWING:
        from service.render.svg import curve_svg  # loads matplotlib, which takes a while

        return Response(curve_svg([curve]), media_type="image/svg+xml")


@router.get(
    "/curve.csv", summary="Download an α-curve as a table", responses=_as("text/csv", "A table")
)
def get_csv(job_id: str, store: StoreOf) -> Response:
    """Return a table of a curve's segments."""
    return Response(curve_csv(_curve(job_id, store)), media_type="text/csv")


def _document(job_id: str, store: Store) -> dict[str, Any]:
    document = store.result(job_id)
    if document is None:
        job = store.get(job_id)
        later = not job.state.terminal
        what = "ask again later" if later else "it ended without a result"
        raise NoResult(f"job {job_id} is {job.state}; {what}", later=later)
    return dict(document)


def _curve(job_id: str, store: Store) -> dict[str, Any]:
    job = store.get(job_id)
    if job.kind != CURVE.name:
        raise NoResult(f"job {job_id} is a {job.kind}, not a curve; see its result", later=False)
    return _document(job_id, store)
