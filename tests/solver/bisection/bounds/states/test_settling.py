"""How far a run is thinned out before its bounds are proven: as far as it pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds.states import settling
from alphacut.solver.bisection.bounds.states.covering import Covering
from alphacut.solver.bisection.bounds.states.families import Family
from alphacut.solver.bisection.bounds.states.pace import Pace
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.settling import Aim, Settling, proven
from alphacut.solver.bisection.bounds.states.splitting import Added, Dual
from alphacut.solver.bisection.bounds.triples import Triples
from tests.solver.bisection.bounds.states.conftest import relaxation

LEVEL = 16  # an intercept
ROUNDS = 6
Stages = tuple[tuple[Dual, float], ...]


class Begun:
    """A run of nine groups of four, what bounds after some rounds, and a part of that."""

    def __init__(self) -> None:
        network = Dragonfly(a=4, h=2, arrangement="circulant").network()
        covering = relaxation(network).covering(())
        assert covering is not None
        self.covering: Covering = covering
        self.functions = covering.divisions.each[None, :]
        self.run = covering.runs.begin(self.functions, np.array([LEVEL]), None, by_class=False)
        for seed in range(ROUNDS):
            self.strong = self.run.advance(seed, lambda: True)
        added = self.strong.added
        nothing = Added(0 * added.even, 0 * added.odd, 0.0, 0 * added.multipliers)
        self.weak = Dual(added.towards(nothing, 0.3), 0.0)

    def slopes(self, dual: Dual) -> np.ndarray:
        return proven(self.run, dual, self.functions, self.covering.kept)[1]

    def settling(self, needed: np.ndarray) -> Settling:
        """Return what all divisions are left to."""
        intercepts = self.covering.divisions.intercepts
        left = np.arange(len(intercepts))
        members = np.nonzero(intercepts == LEVEL)[0]
        family = Family(
            functions=self.functions,
            totals=np.array([LEVEL]),
            members=members,
            middle=int(members[0]),
        )
        aim = Aim(family=family, part=None, left=left, needed=needed)
        pace = Pace(aim.target, settled=[0])
        triples = self.covering.learning.triples
        return Settling(self.run, aim, pace, self.covering.kept, triples)


@pytest.fixture(scope="module")
def begun() -> Begun:
    return Begun()


def rested(
    begun: Begun, needed: np.ndarray, stages: Stages, *, own: bool
) -> tuple[Settling, Dual, int]:
    """Rest with what bounds at each stage; return also how many stages there were."""
    made, triples = begun.settling(needed), begun.covering.learning.triples
    assert triples is not None
    asked = 0

    def given(_: Run, __: Triples, ___: Callable[[], bool]) -> Iterator[tuple[Dual, float]]:
        nonlocal asked
        for each in stages:
            asked += 1
            yield each

    made._own = own
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settling, "resting", given)
        dual = made._rest(triples, ROUNDS, lambda: True)
    return made, dual, asked


def test_what_is_wanted_stays_settled_while_that_is_possible(begun: Begun) -> None:
    """However much time the next stage would save."""
    weak, strong = begun.weak, begun.strong
    needed = begun.slopes(strong) - 1
    stages = ((strong, 100.0), (weak, 0.0), (weak, 0.0))
    made, dual, asked = rested(begun, needed, stages, own=True)
    assert dual is strong
    assert asked == 2
    assert made._own
    assert made._pace.settled == [len(needed)]
    assert made._found is not None
    slopes = begun.covering.kept.slopes(made._found.multiples)
    assert (slopes > needed).all()


def test_as_much_is_settled_with_as_few_proofs_as_may_be(begun: Begun) -> None:
    weak, strong = begun.weak, begun.strong
    needed = np.minimum(begun.slopes(weak), begun.slopes(strong)) - 1
    made, dual, asked = rested(begun, needed, ((strong, 9.0), (weak, 5.0)), own=True)
    assert dual is weak
    assert asked == 2
    assert made._own


@pytest.mark.parametrize(("owed", "worth"), [(0.0, True), (20.0, False)])
def test_where_what_is_wanted_is_not_settled_time_decides(
    begun: Begun, owed: float, worth: bool
) -> None:
    """Two thirds are settled in a fifth of the time, or in nearly all of it."""
    weak, strong = begun.weak, begun.strong
    needed = begun.slopes(strong) - 1
    kept = (begun.covering.divisions.intercepts != LEVEL) & (np.arange(len(needed)) % 3 > 0)
    needed[kept] = np.minimum(needed, begun.slopes(weak) - 1)[kept]
    settled = int((begun.slopes(weak) > needed).sum())
    assert 1 / 2 < settled / len(needed) < 4 / 5
    stages = ((strong, 4.0 * ROUNDS), (weak, owed))
    made, dual, _ = rested(begun, needed, stages, own=False)
    assert (dual is weak) == worth
    assert made._pace.settled == [settled if worth else len(needed)]
