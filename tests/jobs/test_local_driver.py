"""A curve traced with real processes, for somebody who waits for it."""

from __future__ import annotations

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.jobs.execution import LocalExecution
from alphacut.jobs.local_driver import trace_locally
from alphacut.jobs.progress import Snapshot
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits
from alphacut.solver.common.alpha import Alpha

NETWORK = build(parse({"family": "dragonfly", "a": 6, "h": 1, "arrangement": "relative"}))
# eight groups, which no rotation carries around: intercepts are settled one by one
DIVIDED = build(parse({"family": "dragonfly", "a": 7, "h": 1, "arrangement": "relative"}))


@pytest.mark.slow
def test_one_hard_point_uses_all_processes() -> None:
    alpha = Alpha(9, 2)
    problem = CurveProblem(
        network=DIVIDED,
        balance=Balance.of(DIVIDED),
        low=alpha,
        high=alpha,
        engine="branch_and_bound",
    )
    seen: list[Snapshot] = []
    with LocalExecution(processes=2) as execution:
        envelope, failure = trace_locally(problem, Limits(), execution, on_progress=seen.append)
    assert not failure
    assert envelope.status == "exact"
    assert envelope.certified_lemmas
    at_once = [[heard.question.target_lemma for heard in snapshot.heard] for snapshot in seen]
    assert any(len(lemmas) == 2 and all(lemmas) for lemmas in at_once)
    assert all(len(set(lemmas)) == len(lemmas) for lemmas in at_once)


def test_told_to_stop_it_returns_what_there_is() -> None:
    problem = CurveProblem(network=NETWORK, balance=Balance.of(NETWORK), engine="branch_and_bound")
    stopping = False

    def show(snapshot: Snapshot) -> None:
        nonlocal stopping
        stopping = bool(snapshot.envelope.points)

    with LocalExecution(processes=2) as execution:
        envelope, failure = trace_locally(
            problem, Limits(), execution, on_progress=show, should_stop=lambda: stopping
        )
    assert not failure
    assert envelope.cuts
    assert envelope.points
    assert envelope.status == "bounded"
