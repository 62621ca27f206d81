"""The numbers that tune bounds on sequences of sides."""

from __future__ import annotations

from dataclasses import dataclass

from alphacut.solver.bisection.verify.sequences.limits import MOST_BOUNDS, MOST_STEPS


@dataclass(frozen=True, kw_only=True)
class SequenceParams:
    """Bounds on sequences of sides, which a solver keeps (`bounds.warm_start_cache`)."""

    most_of_one: int = 400  # different bounds on one sequence that are remembered
    most_of_two: int = 200  # and on two
    # entries that a search may set: a verifier allows twice as many
    steps: int = MOST_STEPS // 2
    most_bounds: int = MOST_BOUNDS  # of each kind, in a leaf
    starts_of_one: int = 1_000  # random sequences where a local search starts
    kept_of_one: int = 1_000  # sequences for the next time, with the least slack
    starts_of_two: int = 400
    kept_of_two: int = 1_500
    # times as many before a search, which has to begin anew where that missed the most
    sure: int = 5
    alike: float = 0.15  # of the entries of the second sequence differ, in half of the starts
    at_a_time: int = 3  # pairs of positions for which a bound is looked for
    due: float = 0.005  # least distance from the hull, of the weights' largest, for a search
    again: float = 0.5  # factor by which one is nearer whose bound takes too long to prove
    overdue: float = 1.1  # factor by which the others are further from the hull each time
    worthwhile: float = 2e-3  # least violation, with weights of at most 1
    better: float = 1.3  # factor by which a new bound is more violated than one that is known
    rounds: int = 100  # of local searches for one hyperplane
    added: int = 200  # of the sequences that one found, to those that are known
    enough: float = 0.8  # of the largest excess that there may be


USUAL_SEQUENCE = SequenceParams()
