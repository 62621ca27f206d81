"""The plain edge model in HiGHS."""

from __future__ import annotations

import highspy

from benchmarks.plain_models._base import THREADS, EdgeModel, PlainResult


def solve(model: EdgeModel, seconds: float, threads: int = THREADS) -> PlainResult:
    """Solve with so many threads, within a time limit."""
    # a scheduler that was started with another number of threads would refuse this one
    highspy.Highs.resetGlobalScheduler(True)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", threads)
    highs.setOptionValue("time_limit", seconds)
    highs.setOptionValue("mip_rel_gap", 0.0)
    x = [highs.addBinary() for _ in range(model.switches)]
    y = [highs.addVariable(lb=0, ub=1, obj=float(c)) for _, _, c in model.edges]
    for (u, v, _), separated in zip(model.edges, y, strict=True):
        highs.addConstr(separated - x[u] + x[v] >= 0)
        highs.addConstr(separated - x[v] + x[u] >= 0)
    low, high = model.sizes
    highs.addConstr(sum(x[1:], start=x[0]) >= low)
    highs.addConstr(sum(x[1:], start=x[0]) <= high)
    highs.addConstr(x[0] >= 1)
    highs.run()
    highspy.Highs.resetGlobalScheduler(True)
    info = highs.getInfo()
    found = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
    return PlainResult.of(
        model,
        proven=highs.getModelStatus() == highspy.HighsModelStatus.kOptimal,
        value=info.objective_function_value if found else None,
        bound=info.mip_dual_bound,
    )
