"""Curve documents, written by hand from published curves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

Document = dict[str, Any]
Lines = Sequence[tuple[int, int]]  # intercept and slope of each segment, in order
MakeCurve = Callable[..., Document]


def _curve(
    arrangement: str, lines: Lines, *, lower: Sequence[Document] = (), **more: Any
) -> Document:
    turns = [
        Fraction(after[0] - before[0], before[1] - after[1]) for before, after in pairwise(lines)
    ]
    ends = [*map(str, turns), None]
    starts = ["0", *map(str, turns)]
    return {
        "format": "alphacut-curve/1",
        "topology": {"family": "dragonfly", "a": 4, "h": 2, "arrangement": arrangement},
        "switches": 36,
        "links": {"local": 54, "global": 36},
        "balance": "switches",
        "status": "bounded" if lower else "exact",
        "segments": [
            {"from": start, "to": end, "intercept": line[0], "slope": line[1], "side": []}
            for start, end, line in zip(starts, ends, lines, strict=True)
        ],
        "points": [],
        **({"lower": list(lower), "gap": "1/4"} if lower else {}),
        **more,
    }


@pytest.fixture
def make_curve() -> MakeCurve:
    """Make a curve document of a (p,4,2) dragonfly from the lines of its segments."""
    return _curve


@pytest.fixture
def relative() -> Document:
    """The curve of the relative arrangement."""
    return _curve("relative", [(4, 16), (14, 8), (20, 4), (36, 0)])


@pytest.fixture
def helix() -> Document:
    """A curve that ties with the relative one up to its first breakpoint."""
    return _curve("helix", [(4, 16), (18, 8), (40, 0)])


@pytest.fixture
def bounded() -> Document:
    """The relative curve, proven only in part."""
    lower: list[Document] = [
        {"from": "0", "to": "1", "intercept": "4", "slope": "14"},
        {"from": "1", "to": "4", "intercept": "31/2", "slope": "5/2"},
        {"from": "4", "to": None, "intercept": "51/2", "slope": "0"},
    ]
    return _curve("relative", [(4, 16), (14, 8), (20, 4), (36, 0)], lower=lower)
