"""What failures cost, step by step: the whole network, then samples, then the worst failures.

Each network has a step for its own bisection, some for its samples, and one for what fails at
worst. Samples of a step share what their proofs have learnt. Steps return parts of the document as
`solver.resilience.schema` describes it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.resilience.batches import batches, steps_each
from alphacut.solver.resilience.carried import Flow, carried
from alphacut.solver.resilience.components import components
from alphacut.solver.resilience.machine import Machine, Question
from alphacut.solver.resilience.sampling import (
    Bounds,
    Left,
    Sampling,
    Side,
    Whole,
    one_matrix,
)

Json = Mapping[str, Any]
SHARE = 0.9  # of the time limit, for all steps
OF_WHOLE, OF_WORST = 6, 3  # samples that the first and the last step may take as long as
USUAL_SECONDS = 120.0  # for the whole network, where there is no limit
POOL = 12  # cuts of other samples, with which a search begins


def steps(request: Json) -> int:
    """Return the number of steps: for each network two beside those of its samples."""
    return len(request["topologies"]) * steps_each(request["samples"])


def work(question: Question, step: int, earlier: Sequence[Json]) -> Json:
    """Do one step."""
    began = time.monotonic()
    each = steps_each(question.samples)
    place, number = divmod(step, each)
    machine, before = question.machines[place], earlier[place * each :]
    seconds = _seconds(question, step, earlier)
    found: dict[str, Any]
    if number == 0:
        found = {"intact": intact(machine, question.alpha, seconds)}
    else:
        whole = whole_of(machine, question.alpha, before[0]["intact"])
        if number < each - 1:
            chosen = batches(question.samples)[number - 1]
            found = {"samples": _samples(question, machine, whole, chosen, before, seconds)}
        else:
            from alphacut.solver.resilience.worst import worst  # loads what fabrics need

            found = {"worst": worst(machine, whole, seconds)}
    return {**found, "seconds": round(time.monotonic() - began, 3)}


def _seconds(question: Question, step: int, earlier: Sequence[Json]) -> float | None:
    """Return the time for a step: its part of what is left, by the parts of all that are to do."""
    each = steps_each(question.samples)
    if question.seconds is None:
        return USUAL_SECONDS if step % each == 0 else None
    left: float = SHARE * question.seconds - sum(done["seconds"] for done in earlier)
    sizes = [len(batch) for batch in batches(question.samples)]
    parts = [OF_WHOLE, *sizes, OF_WORST] * len(question.machines)
    return max(0.1, left * parts[step] / sum(parts[step:]))


def intact(machine: Machine, alpha: Alpha, seconds: float | None) -> Json:
    """Return the bisection of the network as it is, as a document `alphacut-point/1`."""
    from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
    from alphacut.solver.bisection.document import point_document
    from alphacut.solver.bisection.solver import Solver

    problem = CurveProblem(network=machine.network, balance=machine.balance, low=alpha, high=alpha)
    solver = Solver()
    envelope = trace(
        problem,
        lambda asked: solver.answer(asked, lambda _: not told_to_stop()),
        limits=Limits(seconds=seconds),
        should_continue=lambda _: not told_to_stop(),
    )
    if not envelope.cuts:
        from alphacut.solver.bisection.heuristics.search import first_cut
        from alphacut.solver.bisection.outcome import Outcome

        first = first_cut(machine.network, machine.balance, alpha)
        envelope = envelope.absorb(Outcome(cuts=(Cut.of(machine.network, first.side),)))
    return point_document(
        envelope,
        topology=machine.topology,
        network=machine.network,
        balance=machine.balance,
        provenance={},
    )


def whole_of(machine: Machine, alpha: Alpha, point: Json) -> Whole:
    """Return what is known of a network before anything fails at random."""
    about = point["point"]
    proven = about["proof"] == "certificate"
    lower = Fraction(about["lower"]) * alpha.denominator if proven else Fraction(0)
    return Whole(
        network=machine.network,
        balance=machine.balance,
        alpha=alpha,
        lower=int(lower),
        side=tuple(point["side"]),
    )


def _samples(
    question: Question,
    machine: Machine,
    whole: Whole,
    chosen: range,
    before: Sequence[Json],
    seconds: float | None,
) -> list[Json]:
    """Return some samples; told to stop, those that are done."""
    end = None if seconds is None else time.monotonic() + seconds
    known = [each for found in before[1:] for each in found["samples"]]
    engine, found = one_matrix(), list[Json]()
    for number in chosen:
        if found and told_to_stop():
            break
        left = None if end is None else (end - time.monotonic()) / (chosen.stop - number)
        sides = _pool(whole, [*known, *found])
        found.append(_sample(question, machine, whole, number, sides, left, engine))
    return found


def _pool(whole: Whole, known: Sequence[Json]) -> list[Side]:
    """Return the cuts of the whole network and of the last samples, where links alone fail."""
    found = [whole.side]
    for each in reversed(known[-POOL:]):
        found += [tuple(x["side"]) for x in reversed(each["at"]) if x["survivors"] is None]
    return list(dict.fromkeys(found))[:POOL]


def _sample(
    question: Question,
    machine: Machine,
    whole: Whole,
    number: int,
    sides: Sequence[Side],
    seconds: float | None,
    engine: Engine,
) -> Json:
    """Return one sample at all levels."""
    from alphacut.solver.resilience.worst import certain_without

    end = None if seconds is None else time.monotonic() + seconds
    seed = question.seed + number
    numbers = tuple(level.number for level in machine.levels)
    sampling = Sampling(
        whole=whole, failing=question.failing, numbers=numbers, seed=seed, gap=machine.gap
    )
    part = None if seconds is None else seconds / (1 + len(question.traffic))
    found = sampling.bounds(sides, certain_without(whole), part, engine)
    entries, waiting = [], len(found) * len(question.traffic)
    for place, (left, bounds) in enumerate(found):
        entry, rates = written(left, bounds, question.alpha), []
        spec = question.failing.failed(machine.topology, numbers[place], seed)
        for traffic in question.traffic:
            time_left = None if end is None else (end - time.monotonic()) / waiting
            waiting -= 1
            asked = Flow(traffic=traffic, alpha=question.alpha, injection=question.injection)
            rates.append(carried(spec, left.network, asked, bounds.side, time_left))
        entries.append({**entry, "throughput": rates})
    return {"seed": seed, "at": entries}


def written(left: Left, bounds: Bounds, alpha: Alpha) -> dict[str, Any]:
    """Write what is known of one value."""
    parts, hosts = components(left.network)
    certificate = None
    if bounds.certificate is not None:
        certificate = {
            "bound": str(alpha.value(bounds.bound)), "proof": write(bounds.certificate),
        }  # fmt: skip
    return {
        "lower": str(alpha.value(bounds.lower)),
        "upper": str(alpha.value(bounds.upper)),
        "by": bounds.by,
        "side": sorted(bounds.side),
        "survivors": None if left.same else left.network.switches,
        "components": parts,
        "hosts": hosts,
        "certificate": certificate,
    }
