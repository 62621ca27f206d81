"""Exact bounds from multipliers: what the linear relaxation's duals prove.

Solvers give floating-point duals. Rounded to fractions with one denominator
they are multipliers like any others, and every choice of multipliers gives a
valid bound, so nothing here depends on how well the solver did.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SCALE = 1 << 40  # common denominator of all multipliers

Leaf = dict[str, Any]  # the JSON object of one leaf; see docs on the certificate format


@dataclass(frozen=True, kw_only=True)
class Multipliers:
    """Rounded duals (in units of 1/SCALE), all but `halves` not negative."""

    objective: int  # SCALE, or 0 for a proof that nothing is feasible
    halves: dict[int, int]  # by switch, of either sign
    rows: dict[int, int]  # by index in the table of vectors
    known: dict[int, int]  # by index in the problem's known points
    counts: dict[int, tuple[int, int]]  # by index on the node's path, least and largest
    intercept: tuple[int, int] = (0, 0)  # for its least and its largest level
    slope: tuple[int, int] = (0, 0)

    def as_json(self, rows: dict[int, int], symmetry: int | None) -> Leaf:
        """Write the leaf.

        Parameters
        ----------
        rows
            Where each used vector stands in the certificate's table.
        symmetry
            Which of the certificate's groups was used, if any.
        """
        leaf: Leaf = {"objective": self.objective}
        tables = {
            "halves": self.halves,
            "rows": {rows[index]: value for index, value in self.rows.items()},
            "known": self.known,
        }
        for name, table in tables.items():
            if table:
                leaf[name] = [[index, value] for index, value in sorted(table.items())]
        if self.counts:
            leaf["counts"] = [[index, *pair] for index, pair in sorted(self.counts.items())]
        for name, pair in (("intercept", self.intercept), ("slope", self.slope)):
            if any(pair):
                leaf[name] = list(pair)
        if symmetry is not None:
            leaf["symmetry"] = symmetry
        return leaf
