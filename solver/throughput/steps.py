"""Answering requests about throughput, a model at each step.

Where the traffic is the worst permutation, the first step searches for it, and its answer
is the traffic of the steps that follow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from alphacut.arrangements.formats.spec import Limits, build, complete, parse
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput.document import document as written
from alphacut.solver.throughput.models import models_for, read_named
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.reach import check_paths
from alphacut.solver.throughput.worst_case import WORST, any_permutation
from alphacut.solver.traffic.reading import read_traffic

Json = Mapping[str, Any]
SHARE = 0.8  # of a step's part of the time limit, for an answer and its curve together
FLOOR = "floor"  # what the search for traffic can tell beside it


@dataclass(frozen=True, kw_only=True)
class Models:
    """What is asked of each model, and of a search for traffic before them if there is one."""

    question: Question  # with any permutation for its traffic, where that is searched for
    searches: int  # steps that search for traffic
    floor: bool  # whether a search also tells a rate that every permutation reaches

    @classmethod
    def read(cls, request: Json, sizes: Limits) -> Self:
        """Read a request; see `StepKind.read`.

        With `FLOOR` in the member "beside", which the model of requests does not have, the search
        also tells a rate that every permutation reaches.
        """
        return cls(
            question=_question(request, sizes),
            searches=_searches(request),
            floor=FLOOR in request.get("beside", ()),
        )

    def check(self, request: Json) -> str:
        """See whether each flow has paths; see `Kind.check`."""
        asked = self.question
        check_paths(asked.network, asked.traffic.between_switches(asked.network), asked.models)
        told = {**request, "topology": asked.topology, "model": [m.name for m in asked.models]}
        return json.dumps(told, sort_keys=True)

    def work(self, step: int, earlier: Sequence[Json]) -> Json:
        """Search for the traffic, or answer for one model."""
        from alphacut.solver.throughput.answering import entry  # loads HiGHS
        from alphacut.solver.throughput.problem_instance import Machine

        asked = self._after(earlier)
        if step < self.searches:
            return _searched(asked, with_floor=self.floor)
        return entry(asked, Machine(asked), asked.models[step - self.searches])

    def document(self, found: Sequence[Json], about: Json) -> Json | None:
        """Write the answers for the models that are done; None if there are none."""
        answers = found[self.searches :]
        return written(self._after(found), answers, about) if answers else None

    def _after(self, found: Sequence[Json]) -> Question:
        """Return the question with the traffic that was found, if it was searched for."""
        if not (self.searches and found):
            return self.question
        return replace(
            self.question, traffic=read_traffic(found[0]["traffic"], self.question.network)
        )


def number_of_steps(request: Json) -> int:
    """Return the number of models that are asked about, and of searches for traffic."""
    named = request["model"]
    return (1 if named is None else len(read_named(named))) + _searches(request)


def _searched(asked: Question, *, with_floor: bool) -> Json:
    """Search for the worst permutation under the first model."""
    from alphacut.solver.throughput.worst_permutation import worst_permutation

    found = worst_permutation(asked, asked.models[0])
    told = {
        "model": asked.models[0].name,
        "traffic": found.traffic.spec,
        "rounds": found.rounds,
        "matching": str(found.matching),
    }
    if not with_floor:
        return told
    from alphacut.solver.throughput.oblivious_bound import floor
    from alphacut.solver.throughput.program import Clock

    proven = floor(asked, asked.models[0], Clock(asked.seconds))
    return {**told, "floor": None if proven is None else str(proven)}


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
    usual = {"injection": "1", "alpha": "1"}  # of what does not tell
    asked_for = usual | {name: each for name, each in request.items() if each is not None}
    for name in ("topology", "traffic", "alpha", "injection"):
        if asked_for[name] != (usual | {**document})[name]:
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


def _question(request: Json, sizes: Limits) -> Question:
    """Read a request."""
    spec = parse(request["topology"], sizes)
    network = build(spec, sizes)
    models = models_for(network, request["model"])
    limit = (request.get("limits") or {}).get("seconds")
    curve = bool(request.get("curve"))
    traffic = request["traffic"]
    injection = Fraction(request.get("injection", "1"))
    return Question(
        topology=complete(spec),
        network=network,
        traffic=(
            any_permutation(network, injection)
            if traffic == WORST
            else read_traffic(traffic, network, beside=f"{WORST}, or a matrix")
        ),
        alpha=Alpha.asked(request["alpha"], network),
        models=models,
        injection=injection,
        # so that what is proven is written before the time of the job is over
        seconds=None if limit is None else SHARE * limit / number_of_steps(request) / (1 + curve),
        curve=curve,
    )
