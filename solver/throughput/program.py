"""The linear program of a model in HiGHS, from sparse arrays.

Maximise r, written as: minimise -r. The rates of a flow's variables add up to r times its
demand, the loads of no link exceed its capacity, and the busiest host sends or receives
no more than 1. A rate here is that of all paths of a variable together, and demands are
divided by the sum at the busiest host, so that r is at most 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

import highspy
import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.listening import told_to_stop
from alphacut.solver.throughput.links import Integers
from alphacut.solver.throughput.variables import Variable, Variables
from alphacut.solver.traffic.traffic import Demands

Floats = NDArray[np.float64]
BASIC = highspy.HighsBasisStatus.kBasic
TOLERANCE = 1e-9  # of primal and dual feasibility


@dataclass(frozen=True, kw_only=True)
class Basis:
    """Which columns and rows are basic in a vertex."""

    rate: bool  # whether r is: it is below its bound
    variables: Integers  # places of the basic ones
    links: Integers  # places of the links whose row is not basic: used up
    flows: Integers  # places of the flows whose row is not basic


@dataclass(frozen=True, kw_only=True)
class Solution:
    """What came of a run."""

    optimal: bool  # as far as floating point tells
    rate: float  # r times the sum of demands at the busiest host
    rates: Floats  # (V,) of all paths of each variable together
    lengths: Floats  # (E,) multipliers of the capacities, not negative
    prices: Floats  # (flows,) multipliers of the flows, not negative
    basis: Basis | None  # None where there is no vertex


class Program:
    """A program that stays warm while capacities change and variables come.

    Parameters
    ----------
    solver
        "simplex", "ipm" or "pdlp", as HiGHS calls them.
    """

    def __init__(
        self, variables: Variables, demands: Demands, links: int, *, solver: str = "simplex"
    ) -> None:
        self._links, self._flows = links, len(demands)
        self._highs = highspy.Highs()
        for name, value in (
            ("output_flag", False),
            ("threads", 1),
            ("solver", solver),
            ("run_crossover", "off"),  # bounds are proven from any solution, vertex or not
            ("primal_feasibility_tolerance", TOLERANCE),
            ("dual_feasibility_tolerance", TOLERANCE),
        ):
            self._highs.setOptionValue(name, value)
        for asked in (self._highs.cbSimplexInterrupt, self._highs.cbIpmInterrupt):
            asked.subscribe(_interrupt_if_told)
        share = np.asarray(demands.weights * float(demands.unit / demands.busiest), dtype=float)
        self._highs.passModel(_model(variables, share, links))

    def set_capacities(self, capacities: Floats) -> None:
        """Set the capacities of all links."""
        rows = np.arange(self._links, dtype=np.int32)
        below = np.full(self._links, -np.inf)
        self._highs.changeRowsBounds(self._links, rows, below, capacities)

    def add(self, variables: Sequence[Variable]) -> None:
        """Append variables."""
        added = Variables.of(variables)
        count = len(added)
        self._highs.addCols(
            count, np.zeros(count), np.zeros(count), np.full(count, np.inf),
            *_columns(added, self._links),
        )  # fmt: skip

    def run(self, seconds: float | None = None) -> Solution:
        """Solve, for so many seconds at most."""
        until = np.inf if seconds is None else self._highs.getRunTime() + max(0.0, seconds)
        self._highs.setOptionValue("time_limit", until)
        self._highs.run()
        found = self._highs.getSolution()
        values = np.array(found.col_value)
        duals = np.array(found.row_dual)
        if not len(duals):
            duals = np.zeros(self._links + self._flows)
        return Solution(
            optimal=self._highs.getModelStatus() == highspy.HighsModelStatus.kOptimal,
            rate=float(values[0]),
            rates=np.maximum(values[1:], 0.0),
            lengths=np.maximum(-duals[: self._links], 0.0),
            prices=np.maximum(duals[self._links :], 0.0),
            basis=self._basis(),
        )

    def _basis(self) -> Basis | None:
        found = self._highs.getBasis()
        if not found.valid:
            return None
        columns = np.array([status == BASIC for status in found.col_status])
        rows = np.array([status == BASIC for status in found.row_status])
        return Basis(
            rate=bool(columns[0]),
            variables=np.flatnonzero(columns[1:]),
            links=np.flatnonzero(~rows[: self._links]),
            flows=np.flatnonzero(~rows[self._links :]),
        )


def _interrupt_if_told(event: Any) -> None:
    """End a run of HiGHS, which asks after each of its iterations, with what it has."""
    if told_to_stop():
        event.interrupt()


class Clock:
    """Time that runs out; never, if there is no limit, and nobody tells the work to stop."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else monotonic() + seconds

    @property
    def left(self) -> float | None:
        """Seconds that are left, not negative; None without a limit."""
        if told_to_stop():
            return 0.0
        return None if self._end is None else max(0.0, self._end - monotonic())

    @property
    def over(self) -> bool:
        """Whether none are left."""
        return self.left == 0.0


Entries = tuple[int, NDArray[np.int32], NDArray[np.int32], Floats]


def _columns(variables: Variables, links: int) -> Entries:
    """Return entries, starts, rows and values: mean uses of links, and 1 in the flow's row."""
    count = len(variables)
    lengths = np.diff(variables.starts) + 1
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if count else 0
    rows, values = np.empty(total, dtype=np.int32), np.ones(total)
    last = np.zeros(total, dtype=bool)
    last[ends - 1] = True
    rows[last] = links + variables.flows
    rows[~last] = variables.links
    values[~last] = variables.counts / variables.paths[variables.owners]
    starts = np.concatenate([[0], ends[:-1]]) if count else np.zeros(0)
    return total, starts.astype(np.int32), rows, values


def _model(variables: Variables, share: Floats, links: int) -> highspy.HighsLp:
    total, starts, rows, values = _columns(variables, links)
    flows, count = len(share), len(variables)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = count + 1, links + flows
    # without crossover, HiGHS 1.14 returns duals of a maximum with either sign
    model.sense_ = highspy.ObjSense.kMinimize
    model.col_cost_ = np.concatenate([[-1.0], np.zeros(count)])
    model.col_lower_ = np.zeros(count + 1)
    model.col_upper_ = np.concatenate([[1.0], np.full(count, np.inf)])
    model.row_lower_ = np.concatenate([np.full(links, -np.inf), np.zeros(flows)])
    model.row_upper_ = np.full(links + flows, np.inf)
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kColwise
    matrix.start_ = np.concatenate([[0], starts + flows, [total + flows]]).astype(np.int32)
    matrix.index_ = np.concatenate([np.arange(links, links + flows), rows]).astype(np.int32)
    matrix.value_ = np.concatenate([-share, values])
    return model
