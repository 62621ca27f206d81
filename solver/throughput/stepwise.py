"""Answering requests about throughput, a model at each step; a `solver.common.questions.Question`.

Where the traffic is the worst permutation, the first step searches for it, and its answer
is the traffic of the steps that follow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, Limits, build, complete, parse
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.throughput.document import document as written
from alphacut.solver.throughput.models import read_named
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.reach import check_paths
from alphacut.solver.throughput.sought import WORST, any_permutation
from alphacut.solver.traffic.reading import read_traffic

Json = Mapping[str, Any]
LOADED_BEFORE = (
    *(f"alphacut.solver.throughput.{name}" for name in ("answering", "machine")),
    "igraph",  # symmetries
)
SHARE = 0.4  # of a step's part of the time limit, for each of an answer and its curve


def check(request: Json, sizes: Limits) -> str:
    """Build the network and the traffic; see `Question.check`."""
    asked = _question(request, sizes)
    demands = asked.traffic.between_switches(asked.network)
    check_paths(asked.network, demands, asked.models)
    told = {**request, "topology": asked.topology, "model": [m.name for m in asked.models]}
    return json.dumps(told, sort_keys=True)


def steps(request: Json) -> int:
    """Return the number of models that are asked about, and of searches for traffic."""
    return len(read_named(request["model"])) + _searches(request)


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:
    """Search for the traffic, or answer for one model."""
    from alphacut.solver.throughput.answering import entry  # loads HiGHS
    from alphacut.solver.throughput.machine import Machine

    asked, searches = _question(request, UNLIMITED, earlier), _searches(request)
    if step < searches:
        from alphacut.solver.throughput.worst import worst_permutation

        return {"traffic": worst_permutation(asked, asked.models[0]).traffic.spec}
    return entry(asked, Machine(asked), asked.models[step - searches])


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:
    """Write the answers for the models that are done; None if there are none."""
    answers = found[_searches(request) :]
    return written(_question(request, UNLIMITED, found), answers, about) if answers else None


def _searches(request: Json) -> int:
    """Return how many steps search for traffic, before models are answered for."""
    return int(request["traffic"] == WORST)


def _question(request: Json, sizes: Limits, found: Sequence[Json] = ()) -> Question:
    """Read a request; `found` is what its steps have returned so far."""
    spec = parse(request["topology"], sizes)
    network = build(spec, sizes)
    models, limit = read_named(request["model"]), (request.get("limits") or {}).get("seconds")
    traffic = found[0]["traffic"] if found and _searches(request) else request["traffic"]
    injection = Fraction(request.get("injection", "1"))
    return Question(
        topology=complete(spec),
        network=network,
        traffic=(
            any_permutation(network, injection)
            if traffic == WORST
            else read_traffic(traffic, network, beside=f"{WORST}, or a matrix")
        ),
        alpha=Alpha.parse(request["alpha"]),
        models=models,
        injection=injection,
        # so that what is proven is written before the time of the job is over
        seconds=None if limit is None else SHARE * limit / steps(request),
        curve=bool(request.get("curve")),
    )
