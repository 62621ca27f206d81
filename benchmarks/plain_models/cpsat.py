"""The plain edge model in OR-Tools CP-SAT."""

from __future__ import annotations

from ortools.sat.python import cp_model

from benchmarks.plain_models._base import THREADS, EdgeModel, PlainResult


def solve(model: EdgeModel, seconds: float, threads: int = THREADS) -> PlainResult:
    """Solve with so many workers, within a time limit."""
    cp = cp_model.CpModel()
    x = [cp.new_bool_var(f"x{u}") for u in range(model.switches)]
    y = [cp.new_bool_var(f"y{u}_{v}") for u, v, _ in model.edges]
    for (u, v, _), separated in zip(model.edges, y, strict=True):
        cp.add(separated >= x[u] - x[v])
        cp.add(separated >= x[v] - x[u])
    cp.add_linear_constraint(sum(x), *model.sizes)
    cp.add(x[0] == 1)
    cp.minimize(sum(c * separated for (_, _, c), separated in zip(model.edges, y, strict=True)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = threads
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(cp)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return PlainResult.of(
        model,
        proven=status == cp_model.OPTIMAL,
        value=solver.objective_value if found else None,
        bound=solver.best_objective_bound,
    )
