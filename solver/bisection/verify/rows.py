"""The inequalities that a certificate lists: checked to hold for every cut.

Each is given by integers v for some switches. With the signs ±1 of a cut's two
sides, v·x is an integer with the parity of Σv, so its square is at least that
parity:

    Σ_{i<j} v_i·v_j·y_ij ≤ ((Σv)² - parity) / 4

The left side is an integer for every cut.

References
----------
Deza and Laurent, Geometry of Cuts and Metrics, chapters 28 to 30.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.orbit_variables import OrbitVariables, Row
from alphacut.solver.bisection.verify.read import integer, integers
from alphacut.solver.bisection.verify.removed import removed


@dataclass(frozen=True)
class Inequality:
    """One row of the certificate's table."""

    switches: tuple[int, ...]
    values: tuple[int, ...]

    @classmethod
    def read(cls, row: Any, size: int) -> Inequality:
        """Read a row [switches, values], or refuse."""
        if isinstance(row, list) and len(row) == 3:
            raise removed("gaps")
        if not isinstance(row, list) or len(row) != 2:
            raise Refused("a row is not a list of switches and values")
        switches = tuple(switch(each, size) for each in integers(row[0], "a row's switches"))
        values = tuple(integers(row[1], "a row's values"))
        if len(switches) != len(values) or len(set(switches)) != len(switches):
            raise Refused("a row's switches are not different, or do not fit its values")
        return cls(switches, values)

    @property
    def limit(self) -> int:
        """The right-hand side."""
        total = sum(self.values)
        return (total * total - total % 2) // 4

    def row(self, variables: OrbitVariables) -> Row:
        """Return the left-hand side."""
        return variables.quadratic(self.switches, self.values)


def switch(value: object, size: int) -> int:
    """Read a switch, the dummy one included, or refuse."""
    number = integer(value, "a switch", least=0)
    if number >= size:
        raise Refused("a switch is named that does not exist")
    return number
