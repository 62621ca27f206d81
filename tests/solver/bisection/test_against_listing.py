"""Curves of whole families of small networks, against all their bisections."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.verify.document import verify_document
from tests.solver.bisection.asking import TREES

Solve = Callable[..., dict[str, Any]]
Lines = Callable[..., frozenset[Line]]
Hull = Callable[[Iterable[Line]], list[Line]]

LARGEST = 20  # switches


def _dragonflies() -> dict[str, Network]:
    """Return every dragonfly of at most 20 switches; of equal networks the first."""
    found: dict[Network, str] = {}
    for a in range(1, 5):
        for h in range(1, LARGEST):
            if a * (a * h + 1) > LARGEST:
                break
            for name, rule in BY_NAME.items():
                for options in _option_sets(name):
                    if rule.refusal(a, h):
                        continue
                    network = Dragonfly(a=a, h=h, arrangement=name, options=options).network()
                    label = "-".join([f"{a},{h}", name, *options.values()])
                    found.setdefault(network, label)
    return {label: network for network, label in found.items()}


def _option_sets(name: str) -> list[dict[str, str]]:
    return [{"sign": sign} for sign in ("text", "figures")] if name == "nautilus" else [{}]


DRAGONFLIES = _dragonflies()


def test_there_are_as_many_dragonflies_as_there_should_be() -> None:
    """19 of a = 1, all complete; the rest counts networks that differ as they are numbered."""
    assert sum(label.startswith("1,") for label in DRAGONFLIES) == 19
    assert {label.split("-")[0] for label in DRAGONFLIES if not label.startswith("1,")} == {
        "2,1", "2,2", "2,3", "2,4", "3,1", "4,1",
    }  # fmt: skip


def test_circulant_exists_for_even_h_alone() -> None:
    with pytest.raises(NetworkError):
        Dragonfly(a=2, h=3, arrangement="circulant").network()


@pytest.mark.parametrize("label", DRAGONFLIES)
def test_dragonfly(label: str, solve: Solve, lines_of: Lines, hull_of: Hull) -> None:
    _check(solve(DRAGONFLIES[label]), hull_of(lines_of(DRAGONFLIES[label])))


@pytest.mark.parametrize(
    "label",
    [
        pytest.param(label, marks=[pytest.mark.slow] if number % 3 else [])
        for number, label in enumerate(label for label in DRAGONFLIES if label[0] != "1")
    ],
)
def test_dragonfly_by_trees(label: str, solve: Solve, lines_of: Lines, hull_of: Hull) -> None:
    document = solve(DRAGONFLIES[label], engine="branch_and_bound", params=TREES)
    assert {point["certificate"]["kind"] for point in document["points"]} == {"tree"}
    _check(document, hull_of(lines_of(DRAGONFLIES[label])))


def _check(document: dict[str, Any], true_curve: list[Line]) -> None:
    assert verify_document(document).status == "exact"
    lines = [(segment["intercept"], segment["slope"]) for segment in document["segments"]]
    assert lines == true_curve
