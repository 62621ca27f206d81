"""The end of a run with bounds on three sequences, which take far longer to prove than to find.

A third of those that a run finds may weigh but a tenth of all together, and others take over what
they did. So the run goes on for some rounds without them, then without those that weigh as little
by then, and last without those whose proofs would take the longest for what they weigh. It comes to
rest nearly where it would with all: for that it has no time between two searches for inequalities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from solver.bisection.bounds.states.run import Run
from solver.bisection.bounds.states.splitting import Dual
from solver.bisection.bounds.triples import Triples
from solver.bisection.verify.triples import TripleBound

LIGHT = 0.1  # of what all bounds that are not proven weigh together
TIMES = 3  # that those that weigh little are left out
ROUNDS = 3  # each time


def come_to_rest(run: Run, triples: Triples, go_on: Callable[[], bool]) -> Dual:
    """Go on without bounds that are not worth the time of their proof; return what bounds then."""
    for _ in range(TIMES):
        run.exchange(dict.fromkeys(_light(_unsure(run, triples))))
        run.rest(ROUNDS, go_on)
    weights = _unsure(run, triples)
    used = [each for each, weight in weights.items() if weight > 0]
    letters = {each: triples.letters(each) for each in used if go_on()}
    possible = {each: weights[each] for each, number in letters.items() if number < np.inf}
    left = possible.keys() - _light(possible, letters)
    run.exchange({each: None for each in weights if each not in left})
    return run.rest(ROUNDS, go_on)


def proofs(run: Run, triples: Triples) -> int:
    """Return how many bounds with a multiplier are still to be proven."""
    return sum(weight > 0 for weight in _unsure(run, triples).values())


def _unsure(run: Run, triples: Triples) -> dict[TripleBound, float]:
    """Return the bounds that are still to be proven, with what they weigh."""
    return {each: weight for each, weight in run.on_three.items() if not triples.is_sure(each)}


def _light(
    weights: Mapping[TripleBound, float], letters: Mapping[TripleBound, float] | None = None
) -> list[TripleBound]:
    """Return the bounds that weigh least for their letters, and next to nothing together."""
    left, light = LIGHT * sum(weights.values()), list[TripleBound]()
    costs = letters or {}
    for each in sorted(weights, key=lambda each: weights[each] / (1.0 + costs.get(each, 0.0))):
        left -= weights[each]
        if left < 0:
            break
        light.append(each)
    return light
