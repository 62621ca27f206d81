"""How much there is to do, and how much was done."""

from __future__ import annotations

from fastapi import APIRouter, Depends
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import PlainTextResponse, Response

from alphacut.service.access import caller
from alphacut.service.schemas.problem import problems
from alphacut.service.state import FiguresOf

router = APIRouter(tags=["health"], dependencies=[Depends(caller)])


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    summary="Figures for Prometheus",
    responses=problems(),
)
def metrics(figures: FiguresOf) -> Response:
    """Return jobs by state, failures by type, workers, engines, and requests by route."""
    return Response(figures.text(), media_type=CONTENT_TYPE_LATEST)
