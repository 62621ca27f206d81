"""The engine that chooses: what is certified first, a general solver for what that leaves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from alphacut.arrangements.missing import installed
from alphacut.solver.bisection.engines._base import Engine
from alphacut.solver.bisection.engines.capabilities import CAPABILITIES
from alphacut.solver.bisection.engines.catalogue import LIBRARIES, engine
from alphacut.solver.bisection.engines.limits import check_problem
from alphacut.solver.bisection.engines.sweep import Sweep
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, Observe, Outcome, Progress, StopReason
from alphacut.solver.bisection.parameters import USUAL, AutoParams, SolverParams
from alphacut.solver.bisection.problem import Problem

if TYPE_CHECKING:
    from alphacut.solver.bisection.bounds.elimination.plan import Plan
    from alphacut.solver.bisection.bounds.memory import Memory


@dataclass(frozen=True, kw_only=True)
class Stage:
    """An engine, and how much time it may take where another may still help."""

    engine: Engine
    share: float = 1.0  # of the time that is left
    seconds: float | None = None  # at most, even if there is no limit
    searched: bool = False  # whether a better cut is looked for first, because others gave up

    def limit(self, left: float | None) -> float | None:
        """Return the seconds that it may take, of those that are left for all."""
        limits = [self.seconds, None if left is None else self.share * left]
        return min((each for each in limits if each is not None), default=None)

    @property
    def partial(self) -> bool:
        """Whether others are tried after its time."""
        return self.share < 1 or self.seconds is not None


class Auto:
    """Looks at loads, majorities and eigenvalues, sweeps and eliminates; then packs or grows trees.

    What these leave open is left to longer sweeps, and on small networks to
    CP-SAT, if that is installed. See `Engine` for the contract.
    """

    name = "auto"
    capabilities = CAPABILITIES["auto"]

    def __init__(self, params: SolverParams = USUAL, memory: Memory | None = None) -> None:
        self._params, self._memory = params, memory

    def solve(self, problem: Problem, budget: Budget, observe: Observe) -> Outcome:
        """Minimise the scaled capacity within the budget."""
        check_problem(self.name, self.capabilities, problem)
        if problem.aim is not None:
            return engine("branch_and_bound", self._params, self._memory).solve(
                problem, budget, observe
            )
        began = time.monotonic()
        best: Outcome | None = None
        for stage in _stages(problem, budget.seconds, self._params, self._memory):
            spent = time.monotonic() - began
            left = None if budget.seconds is None else max(0.0, budget.seconds - spent)
            given = _with_cut_of(problem, best)
            found = stage.engine.solve(
                _searched(given) if stage.searched else given,
                replace(budget, seconds=stage.limit(left)),
                _above(best, observe),
            )
            best = found if best is None else _together(best, found)
            late = found.stopped_because is StopReason.TIME_LIMIT and stage.partial
            if found.stopped_because is not StopReason.WORK_LIMIT and not late:
                break
        else:
            best = _with_missing(problem, best, self._params)
        assert best is not None
        return best


def _stages(
    problem: Problem, seconds: float | None, params: SolverParams, memory: Memory | None
) -> Iterator[Stage]:
    """Yield the bounds of the whole that take a moment, and then all others."""
    if problem.network.switches >= params.auto.fewest_for_first_bounds:
        yield Stage(engine=_spreading(params))
        if len(set(problem.network.groups)) > 1:
            yield Stage(engine=_majority(params))
            yield Stage(engine=_uneven(params))
        if params.spectral.quick(problem.network, seconds):
            yield Stage(engine=_spectral(params))
    yield from _searches(problem, seconds, params, memory)


def _searches(
    problem: Problem, seconds: float | None, params: SolverParams, memory: Memory | None
) -> Iterator[Stage]:
    """Yield the engines in the order in which they are tried, each after a limit.

    An engine that may end soon comes before one that may take all time, and where another may
    still help, none takes more than its share.
    """
    auto, switches = params.auto, problem.network.switches
    small, large = switches < params.elimination.fewest, switches > auto.largest_left
    hasty = large and not params.elimination.plannable(problem.network, seconds)  # no plan
    narrow = _narrow(problem, auto) and not hasty
    plan = None if small or hasty else _planned(problem, params, memory)
    soon = plan is not None and plan.soon(params.elimination)
    if soon:
        yield Stage(engine=_elimination(plan, params), share=0.8)
    rotates = auto.rotates(problem)  # sought where elimination has not ended, and once
    matrix = _by_matrix(problem, params, rotates=rotates)
    first, last = auto.fewest_quick_matrix, auto.largest_quick_matrix
    quick = matrix is not None and first <= switches <= last
    if narrow and quick:
        yield Stage(engine=Sweep(params, most_states=auto.fewest_states, gradual=False))
    if matrix is not None and quick:
        yield matrix
    if narrow:
        states = auto.small_states if small else auto.few_states
        yield Stage(engine=Sweep(params, most_states=states, gradual=False))
    if matrix is not None and not quick:
        yield matrix
    if plan is not None and not soon:
        yield from _by_plan(plan, problem, params, memory)
    yield from _lasting(problem, params, memory, narrow=narrow, rotates=rotates)


def _by_matrix(problem: Problem, params: SolverParams, *, rotates: bool) -> Stage | None:
    """Return the semidefinite bound, where a rotation makes its matrices small or one is enough."""
    if rotates:
        from alphacut.solver.bisection.engines.rotating import Rotating

        small = problem.network.switches <= params.auto.largest_quick_matrix
        return Stage(engine=Rotating(params.semidefinite), share=0.3) if small else None
    if not params.one_matrix.suits(problem):
        return None
    grouped = len(set(problem.network.groups)) > 1  # states of groups may divide better
    return Stage(engine=_semidefinite(params, 1 if grouped else params.auto.few_parts), share=0.4)


def _by_plan(
    plan: Plan, problem: Problem, params: SolverParams, memory: Memory | None
) -> Iterator[Stage]:
    """Yield an elimination that takes long, and before it what may be sooner."""
    as_long = max(1.0, plan.seconds)
    if problem.network.switches <= params.auto.largest_tree:
        tree = engine("branch_and_bound", params, memory)
        yield Stage(engine=tree, share=0.2, seconds=as_long)
    sweep = Sweep(params, most_states=params.auto.middle_states, gradual=False)
    yield Stage(engine=sweep, share=0.2, seconds=as_long)
    yield Stage(engine=_elimination(plan, params), share=0.5)


def _lasting(
    problem: Problem,
    params: SolverParams,
    memory: Memory | None,
    *,
    narrow: bool,
    rotates: bool,
) -> Iterator[Stage]:
    """Yield what may take all the time that is left."""
    auto, switches = params.auto, problem.network.switches
    small, large = switches < params.elimination.fewest, switches > auto.largest_left
    if large and narrow:
        yield Stage(engine=_packing(), share=0.6)
    if params.one_matrix.suits(problem) and not rotates:
        yield Stage(engine=_semidefinite(params, params.one_matrix.most_nodes), share=0.7)
    if switches <= auto.largest_tree:
        share = 0.6 if large and narrow else 1.0
        yield Stage(engine=engine("branch_and_bound", params, memory), share=share, searched=small)
    if large and not narrow:
        yield Stage(engine=_packing())
    if narrow:
        yield Stage(engine=Sweep(params))
    if not large and installed(LIBRARIES["cpsat"]):
        yield Stage(engine=engine("cpsat", params))


def _with_missing(problem: Problem, best: Outcome | None, params: SolverParams) -> Outcome | None:
    """Note that CP-SAT would have come last, where it is not there and something is open."""
    library = LIBRARIES["cpsat"]
    large = problem.network.switches > params.auto.largest_left
    if best is None or large or installed(library):
        return best
    return replace(best, report=replace(best.report, missing=(library,)))


# Of these each loads libraries, and most networks need few of them.


def _planned(problem: Problem, params: SolverParams, memory: Memory | None) -> Plan | None:
    from alphacut.solver.bisection.bounds.elimination.planning import planned

    return planned(problem, params.elimination, memory)


def _elimination(plan: Plan | None, params: SolverParams) -> Engine:
    from alphacut.solver.bisection.engines.elimination import Elimination

    return Elimination(params, plan=plan)


def _semidefinite(params: SolverParams, parts: int) -> Engine:
    """Return the engine for one matrix, which is divided into so many parts."""
    from alphacut.solver.bisection.engines.semidefinite import Semidefinite

    return Semidefinite(params.one_matrix, parts)


def _majority(params: SolverParams) -> Engine:
    from alphacut.solver.bisection.engines.majority import Majority

    return Majority(params.majority, params.group_kinds)


def _spreading(params: SolverParams) -> Engine:
    from alphacut.solver.bisection.engines.spreading import SpreadingEngine

    return SpreadingEngine(params.spreading)


def _uneven(params: SolverParams) -> Engine:
    from alphacut.solver.bisection.engines.uneven import UnevenEngine

    return UnevenEngine(params.uneven)


def _spectral(params: SolverParams) -> Engine:
    from alphacut.solver.bisection.engines.spectral import SpectralEngine

    return SpectralEngine(params.spectral)


def _packing() -> Engine:
    from alphacut.solver.bisection.engines.packing import PackingEngine

    return PackingEngine()


def _narrow(problem: Problem, auto: AutoParams) -> bool:
    """Tell whether there may be an order along which few states arise."""
    switches, links = problem.network.switches, len(problem.network.links)
    return switches <= auto.largest_left or links <= auto.sparse * switches


def _with_cut_of(problem: Problem, best: Outcome | None) -> Problem:
    return problem if best is None else replace(problem, cuts=(*problem.cuts, *best.cuts))


def _searched(problem: Problem) -> Problem:
    """Add the best cut of some walks, which loads a compiler."""
    cut = search_at(problem.network, problem.balance, problem.alpha)
    return replace(problem, cuts=(*problem.cuts, cut))


def _above(best: Outcome | None, observe: Observe) -> Callable[[Progress], bool]:
    """Observe no bound that is weaker than one that was proven before."""
    least = 0 if best is None else best.lower_bound

    def hear(news: Progress) -> bool:
        return observe(replace(news, lower_bound=max(least, news.lower_bound)))

    return hear


def _together(first: Outcome, second: Outcome) -> Outcome:
    """Return the second outcome, with what the first one proved where that is more."""
    seconds = first.report.seconds + second.report.seconds
    strong = first if first.lower_bound >= second.lower_bound else second
    certified = first if first.certified_bound >= second.certified_bound else second
    return replace(
        second,
        lower_bound=strong.lower_bound,
        report=replace(strong.report, seconds=seconds),
        certified_bound=certified.certified_bound,
        certificate=certified.certificate,
        spare=first.spare or second.spare,
    )
