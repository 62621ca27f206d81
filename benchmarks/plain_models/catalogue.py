"""The plain models that exist, by the names of their solvers."""

from __future__ import annotations

from benchmarks.plain_models._base import Solve

NAMES = ("CP-SAT", "HiGHS", "SCIP")


def plain_model(name: str) -> Solve:
    """Return a solver's `solve`; its library is loaded only now."""
    if name == "CP-SAT":
        from benchmarks.plain_models.cpsat import solve as cpsat

        return cpsat
    if name == "HiGHS":
        from benchmarks.plain_models.highs import solve as highs

        return highs
    if name == "SCIP":
        from benchmarks.plain_models.scip import solve as scip

        return scip
    raise ValueError(f"no plain model is written for {name!r}")
