"""Settings: where they come from, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from alphacut.service.settings import Settings


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALPHACUT_WORKERS", "3")
    assert Settings().workers == 3


def test_settings_pass_through_the_environment_unchanged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings(
        port=1234,
        lease_seconds=2.5,
        database_url="sqlite:////tmp/x y.sqlite3",
        allowed_hosts="alphacut, *.example.org",
    )
    for name, value in settings.as_environment().items():
        monkeypatch.setenv(name, value)
    assert Settings() == settings


def test_the_database_is_the_users_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ALPHACUT_DATABASE_URL", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().database_url == f"sqlite:///{tmp_path}/alphacut/alphacut.sqlite3"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "70000"),
        ("WORKERS", "-1"),
        ("LEASE_SECONDS", "0"),
        ("LOG_LEVEL", "loud"),
        ("ALLOWED_HOSTS", "http://alphacut"),
        ("ALLOWED_HOSTS", "alphacut:8000"),
        ("ALLOWED_HOSTS", "a b"),
        ("MAX_CONNECTIONS", "0"),
        ("HEADER_SECONDS", "0"),
    ],
)
def test_settings_that_cannot_be_are_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"ALPHACUT_{name}", value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()
