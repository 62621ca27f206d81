"""What failures cost, step by step: the whole network, then each sample, then the worst failures.

Each network has a step for its own bisection, one for each sample, and one for what fails at
worst. Steps return parts of the document as `solver.resilience.schema` describes it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.resilience.carried import carried
from alphacut.solver.resilience.components import components
from alphacut.solver.resilience.machine import Machine, Question
from alphacut.solver.resilience.sampling import Bounds, Left, Sampling, Side, Whole

Json = Mapping[str, Any]
SHARE = 0.9  # of the time limit, for all steps
OF_WHOLE = 6  # samples that the step of the whole network may take as long as
USUAL_SECONDS = 120.0  # for the whole network, where there is no limit
POOL = 12  # cuts of other samples, with which a search begins


def steps(request: Json) -> int:
    """Return the number of steps: for each network two beside its samples."""
    return len(request["topologies"]) * (2 + int(request["samples"]))


def work(question: Question, step: int, earlier: Sequence[Json]) -> Json:
    """Do one step."""
    began = time.monotonic()
    each = 2 + question.samples
    place, number = divmod(step, each)
    machine, before = question.machines[place], earlier[place * each :]
    seconds = _seconds(question, step, number, earlier)
    if number == 0:
        found = {"intact": intact(machine, question.alpha, seconds)}
    else:
        whole = whole_of(machine, question.alpha, before[0]["intact"])
        if number <= question.samples:
            sides = _pool(before)
            found = {"sample": _sample(question, machine, whole, number - 1, sides, seconds)}
        else:
            from alphacut.solver.resilience.worst import worst  # loads what fabrics need

            found = {"worst": worst(machine, whole, seconds)}
    return {**found, "seconds": round(time.monotonic() - began, 3)}


def _seconds(
    question: Question, step: int, number: int, earlier: Sequence[Json]
) -> float | None:
    """Return the time for a step: its part of what is left."""
    if question.seconds is None:
        return USUAL_SECONDS if number == 0 else None
    left = SHARE * question.seconds - sum(each["seconds"] for each in earlier)
    each = 2 + question.samples
    machines = len(question.machines) - step // each - (number > 0)
    parts = len(question.machines) * each - step + (OF_WHOLE - 1) * machines
    return max(0.1, left * (OF_WHOLE if number == 0 else 1) / parts)


def intact(machine: Machine, alpha: Alpha, seconds: float | None) -> Json:
    """Return the bisection of the network as it is, as a document `alphacut-point/1`."""
    from alphacut.solver.bisection.curve import Inquiry, Limits, trace
    from alphacut.solver.bisection.document import point_document
    from alphacut.solver.bisection.solver import Solver

    inquiry = Inquiry(
        network=machine.network, balance=machine.balance, low=alpha, high=alpha
    )
    solver = Solver()
    envelope = trace(
        inquiry,
        lambda asked: solver.answer(asked, lambda _: not told_to_stop()),
        limits=Limits(seconds=seconds),
        watch=lambda _: not told_to_stop(),
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
    from fractions import Fraction

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


def _pool(before: Sequence[Json]) -> list[Side]:
    """Return the cuts of the whole network and of the last samples, where links alone fail."""
    found = [tuple(before[0]["intact"]["side"])]
    for each in reversed(before[1:]):
        for entry in reversed(each["sample"]["at"]):
            if entry["survivors"] is None:
                found.append(tuple(entry["side"]))
    return list(dict.fromkeys(found))[:POOL]


def _sample(
    question: Question,
    machine: Machine,
    whole: Whole,
    number: int,
    sides: Sequence[Side],
    seconds: float | None,
) -> Json:
    """Return one sample at all levels."""
    from alphacut.solver.resilience.worst import certain_without

    began = time.monotonic()
    seed = question.seed + number
    numbers = tuple(level.number for level in machine.levels)
    sampling = Sampling(
        whole=whole, failing=question.failing, numbers=numbers, seed=seed, gap=machine.gap
    )
    part = None if seconds is None else seconds / (1 + len(question.traffic))
    found = sampling.bounds(sides, certain_without(whole), part)
    entries = []
    for place, (left, bounds) in enumerate(found):
        entry = written(left, bounds, question.alpha)
        spec = question.failing.failed(machine.topology, numbers[place], seed)
        time_left = None
        if seconds is not None:
            share = (len(found) - place) * max(1, len(question.traffic))
            time_left = (seconds - (time.monotonic() - began)) / share
        entry["throughput"] = [
            carried(spec, left.network, each, question.alpha, question.injection,
                    bounds.side, time_left)
            for each in question.traffic
        ]  # fmt: skip
        entries.append(entry)
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
