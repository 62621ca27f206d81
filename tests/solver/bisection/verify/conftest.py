"""Exact documents small enough to forge by the thousand."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from benchmarks.mutations.originals import make

Document = dict[str, Any]


@pytest.fixture(scope="session")
def exact() -> Callable[[str], Document]:
    """Return an exact document by its name among the originals, a new copy each time.

    All but "counted" rest on trees, with symmetries, known points, levels and
    counts; "states" has
    leaves over states of groups with sums of integers, "classes" numbers of groups in
    each class, then in each state, and leaves with counts below them.
    """
    solved = cache(make)
    return lambda name: copy.deepcopy(solved(name))
