"""What a run with bounds on three sequences leaves out before they are proven."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds import searches
from alphacut.solver.bisection.bounds import triples as triples_module
from alphacut.solver.bisection.bounds.states import learning
from alphacut.solver.bisection.bounds.states.resting import LIGHT, _light, proofs, resting
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.bounds.states.splitting import Dual
from alphacut.solver.bisection.bounds.triples import Triples
from tests.solver.bisection.bounds.states.conftest import relaxation

Begun = tuple[Run, Triples, float]
pytestmark = pytest.mark.slow  # what all of them look at takes half a minute

LEVEL = 16  # an intercept, at which bounds on three sequences are of use


def come_to_rest(run: Run, triples: Triples, go_on: Callable[[], bool]) -> Dual:
    """Leave out all that may be; return what bounds then."""
    *_, (dual, _) = resting(run, triples, go_on)
    return dual


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> Begun:
    """Return a run of nine groups of four, the bounds that it may use, and its own by then."""
    monkeypatch.setattr(learning, "LEARNING", True)
    monkeypatch.setattr(learning, "ON_THREE", True)
    covering = relaxation(Dragonfly(a=4, h=2, arrangement="circulant").network()).covering(())
    assert covering is not None
    triples = covering.learning.triples
    assert triples is not None
    functions = covering.divisions.each[None, :]
    run = covering.runs.begin(functions, np.array([LEVEL]), None, by_class=False)
    for seed in range(6):
        dual = run.advance(seed, lambda: True)
    assert proofs(run, triples) > 3
    return run, triples, dual.bound


def test_what_weighs_little_is_left_out_and_the_bound_stays(begun: Begun) -> None:
    run, triples, bound = begun
    before = run.on_three
    at_rest = come_to_rest(run, triples, lambda: True)
    gone = set(before) - set(run.on_three)
    assert gone
    assert max(before[each] for each in gone) <= max(before[each] for each in run.on_three)
    assert sum(before[each] for each in gone) < sum(before.values()) / 2
    assert at_rest.bound > bound - 0.1


def test_what_is_light_is_little_together(begun: Begun) -> None:
    run, _, _ = begun
    weights = run.on_three
    light = _light(weights)
    assert light
    assert 0 < sum(weights[each] for each in light) <= LIGHT * sum(weights.values())
    assert max(weights[each] for each in light) <= min(
        weights[each] for each in weights if each not in light
    )


def test_what_takes_long_to_prove_is_light_before_others(begun: Begun) -> None:
    run, _, _ = begun
    even = dict.fromkeys(run.on_three, 1.0)
    assert 10 <= len(even) < 20
    letters = {each: 1e9 * number for number, each in enumerate(even)}
    assert _light(even, letters) == [list(even)[-1]]


def test_what_is_proven_is_kept_however_little_it_weighs(begun: Begun) -> None:
    run, triples, _ = begun
    run.exchange({each: triples.sure(each) for each in run.on_three})
    before = run.on_three
    assert min(before.values()) == 0
    assert not proofs(run, triples)
    come_to_rest(run, triples, lambda: True)
    assert run.on_three.keys() == before.keys()


def test_what_takes_too_long_to_prove_is_left_out(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, triples, bound = begun
    heaviest = max(run.on_three, key=lambda each: run.on_three[each])
    proven = triples.sure(heaviest)
    run.exchange({heaviest: proven})
    monkeypatch.setattr(searches, "COSTLY", -1.0)
    at_rest = come_to_rest(run, triples, lambda: True)
    assert list(run.on_three) == [proven]
    assert at_rest.bound < bound


def test_nothing_is_prepared_where_time_is_over(
    begun: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, triples, _ = begun

    def never(_: object) -> None:
        pytest.fail("there is no time for this")

    monkeypatch.setattr(triples_module, "prepared", never)
    come_to_rest(run, triples, lambda: False)
    assert not proofs(run, triples)
