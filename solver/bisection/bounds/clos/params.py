"""The numbers that tune bounds of folded Clos networks that lack links."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class ClosParams:
    """How much is spent on folded Clos networks that lack links (`bounds.clos`)."""

    fewest: int = 40  # switches; a sweep of fewer is quick
    each: float = 3e-6  # seconds, for each switch and link
    tries: int = 100  # orders of which the best is taken: a fifth of a second
    first_tries: int = 5  # the same while faults are left out
    most_open: int = 14  # switches, pods and planes whose values are kept apart at a time
    most_states: int = 100_000  # of them, at one place of the order: seconds
    kept_states: int = 1_000  # where there are more, and a cut is looked for all the same
    most_faults: int = 2_000  # pairs that have not the usual capacity


USUAL_CLOS = ClosParams()
