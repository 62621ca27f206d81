"""`alphacut vacuum`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from alphacut.jobs.states import State
from alphacut.jobs.store import Ending, SqlStore
from alphacut.service.cli.main import run


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A database with 20 jobs that have ended, and one that waits."""
    path = tmp_path / "jobs.sqlite3"
    monkeypatch.setenv("ALPHACUT_DATABASE_URL", f"sqlite:///{path}")
    with closing(SqlStore(f"sqlite:///{path}")) as store:
        for _ in range(20):
            store.submit("bisection-curve", {})
            claim = store.claim("worker", 60)
            assert claim
            document = {"status": "exact", "side": list(range(20_000))}
            store.finish(claim, Ending(state=State.SUCCEEDED, document=document, seconds=1))
        store.submit("bisection-curve", {})
    return path


def left(file: Path) -> int:
    with closing(SqlStore(f"sqlite:///{file}")) as store:
        return len(store.newest(limit=99))


def test_nothing_is_removed_unless_it_is_asked_for(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["vacuum"]) == 0
    assert left(file) == 21
    assert "0 jobs removed" in capsys.readouterr().err


def test_old_jobs_are_removed_and_their_space_is_given_back(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = file.stat().st_size
    assert run(["vacuum", "--older-than", "0"]) == 0
    assert left(file) == 1
    assert "20 jobs removed" in capsys.readouterr().err
    assert file.stat().st_size < before / 4


def test_the_setting_decides_where_the_option_does_not(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALPHACUT_RETENTION_DAYS", "1")
    assert run(["vacuum"]) == 0
    assert left(file) == 21
    monkeypatch.setenv("ALPHACUT_RETENTION_DAYS", "0.00000001")
    assert run(["vacuum"]) == 0
    assert left(file) == 1
