"""One tool on one network, in a process of its own whose memory is told afterwards.

Time is that of the processor, so that other work on the machine takes nothing from any tool:
for the process that measures, the clock that all of alphacut reads counts its own time.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Callable
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any
from unittest.mock import patch

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.search import LASTING, search_at
from alphacut.solver.bisection.outcome import Outcome, Progress
from alphacut.solver.bisection.question import Question
from alphacut.solver.common.alpha import Alpha
from benchmarks.cuts.networks import Case
from benchmarks.partitioners._base import best_of
from benchmarks.partitioners.catalogue import NAMES, partitioner
from benchmarks.plain_models._base import EdgeModel

OURS, SEARCH = "alphacut", "search"
TOOLS = (OURS, SEARCH, *NAMES)
ONE = Alpha(1, 1)
PATIENCE = 60.0  # times as long as it may take by the processor, after which it is killed
LOADED = Dragonfly(a=6, h=3, arrangement="relative").network()  # which needs all that is loaded

Record = dict[str, Any]


def measured(case: Case, tool: str, seconds: float) -> Record:
    """Run one tool within a time limit, and tell what came of it."""
    context = multiprocessing.get_context("fork")  # cases hold functions, which are not sent
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(there, case, tool, seconds), daemon=True)
    child.start()
    there.close()
    try:
        if not here.poll(PATIENCE * seconds):
            return {"missing": "did not end"}
        found: Record = here.recv()
    except EOFError:
        return {"missing": "its process died"}
    finally:
        child.kill()
        child.join()
    return found


def _work(there: Connection, case: Case, tool: str, seconds: float) -> None:
    network = case.build()
    balance = case.balance(network)
    run = {OURS: _solved, SEARCH: _searched}.get(tool) or _partitioned(tool)
    try:
        with patch("time.monotonic", time.process_time):
            run(LOADED, None, 1.0)  # loads and compiles
            found = run(network, balance, seconds)
    except Exception as error:
        there.send({"missing": str(error) or type(error).__name__})
        return
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    there.send({**found, "megabytes": peak})


Run = Callable[[Network, Balance | None, float], Record]


def _solved(network: Network, balance: Balance | None, seconds: float) -> Record:
    """Ask for the point as a user does."""
    problem = CurveProblem(
        network=network, balance=balance or Balance.of(network), low=ONE, high=ONE
    )
    began, at, best = time.monotonic(), 0.0, float("inf")

    def heard(progress: Progress) -> bool:
        nonlocal at, best
        cut = progress.incumbent
        if cut is not None and ONE.scaled(cut.line) < best:
            best, at = ONE.scaled(cut.line), time.monotonic() - began
        return True

    def ask(question: Question) -> Outcome:
        found = answer(question, heard)
        for cut in found.cuts:
            heard(Progress(incumbent=cut, lower_bound=0))
        return found

    envelope: Envelope = trace(problem, ask, limits=Limits(seconds=seconds))
    return {
        "value": int(envelope.upper_at(ONE)),
        "lower": int(envelope.lower_at(ONE)),
        "status": envelope.status,
        "found": round(at, 2),
        "seconds": round(time.monotonic() - began, 2),
    }


def _searched(network: Network, balance: Balance | None, seconds: float) -> Record:
    """Search for a cut alone, for all the time."""
    began, at = time.monotonic(), 0.0
    weights = balance or Balance.of(network)
    cut = search_at(network, weights, ONE, deadline=began + seconds, params=replace(LASTING))
    at = time.monotonic() - began
    return {"value": ONE.scaled(cut.line), "seconds": round(at, 2)}


def _partitioned(tool: str) -> Run:
    def run(network: Network, balance: Balance | None, seconds: float) -> Record:
        model = EdgeModel.of(network, ONE)
        weights = (balance or Balance.of(network)).weights
        began = time.monotonic()
        found = best_of(partitioner(tool), model, seconds, weights)
        return {
            "value": int(found.value),
            "found": found.seconds,
            "seconds": round(time.monotonic() - began, 2),
        }

    return run
