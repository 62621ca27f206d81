"""Machines and jobs that the tests of placement share."""

from __future__ import annotations

from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.placement.exchange import Exchange
from alphacut.solver.placement.kind import PLACEMENT
from alphacut.solver.placement.machine import Machine, machine_of
from alphacut.solver.placement.request import PlacementRequest

PAPER = {"family": "dragonfly", "a": 8, "h": 4, "p": 4, "arrangement": "relative"}


@pytest.fixture(scope="session")
def paper_machine() -> Machine:
    """The system of the paper: DF(4, 8, 4), 40 Gbit/s everywhere."""
    return machine_of(specs.parse(PAPER))


@pytest.fixture(scope="session")
def paper_exchange() -> Exchange:
    """The job of the paper: 512 elements along three dimensions, 1 KB for each of a face."""
    return Exchange(elements=(512, 512, 512))


def complete(topology: dict[str, Any], **asked: Any) -> dict[str, Any]:
    """Return a complete request."""
    body = {"kind": "placement", "topology": topology, **asked}
    return PlacementRequest.model_validate(body).model_dump(mode="json")


def answer(topology: dict[str, Any], **asked: Any) -> dict[str, Any]:
    """Answer a request, and return its document."""
    request = complete(topology, **asked)
    PLACEMENT.check(request, specs.LIMITS)
    question = PLACEMENT.read(request, specs.LIMITS)
    document = PLACEMENT.document(question, [PLACEMENT.work(question, 0, [])], {})
    assert document is not None
    return dict(document)
