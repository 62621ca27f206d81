"""Proofs of bounds on three sequences, which begin with what is seen in a second.

That is what each of three parts comes to, as ways from random sequences tell, and about how long
the search takes that is to be made then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from alphacut.solver.bisection.bounds.dividing import WAYS, divided
from alphacut.solver.bisection.bounds.met import Met
from alphacut.solver.bisection.verify.crosscorrelations import beyond
from alphacut.solver.bisection.verify.errors import Refused
from alphacut.solver.bisection.verify.squares import Part
from alphacut.solver.bisection.verify.three import ThreeSearch
from alphacut.solver.bisection.verify.triples import (
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
        In parts, with what these come to as far as is found.
    letters
        About how many the search sets.
    """

    bound: TripleBound
    letters: float


def prepared(bound: TripleBound) -> Prepared | None:
    """Divide a bound's weights anew, and estimate the search.

    Returns
    -------
    None if it would take too long
    """
    length = (len(bound.parts[0]) + 1) // 2
    parts = divided(np.array(bound.weights, dtype=float), length, np.random.default_rng(0))
    one, two, three = (_most_met(part) for part in parts)
    ready = replace(bound, parts=parts, highest=(one, two, three))
    letters = _letters(ready)
    return Prepared(ready, letters) if letters <= COSTLY else None


def searched(bound: TripleBound) -> TripleBound | None:
    """Return a prepared bound with what searches find in place of what was found on ways.

    Returns
    -------
    the bound, or None if that takes too long
    """
    try:
        one, two, three = map(_most_of_two, bound.parts, bound.highest)
        sure = replace(bound, highest=(one, two, three))
        if sure != bound and _letters(sure) > COSTLY:
            return None
        more = beyond_three(sure.parts, sure.highest, sure.most, STEPS)
    except Refused:
        return None
    return sure if more is None else replace(sure, most=more)


def _letters(bound: TripleBound) -> float:
    return ThreeSearch(bound.parts, bound.highest, bound.most, STEPS).letters


def _most_met(part: Part) -> int:
    """Return what is found on ways that a part comes to, which is hardly ever too little."""
    length = (len(part) + 1) // 2
    met, rng, wanted = Met(length, 2), np.random.default_rng(0), np.array(part, dtype=float)
    for _ in range(SURE):
        met.look(wanted, WAYS, rng)
    return round(length * float((met.correlations @ wanted).max()))


def _most_of_two(part: Part, found: int) -> int:
    more = beyond(part, found, STEPS_OF_TWO)
    return found if more is None else more
