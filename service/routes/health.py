"""Whether the service lives, whether it can work, and how much it has to do."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.responses import PlainTextResponse

from service.schemas.problem import problems
from service.state import StoreOf

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """All is well."""

    status: Literal["ok"] = "ok"


@router.get("/healthz", response_model=Health, summary="Is the service alive?")
async def healthz() -> Health:
    """Answer, as long as the process can."""
    return Health()


@router.get("/readyz", response_model=Health, summary="Can the service work?", responses=problems())
def readyz(store: StoreOf) -> Health:
    """Answer, if the store can be reached and is at the right version."""
    store.check()
    return Health()


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    summary="Figures for Prometheus",
    responses=problems(),
)
def metrics(store: StoreOf) -> PlainTextResponse:
    """Return how many jobs are in each state."""
    lines = ["# HELP alphacut_jobs Jobs by state.", "# TYPE alphacut_jobs gauge"]
    lines += [f'alphacut_jobs{{state="{state}"}} {n}' for state, n in store.counts().items()]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")
