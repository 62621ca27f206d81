"""The numbers that tune the semidefinite relaxations over pairs."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.solver.bisection.bounds.stopping import StoppingRule
from alphacut.solver.bisection.problem import PointProblem

_OF_PAIRS = StoppingRule(least=16, span=8, patience=25)  # a look takes a moment there
_OF_ONE_MATRIX = StoppingRule(least=20, span=10, patience=3)  # then a pair is decided

LARGEST_ALPHA = 1 << 20  # of its numerator and denominator, for the verifier's sake
LARGEST_CAPACITY = 1 << 36  # of all links together, scaled: tables hold multiples of it


def readable(problem: PointProblem) -> bool:
    """Tell whether the verifier takes the numbers that a matrix has for a problem."""
    return all(
        max(at.numerator, at.denominator) < LARGEST_ALPHA
        and at.scaled(problem.network.total) < LARGEST_CAPACITY
        for at in (problem.alpha, *(known.alpha for known in problem.known))
    )


@dataclass(frozen=True, kw_only=True)
class SemidefiniteParams:
    """The semidefinite relaxation over pairs (`bounds.semidefinite`)."""

    smallest: int = 48  # switches; below, the linear relaxation is as fast, and stronger
    largest_plain: int = 2_000  # switches without a rotation
    largest_row: int = 400  # switches between two turns of a rotation
    largest_automorphisms: int = 1_000  # switches up to which a rotation is looked for among them
    step: float = 5e-10  # seconds of a step, over the cube of a matrix's size, on a usual core
    fewest_steps: int = 40  # for which there has to be time: fewer prove little
    safety: float = 1e-4  # by which a bound in floating point is lowered before it is told
    stopping: StoppingRule = _OF_PAIRS
    largest_alone: int = 200  # switches up to which it is tried before a tree begins with it
    loading: float = 0.6  # seconds, libraries included
    each: float = 3e-6  # seconds, over the cube of the switches
    share: float = 0.3  # of the time


@dataclass(frozen=True, kw_only=True)
class OneMatrixParams:
    """The same for one matrix without a rotation, divided by pairs (`bounds.semidefinite`)."""

    fewest: int = 8  # switches from which it is tried; fewer are swept in a moment
    largest: int = 300  # switches: a step factorises a matrix of this size
    # switches up to which pairs are decided where groups' lemmas might close a curve as well
    largest_by_pairs: int = 70
    accuracy: float = 1e-3  # of the interior-point bound, with which steps begin
    steps: int = 10  # between two looks at the bound
    separate_every: int = 2  # looks
    most_looks: int = 200
    new_triangles: int = 500  # of one separation
    new_sums: int = 100  # the same of odd sums
    settled: float = 0.15  # largest violation of a triangle below which larger ones are looked for
    first_larger: int = 4  # separations before that
    extended: int = 200  # inequalities that are extended by two switches at a time
    margin: float = 1e-3  # relative to the root of the need: what rounding may take off the bound
    stopping: StoppingRule = _OF_ONE_MATRIX
    most_nodes: int = 1_000
    few_nodes: int = 10  # before others are tried
    loading: float = 0.6  # seconds, libraries included
    each: float = 3e-6  # seconds of few nodes, over the cube of the switches
    times_deciding: float = 100.0  # as long as with few nodes, with as many as there may be
    share_of_few: float = 0.4  # of the time
    share: float = 0.7
    roundings: int = 24  # random hyperplanes, of which the best cut is refined

    def suits(self, problem: PointProblem) -> bool:
        """Tell whether numbers and matrix are small enough."""
        return len(problem.balance.extended) <= self.largest and readable(problem)


USUAL_ONE_MATRIX = OneMatrixParams()
USUAL_SEMIDEFINITE = SemidefiniteParams()
