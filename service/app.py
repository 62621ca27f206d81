"""The HTTP application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import anyio.to_thread
from fastapi import Depends, FastAPI

from alphacut.jobs.provenance import version
from alphacut.jobs.store import SqlStore
from alphacut.service import errors, openapi
from alphacut.service.access import allowed_hosts, key_needed
from alphacut.service.answers import BrowserRules
from alphacut.service.body_limit import BodyLimit
from alphacut.service.compressed import Compressed
from alphacut.service.ending import Ending
from alphacut.service.hosts import HostCheck
from alphacut.service.metrics import Figures
from alphacut.service.observed import Observed
from alphacut.service.page import files as page
from alphacut.service.page import help as help_pages
from alphacut.service.parameters import known_parameters
from alphacut.service.pool import Pool
from alphacut.service.routes import (
    arrangements,
    batches,
    bounds,
    design,
    docs,
    events,
    health,
    jobs,
    kinds,
    limits,
    metrics,
    network,
    networks,
    results,
)
from alphacut.service.settings import Settings
from alphacut.service.state import Leaving
from alphacut.service.views import Views
from alphacut.service.watching import Watcher
from alphacut.service.writing import Writers

ROUTES = (
    jobs, kinds, events, results, bounds, network, batches, arrangements, networks, design, limits,
    health, metrics, docs,
)  # fmt: skip
THREADS = 12  # at the same time, for readers: as many as have connections beside writers, and one
DESCRIPTION = """
The exact bisection bandwidth of a network as a function of the ratio α of global to
local link capacity, with a proof that anyone can check.

Post a question to `/v1/jobs`, poll the address that `Location` gives, and download the
α-curve as JSON, SVG or CSV. α and all values are exact: integers, or strings such as
`"5/4"`. Several questions at once go to `/v1/batches`. Jobs of other kinds ask what a network
carries (`throughput`), where the tasks of a job should lie (`placement`), and whether routes can
deadlock (`routing`). Whatever is wrong is said as `application/problem+json`, field by field.
"""


def create_app(settings: Settings | None = None) -> FastAPI:
    """Make the application; its database is brought up to date.

    Raises
    ------
    StoreError
        If the database cannot be used.
    """
    settings = settings or Settings()
    store = SqlStore(settings.database_url)
    store.open_ahead()
    checks, views = _pools(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:  # noqa: ARG001
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        checks.start()
        views.pool.start()
        yield
        checks.close()
        views.pool.close()
        store.close()

    app = FastAPI(
        title="alphacut", version=version(), description=DESCRIPTION, lifespan=lifespan,
        dependencies=[Depends(known_parameters)],
        docs_url=None, redoc_url=None, generate_unique_id_function=openapi.operation_id,
    )  # fmt: skip
    app.state.store = store
    app.state.checks = checks
    app.state.views = views
    app.state.settings = settings
    leaving = app.state.leaving = Leaving()
    app.state.watcher = Watcher()
    app.state.writers = Writers()
    app.state.figures = Figures(store)
    app.add_middleware(BodyLimit, max_bytes=settings.max_body_bytes)
    app.add_middleware(
        HostCheck, allowed=allowed_hosts(settings), own_pages_only=not key_needed(settings)
    )
    app.add_middleware(Compressed)
    app.add_middleware(Ending, leaving=leaving)
    app.add_middleware(Observed, requests=app.state.figures.requests)
    app.add_middleware(BrowserRules)
    errors.install(app)
    for module in ROUTES:
        app.include_router(module.router)
    openapi.install(app)
    page.install(app)
    help_pages.install(app, settings.help_folder)
    return app


def _pools(settings: Settings) -> tuple[Pool, Views]:
    """Make what checks requests, and what writes answers that take long."""
    limits: dict[str, Any] = {
        "waiting": settings.check_waiting_seconds,
        "room": settings.check_waiting_mb << 20,
        "seconds": settings.check_seconds,
        "memory": settings.check_memory_mb << 20,
    }
    checks = Pool(
        "checking the request", processes=settings.check_processes, too_much=422, **limits
    )
    views = Pool("writing the answer", processes=settings.view_processes, too_much=503, **limits)
    return checks, Views(views, settings.view_cache_mb << 20)
