"""Processes at work share the cores."""

from __future__ import annotations

import os

import pytest

from alphacut.service.threads import VARIABLES, share_cores


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment in which nothing is said, and which is as before in the end."""
    for name in VARIABLES:
        monkeypatch.setenv(name, "")  # so that it is restored
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(("at_once", "share"), [(1, 8), (2, 4), (3, 2), (8, 1), (100, 1)])
def test_each_has_its_share(monkeypatch: pytest.MonkeyPatch, at_once: int, share: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)))
    share_cores(at_once)
    assert {os.environ[name] for name in VARIABLES} == {str(share)}


@pytest.mark.usefixtures("bare")
def test_what_is_said_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    share_cores(2)
    assert [os.environ.get(name) for name in VARIABLES] == ["3", None, None, None]
