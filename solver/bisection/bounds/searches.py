"""Proofs of bounds on three sequences, which begin with what is seen in seconds.

That is what each of three parts comes to at most, and about how long the search takes that is
still to be made then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from solver.bisection.bounds.dividing import WAYS, divided
from solver.bisection.bounds.met import Met
from solver.bisection.verify.crosscorrelations import beyond
from solver.bisection.verify.errors import Refused
from solver.bisection.verify.squares import Part
from solver.bisection.verify.three import ThreeSearch
from solver.bisection.verify.triples import (
    MOST_STEPS,
    MOST_STEPS_OF_TWO,
    TripleBound,
    beyond_three,
)

SURE = 4  # times as many ways as else, for what a part comes to
STEPS = MOST_STEPS * 3 // 4  # letters that one may set: another machine's may set some more
COSTLY = 1.5e9  # as estimated, of a search that is not begun: it may turn out to be twice as many
STEPS_OF_TWO = MOST_STEPS_OF_TWO // 2


@dataclass(frozen=True)
class Prepared:
    """A bound for which a search may be made.

    Attributes
    ----------
    bound
        In parts, with what these come to at most.
    letters
        About how many the search sets.
    """

    bound: TripleBound
    letters: float


def prepared(bound: TripleBound) -> Prepared | None:
    """Divide a bound's weights anew, and find what the parts come to at most.

    Returns
    -------
    None if that or the search would take too long
    """
    length = (len(bound.parts[0]) + 1) // 2
    parts = divided(np.array(bound.weights, dtype=float), length, np.random.default_rng(0))
    try:
        one, two, three = (_most_of_two(part) for part in parts)
    except Refused:
        return None
    highest = one, two, three
    letters = ThreeSearch(parts, highest, bound.most, STEPS).letters
    if letters > COSTLY:
        return None
    return Prepared(replace(bound, parts=parts, highest=highest), letters)


def searched(bound: TripleBound) -> TripleBound | None:
    """Return a prepared bound with what a search finds in place of what was found on ways.

    Returns
    -------
    the bound, or None if that takes too long
    """
    try:
        more = beyond_three(bound.parts, bound.highest, bound.most, STEPS)
    except Refused:
        return None
    return bound if more is None else replace(bound, most=more)


def _most_of_two(part: Part) -> int:
    """Return what a part comes to at most: from what is found on ways, by searches."""
    length = (len(part) + 1) // 2
    met, rng, wanted = Met(length, 2), np.random.default_rng(0), np.array(part, dtype=float)
    for _ in range(SURE):
        met.look(wanted, WAYS, rng)
    most = round(length * float((met.correlations @ wanted).max()))
    more = beyond(part, most, STEPS_OF_TWO)
    return most if more is None else more
