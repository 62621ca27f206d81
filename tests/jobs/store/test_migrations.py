"""Databases of every earlier version are brought up to date, with all that is in them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from alphacut.jobs.errors import QuotaExceeded
from alphacut.jobs.origin import Origin, Quota
from alphacut.jobs.states import State
from alphacut.jobs.store import SqlStore
from alphacut.jobs.store.engine import connect
from alphacut.jobs.store.migrate import KNOWN, migrate
from alphacut.jobs.store.tables import metadata

VERSIONS = [
    script.revision for script in ScriptDirectory("jobs/store/migrations").walk_revisions()
][::-1]

# What the first version wrote: a job that has ended, and one that was being worked on.
FIRST_ROWS = """
INSERT INTO jobs (id, kind, request, state, created, started, finished, seconds, progress,
                  lease_epoch) VALUES
('aa', 'bisection-curve', '{"engine": "auto"}', 'succeeded', 1e9, 1e9, 1e9, 2.5, '{"gap": 0}', 1);
INSERT INTO jobs (id, kind, request, state, created, started, seconds, lease_owner, lease_epoch,
                  lease_expiry) VALUES
('bb', 'bisection-curve', '{"engine": "ilp"}', 'running', 1e9, 1e9, 1.5, 'worker-1', 3, 1e9);
INSERT INTO answers (job_id, sequence, alpha, answer) VALUES ('bb', 0, '1', '{"alpha": "1"}');
INSERT INTO results (job_id, document) VALUES ('aa', '{"status": "exact"}')
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'jobs.sqlite3'}"
    return str(request.getfixturevalue("postgresql").database())


@pytest.fixture
def engine(url: str) -> Iterator[sa.Engine]:
    opened = connect(url)
    yield opened
    opened.dispose()


def test_the_versions_lead_from_the_first_to_the_last() -> None:
    assert [f"{number:04}" for number in range(1, len(VERSIONS) + 1)] == VERSIONS == [*KNOWN]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_leads_to_the_tables_that_the_code_uses(
    engine: sa.Engine, url: str, version: str
) -> None:
    migrate(engine, version)
    SqlStore(url).close()
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_what_the_first_version_wrote_is_kept_and_worked_on(engine: sa.Engine, url: str) -> None:
    migrate(engine, VERSIONS[0])
    with engine.begin() as connection:
        for statement in FIRST_ROWS.split(";"):
            connection.exec_driver_sql(statement)
    with closing(SqlStore(url)) as store:
        ended, running = store.get("aa"), store.get("bb")
        assert (ended.state, ended.has_result, ended.progress) == (
            State.SUCCEEDED,
            True,
            {"gap": 0},
        )
        assert store.result("aa") == {"status": "exact"}
        assert (ended.content, ended.reused, ended.request) == (None, None, {"engine": "auto"})
        assert (running.state, running.seconds) == (State.RUNNING, 1.5)
        assert store.answers("bb") == [{"alpha": "1"}]
        claim = store.claim("worker-2", 60)
        assert claim is not None
        assert (claim.job.id, claim.epoch) == ("bb", 4)


# What the third version wrote: a job of a key that may ask for two a day.
THIRD_ROWS = """
INSERT INTO api_keys (id, name, digest, created, max_daily) VALUES ('0a', 'alice', 'x', 1e9, 2);
INSERT INTO jobs (id, kind, request, state, created) VALUES
('cc', 'compare', '{"topologies": [1, 2]}', 'queued', {now});
INSERT INTO origins (job_id, key_id) VALUES ('cc', '0a')
"""


def test_what_the_third_version_accepted_counts(engine: sa.Engine, url: str) -> None:
    migrate(engine, "0003")
    with engine.begin() as connection:
        for statement in THIRD_ROWS.replace("{now}", str(time.time())).split(";"):
            connection.exec_driver_sql(statement)
    with closing(SqlStore(url)) as store:
        [key] = store.keys.list()
        assert key.quota == Quota(daily=2)
        origin = Origin(key=key)
        store.submit("bisection-curve", {}, origin=origin)
        with pytest.raises(QuotaExceeded, match="has 2"):
            store.submit("bisection-curve", {}, origin=origin)
