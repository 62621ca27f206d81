"""A linear program in HiGHS whose rows come and go while it stays warm.

References
----------
Huangfu and Hall, Parallelizing the dual revised simplex method (2018).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import highspy
import numpy as np

from alphacut.solver.bisection.bounds.pairs import FloatArray, IntArray

INFINITE = highspy.kHighsInf
BITS = 20  # of the largest coefficient of a row, or of the costs; rows with more are divided
LISTEN = 1.0  # seconds between two questions whether to stop
LAST_TRY = 60.0  # seconds for a program that did not settle


def divisor_of(coefficients: IntArray) -> float:
    """Return a power of two that makes coefficients small enough for HiGHS; mostly 1.

    Parameters
    ----------
    coefficients
        (n,).
    """
    largest = int(np.abs(coefficients).max(initial=0))
    return float(1 << max(0, largest.bit_length() - BITS))


@dataclass(frozen=True)
class Row:
    """low ≤ coefficients · y[columns] ≤ high."""

    columns: IntArray
    coefficients: FloatArray
    low: float
    high: float

    @classmethod
    def dense(cls, coefficients: IntArray, low: float, high: float) -> Row:
        """Make a row of coefficients for all columns, divided by their divisor.

        Parameters
        ----------
        coefficients
            (columns,).
        low, high
            The sides.
        """
        columns, divisor = np.nonzero(coefficients)[0], divisor_of(coefficients)
        return cls(
            columns, coefficients[columns].astype(float) / divisor, low / divisor, high / divisor
        )


@dataclass(frozen=True)
class Solved:
    """How a run ended; the arrays are empty where there is no optimum."""

    optimal: bool
    infeasible: bool
    columns: FloatArray
    rows: FloatArray
    duals: FloatArray


NONE = np.zeros(0)


class Program:
    """Minimises costs over columns in [0, 1] under rows, which are numbered as they were added.

    Parameters
    ----------
    listen
        Seconds between two questions whether to stop.
    costs
        (columns,), what each is charged for 1.
    """

    def __init__(self, costs: IntArray | FloatArray, listen: float = LISTEN) -> None:
        self._listen = listen
        self._highs = highspy.Highs()
        self._highs.setOptionValue("output_flag", False)
        self._highs.setOptionValue("threads", 1)
        self._highs.setOptionValue("presolve", "off")
        count = len(costs)
        self._highs.addVars(count, np.zeros(count), np.ones(count))
        columns = np.arange(count, dtype=np.int32)
        self._highs.changeColsCost(count, columns, costs.astype(float))

    def add(self, rows: Iterable[Row]) -> None:
        """Append rows, all at once."""
        added = list(rows)
        if not added:
            return
        ends = np.cumsum([len(row.columns) for row in added])
        self._highs.addRows(
            len(added),
            np.array([row.low for row in added]),
            np.array([row.high for row in added]),
            int(ends[-1]),
            np.concatenate([[0], ends[:-1]]).astype(np.int32),
            np.concatenate([row.columns for row in added]).astype(np.int32),
            np.concatenate([row.coefficients for row in added]).astype(np.float64),
        )

    def delete(self, rows: Sequence[int] | IntArray) -> None:
        """Delete rows; those behind them move up.

        Parameters
        ----------
        rows
            (n,), numbers of rows.
        """
        if len(rows):
            self._highs.deleteRows(len(rows), np.array(rows, dtype=np.int32))

    def limit(self, row: int, low: float, high: float) -> None:
        """Change a row's sides.

        Parameters
        ----------
        row
            Its number.
        low, high
            The new sides.
        """
        self._highs.changeRowBounds(row, low, high)

    def run(self, interrupted: Callable[[], bool]) -> Solved:
        """Solve, and ask now and then whether to stop.

        HiGHS asks as it goes: were it stopped to be asked and started again, what it comes to
        would depend on how busy the machine is.
        """
        status = self._run(interrupted)
        settled = (
            highspy.HighsModelStatus.kOptimal,
            highspy.HighsModelStatus.kInfeasible,
            highspy.HighsModelStatus.kInterrupt,
        )
        if status not in settled:
            self._highs.clearSolver()
            status = self._run(interrupted, LAST_TRY)
        infeasible = status == highspy.HighsModelStatus.kInfeasible
        if status != highspy.HighsModelStatus.kOptimal:
            return Solved(False, infeasible, NONE, NONE, NONE)
        solution = self._highs.getSolution()
        arrays = (solution.col_value, solution.row_value, solution.row_dual)
        return Solved(True, False, *(np.array(array) for array in arrays))

    def _run(
        self, interrupted: Callable[[], bool], seconds: float = INFINITE
    ) -> highspy.HighsModelStatus:
        looked, raised = time.monotonic(), list[BaseException]()

        def on_interrupt(event: Any) -> None:
            nonlocal looked
            event.interrupt(False)  # what the last run was told still holds
            if time.monotonic() < looked + self._listen:
                return
            looked = time.monotonic()
            try:
                stop = interrupted()
            except BaseException as error:  # it would have to pass through HiGHS
                raised.append(error)
                stop = True
            if stop:
                event.interrupt()

        self._highs.setOptionValue("time_limit", self._highs.getRunTime() + seconds)
        self._highs.cbSimplexInterrupt.subscribe(on_interrupt)
        try:
            self._highs.run()
        finally:
            self._highs.cbSimplexInterrupt.unsubscribe(on_interrupt)
        if raised:
            raise raised[0]
        return self._highs.getModelStatus()

    def ray(self) -> FloatArray | None:
        """Return multipliers of rows that show that nothing is feasible, of either sign.

        Returns
        -------
        (rows,), the largest of size 1; None where there is no such proof.
        """
        _, there, ray = self._highs.getDualRay()
        if not there:
            return None
        values = np.array(ray)
        return np.asarray(values / max(1.0, float(np.abs(values).max())))
