"""Measuring one entry: a process of its own, killed where a tool goes on after its time."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.search import search_at
from benchmarks.comparison import ALPHA, WARM_UP, Contender, compete
from benchmarks.contest.entries import CUT, OURS, Entry
from benchmarks.partitioners._base import NotInstalled, best_of
from benchmarks.partitioners.catalogue import partitioner
from benchmarks.plain_models._base import EdgeModel

ENGINE = "auto"  # of ours: what a user gets who names none
LEAST_SHARE = 0.7  # of a core that a tool must have had where it used up its time
GRACE = 60.0  # seconds beyond its time after which a process is killed; it loads libraries first

Record = dict[str, Any]


def measured(entry: Entry, seconds: float) -> Record:
    """Run one entry within a time limit, and tell what came of it."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(there, entry, seconds), daemon=True)
    child.start()
    there.close()
    try:
        if not here.poll(2 * seconds + GRACE):
            return {"missing": f"did not end within {2 * seconds + GRACE:.0f} s"}
        result: Record = here.recv()
    except EOFError:
        return {"missing": "its process died"}
    finally:
        child.kill()
        child.join()
    return result


def _work(there: Connection, entry: Entry, seconds: float) -> None:
    try:
        there.send(dict(_cut(entry, seconds) if entry.kind == CUT else _proof(entry, seconds)))
    except (NotInstalled, ImportError) as error:
        there.send({"missing": f"not installed: {error}"})


def _proof(entry: Entry, seconds: float) -> Mapping[str, Any]:
    plain = entry.tool != OURS
    solver = entry.tool if plain else ENGINE
    contender = Contender(dragonfly=entry.dragonfly, solver=solver, plain=plain)
    found = compete(contender, seconds)
    if not found.proof and found.processor_seconds < LEAST_SHARE * seconds:
        had = f"{found.processor_seconds:.1f} s of a core in {seconds:.0f} s"
        return {"missing": f"the machine was busy: {had}"}
    return {
        "seconds": found.seconds,
        "processor_seconds": found.processor_seconds,
        "proof": found.proof,
        "engine": found.engine,
        "value": found.value,
        "bound": found.bound,
        "gap": round(found.gap, 6),
    }


def _cut(entry: Entry, seconds: float) -> Mapping[str, Any]:
    busy = time.process_time()
    record = _our_cut(entry, seconds) if entry.tool == OURS else _their_cut(entry, seconds)
    return {**record, "processor_seconds": round(time.process_time() - busy, 3)}


def _their_cut(entry: Entry, seconds: float) -> Mapping[str, Any]:
    partition = partitioner(entry.tool)
    best_of(partition, EdgeModel.of(WARM_UP.network(), ALPHA), 0.0)
    found = best_of(partition, EdgeModel.of(entry.dragonfly.network(), ALPHA), seconds)
    return {
        "seconds": found.seconds,
        "value": found.value,
        "runs": found.seeds,
        "repaired": found.repaired,
    }


def _our_cut(entry: Entry, seconds: float) -> Mapping[str, Any]:
    """Search as a solve does before it proves anything, with other seeds while there is time."""
    network = entry.dragonfly.network()
    balance = Balance.of(network)
    search_at(WARM_UP.network(), Balance.of(WARM_UP.network()), ALPHA)
    began = time.monotonic()
    best, at, runs = None, 0.0, 0
    while not runs or time.monotonic() - began < seconds:
        deadline = began + seconds
        cut = search_at(network, balance, ALPHA, deadline=deadline, seed=runs)
        value = float(ALPHA.value(ALPHA.scaled(cut.line)))
        if best is None or value < best:
            best, at = value, time.monotonic() - began
        runs += 1
    return {"seconds": round(at, 3), "value": best, "runs": runs, "repaired": 0}
