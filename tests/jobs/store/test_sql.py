"""What the SQL store promises beyond the contract of every store."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa

from jobs.errors import StoreError, StoreUnavailable
from jobs.store import SqlStore
from jobs.store.engine import connect, shown, transaction

if TYPE_CHECKING:
    from tests.conftest import PostgreSQL


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "jobs.sqlite3"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


def test_many_processes_may_open_a_new_database_at_once(url: str) -> None:
    program = "import sys; from jobs.store import SqlStore; s = SqlStore(sys.argv[1]); s.check()"
    command = [sys.executable, "-c", program, url]
    processes = [subprocess.Popen(command) for _ in range(5)]
    assert [process.wait(30) for process in processes] == [0] * 5


def test_opening_again_keeps_what_is_there(url: str) -> None:
    with closing(SqlStore(url)) as store:
        job = store.submit("bisection-curve", {})
    with closing(SqlStore(url)) as store:
        assert store.get(job.id) == job


def test_commits_are_durable_and_rows_belong_to_jobs(url: str) -> None:
    SqlStore(url).close()
    engine = connect(url)
    with engine.begin() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    engine.dispose()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_database_of_a_later_release_is_refused(url: str) -> None:
    SqlStore(url).close()
    engine = connect(url)
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="9999"):
        SqlStore(url)


def test_a_store_whose_tables_are_gone_says_so(url: str) -> None:
    with closing(SqlStore(url)) as store:
        engine = connect(url)
        with engine.begin() as connection:
            connection.execute(sa.text("DROP TABLE results"))
            connection.execute(sa.text("DROP TABLE answers"))
            connection.execute(sa.text("DROP TABLE jobs"))
            connection.execute(sa.text("DROP TABLE alembic_version"))
        engine.dispose()
        with pytest.raises(StoreError, match="version"):
            store.check()
        with pytest.raises(StoreError, match="no such table"):
            store.submit("bisection-curve", {})


@pytest.mark.parametrize(
    "url", ["nonsense", "sqlite://", "sqlite:///:memory:", "mysql://me:secret@somewhere/jobs"]
)
def test_databases_that_cannot_be_used_are_refused(url: str) -> None:
    with pytest.raises(StoreError, match=r"database URL.*sqlite:////.*") as told:
        SqlStore(url)
    assert "secret" not in str(told.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("these are notes, and no database\n" * 100)
    with pytest.raises(StoreError, match="not a database"):
        SqlStore(f"sqlite:///{file}")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="folder"):
        SqlStore(f"sqlite:///{tmp_path / 'file' / 'jobs.sqlite3'}")


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(StoreUnavailable, match="cannot be reached") as told:
        SqlStore("postgresql://me:secret@127.0.0.1:1/jobs")
    assert "secret" not in str(told.value)


def test_a_database_that_may_not_be_written_says_so(file: Path, url: str) -> None:
    with closing(SqlStore(url)) as store:
        job = store.submit("bisection-curve", {})
    with closing(SqlStore(f"sqlite:///file:{file}?mode=ro&uri=true")) as store:
        assert store.get(job.id) == job
        with pytest.raises(StoreError, match="read-only"):
            store.submit("bisection-curve", {})
        assert store.newest(limit=9) == [job]


def test_a_postgresql_that_may_not_be_written_says_so(postgresql: PostgreSQL) -> None:
    url = postgresql.database()
    with closing(SqlStore(url)) as store:
        job = store.submit("bisection-curve", {})
    reader = f"{url}&options=-c%20default_transaction_read_only%3Don"
    with closing(SqlStore(reader)) as store:
        assert store.get(job.id) == job
        with pytest.raises(StoreError, match="read-only"):
            store.submit("bisection-curve", {})


def test_a_transaction_that_postgresql_ended_as_idle_may_be_tried_again(
    postgresql: PostgreSQL,
) -> None:
    engine = connect(postgresql.database())
    with pytest.raises(StoreUnavailable, match="stood still"):
        stand_still(engine)
    engine.dispose()


def stand_still(engine: sa.Engine) -> None:
    """Write, do nothing for longer than PostgreSQL allows, and write again."""
    with transaction(engine) as connection:
        connection.execute(sa.text("SET idle_in_transaction_session_timeout = '50ms'"))
        time.sleep(0.5)
        connection.execute(sa.text("SELECT 1"))


def test_a_store_goes_on_after_a_restart_of_postgresql(own_postgresql: PostgreSQL) -> None:
    with closing(SqlStore(own_postgresql.database())) as store:
        job = store.submit("bisection-curve", {})
        own_postgresql.stop()
        with pytest.raises(StoreUnavailable, match=r"cannot be reached|being stopped"):
            store.get(job.id)
        own_postgresql.start()
        assert store.get(job.id) == job


def test_passwords_are_not_shown() -> None:
    assert "secret" not in shown("postgresql://someone:secret@somewhere/jobs")
