"""What the service allows, and for how long it keeps things."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field

from alphacut.jobs.provenance import version
from alphacut.service.access import CallerOf
from alphacut.service.schemas.problem import problems
from alphacut.service.settings import Settings
from alphacut.service.state import SettingsOf

router = APIRouter(prefix="/v1/limits", tags=["limits"])


class Network(BaseModel):
    """How large a network may be."""

    switches: int
    links: int


class Seconds(BaseModel):
    """How long things may take."""

    default: float = Field(description="time limit of a job that asks for none")
    most: float = Field(description="longest time limit that a job may ask for")
    wait: float = Field(description="longest wait of a request that says Prefer: wait")
    poll: float = Field(description="pause between two polls that the service asks for")


class CheckView(BaseModel):
    """What checking a request may take."""

    seconds: float
    memory_mb: int


class Retention(BaseModel):
    """How long things are kept, in seconds; null: until they are deleted."""

    jobs: float | None = Field(description="a job that has ended, with its result")
    idempotency_keys: float | None = Field(description="at most as long as what they have made")


class QuotaView(BaseModel):
    """What the caller's API key may ask for; null: as much as it likes."""

    active: int | None = Field(description="jobs queued or running at the same time")
    daily: int | None = Field(description="jobs accepted within 24 hours")


class LimitsView(BaseModel):
    """All limits of this service."""

    version: str
    network: Network
    total_size: int = Field(
        description="switches and links of all networks of one request together"
    )
    body_bytes: int = Field(description="of a request")
    check: CheckView
    batch_jobs: int = Field(description="of one batch")
    seconds: Seconds
    retention: Retention
    quota: QuotaView


@router.get("", response_model=LimitsView, summary="See limits and retention", responses=problems())
def get_limits(settings: SettingsOf, key: CallerOf) -> LimitsView:
    """Return what this service allows whoever asks, and for how long it keeps jobs."""
    quota = QuotaView(
        active=key.quota.active if key else None, daily=key.quota.daily if key else None
    )
    return LimitsView(
        version=version(),
        network=Network(switches=settings.max_switches, links=settings.max_links),
        total_size=settings.max_total_size,
        body_bytes=settings.max_body_bytes,
        check=CheckView(seconds=settings.check_seconds, memory_mb=settings.check_memory_mb),
        batch_jobs=settings.max_batch,
        seconds=_seconds(settings),
        retention=_retention(settings),
        quota=quota,
    )


def _retention(settings: Settings) -> Retention:
    kept = settings.retention_days * 86400 or None
    return Retention(jobs=kept, idempotency_keys=kept)


def _seconds(settings: Settings) -> Seconds:
    return Seconds(
        default=min(settings.default_seconds, settings.max_seconds),
        most=settings.max_seconds,
        wait=settings.max_wait_seconds,
        poll=1.0,
    )
