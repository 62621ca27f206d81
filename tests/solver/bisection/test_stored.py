"""Outcomes as databases hold them: what this version writes, and what earlier ones wrote."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.jobs.stored_envelope import resumed
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.certificate.proofs import ComponentsProof, SweepProof
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.outcome import Deferral, Outcome, Report, StopReason
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.stored import outcome_json, read_outcome
from alphacut.solver.common.alpha import Alpha

# a whole curve, kept when questions and problems were two records: a search, and three proofs
KEPT = json.loads((Path(__file__).parents[2] / "golden" / "stored_answers.json").read_text())
NETWORK = build(parse(KEPT["topology"]))


def test_an_outcome_survives_storage() -> None:
    before = Outcome(
        alpha=Alpha(5, 4),
        cuts=(Cut.of(NETWORK, range(10)),),
        lower_bound=16,
        certified_bound=16,
        deferral=Deferral(lemmas_known=2, open_intercepts=(3, 9)),
        certificate=ComponentsProof(),
        partial_proof=SweepProof(order=(1, 0), reach=3),
        report=Report(engine="auto", seconds=0.5, remarks=("late",)),
        stopped_because=StopReason.WORK_LIMIT,
    )
    for each in (
        before,
        replace(before, deferral=Deferral(to_siblings=True)),
        replace(before, deferral=Deferral(lemmas_known=1, open_intercepts=(0, 7), proven=12)),
        replace(before, deferral=None),
    ):
        assert read_outcome(NETWORK, json.loads(json.dumps(outcome_json(each)))) == each


@pytest.mark.parametrize("kept", KEPT["answers"], ids=lambda kept: str(kept["alpha"]))
def test_what_was_stored_is_read_and_written_as_it_was(kept: dict[str, Any]) -> None:
    found = read_outcome(NETWORK, kept)
    assert (found.proof, found.lower_bound) == (kept["proof"], kept["bound"])
    assert json.dumps(outcome_json(found)) == json.dumps(kept)


def test_a_job_goes_on_from_what_was_stored() -> None:
    problem = CurveProblem(network=NETWORK, balance=Balance.of(NETWORK), engine="branch_and_bound")
    assert resumed(problem, KEPT["answers"][:-1]).status == "bounded"
    assert resumed(problem, KEPT["answers"]).status == "exact"


def test_a_bound_on_an_engines_word_has_no_proof() -> None:
    solved = {**KEPT["answers"][-1], "proof": "solver", "certificate": None}
    assert read_outcome(NETWORK, solved).proof == "solver"
    assert read_outcome(NETWORK, {**solved, "proof": None, "bound": 0}).proof is None
