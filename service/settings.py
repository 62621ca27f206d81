"""What can be set: environment variables with the prefix ALPHACUT_."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from alphacut.service.hosts import read_names

LEAST_MEMORY_MB = 320  # of a process at work: with its libraries, on the smallest network
LogLevel = Literal["debug", "info", "warning", "error"]
LogFormat = Literal["auto", "json", "text"]


def _own_database() -> str:
    """Return the URL of a database in the user's own data folder."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return f"sqlite:///{Path(base) / 'alphacut' / 'alphacut.sqlite3'}"


class Settings(BaseSettings):
    """All settings of the service and its workers, with their defaults."""

    model_config = SettingsConfigDict(env_prefix="ALPHACUT_", frozen=True, extra="forbid")

    database_url: str = Field(
        repr=False,  # it may hold a password
        default_factory=_own_database,
        description="where jobs are kept: the URL of a SQLite file or of a PostgreSQL database",
    )
    host: str = Field(default="127.0.0.1", description="address that the service listens on")
    port: int = Field(
        default=8000, ge=0, le=65535, description="port that the service listens on; 0: any"
    )
    allowed_hosts: str | None = Field(
        default=None,
        description="names by which the service may be reached, with commas between them",
    )
    root_path: str | None = Field(
        default=None,
        pattern=r"^(/[A-Za-z0-9._~-]+)+$",
        description="where a proxy has the service, if not at its root: /alphacut, for example",
    )
    help_folder: Path | None = Field(
        default=None,
        description="the documents as `make docs` builds them, shown at /help; else those of the "
        "clone that the service runs in",
    )
    idle_seconds: float = Field(
        default=15.0, gt=0, le=3600, description="how long a connection waits for a request"
    )
    header_seconds: float = Field(
        default=10.0, gt=0, le=3600, description="time for the header of a request"
    )
    body_seconds: float = Field(
        default=60.0, gt=0, le=3600, description="time for the body of a request"
    )
    sending_seconds: float = Field(
        default=30.0,
        gt=0,
        le=3600,
        description="how long a client may take next to nothing of an answer",
    )
    max_connections: int = Field(default=1000, ge=1, description="connections at the same time")
    max_client_connections: int = Field(
        default=500, ge=1, description="connections at the same time from one address"
    )
    workers: int = Field(default=1, ge=0, le=256, description="workers that `serve` starts")
    short_workers: int = Field(
        default=1,
        ge=0,
        le=256,
        description="workers that `serve` starts beside these, for short jobs alone",
    )
    short_seconds: float = Field(
        default=30.0,
        gt=0,
        le=3600,
        description="up to which time limit a job is short; one that takes four times as long "
        "is left to the other workers",
    )
    processes: int = Field(
        default=1, ge=1, le=1024, description="points of a curve that a worker solves at once"
    )
    dask: str | None = Field(
        default=None,
        pattern=r"^(local|(tcp|tls|ws|wss|ucx)://\S+)$",
        description="Dask cluster to solve on: tcp://HOST:PORT of its scheduler, or local",
    )
    job_memory_mb: int = Field(
        default=0,
        ge=0,
        description="memory that each process at work may use, libraries included; 0: no limit",
    )
    max_losses: int = Field(
        default=3, ge=1, description="workers in a row that a job may lose before it fails"
    )
    retention_days: float = Field(
        default=0, ge=0, description="how long jobs are kept after their end; 0: for ever"
    )
    lease_seconds: float = Field(
        default=15.0, ge=0.5, le=3600, description="how long a dead worker's job waits for another"
    )
    max_switches: int = Field(default=4096, ge=1, description="switches of a network, at most")
    max_links: int = Field(default=200_000, ge=0, description="links of a network, at most")
    max_body_bytes: int = Field(default=1 << 20, ge=1024, description="bytes of a request's body")
    max_total_size: int = Field(
        default=1_000_000,
        ge=1,
        description="switches and links of all networks of a request together, at most",
    )
    check_processes: int = Field(
        default=2, ge=1, le=64, description="processes that check requests"
    )
    check_seconds: float = Field(
        default=20.0, gt=0, le=600, description="how long checking a request may take"
    )
    check_memory_mb: int = Field(
        default=384, ge=64, description="memory that checking a request, or a view, may use, in MB"
    )
    check_waiting_seconds: float = Field(
        default=20.0,
        gt=0,
        le=600,
        description="how long a request waits to be checked before it is told 503",
    )
    check_waiting_mb: int = Field(
        default=64, ge=1, description="bodies that may wait to be checked, in MB; more are told 503"
    )
    view_processes: int = Field(
        default=1, ge=1, le=64, description="processes that write networks, bounds and pictures"
    )
    view_cache_mb: int = Field(
        default=64, ge=0, description="answers that are kept for the next reader, in MB"
    )
    default_seconds: float = Field(
        default=3600.0, gt=0, description="time limit of a job that asks for none"
    )
    max_seconds: float = Field(
        default=7 * 86400.0, gt=0, description="longest time limit that a job may ask for"
    )
    max_batch: int = Field(default=500, ge=1, description="jobs of a batch, at most")
    max_wait_seconds: float = Field(
        default=60.0, ge=0, le=600, description="longest wait of a request that says Prefer: wait"
    )
    operators: str | None = Field(
        default=None,
        description="names of API keys that may cancel, retry and delete every job, with commas "
        "between them; *: all may; without it each key may do so with its own jobs alone",
    )
    require_key: Literal["auto", "yes", "no"] = Field(
        default="auto", description="whether requests need an API key; auto: but on loopback"
    )
    log_format: LogFormat = Field(
        default="auto", description="json: one object a line; auto: text on a terminal, else json"
    )
    log_level: LogLevel = Field(default="info", description="what is logged to standard error")

    @field_validator("job_memory_mb")
    @classmethod
    def _room(cls, megabytes: int) -> int:
        """Refuse a limit that every job would fail for before it has begun."""
        if 0 < megabytes < LEAST_MEMORY_MB:
            raise ValueError(f"must be 0, for no limit, or at least {LEAST_MEMORY_MB}")
        return megabytes

    @field_validator("allowed_hosts")
    @classmethod
    def _names(cls, written: str | None) -> str | None:
        read_names(written or "")
        return written

    def as_environment(self) -> dict[str, str]:
        """Write the settings as the environment variables that give them."""
        given = {name: value for name, value in self if value is not None}
        return {f"ALPHACUT_{name.upper()}": str(value) for name, value in given.items()}
