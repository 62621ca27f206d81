"""From a question to its document: one model after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alphacut.solver.throughput.curve import trace_rate
from alphacut.solver.throughput.document import model_entry
from alphacut.solver.throughput.models import Model
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.run import answer_model


def entries(question: Question) -> Iterator[dict[str, Any]]:
    """Answer for each model, in the order in which they are asked about, as documents tell it.

    Raises
    ------
    QuestionError
        If a flow has no path.
    """
    machine = Machine(question)
    for model in question.models:
        yield entry(question, machine, model)


def entry(question: Question, machine: Machine, model: Model) -> dict[str, Any]:
    """Answer for one model."""
    found = answer_model(machine, model, Clock(question.seconds))
    traced = trace_rate(machine, model, Clock(question.seconds)) if question.curve else None
    return model_entry(question, found, traced)
