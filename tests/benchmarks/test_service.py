"""The measuring of polls: what it counts is what the service answered."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import httpx
import pytest

from alphacut.jobs.store import SqlStore
from alphacut.service.app import create_app
from alphacut.service.settings import Settings
from benchmarks.polling import poll
from tests.service.conftest import serving

CURVE = {"kind": "bisection-curve", "topology": {"family": "complete", "switches": 4}}


def test_polls_are_counted_as_the_service_counts_them(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'jobs.sqlite3'}")
    with (
        closing(SqlStore(settings.database_url)),
        serving(create_app(settings)) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        here = client.post("/v1/jobs", json=CURVE).headers["Location"]
        tag = client.get(here).headers["ETag"]
        full = poll(f"{address}{here}", clients=5, seconds=0.5)
        empty = poll(f"{address}{here}", clients=5, seconds=0.5, tag=tag)
        with pytest.raises(RuntimeError, match="200 ok"):
            poll(f"{address}{here}", clients=1, seconds=0.5, tag='"stale"')
        told = client.get("/metrics").text
    counted = {
        status: f'route="/v1/jobs/{{job_id}}",status="{status}"}} {count}'
        for status, count in ((200, full.requests + 2), (304, empty.requests))
    }
    assert f"{counted[200]}.0" in told
    assert f"{counted[304]}.0" in told
    assert full.clients == 5
    assert 0 < full.p50_ms <= full.p99_ms
    assert full.rate == pytest.approx(full.requests / full.seconds)
