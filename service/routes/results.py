"""Results of jobs and batches: documents, pictures and tables."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Sequence
from typing import Any

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from jobs.batch import Batch
from jobs.comparing import COMPARE
from jobs.job import Job
from jobs.kinds import CURVE
from jobs.store import Store
from service.access import StandingOf, caller
from service.conditional import NOT_MODIFIED, IfNoneMatch, tagged
from service.errors import NoResult
from service.render.table import curve_csv
from service.schemas.examples import CURVE as CURVE_EXAMPLE
from service.schemas.headers import TAG
from service.schemas.identifiers import BatchId, JobId
from service.schemas.job import JobView
from service.schemas.problem import problems
from service.state import SettingsOf, StoreOf
from service.waiting import Prefer, look_until, wanted_wait
from service.words.comparison import csv_table, plain_table, winner_words

router = APIRouter(prefix="/v1", tags=["results"], dependencies=[Depends(caller)])

BATCH_FORMAT = "alphacut-batch/1"
_DRAWING = threading.Lock()  # matplotlib's settings are those of the process
_OBJECT = {"schema": {"type": "object"}}
_DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The document",
        "headers": TAG,
        "content": {"application/json": {**_OBJECT, "example": CURVE_EXAMPLE}},
    },
    **NOT_MODIFIED,
    **problems(404, 409),
}
_COLLECTION: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The documents",
        "headers": TAG,
        "content": {"application/json": _OBJECT},
    },
    **NOT_MODIFIED,
    **problems(404, 409),
}


def _as(media_type: str, what: str) -> dict[int | str, dict[str, Any]]:
    content = {media_type: {"schema": {"type": "string"}}}
    described = {"description": what, "headers": TAG, "content": content}
    return {200: described, **NOT_MODIFIED, **problems(404, 409)}


@router.get("/jobs/{job_id}/result", summary="Download a job's document", responses=_DOCUMENT)
async def get_result(
    job_id: JobId,
    store: StoreOf,
    settings: SettingsOf,
    standing: StandingOf,
    if_none_match: IfNoneMatch = None,
    prefer: Prefer = None,
) -> Response:
    """Return the document of a job of any kind.

    A job that reached its time limit, or was cancelled in mid-work, has a
    document with status "bounded". With `Prefer: wait=N` it is waited for.
    """
    wait = wanted_wait(prefer, settings.max_wait_seconds)
    if wait:
        await look_until(lambda: store.get(job_id), lambda job: job.state.terminal, wait, standing)
    document = await run_in_threadpool(_document, job_id, store)
    return tagged(_written(document), if_none_match)


@router.get("/jobs/{job_id}/curve", summary="Download an α-curve as JSON", responses=_DOCUMENT)
def get_curve(job_id: JobId, store: StoreOf, if_none_match: IfNoneMatch = None) -> Response:
    """Return the document of a job of kind bisection-curve."""
    return tagged(_written(_curve(job_id, store)), if_none_match)


@router.get(
    "/jobs/{job_id}/curve.svg",
    summary="Download an α-curve as a picture",
    responses=_as("image/svg+xml", "SVG"),
)
def get_svg(job_id: JobId, store: StoreOf, if_none_match: IfNoneMatch = None) -> Response:
    """Return a picture of a curve."""
    picture = _drawn([_curve(job_id, store)])
    return tagged(picture, if_none_match, media_type="image/svg+xml")


@router.get(
    "/jobs/{job_id}/curve.csv",
    summary="Download an α-curve as a table",
    responses=_as("text/csv", "A table"),
)
def get_csv(job_id: JobId, store: StoreOf, if_none_match: IfNoneMatch = None) -> Response:
    """Return a table of a curve's segments."""
    table = curve_csv(_curve(job_id, store)).encode()
    return tagged(table, if_none_match, media_type="text/csv")


@router.get(
    "/jobs/{job_id}/comparison.csv",
    summary="Download a comparison as a table",
    responses=_as("text/csv", "A table"),
)
def get_comparison_csv(
    job_id: JobId, store: StoreOf, if_none_match: IfNoneMatch = None
) -> Response:
    """Return a row for each network of a job of kind compare, with exact numbers."""
    return tagged(
        _lines(csv_table(_comparison(job_id, store))), if_none_match, media_type="text/csv"
    )


@router.get(
    "/jobs/{job_id}/comparison.txt",
    summary="Read a comparison",
    responses=_as("text/plain", "A table, and words"),
)
def get_comparison_text(
    job_id: JobId, store: StoreOf, if_none_match: IfNoneMatch = None
) -> Response:
    """Return the table of a job of kind compare, and who wins on which range of α."""
    document = _comparison(job_id, store)
    text = _lines([*plain_table(document), "", *winner_words(document)])
    return tagged(text, if_none_match, media_type="text/plain; charset=utf-8")


@router.get(
    "/batches/{batch_id}/result",
    summary="Download the documents of a batch",
    responses=_COLLECTION,
)
def get_batch_result(
    batch_id: BatchId, store: StoreOf, if_none_match: IfNoneMatch = None
) -> Response:
    """Return each member's document, or its error, in the order of the request."""
    batch = _ended(store.batch(batch_id))
    members = [_member(job, store) for job in batch.members]
    collection = {"format": BATCH_FORMAT, "batch": batch.id, "state": batch.state.value}
    return tagged(_written({**collection, "jobs": members}), if_none_match)


@router.get(
    "/batches/{batch_id}/curves.svg",
    summary="Download the curves of a batch as one picture",
    responses=_as("image/svg+xml", "SVG"),
)
def get_batch_svg(batch_id: BatchId, store: StoreOf, if_none_match: IfNoneMatch = None) -> Response:
    """Return a picture of the members' curves over each other, as far as there are any."""
    members = [job for job in store.batch(batch_id).members if job.kind == CURVE.name]
    documents = [dict(found) for job in members if (found := store.result(job.id))]
    if not documents:
        later = not all(job.state.terminal for job in members)
        raise NoResult(
            f"batch {batch_id} has no curve {'yet' if later else 'to draw'}", later=later
        )
    return tagged(_drawn(documents), if_none_match, media_type="image/svg+xml")


def _ended(batch: Batch) -> Batch:
    if not batch.state.terminal:
        raise NoResult(f"batch {batch.id} is {batch.state}; ask again later", later=True)
    return batch


def _member(job: Job, store: Store) -> dict[str, Any]:
    error = JobView.of(job).error
    return {
        "job": job.id,
        "state": job.state.value,
        "document": store.result(job.id),
        "error": error.model_dump() if error else None,
    }


def _written(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _drawn(curves: Sequence[dict[str, Any]]) -> bytes:
    with _DRAWING:
        from service.render.svg import curve_svg  # loads matplotlib, which takes a while

        return curve_svg(curves).encode()


def _document(job_id: str, store: Store) -> dict[str, Any]:
    document = store.result(job_id)
    if document is None:
        job = store.get(job_id)
        later = not job.state.terminal
        what = "ask again later" if later else "it ended without a result"
        raise NoResult(f"job {job_id} is {job.state}; {what}", later=later)
    return dict(document)


def _curve(job_id: str, store: Store) -> dict[str, Any]:
    return _document_of(CURVE.name, "curve", job_id, store)


def _comparison(job_id: str, store: Store) -> dict[str, Any]:
    return _document_of(COMPARE, "comparison", job_id, store)


def _document_of(kind: str, called: str, job_id: str, store: Store) -> dict[str, Any]:
    job = store.get(job_id)
    if job.kind != kind:
        raise NoResult(f"job {job_id} is a {job.kind}, not a {called}; see its result", later=False)
    return _document(job_id, store)
