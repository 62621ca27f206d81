"""Exact documents small enough to forge by the thousand."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutations.originals import make

Document = dict[str, Any]


@pytest.fixture(scope="session")
def exact(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Callable[[str], Document]:
    """Return an exact document by its name among the originals, a new copy each time.

    All but "counted" rest on trees, with symmetries, known points, levels and
    counts; "states" has
    leaves over states of groups with sums of integers, "classes" numbers of groups in
    each class, then in each state, and leaves with counts below them.

    Each is solved once for all processes that run tests.
    """
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "originals"
    folder.mkdir(exist_ok=True)
    text = cache(lambda name: _text(folder, name))
    return lambda name: dict(json.loads(text(name)))


def _text(folder: Path, name: str) -> str:
    with (folder / name).open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        if not (found := file.read()):
            found = json.dumps(make(name, lambda other: dict(json.loads(_text(folder, other)))))
            file.write(found)
        return found
