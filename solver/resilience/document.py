"""The document on what failures cost: `alphacut-resilience/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alphacut.solver.resilience.bands import bands, ranking
from alphacut.solver.resilience.batches import steps_each
from alphacut.solver.resilience.machine import Machine, Question

FORMAT = "alphacut-resilience/1"
ORDER = ("bounded", "exact")  # statuses, the weaker first
Json = Mapping[str, Any]


def document(question: Question, found: Sequence[Json], about: Json) -> dict[str, Any] | None:
    """Write the document of the networks whose own bisection is known; None if there is none."""
    each = steps_each(question.samples)
    parts = [found[place * each : (place + 1) * each] for place in range(len(question.machines))]
    networks = [
        _network(machine, part)
        for machine, part in zip(question.machines, parts, strict=True)
        if part
    ]
    if not networks:
        return None
    return {
        "format": FORMAT,
        "question": question_json(question),
        "status": min((each["status"] for each in networks), key=ORDER.index),
        "networks": networks,
        "ranking": ranking(networks),
        "provenance": dict(about),
    }


def question_json(question: Question) -> Json:
    """Write what was asked about all networks."""
    failing = question.failing
    return {
        "fail": {"what": failing.what, "class": failing.link_class},
        "samples": question.samples,
        "seed": question.seed,
        "alpha": str(question.alpha),
        "traffic": list(question.traffic),
        "injection": str(question.injection),
    }


def _network(machine: Machine, part: Sequence[Json]) -> dict[str, Any]:
    point = part[0]["intact"]
    samples = [each for found in part for each in found.get("samples", ())]
    return {
        "topology": dict(machine.topology),
        "status": status_of(point, samples),
        "intact": dict(point),
        "levels": levels_json(machine),
        "samples": samples,
        "bands": bands(samples, len(machine.levels)),
        "worst": next((each["worst"] for each in part if "worst" in each), None),
    }


def levels_json(machine: Machine) -> list[dict[str, Any]]:
    """Write how many fail at each level."""
    return [
        {"share": None if each.share is None else str(each.share), "number": each.number}
        for each in machine.levels
    ]


def status_of(point: Json, samples: Sequence[Json]) -> str:
    """Return "exact" where the whole network and all samples are known exactly."""
    met = all(entry["lower"] == entry["upper"] for each in samples for entry in each["at"])
    return "exact" if met and point["status"] == "exact" else "bounded"
