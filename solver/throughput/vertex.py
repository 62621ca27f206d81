"""The vertex that a simplex basis stands for, exactly: rational rates and lengths.

Where the basis is optimal, both bounds that follow from it are the same number.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from flint import fmpz_mat

from alphacut.solver.throughput.primal_dual_bounds import Whole
from alphacut.solver.throughput.program import Basis
from alphacut.solver.throughput.variables import Variables
from alphacut.solver.traffic.traffic import Demands

LARGEST = 600  # rows of a system that is solved exactly
DIGITS = 1_000  # of the common multiple of a solution, so that documents can write it


@dataclass(frozen=True, kw_only=True)
class Vertex:
    """A solution of both programs, each times a common multiple of its own."""

    rates: Whole  # (V,) of single paths; may be negative where the basis is not feasible
    lengths: Whole  # (E,)


def vertex(
    basis: Basis, variables: Variables, demands: Demands, capacities: Whole, scale: int
) -> Vertex | None:
    """Solve both systems of a basis; None if they are too large, or have no solution."""
    size = len(basis.links) + len(basis.flows)
    if size != len(basis.variables) + basis.rate or not 0 < size <= LARGEST:
        return None
    matrix = _matrix(basis, variables, demands)
    right = fmpz_mat(size, 1)
    for row, capacity in enumerate(capacities[basis.links].tolist()):
        right[row, 0] = capacity
    if not basis.rate:  # the busiest host is what binds
        top = scale * demands.unit / demands.busiest
        right *= top.denominator
        for row, weight in enumerate(demands.weights[basis.flows].tolist(), len(basis.links)):
            right[row, 0] = weight * top.numerator
    try:
        rates = _whole(matrix.solve(right))
        lengths = _whole(matrix.transpose().solve(_last(size))) if basis.rate else None
    except ZeroDivisionError:  # singular: what floating point took for a basis is none
        return None
    if rates is None or (basis.rate and lengths is None):
        return None
    found = Vertex(
        rates=np.zeros(len(variables), dtype=object),
        lengths=np.zeros(len(capacities), dtype=object),
    )
    found.rates[basis.variables] = rates[: len(basis.variables)]
    if lengths is not None:
        found.lengths[basis.links] = lengths[: len(basis.links)]
    return found


def _matrix(basis: Basis, variables: Variables, demands: Demands) -> fmpz_mat:
    """Return uses and numbers of paths in the rows and columns of the basis; r comes last."""
    size = len(basis.links) + len(basis.flows)
    link_row = {link: row for row, link in enumerate(basis.links.tolist())}
    flow_row = {flow: row for row, flow in enumerate(basis.flows.tolist(), len(basis.links))}
    matrix = fmpz_mat(size, size)
    for column, place in enumerate(basis.variables.tolist()):
        variable = variables.each[place]
        for link, count in zip(variable.links.tolist(), variable.counts.tolist(), strict=True):
            if link in link_row:
                matrix[link_row[link], column] = count
        if variable.flow in flow_row:
            matrix[flow_row[variable.flow], column] = variable.paths
    if basis.rate:
        for flow, row in flow_row.items():
            matrix[row, size - 1] = -int(demands.weights[flow])
    return matrix


def _last(size: int) -> fmpz_mat:
    unit = fmpz_mat(size, 1)
    unit[size - 1, 0] = 1
    return unit


def _whole(solution: Any) -> Whole | None:
    """Return a solution times the common multiple of its denominators."""
    entries = [(int(entry.p), int(entry.q)) for entry in solution.entries()]
    common = lcm(*(q for _, q in entries))
    if common.bit_length() > 3.3 * DIGITS:
        return None
    return np.array([p * (common // q) for p, q in entries], dtype=object)
