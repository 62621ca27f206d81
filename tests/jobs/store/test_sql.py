"""What the SQL store promises beyond the contract of every store."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from jobs.errors import StoreError
from jobs.store import SqlStore
from jobs.store.engine import connect, shown
from jobs.store.tables import metadata


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "jobs.sqlite3"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


def test_migrations_make_the_tables_that_the_code_uses(url: str) -> None:
    SqlStore(url).close()
    engine = connect(url)
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    engine.dispose()


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
    "url", ["nonsense", "sqlite://", "sqlite:///:memory:", "mysql://somewhere/jobs"]
)
def test_databases_that_cannot_be_used_are_refused(url: str) -> None:
    with pytest.raises(StoreError, match="database URL"):
        SqlStore(url)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("these are notes, and no database\n" * 100)
    with pytest.raises(StoreError, match="not a database"):
        SqlStore(f"sqlite:///{file}")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="folder"):
        SqlStore(f"sqlite:///{tmp_path / 'file' / 'jobs.sqlite3'}")


def test_passwords_are_not_shown() -> None:
    assert "secret" not in shown("postgresql://someone:secret@somewhere/jobs")
