"""One point by several solvers: ours, which prove, and plain models in general ones."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha
from benchmarks.networks import size_name
from benchmarks.plain_models._base import EdgeModel, PlainResult
from benchmarks.plain_models.catalogue import NAMES, plain_model

ALPHA = Alpha(1, 1)
OURS = "branch_and_bound"  # the engine that times are divided by
ENGINES = (OURS, "cpsat", "ilp")
ARRANGEMENTS = ("relative", "nautilus")  # the one with symmetry, the other without
WARM_UP = Dragonfly(a=2, h=1, arrangement="relative")  # loads what a solver loads late


@dataclass(frozen=True, kw_only=True)
class Contender:
    """One way to solve one network at α = 1."""

    dragonfly: Dragonfly
    solver: str  # an engine of ours, or a plain model
    plain: bool

    @property
    def name(self) -> str:
        """What tables call the solver."""
        return f"plain model, {self.solver}" if self.plain else f"alphacut {self.solver}"


@dataclass(frozen=True, kw_only=True)
class PointRecord:
    """How one contender did."""

    network: str
    arrangement: str
    solver: str  # a contender's name
    plain: bool
    seconds: float  # wall time of the whole solve: ours with search and verification
    proof: str | None  # "certificate", "solver", or None where the bounds do not meet
    value: float | None  # best capacity found
    bound: float  # lower bound
    engine: str  # which one answered: what "auto" chose, or the same as was asked
    processor_seconds: float  # of all threads: what a busy machine does not change

    @property
    def gap(self) -> float:
        """(value - bound)/value; 1 without a value."""
        return 1.0 if not self.value else max(0.0, self.value - self.bound) / self.value


def contenders() -> list[Contender]:
    """List who is compared, on (p,4,2)."""
    networks = [Dragonfly(a=4, h=2, arrangement=name) for name in ARRANGEMENTS]
    return [
        Contender(dragonfly=network, solver=solver, plain=plain)
        for network in networks
        for plain, solvers in ((False, ENGINES), (True, NAMES))
        for solver in solvers
    ]


def compete(contender: Contender, seconds: float) -> PointRecord:
    """Solve within a time limit; the solver's library is loaded before the clock starts."""
    solve = _plain if contender.plain else _ours
    run = solve(contender.solver)
    for each in (run,) if contender.plain else (run, _ours(OURS)):  # auto may choose that
        each(WARM_UP.network(), seconds)
    network = contender.dragonfly.network()
    began, busy = time.monotonic(), time.process_time()
    proof, engine, result = run(network, seconds)
    return PointRecord(
        network=size_name(contender.dragonfly),
        arrangement=contender.dragonfly.arrangement,
        solver=contender.name,
        plain=contender.plain,
        seconds=round(time.monotonic() - began, 3),
        proof=proof,
        value=result.value,
        bound=result.bound,
        engine=engine,
        processor_seconds=round(time.process_time() - busy, 3),
    )


Run = Callable[[Network, float], tuple[str | None, str, PlainResult]]  # proof, engine, result


def _plain(solver: str) -> Run:
    solve = plain_model(solver)

    def run(network: Network, seconds: float) -> tuple[str | None, str, PlainResult]:
        result = solve(EdgeModel.of(network, ALPHA), seconds)
        return "solver" if result.proven else None, solver, result

    return run


def _ours(engine: str) -> Run:
    def run(network: Network, seconds: float) -> tuple[str | None, str, PlainResult]:
        balance = Balance.of(network)
        question = PointProblem(
            network=network, balance=balance, alpha=ALPHA, engine=engine, seconds=seconds
        )
        found = answer(question)
        value = min((ALPHA.scaled(cut.line) for cut in found.cuts), default=None)
        proven = value is not None and found.lower_bound >= value
        result = PlainResult(
            proven=proven,
            value=None if value is None else float(value),
            bound=float(found.lower_bound),
        )
        return found.proof if proven else None, found.report.engine, result

    return run
