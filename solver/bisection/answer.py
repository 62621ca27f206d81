"""Answering one question: search, or engine and verifier together."""

from __future__ import annotations

from solver.bisection.outcome import Observe, ignore
from solver.bisection.point import Answer, Question


def answer(question: Question, observe: Observe = ignore) -> Answer:
    """Answer a question, within its time, in this process.

    A bound is labelled "certificate" only after the verifier accepted its proof.
    """
    raise NotImplementedError
