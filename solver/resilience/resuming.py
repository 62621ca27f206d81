"""Going on from a document that was verified: its samples are steps that were done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.resilience.batches import batches
from alphacut.solver.resilience.document import levels_json, question_json
from alphacut.solver.resilience.machine import Machine, Question

Json = Mapping[str, Any]


def gone_on(question: Question, document: Json) -> list[Json]:
    """Return what the first steps of a question have found, as a document tells it.

    Steps are done in order, network by network: what follows a sample that is missing is computed
    again.

    Raises
    ------
    QuestionError
        If the document answers another question.
    """
    _check(question, document)
    found: list[Json] = []
    for machine, network in zip(question.machines, document["networks"], strict=False):
        found.append({"intact": network["intact"], "seconds": 0.0})
        kept = network["samples"]
        whole = [each for each in batches(question.samples) if each.stop <= len(kept)]
        found += [{"samples": kept[each.start : each.stop], "seconds": 0.0} for each in whole]
        if len(kept) < question.samples or not _complete(machine, network["worst"]):
            break
        found.append({"worst": network["worst"], "seconds": 0.0})
    return found


def _complete(machine: Machine, worst: Json | None) -> bool:
    """Tell whether what fails at worst was computed, with the domains that are asked about."""
    if worst is None:
        return False
    listed = (worst["domain"] or {"listed": []})["listed"]
    told = {each["name"]: tuple(each["switches"]) for each in listed}
    return told == dict(machine.domains)


def _check(question: Question, document: Json) -> None:
    """Refuse a document about another question."""
    asked = question_json(question)
    for name in ("fail", "seed", "alpha", "traffic", "injection"):
        if document["question"][name] != asked[name]:
            raise QuestionError("resume", f"that run was about another {name}; give the same one")
    if len(document["networks"]) > len(question.machines):
        raise QuestionError("resume", "that run was about more networks; give all of them")
    for machine, network in zip(question.machines, document["networks"], strict=False):
        if network["topology"] != machine.topology:
            raise QuestionError("resume", "that run was about other networks, or in another order")
        if network["levels"] != levels_json(machine):
            raise QuestionError("resume", "that run was about other amounts; give the same --fail")
        if network["intact"]["balance"] != machine.balance.name:
            raise QuestionError("resume", f"that run balanced {network['intact']['balance']}")
