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

from alphacut.solver.bisection.certificate.cuts import Row
from alphacut.solver.bisection.verify.orbit_variables import OrbitVariables
from alphacut.solver.bisection.verify.orbit_variables import Row as Coefficients
from alphacut.solver.common.errors import Refused


@dataclass(frozen=True)
class Inequality:
    """One row of the certificate's table."""

    switches: tuple[int, ...]
    values: tuple[int, ...]

    @classmethod
    def of(cls, row: Row, size: int) -> Inequality:
        """Return what a row stands for in a network of so many switches, or refuse.

        Raises
        ------
        Refused
            If a switch does not exist, or is named twice.
        """
        switches = tuple(switch(each, size) for each in row.switches)
        if len(switches) != len(row.values) or len(set(switches)) != len(switches):
            raise Refused("a row's switches are not different, or do not fit its values")
        return cls(switches, row.values)

    @property
    def limit(self) -> int:
        """The right-hand side."""
        total = sum(self.values)
        return (total * total - total % 2) // 4

    def row(self, variables: OrbitVariables) -> Coefficients:
        """Return the left-hand side."""
        return variables.quadratic(self.switches, self.values)


def switch(number: int, size: int) -> int:
    """Return a switch, the dummy one included, or refuse one that does not exist.

    Raises
    ------
    Refused
        If there is none of this number.
    """
    if number >= size:
        raise Refused("a switch is named that does not exist")
    return number
