"""Answering requests about throughput, a model at each step; a `solver.questions.Question`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from alphacut.arrangements.formats.spec import UNLIMITED, Limits, build, complete, parse
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.throughput.document import document as written
from alphacut.solver.throughput.models import read_named
from alphacut.solver.throughput.question import Question
from alphacut.solver.traffic.reading import read_traffic

Json = Mapping[str, Any]
SHARE = 0.4  # of a model's part of the time limit, for each of its answer and its curve


def check(request: Json, sizes: Limits) -> str:
    """Build the network and the traffic; see `Question.check`."""
    asked = _question(request, sizes)
    asked.traffic.between_switches(asked.network)
    told = {**request, "topology": asked.topology, "model": [m.name for m in asked.models]}
    return json.dumps(told, sort_keys=True)


def steps(request: Json) -> int:
    """Return the number of models that are asked about."""
    return len(read_named(request["model"]))


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG001
    """Answer for one model."""
    from alphacut.solver.throughput.answering import entry  # loads HiGHS
    from alphacut.solver.throughput.run import Machine

    asked = _question(request, UNLIMITED)
    return entry(asked, Machine(asked), asked.models[step])


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:
    """Write the answers for the models that are done; None if there are none."""
    return written(_question(request, UNLIMITED), found, about) if found else None


def _question(request: Json, sizes: Limits) -> Question:
    spec = parse(request["topology"], sizes)
    network = build(spec, sizes)
    models, limit = read_named(request["model"]), (request.get("limits") or {}).get("seconds")
    return Question(
        topology=complete(spec),
        network=network,
        traffic=read_traffic(request["traffic"], network),
        alpha=Alpha.parse(request["alpha"]),
        models=models,
        # so that what is proven is written before the time of the job is over
        seconds=None if limit is None else SHARE * limit / len(models),
        curve=bool(request.get("curve")),
    )
