"""The network that a job is about, link by link."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends
from starlette.responses import JSONResponse

from arrangements.formats.spec import to_spec
from service.access import caller
from service.errors import NoResult
from service.prepared import network_of
from service.schemas.examples import NETWORK
from service.schemas.identifiers import JobId
from service.schemas.problem import problems
from service.state import StoreOf

router = APIRouter(prefix="/v1/jobs/{job_id}", tags=["jobs"], dependencies=[Depends(caller)])

_SPEC: dict[int | str, dict[str, Any]] = {
    200: {
        "description": 'A spec of the family "graph"',
        "content": {
            "application/json": {
                "schema": {"$ref": "#/components/schemas/GraphSpec"},
                "example": NETWORK,
            }
        },
    },
    **problems(404, 409),
}


@router.get("/network", summary="Download a job's network, link by link", responses=_SPEC)
def get_network(job_id: JobId, store: StoreOf) -> JSONResponse:
    """Return the network of a job as a spec of the family "graph".

    The switches have the numbers that the sides of its cuts name.
    """
    job = store.get(job_id)
    network = network_of(job)
    if network is None:
        raise NoResult(f"job {job_id} is a {job.kind}, of several networks", later=False)
    written = to_spec(network).complete()
    return JSONResponse(written, headers={"Cache-Control": "private, max-age=3600"})
