"""Hastings et al., SIAM PP 2016 (paper 002): the bisection bandwidth for large α, (a/2)²·g."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import INFINITY, Alpha

Solve = Callable[..., dict[str, Any]]


def _formula(a: int, h: int) -> int:
    return (a // 2) ** 2 * (a * h + 1)


def _proven_at_large_alpha(arrangement: str, a: int, h: int, solve: Solve) -> tuple[str, int]:
    """Return value and slope at an α above the formula's value.

    A cut of that value severs no global link, and is therefore the best at
    every larger α too.
    """
    alpha = Alpha.of(_formula(a, h) + 1)
    topology = {"family": "dragonfly", "a": a, "h": h, "arrangement": arrangement}
    document = solve(topology, low=alpha, high=alpha)
    assert verify_document(document).status == "exact"
    return document["points"][0]["value"], document["segments"][0]["slope"]


@pytest.mark.parametrize(("a", "h"), [(2, 2), (2, 4), (2, 8), (4, 2), (4, 4), (6, 2)])
def test_circulant_with_even_a(a: int, h: int, solve: Solve) -> None:
    assert _proven_at_large_alpha("circulant", a, h, solve) == (str(_formula(a, h)), 0)


@pytest.mark.parametrize(("a", "h"), [(4, 2), (4, 3), pytest.param(8, 2, marks=pytest.mark.slow)])
def test_relative_with_a_multiple_of_4(a: int, h: int, solve: Solve) -> None:
    assert _proven_at_large_alpha("relative", a, h, solve) == (str(_formula(a, h)), 0)


def test_relative_with_h_1_is_a_discrepancy(solve: Solve) -> None:
    """The slides' count of GCCs, and with it the formula, needs h ≥ 2."""
    assert _formula(4, 1) == 20
    assert _proven_at_large_alpha("relative", 4, 1, solve) == ("14", 0)


@pytest.mark.parametrize(("a", "h"), [(2, 2), (2, 3), (6, 1)])
def test_relative_with_other_even_a_is_unbounded(a: int, h: int, solve: Solve) -> None:
    topology = {"family": "dragonfly", "a": a, "h": h, "arrangement": "relative"}
    document = solve(topology, low=INFINITY, high=INFINITY)
    assert verify_document(document).status == "exact"
    assert int(document["points"][0]["value"]) > 0
