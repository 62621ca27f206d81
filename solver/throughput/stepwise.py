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
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput.document import document as written
from alphacut.solver.throughput.models import read_named
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.reach import check_paths
from alphacut.solver.throughput.sought import WORST, any_permutation
from alphacut.solver.traffic.reading import read_traffic

Json = Mapping[str, Any]
KEEPS_TIME = True
LOADED_BEFORE = (
    *(f"alphacut.solver.throughput.{name}" for name in ("answering", "machine")),
    "igraph",  # symmetries
)
SHARE = 0.8  # of a step's part of the time limit, for an answer and its curve together
FLOOR = "floor"  # what the search for traffic can tell beside it: see `work`


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
    """Search for the traffic, or answer for one model.

    With `FLOOR` in the member "beside", which the model of requests does not have, the search
    also tells a rate that every permutation reaches.
    """
    from alphacut.solver.throughput.answering import entry  # loads HiGHS
    from alphacut.solver.throughput.machine import Machine

    asked, searches = _question(request, UNLIMITED, earlier), _searches(request)
    if step < searches:
        return _searched(asked, with_floor=FLOOR in request.get("beside", ()))
    return entry(asked, Machine(asked), asked.models[step - searches])


def _searched(asked: Question, *, with_floor: bool) -> Json:
    """Search for the worst permutation under the first model."""
    from alphacut.solver.throughput.worst import worst_permutation

    found = worst_permutation(asked, asked.models[0])
    told = {
        "traffic": found.traffic.spec,
        "rounds": found.rounds,
        "matching": str(found.matching),
    }
    if not with_floor:
        return told
    from alphacut.solver.throughput.floor import floor
    from alphacut.solver.throughput.program import Clock

    proven = floor(asked, asked.models[0], Clock(asked.seconds))
    return {**told, "floor": None if proven is None else str(proven)}


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:
    """Write the answers for the models that are done; None if there are none."""
    answers = found[_searches(request) :]
    return written(_question(request, UNLIMITED, found), answers, about) if answers else None


def gone_on(request: Json, document: Json) -> tuple[Json, list[Json]]:
    """Take over what a document has answered of a request.

    Parameters
    ----------
    document
        One of an earlier run, which was verified.

    Returns
    -------
    request, found
        The same question with these models first, and what their steps have returned. A model
        whose bounds do not meet is asked about again.

    Raises
    ------
    QuestionError
        If it answers another question.
    """
    usual = {"injection": "1"}  # of a document that does not tell
    for name in ("topology", "traffic", "alpha", "injection"):
        if (usual | {**request})[name] != (usual | {**document})[name]:
            raise QuestionError(
                "resume", f"that run was about another {name}; leave it out to go on with its own"
            )
    asked = [str(model.name) for model in read_named(request["model"])]
    known = {
        str(each["model"]): each
        for each in document["models"]
        if each["status"] != "bounded" and ("curve" in each or not request["curve"])
    }
    done = [name for name in asked if name in known]
    models = [*done, *(name for name in asked if name not in known)]
    return {**request, "model": ",".join(models)}, [known[name] for name in done]


def _searches(request: Json) -> int:
    """Return how many steps search for traffic, before models are answered for."""
    return int(request["traffic"] == WORST)


def _question(request: Json, sizes: Limits, found: Sequence[Json] = ()) -> Question:
    """Read a request; `found` is what its steps have returned so far."""
    spec = parse(request["topology"], sizes)
    network = build(spec, sizes)
    models, limit = read_named(request["model"]), (request.get("limits") or {}).get("seconds")
    curve = bool(request.get("curve"))
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
        seconds=None if limit is None else SHARE * limit / steps(request) / (1 + curve),
        curve=curve,
    )
