"""Whether the service lives, and whether it can work; no key is needed to ask."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from alphacut.service.access import hiding_the_store
from alphacut.service.schemas.problem import open_problems
from alphacut.service.state import StoreOf

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """All is well."""

    status: Literal["ok"] = "ok"


@router.get("/healthz", response_model=Health, summary="Is the service alive?")
async def healthz() -> Health:
    """Answer, as long as the process can."""
    return Health()


@router.get(
    "/readyz", response_model=Health, summary="Can the service work?", responses=open_problems()
)
def readyz(store: StoreOf) -> Health:
    """Answer, if the store can be reached and is at the right version."""
    with hiding_the_store():
        store.check()
    return Health()
