"""`alphacut keys`: made once, listed without their texts, revoked for good."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

from alphacut.jobs.store import SqlStore


def test_a_key_is_made_listed_and_revoked(alphacut: Any, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'jobs.sqlite3'}"

    def keys(*arguments: str) -> Any:
        return alphacut("keys", *arguments, ALPHACUT_DATABASE_URL=url)

    made = keys("add", "alice", "--max-active", "3")
    assert made.returncode == 0, made.stderr
    text = made.stdout.strip()
    with closing(SqlStore(url)) as store:
        found = store.keys.find(text)
        assert found is not None
        assert (found.name, found.quota.active, found.quota.daily) == ("alice", 3, None)
        again = keys("add", "alice")
        assert (again.returncode, again.stdout) == (1, "")
        assert "already" in again.stderr
        assert keys("revoke", "alice").returncode == 0
        assert store.keys.find(text) is None
    listed = keys("list", "--json")
    assert text.rpartition("_")[2] not in listed.stdout
    told = json.loads(listed.stdout)
    assert (told["id"], told["name"], told["max_active"]) == (found.id, "alice", 3)
    assert told["revoked"] is not None
    assert "revoked" in keys("list").stdout


def test_what_is_wrong_is_told(alphacut: Any, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'jobs.sqlite3'}"
    for arguments, words in (
        (["revoke", "nobody"], "no API key 'nobody'"),
        (["add", " "], "1 to 64 characters"),
        (["add", "x", "--max-daily", "0"], "--max-daily"),
        (["add", "a\x1b[2Jb"], "characters that print"),
        (["add", "0123abcd"], "hexadecimal"),
        (["revoke"], "--name"),
        (["revoke", "a", "--id", "b"], "give one"),
    ):
        run = alphacut("keys", *arguments, ALPHACUT_DATABASE_URL=url)
        assert run.returncode == (1 if "nobody" in arguments else 2)
        assert "\x1b" not in run.stderr
        assert words in run.stderr
        assert "Traceback" not in run.stderr


def test_a_key_is_revoked_by_its_name_or_its_id(alphacut: Any, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'jobs.sqlite3'}"
    with closing(SqlStore(url)) as store:
        first, second = (store.keys.add(name)[0] for name in ("first", "second"))
        for arguments, key in ((["--id", first.id], first), (["--name", "second"], second)):
            run = alphacut("keys", "revoke", *arguments, ALPHACUT_DATABASE_URL=url)
            assert run.returncode == 0, run.stderr
            assert not store.keys.holds(key.id)
