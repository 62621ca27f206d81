"""Designs to check and to forge."""

from __future__ import annotations

import json
from typing import Any

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.solver.common.completing import completed
from alphacut.solver.synthesis import question
from alphacut.solver.synthesis.kind import SYNTHESIS
from alphacut.solver.synthesis.request import SynthesisRequest

Json = dict[str, Any]


def asked(topology: Json, **given: Any) -> Json:
    """Return the request as a service completes it, once it is checked."""
    sent = {"kind": "synthesis", "topology": topology, **given}
    request: Json = completed(SynthesisRequest, sent)
    SYNTHESIS.check(request, LIMITS)
    return request


def answer(topology: Json, done: int | None = None, **given: Any) -> Json:
    """Return the document of a question, of which so many steps are done; None: all."""
    request, found = asked(topology, **given), list[Any]()
    for step in range(question.steps(request) if done is None else done):
        found.append(json.loads(json.dumps(question.work(request, step, found))))
    document: Json = json.loads(json.dumps(question.document(request, found, {})))
    return document


def dragonfly(a: int, h: int, **more: Any) -> Json:
    return {"family": "dragonfly", "a": a, "h": h, "arrangement": "relative"} | more
