"""The plain edge model in SCIP."""

from __future__ import annotations

from pyscipopt import Model, quicksum

from benchmarks.plain_models._base import THREADS, EdgeModel, PlainResult


def solve(model: EdgeModel, seconds: float, threads: int = THREADS) -> PlainResult:  # noqa: ARG001
    """Solve with the one thread that SCIP uses, within a time limit."""
    scip = Model()
    scip.hideOutput()
    scip.setParam("limits/time", seconds)
    x = [scip.addVar(vtype="B") for _ in range(model.switches)]
    y = [scip.addVar(vtype="C", lb=0, ub=1, obj=c) for _, _, c in model.edges]
    for (u, v, _), separated in zip(model.edges, y, strict=True):
        scip.addCons(separated >= x[u] - x[v])
        scip.addCons(separated >= x[v] - x[u])
    low, high = model.sizes
    scip.addCons(quicksum(x) >= low)
    scip.addCons(quicksum(x) <= high)
    scip.addCons(x[0] >= 1)
    scip.optimize()
    return PlainResult.of(
        model,
        proven=scip.getStatus() == "optimal",
        value=scip.getObjVal() if scip.getNSols() else None,
        bound=scip.getDualbound(),
    )
