"""Whatever is in a document, of any kind, its verifier says what is wrong, and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alphacut.jobs.verifying import UNEXPECTED, check
from alphacut.service.kinds import kinds
from alphacut.solver.common.errors import SolverError
from alphacut.solver.common.kind import Kind, Verifiable
from alphacut.solver.common.limits import Limits
from alphacut.solver.common.verdict import refuse_files
from tests.forging import STRANGE, forged, places
from tests.service.test_kinds import answered

KINDS = [kind for kind in kinds().values() if isinstance(kind, Verifiable)]
LIMITS = Limits(switches=500, links=2_000)
pytestmark = pytest.mark.usefixtures("importable_tests")


def small(kind: Kind) -> dict[str, Any]:
    """A question about a network of few switches, whose document is checked in a moment."""
    topology = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}
    request = dict(kind.example)
    if "topology" in request:
        request["topology"] = topology
    if "topologies" in request:
        request["topologies"] = [topology]
    if kind.name == "profile":
        request["alpha"] = 1
    if kind.name == "routing":
        request |= {"mechanism": "up-down"}
    if kind.name == "simulation":
        request |= {"mechanism": "minimal", "cycles": 900, "warm_up": 300}
    if kind.name == "throughput":
        request |= {"traffic": "shift:5", "model": "all"}
    if kind.name == "placement":
        request |= {"grid": [4, 4], "tasks": [2, 2]}
    return request


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Kind], dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}

    def document(kind: Kind) -> dict[str, Any]:
        if kind.name not in found:
            folder: Path = tmp_path_factory.mktemp(kind.name)
            found[kind.name] = json.loads(json.dumps(answered(small(kind), folder)))
        return found[kind.name]

    return document


def judged(kind: Kind, document: Any) -> str:
    """Return what the verifier says; anything else that it raises is a fault."""
    assert isinstance(kind, Verifiable)
    try:
        said = str(check(kind, document, refuse_files, LIMITS).status)
    except SolverError as error:
        said = str(error)
    assert UNEXPECTED not in said, said
    return said


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
@pytest.mark.parametrize("count", [60, pytest.param(3_000, marks=pytest.mark.slow)])
def test_what_is_malformed_is_told_in_a_sentence(
    kind: Kind, count: int, documents: Callable[[Kind], dict[str, Any]]
) -> None:
    original, rng = documents(kind), random.Random(count)
    assert places(original)
    for document in STRANGE:
        assert judged(kind, document)
    for name in original:
        assert judged(kind, {key: value for key, value in original.items() if key != name})
        for value in STRANGE:
            assert judged(kind, {**original, name: value})
    for _ in range(count):
        assert judged(kind, forged(original, rng))
