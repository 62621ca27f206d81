"""The end of a run with bounds on three sequences, which take far longer to prove than to find.

A third of those that a run finds may weigh but a tenth of all together, and those whose proofs take
longest are not those that weigh most: others take over what they did. So the run goes on without
the light ones for some rounds, and then without those that weigh least for their proofs by then. It
comes to rest nearly where it would with all: between two searches for inequalities is no time for
that. How many are left out is decided by what it settles without them (`states.settling`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.splitting import Dual
from alphacut.solver.bisection.bounds.triples import Triples
from alphacut.solver.bisection.verify.triples import TripleBound

LIGHT = 0.1  # of what all bounds that are not proven weigh together
TIMES = 6  # that bounds are left out whose proofs take long
ROUNDS = 3  # each time
FIRST = 9  # and when those left that take too long to prove, which may weigh much
BESIDE = 1.5e8  # letters that are set in as long as a proof takes beside those that it sets
ROUND = 6e8  # and in as long as a round takes with its search for inequalities


def resting(run: Run, triples: Triples, go_on: Callable[[], bool]) -> Iterator[tuple[Dual, float]]:
    """Go on without bounds that are not worth the time of their proof, step by step.

    Yields
    ------
    what bounds after each step, and in how many rounds all could be proven that it rests on
    """
    run.exchange(dict.fromkeys(_light(_unsure(run, triples))))
    run.rest(ROUNDS, go_on)
    used = [each for each, weight in _unsure(run, triples).items() if weight > 0]
    letters = {each: triples.letters(each) for each in used if go_on()}
    left_out = [e for e in _unsure(run, triples) if letters.get(e, np.inf) == np.inf]
    for time in range(TIMES + 1):
        run.exchange(dict.fromkeys(left_out))
        dual = run.rest(ROUNDS if time else FIRST, go_on)
        weights = _unsure(run, triples)
        owed = sum(BESIDE + letters[each] for each, weight in weights.items() if weight > 0)
        yield dual, owed / ROUND
        left_out = _light(weights, letters)
        if not left_out:
            break


def proofs(run: Run, triples: Triples) -> int:
    """Return how many bounds with a multiplier are still to be proven."""
    return sum(weight > 0 for weight in _unsure(run, triples).values())


def _unsure(run: Run, triples: Triples) -> dict[TripleBound, float]:
    """Return the bounds that are still to be proven, with what they weigh."""
    return {each: weight for each, weight in run.on_three.items() if not triples.is_sure(each)}


def _light(
    weights: Mapping[TripleBound, float], letters: Mapping[TripleBound, float] | None = None
) -> list[TripleBound]:
    """Return the bounds that weigh least, for the time of their proof if its letters are given.

    Together they weigh next to nothing.
    """
    left, light = LIGHT * sum(weights.values()), list[TripleBound]()
    costs = letters or {}
    for each in sorted(weights, key=lambda each: weights[each] / (BESIDE + costs.get(each, 0.0))):
        left -= weights[each]
        if left < 0:
            break
        light.append(each)
    return light
