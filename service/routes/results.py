"""Results of jobs and batches: documents, pictures and tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from alphacut.jobs.batch import Batch
from alphacut.jobs.job import Job
from alphacut.jobs.raw_json import Written
from alphacut.jobs.store import Json, Store
from alphacut.service.access import StandingOf, caller
from alphacut.service.conditional import NOT_MODIFIED, IfNoneMatch, entity_tag, tagged, unchanged
from alphacut.service.kinds import View, entries, entry_of, kinds
from alphacut.service.looks import ended, job_followed
from alphacut.service.refusals import NoResult
from alphacut.service.render.layout import LAYOUTS
from alphacut.service.rendering import picture, unfinished
from alphacut.service.schemas.documents import BATCH_FORMAT, document_of
from alphacut.service.schemas.examples import CURVE as CURVE_EXAMPLE
from alphacut.service.schemas.headers import TAG
from alphacut.service.schemas.identifiers import BatchId, JobId
from alphacut.service.schemas.job import JobView
from alphacut.service.schemas.problem import problems
from alphacut.service.state import SettingsOf, StoreOf, ViewsOf, WatcherOf
from alphacut.service.views import Views, moment
from alphacut.service.waiting import Prefer, follow_until, wanted_wait
from alphacut.solver.bisection.kind import CURVE
from alphacut.solver.common.kind import Kind

router = APIRouter(prefix="/v1", tags=["results"], dependencies=[Depends(caller)])

AlphaOf = Annotated[str | None, Query(description="Whose cut it is, such as 5/4.", max_length=40)]
LayoutOf = Annotated[
    Literal[LAYOUTS] | None,  # type: ignore[valid-type]
    Query(description="Groups on a circle, the two sides apart, or placed by forces."),
]
_OF_BATCH = {"schema": {"$ref": "#/components/schemas/BatchDocument"}}


def _document_of(*asked: Kind) -> dict[int | str, dict[str, Any]]:
    """Describe an answer that is the document of a kind, or of one of several."""
    content = {"schema": document_of(*asked), "example": CURVE_EXAMPLE}
    described = {
        "description": "The document",
        "headers": TAG,
        "content": {"application/json": content},
    }
    return {200: described, **NOT_MODIFIED, **problems(404, 409)}


_COLLECTION: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The documents",
        "headers": TAG,
        "content": {"application/json": _OF_BATCH},
    },
    **NOT_MODIFIED,
    **problems(404, 409),
}


def _as(media_type: str, what: str) -> dict[int | str, dict[str, Any]]:
    content = {media_type: {"schema": {"type": "string"}}}
    described = {"description": what, "headers": TAG, "content": content}
    return {200: described, **NOT_MODIFIED, **problems(404, 409)}


@router.get(
    "/jobs/{job_id}/result",
    summary="Download a job's document",
    responses=_document_of(*kinds().values()),
)
async def get_result(
    job_id: JobId,
    store: StoreOf,
    settings: SettingsOf,
    standing: StandingOf,
    views: ViewsOf,
    watcher: WatcherOf,
    if_none_match: IfNoneMatch = None,
    prefer: Prefer = None,
) -> Response:
    """Return the document of a job of any kind.

    A job that reached its time limit, or was cancelled in mid-work, has a
    document with status "bounded". With `Prefer: wait=N` it is waited for.
    """
    wait = wanted_wait(prefer, settings.max_wait_seconds)
    if wait:
        await follow_until(job_followed(job_id, store, standing), ended, wait, watcher)
    job = await run_in_threadpool(_with_result, job_id, store)
    return await _document(job, store, views, if_none_match)


def _add_view(path: str, view: View) -> None:
    """Add the route of a view; where several kinds have one there, its words are the first's."""

    async def get_view(
        job_id: JobId, store: StoreOf, views: ViewsOf, if_none_match: IfNoneMatch = None
    ) -> Response:
        return await _view(path, job_id, store, views, if_none_match)

    async def get_view_at(
        job_id: JobId,
        store: StoreOf,
        views: ViewsOf,
        alpha: AlphaOf = None,
        layout: LayoutOf = None,
        if_none_match: IfNoneMatch = None,
    ) -> Response:
        return await _view(path, job_id, store, views, if_none_match, (alpha, layout))

    with_it = _kinds_with(path)
    router.add_api_route(
        f"/jobs/{{job_id}}/{path}",
        get_view_at if view.drawn else get_view,
        summary=view.summary,
        description=f"Jobs of these kinds have it: {', '.join(kind.name for kind in with_it)}.",
        responses=_as(view.media_type, view.called) if view.make else _document_of(*with_it),
        name=f"get_{path.replace('.', '_')}",
    )


def _kinds_with(path: str) -> list[Kind]:
    return [each.kind for each in entries().values() if each.view(path)]


for each in entries().values():
    for shown in each.views:
        if _kinds_with(shown.path)[0] is each.kind:  # a route for each path, once
            _add_view(shown.path, shown)


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
    tag = entity_tag(json.dumps([_moment(job) for job in batch.members]).encode())
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    return unchanged(tag, if_none_match) or StreamingResponse(
        _collected(batch, store), media_type="application/json", headers=headers
    )


@router.get(
    "/batches/{batch_id}/curves.svg",
    summary="Download the curves of a batch as one picture",
    responses=_as("image/svg+xml", "SVG"),
)
async def get_batch_svg(
    batch_id: BatchId, store: StoreOf, views: ViewsOf, if_none_match: IfNoneMatch = None
) -> Response:
    """Return a picture of the members' curves over each other, as far as there are any."""
    batch = await run_in_threadpool(store.batch, batch_id)
    members = [job for job in batch.members if job.kind == CURVE.name]
    drawn = [job for job in members if job.has_result]
    if not drawn:
        later = not all(job.state.terminal for job in members)
        raise NoResult(
            f"batch {batch_id} has no curve {'yet' if later else 'to draw'}", later=later
        )

    async def make() -> bytes:
        found = [await run_in_threadpool(store.result, job.id) for job in drawn]
        return await views.pool.call(picture, *(each for each in found if each is not None))

    key = ("picture", *((job.id, _moment(job)) for job in drawn))
    view = await views.get(key, make)
    return tagged(view.content, if_none_match, tag=view.tag, media_type="image/svg+xml")


async def _view(
    path: str,
    job_id: str,
    store: Store,
    views: Views,
    if_none_match: str | None,
    drawn: tuple[str | None, ...] = (),
) -> Response:
    """Answer with what is made of a job's document, if its kind has that."""
    job = await run_in_threadpool(_with_result, job_id, store, path)
    view = _view_of(job, path)
    assert view  # seen while the job was looked up
    make_it = view.make
    if make_it is None:
        return await _document(job, store, views, if_none_match)

    async def make() -> bytes:
        if job.has_result:
            document: Json = Written(await run_in_threadpool(_text, job, store))
        else:
            whole = await run_in_threadpool(store.get, job_id)
            answers = await run_in_threadpool(store.answers, job_id)
            document = await views.pool.call(unfinished, whole, answers)
        return await views.pool.call(make_it, document, *drawn)

    made = await views.get((view.make, job_id, moment(job), drawn), make)
    return tagged(
        made.content, if_none_match, tag=made.tag, media_type=view.media_type,
        headers=dict(view.headers),
    )  # fmt: skip


async def _document(job: Job, store: Store, views: Views, if_none_match: str | None) -> Response:
    """Answer with the document of a job, as its text is."""

    async def make() -> bytes:
        return (await run_in_threadpool(_text, job, store)).encode()

    view = await views.get(("document", job.id, _moment(job)), make)
    return tagged(view.content, if_none_match, tag=view.tag)


def _with_result(job_id: str, store: Store, path: str | None = None) -> Job:
    """Return a job that has a document, or is of a kind that has the view at a path without one."""
    job = store.get(job_id, requests=False)
    view = None if path is None else _view_of(job, path)
    if path is not None and view is None:
        called = path.partition(".")[0]
        raise NoResult(f"job {job_id} is a {job.kind}, not a {called}; see its result", later=False)
    if not job.has_result and not (view and view.live):
        later = not job.state.terminal
        what = "ask again later" if later else "it ended without a result"
        raise NoResult(f"job {job_id} is {job.state}; {what}", later=later)
    return job


def _view_of(job: Job, path: str) -> View | None:
    entry = entry_of(job.kind)
    return entry.view(path) if entry else None


def _text(job: Job, store: Store) -> str:
    document = store.result(job.id)
    if document is None:  # it is tried again since we looked
        raise NoResult(f"job {job.id} has no result any more; ask again later", later=True)
    return Written.of(document).text


def _moment(job: Job) -> str:
    """Name the end of a job's work; when it is tried again, it ends anew."""
    return str(job.finished)


def _ended(batch: Batch) -> Batch:
    if not batch.state.terminal:
        raise NoResult(f"batch {batch.id} is {batch.state}; ask again later", later=True)
    return batch


def _collected(batch: Batch, store: Store) -> Iterator[bytes]:
    """Write the documents of a batch one after another: together they may be large."""
    head = {"format": BATCH_FORMAT, "batch": batch.id, "state": batch.state.value}
    yield f'{json.dumps(head)[:-1]},"jobs":['.encode()
    for place, job in enumerate(batch.members):
        yield (b"," if place else b"") + _member(job, store)
    yield b"]}"


def _member(job: Job, store: Store) -> bytes:
    error = JobView.of(job).error
    document = store.result(job.id)
    about = {"job": job.id, "state": job.state.value, "error": error and error.model_dump()}
    text = "null" if document is None else Written.of(document).text
    return f'{json.dumps(about)[:-1]},"document":{text}}}'.encode()
