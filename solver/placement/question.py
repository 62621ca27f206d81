"""Placing a job, in one step; a `solver.common.questions.Question`."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats.spec import Limits, build, parse
from alphacut.arrangements.formats.spec.dragonfly import DragonflySpec
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement import document as documents
from alphacut.solver.placement.choices import list_choices
from alphacut.solver.placement.machine import machine_of
from alphacut.solver.placement.mapping.stencil import Stencil
from alphacut.solver.placement.reading import allocation_of, read_job, spec_of
from alphacut.solver.placement.regular.question import RegularQuestion
from alphacut.solver.placement.uneven import divisions

Json = Mapping[str, Any]
KEEPS_TIME = True
LOADED_BEFORE = tuple(
    f"alphacut.solver.placement.{name}" for name in ("advice", "mapping.search", "regular.decide")
)
USUAL_SECONDS = 100.0  # of a search, where no limit is given


def check(request: Json, sizes: Limits) -> str:
    """Read the question and build the network; see `Question.check`."""
    spec = parse(request["topology"], sizes)
    network = build(spec, sizes)
    allocation = allocation_of(request, network)
    if request["stencil"] is None:
        asked = (job := read_job(request)).question
        try:
            list_choices(asked.exchange.elements, asked.machine, asked.wanted)
        except QuestionError:
            if not divisions(job):
                raise
    elif request["regular"] is not None:
        regular_question(request)
    else:
        stencil = Stencil(sides=tuple(request["stencil"]), torus=request["torus"])
        stencil.check_room(len(allocation.free))
    content = {name: each for name, each in request.items() if name != "limits"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def steps(request: Json) -> int:  # noqa: ARG001
    """Return 1: a job is placed in one piece."""
    return 1


def work(request: Json, step: int, earlier: Sequence[Json]) -> Json:  # noqa: ARG001
    """Answer the question."""
    if request["stencil"] is None:
        return _advised(request)
    if request["regular"] is not None:
        return _decided(request)
    return _mapped(request)


def document(request: Json, found: Sequence[Json], about: Json) -> Json | None:
    """Write the document."""
    if not found:
        return None
    return documents.document(request, found[0]["status"], found[0]["answer"], about)


def _advised(request: Json) -> Json:
    from alphacut.solver.placement.advice import advise

    job = read_job(request)
    advice = advise(job, request["top"])
    met = advice.laid is not None and advice.laid.cost.seconds == advice.laid.bound
    answer = documents.advice_json(advice, job.allocation)
    return {"status": "exact" if met else "bounded", "answer": answer}


def regular_question(request: Json) -> RegularQuestion:
    """Return the question whether there is a regular mapping.

    Raises
    ------
    QuestionError
        If it makes no sense for the network or the sizes.
    """
    spec = spec_of(request)
    machine_of(spec)
    assert isinstance(spec, DragonflySpec)
    if len(request["stencil"]) != 2:
        raise QuestionError("stencil", "a regular mapping needs two sides, such as 6x6")
    block = request["block"]
    dragonfly = spec.record()
    return RegularQuestion(
        dragonfly=dragonfly,
        sides=tuple(request["stencil"]),
        torus=request["torus"],
        rule=request["regular"],
        block=None if block is None else tuple(block),
        groups=_whole_groups(request, dragonfly),
    )


def _whole_groups(request: Json, dragonfly: Dragonfly) -> tuple[int, ...]:
    """Return the groups with a host that may be used on each switch."""
    network = dragonfly.network()
    on_switch = allocation_of(request, network).by_switch
    counts = Counter(network.groups[switch] for switch in on_switch)
    return tuple(sorted(group for group, count in counts.items() if count == dragonfly.a))


def _decided(request: Json) -> Json:
    from alphacut.solver.placement.regular.decide import decide

    seconds = request["limits"].get("seconds") or USUAL_SECONDS
    decision = decide(regular_question(request), seconds=0.9 * seconds)
    status, answer = documents.decision_json(decision)
    return {"status": status, "answer": answer}


def _mapped(request: Json) -> Json:
    import numpy as np

    from alphacut.solver.placement.mapping.search import Params, map_stencil

    network = build(spec_of(request))
    allocation = allocation_of(request, network)
    slots = np.array([allocation.hosts.switch[host] for host in allocation.free])
    stencil = Stencil(sides=tuple(request["stencil"]), torus=request["torus"])
    seconds = request["limits"].get("seconds")
    params = Params() if seconds is None else Params(seconds=0.5 * seconds)
    mapped = map_stencil(
        stencil, network, request["objective"], seed=request["seed"], slots=slots, params=params
    )
    status, answer = documents.mapped_json(mapped)
    return {"status": status, "answer": answer}
