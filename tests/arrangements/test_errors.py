"""Errors name every problem, and cross process boundaries whole."""

from __future__ import annotations

import pickle

from alphacut.arrangements.errors import SpecError, SpecProblem


def test_message_names_every_problem() -> None:
    error = SpecError("a", "is missing", (SpecProblem("", "and more"),))
    assert str(error) == "a: is missing\nand more"
    assert (error.field, error.problem) == ("a", "is missing")


def test_pickled_error_keeps_its_problems() -> None:
    error = SpecError("a", "is missing", (SpecProblem("h", "is missing"),))
    copy = pickle.loads(pickle.dumps(error))
    assert copy.problems == error.problems
    assert str(copy) == str(error)
