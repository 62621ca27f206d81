"""What the SQL store promises beyond the contract of every store."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import sqlalchemy as sa

from alphacut.jobs.errors import StoreError, StoreUnavailable
from alphacut.jobs.job import Claim
from alphacut.jobs.store import SqlStore, Submission
from alphacut.jobs.store.engine import connect, read_url, shown, transaction

if TYPE_CHECKING:
    from tests.conftest import PostgreSQL


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "jobs.sqlite3"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


def test_many_processes_may_open_a_new_database_at_once(url: str) -> None:
    program = (
        "import sys; from alphacut.jobs.store import SqlStore; s = SqlStore(sys.argv[1]); s.check()"
    )
    command = [sys.executable, "-c", program, url]
    processes = [subprocess.Popen(command) for _ in range(5)]
    assert [process.wait(180) for process in processes] == [0] * 5


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


OUT_OF_DESCRIPTORS = """
import os, resource, sys
from alphacut.jobs.errors import StoreUnavailable
from alphacut.jobs.store import SqlStore
from alphacut.jobs.store.engine import transaction

store = SqlStore(sys.argv[1])
if sys.argv[2:]:
    store.open_ahead()
job = store.submit("bisection-curve", {})
free = os.dup(0)  # the lowest that is free
os.close(free)
resource.setrlimit(resource.RLIMIT_NOFILE, (free, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
with transaction(store._reading):  # the only connection, unless all were opened ahead
    try:
        assert store.get(job.id) == job
        print("found")
    except StoreUnavailable as refused:
        print(refused)
assert store.get(job.id) == job
"""


def _out_of_descriptors(url: str, *arguments: str) -> str:
    command = [sys.executable, "-c", OUT_OF_DESCRIPTORS, url, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def test_a_want_of_descriptors_may_pass(url: str) -> None:
    assert "no file descriptor left" in _out_of_descriptors(url)


def test_connections_opened_ahead_need_no_more_descriptors(url: str) -> None:
    assert _out_of_descriptors(url, "ahead") == "found\n"


def test_a_file_that_cannot_be_opened_is_no_passing_want(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened") as told:
        SqlStore(f"sqlite:///file:{tmp_path / 'missing.sqlite3'}?mode=rw&uri=true")
    assert not isinstance(told.value, StoreUnavailable)


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
        assert store.newest(limit=9) == [replace(job, place=None)]


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


PASSWORDS = (
    "secret",
    "se@cret",
    "@secret",
    "secret@",
    "s@e@cret",
    "s/ecret@",
    "se%40cret",
    "s:e?cret",
)


class TestPasswords:
    @pytest.mark.parametrize("password", PASSWORDS)
    def test_whatever_stands_in_one_leads_to_the_right_server(self, password: str) -> None:
        parsed = read_url(f"postgresql://me:{password}@db.example.org:5433/jobs?sslmode=require")
        assert parsed.password == password.replace("%40", "@")
        assert (parsed.username, parsed.host, parsed.port) == ("me", "db.example.org", 5433)
        assert (parsed.database, dict(parsed.query)) == ("jobs", {"sslmode": "require"})

    @pytest.mark.parametrize("password", PASSWORDS)
    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://someone:{}@127.0.0.1:1/jobs",
            "postgresql://someone@127.0.0.1:1/jobs?password={}",
            "postgresql://127.0.0.1:1/jobs?user=someone&password={}",
            "mysql://someone:{}@somewhere/jobs",
            "postgresql://someone:{}@127.0.0.1:port/jobs",
            "postgresql+psycopg://someone:{}@127.0.0.1:1/jobs?sslpassword={}",
        ],
    )
    def test_they_are_not_shown(self, url: str, password: str) -> None:
        url = url.replace("{}", password)
        with pytest.raises(StoreError) as told:
            SqlStore(url)
        assert "cret" not in str(told.value)

    @pytest.mark.parametrize(
        "url",
        [
            "postgresql://me:s@e/cret@db/jobs",
            "postgresql://me@db/jobs?password=secret&sslpassword=x",
        ],
    )
    def test_neither_are_they_in_the_log(self, url: str) -> None:
        assert "cret" not in shown(url)
        assert "@db/jobs" in shown(url)

    @pytest.mark.parametrize(
        "url",
        ["postgresql://me:a?b@secret@somewhere/jobs", "postgresql://somewhere?password=a@secret"],
    )
    def test_one_that_cannot_be_told_from_the_server_is_not_shown(self, url: str) -> None:
        with pytest.raises(StoreError, match="%40 for @") as told:
            SqlStore(url)
        assert "secret" not in str(told.value)

    def test_names_of_users_and_files_may_have_an_at_as_well(self, tmp_path: Path) -> None:
        parsed = read_url("postgresql://me@team:pw@db/jobs")
        assert (parsed.username, parsed.password, parsed.host) == ("me@team", "pw", "db")
        SqlStore(f"sqlite:///{tmp_path}/a@b@c.sqlite3").close()
        assert (tmp_path / "a@b@c.sqlite3").exists()


class TestFile:
    def mode(self, path: Path) -> int:
        return path.stat().st_mode & 0o777

    def test_it_is_the_users_alone(self, file: Path, url: str) -> None:
        with closing(SqlStore(url)) as store:
            store.submit("bisection-curve", {})
            assert self.mode(file.parent) == 0o700
            files = sorted(file.parent.iterdir())
            assert [each.name.removeprefix(file.name) for each in files] == ["", "-shm", "-wal"]
            assert [self.mode(each) for each in files] == [0o600] * 3

    def test_one_named_as_a_uri_is_as_well(self, tmp_path: Path) -> None:
        SqlStore(f"sqlite:///file:{tmp_path}/a%20b.sqlite3?uri=true").close()
        assert self.mode(tmp_path / "a b.sqlite3") == 0o600

    def test_what_is_there_stays_as_its_owner_wants_it(
        self, file: Path, url: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        SqlStore(url).close()
        assert "chmod" not in caplog.text
        file.chmod(0o640)
        SqlStore(url).close()
        assert self.mode(file) == 0o640
        assert "chmod 600" in caplog.text

    def test_a_home_folder_may_be_written_short(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        SqlStore("sqlite:///~/jobs.sqlite3").close()
        assert (tmp_path / "jobs.sqlite3").exists()

    def test_one_that_was_removed_is_not_made_anew(self, file: Path, url: str) -> None:
        with closing(SqlStore(url)) as store:
            job = store.submit("bisection-curve", {})
            for each in file.parent.iterdir():
                each.unlink()
            self.refused(store, job.id, "was removed")
            assert list(file.parent.iterdir()) == []

    def test_one_that_was_replaced_is_not_written(self, file: Path, url: str) -> None:
        with closing(SqlStore(url)) as store:
            job = store.submit("bisection-curve", {})
            for each in list(file.parent.iterdir()):
                each.rename(each.parent.parent / each.name)
            with closing(SqlStore(url)) as another:
                self.refused(store, job.id, "was replaced")
                assert another.newest(limit=10) == []

    def refused(self, store: SqlStore, job_id: str, words: str) -> None:
        """See that nothing is read or written, by open connections and by new ones."""
        for _ in range(2):
            for call in (
                store.check, lambda: store.get(job_id), lambda: store.claim("me", 60),
                lambda: store.submit("bisection-curve", {}), lambda: store.keys.add("a"),
            ):  # fmt: skip
                with pytest.raises(StoreError, match=words) as told:
                    call()
                assert not isinstance(told.value, StoreUnavailable)
            store.close()  # and so the connections; the next call opens others

    def test_one_that_goes_within_a_transaction_took_nothing(self, file: Path, url: str) -> None:
        SqlStore(url).close()
        engine = connect(url)
        with pytest.raises(StoreError, match="was removed"):
            self.write_and_lose(engine, file)
        engine.dispose()

    def write_and_lose(self, engine: sa.Engine, file: Path) -> None:
        with transaction(engine) as connection:
            connection.execute(sa.text("DELETE FROM jobs"))
            file.unlink()


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, url: str) -> str:
    if request.param == "sqlite":
        return url
    return str(request.getfixturevalue("postgresql").database())


class TestChangedWhileInUse:
    CHANGES = {  # noqa: RUF012
        "newer": (["UPDATE alembic_version SET version_num = '9999'"], "version 9999"),
        "older": (["UPDATE alembic_version SET version_num = '0001'"], "version 0001"),
        "no version": (["DELETE FROM alembic_version"], "version None"),
        "empty": (
            [f"DROP TABLE {name}" for name in ("alembic_version", "results", "answers")],
            "its tables are gone",
        ),
    }

    @pytest.mark.parametrize("change", CHANGES)
    def test_nothing_is_written_any_more(self, either: str, change: str) -> None:
        statements, words = self.CHANGES[change]
        with closing(SqlStore(either)) as store:
            job = store.submit("bisection-curve", {})
            claim = store.claim("me", 60)
            assert claim
            engine = connect(either)
            with engine.begin() as connection:
                for statement in statements:
                    connection.execute(sa.text(statement))
            engine.dispose()
            for write in self.writes(store, job.id, claim):
                with pytest.raises(StoreError, match=words):
                    write()

    def writes(self, store: SqlStore, job_id: str, claim: Claim) -> list[Callable[[], object]]:
        kind = "bisection-curve"
        return [
            store.check, lambda: store.submit(kind, {}), lambda: store.cancel(job_id),
            lambda: store.submit_batch([Submission(kind=kind, request={})]),
            lambda: store.retry(job_id), lambda: store.delete(job_id), lambda: store.purge(0),
            lambda: store.claim("me", 60), lambda: store.renew(claim, 60, progress=None, seconds=1),
            lambda: store.release(claim, seconds=1), lambda: store.keys.add("a"),
            lambda: store.delete_batch("a"), lambda: store.cancel_batch("a"),
        ]  # fmt: skip
