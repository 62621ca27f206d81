"""A bound on the capacity of all bisections, with what proves it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from alphacut.solver.bisection.bounds.states.leaf import StateMultipliers
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, StatesLeaf


@dataclass(frozen=True)
class Proven:
    """A bound on the scaled capacity, and what proves it; None where nothing was proven."""

    bound: Fraction | None
    multipliers: StateMultipliers | CompositionsLeaf | StatesLeaf | None
    partial_leaf: CompositionsLeaf | None = (
        None  # what was found for a bound that is not reached so far
    )
    waits_for_siblings: bool = False  # whether all that is left is asked for at other α
