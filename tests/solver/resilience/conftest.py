"""Questions about failures, answered in this process, and what is true of their samples."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction
from typing import Any

from alphacut.arrangements.formats.spec import LIMITS, build, parse
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.completing import completed
from alphacut.solver.resilience.kind import RESILIENCE
from alphacut.solver.resilience.machine import Question
from alphacut.solver.resilience.request import ResilienceRequest

Json = dict[str, Any]
SMALL = {"family": "dragonfly", "a": 3, "h": 1, "arrangement": "relative"}  # 12 switches


def asked(*topologies: Any, **given: Any) -> Json:
    """Return the request as a service completes it, once it is checked."""
    sent = {"kind": "resilience", "topologies": list(topologies), "fail": "links=1:2", **given}
    request: Json = completed(ResilienceRequest, sent)
    RESILIENCE.check(request, LIMITS)
    return request


def question_of(*topologies: Any, **given: Any) -> Question:
    """Return the question with its networks."""
    return RESILIENCE.read(asked(*topologies, **given), LIMITS)


def answer(*topologies: Any, done: int | None = None, **given: Any) -> Json:
    """Return the document of a question, of which so many steps are done; None: all."""
    request, found = asked(*topologies, **given), list[Any]()
    question = RESILIENCE.read(request, LIMITS)
    for step in range(RESILIENCE.steps(request) if done is None else done):
        found.append(json.loads(json.dumps(RESILIENCE.work(question, step, found))))
    document: Json = json.loads(json.dumps(RESILIENCE.document(question, found, {})))
    return document


def least(network: Network, balance: str, alpha: Fraction) -> Fraction:
    """Return the bisection bandwidth by looking at every bisection."""
    weights = Balance.of(network, balance)
    sides = (
        side
        for size in range(network.switches + 1)
        for side in itertools.combinations(range(network.switches), size)
        if weights.holds(side)
    )
    return min(network.cut(side).at(alpha) for side in sides)


def sample_network(document: Json, network: Json, level: Json, seed: int) -> Network:
    """Build the network of a sample from the spec that users would write."""
    fail, topology = document["question"]["fail"], network["topology"]
    failed = {f"random_{fail['what']}": level["number"], "seed": seed}
    if fail["class"]:
        failed["random_class"] = fail["class"]
    given = {k: v for k, v in (topology.get("failed") or {}).items() if v}
    return build(parse({**topology, "failed": {**given, **failed}}))
