"""Inequalities of both kinds: where they are searched, and how their multipliers are written."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds.states import inequalities
from alphacut.solver.bisection.bounds.states import run as run_module
from alphacut.solver.bisection.bounds.states.inequalities import (
    Inequality,
    both_ways,
    multiplied,
    row_of,
    search,
)
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.rows import RowStack
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.verify.crosscorrelations import CrossBound
from alphacut.solver.bisection.verify.sequences import SequenceBound
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.sums import IntegerSum
from alphacut.solver.bisection.verify.tables import Known
from alphacut.solver.bisection.verify.triples import TripleBound
from tests.solver.bisection.bounds.states.conftest import relaxation

ORDER = 9
SIGNS = np.array([[1, 1], [1, -1]])  # of the switches of two states


def apart() -> tuple[np.ndarray, np.ndarray]:
    """Return tables in which neighbours have opposite signs, and so have their neighbours."""
    even = np.full((ORDER, 2, 2), 0.25)
    odd = -0.8 * even
    even[0] = odd[0] = np.eye(2) / 2
    return even, odd


@pytest.mark.parametrize("many", [2, 3])
def test_sequences_are_searched_where_states_are_many(
    many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inequalities, "MANY", many)
    found = search(*apart(), SIGNS, 0, ())
    kinds = {type(each) for each in found}
    assert kinds == ({IntegerSum, SequenceBound} if many == 2 else {IntegerSum})


@pytest.mark.parametrize("many", [2, 3])
def test_two_sequences_are_looked_for_where_that_is_wanted(
    many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was found serves where it is not."""
    monkeypatch.setattr(inequalities, "MANY", many)
    even, odd = apart()
    odd = odd * np.array([[1, 0.9], [0.9, 1]])

    def found(*, learn: bool) -> list[CrossBound]:
        every = search(even, odd, SIGNS, 0, (), learn=learn)
        return [each for each in every if isinstance(each, CrossBound)]

    assert not found(learn=False)
    learnt = found(learn=True)
    assert learnt
    assert found(learn=False) == learnt


def test_bounds_that_are_written_twice_are_half_as_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inequalities, "MANY", 2)
    even, odd = apart()
    odd = odd * np.array([[1, 0.9], [0.9, 1]])

    def found(*held: Inequality, mirrored: bool = True) -> list[CrossBound]:
        every = search(even, odd, SIGNS, 0, held, mirrored=mirrored, learn=True)
        return [each for each in every if isinstance(each, CrossBound)]

    assert found()
    (one,) = found()[:1]
    monkeypatch.setattr(inequalities, "MOST_BOUNDS", 1)
    assert len(found(mirrored=False)) == 1
    assert found() == found(one) == []


def test_all_that_is_found_is_violated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inequalities, "MANY", 2)
    even, odd = apart()
    found = search(even, odd, SIGNS, 0, ())
    stack = RowStack([row_of(each, ORDER, SIGNS) for each in found], 2, ORDER)
    assert (stack.values(even, odd) > 1e-3).all()


def test_what_is_held_is_not_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inequalities, "MANY", 2)
    bounds = [e for e in search(*apart(), SIGNS, 0, ()) if isinstance(e, SequenceBound)]
    assert bounds
    assert not set(bounds) & set(search(*apart(), SIGNS, 0, bounds))


@pytest.mark.parametrize("mirrored", [True, False])
@pytest.mark.parametrize("learn", [True, False])
@pytest.mark.parametrize("level", [16, 20])
def test_what_is_written_proves_as_much(
    level: int, learn: bool, mirrored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever units the multipliers of a kind are in, and of means with mirror images."""
    monkeypatch.setattr(inequalities, "MANY", 1)
    monkeypatch.setattr(run_module, "MANY", 1 if mirrored else 1_000)
    frame = relaxation(Dragonfly(a=4, h=2, arrangement="circulant").network()).frame
    known = Known.of(frame, level)
    run = Run(Programs(frame), known, (0, 1), (), None, by_class=False, learn=learn)
    for number in range(4):
        dual = run.advance(number, lambda: True)
    assert np.allclose(run.odd, np.swapaxes(run.odd, 1, 2), rtol=0, atol=1e-10) == mirrored
    written = run.rounded(dual)
    assert written.crosscorrelations if learn else written.sequences
    assert written.sums
    numerator, denominator = line_bound(frame, known, (0, 1), (), written.content)
    assert dual.bound - 1e-3 < numerator / denominator < dual.bound + 1e-3


def test_multipliers_are_in_units_of_what_each_kind_takes_off() -> None:
    """Twice a sum's row, and twice a bound's row times its largest weight."""
    values = np.array([[[1, 0], [0, 1]]] * 3)
    held: list[Inequality] = [
        IntegerSum(offsets=(0, 1, 2), values=values, low=0),
        SequenceBound(position=0, weights=(4, -8, 0, 1)),
        SequenceBound(position=1, weights=(1, 1, 1, 1)),
        IntegerSum(offsets=(0, 2, 3), values=values, low=1),
        CrossBound(positions=(0, 1), weights=(*(0,) * 16, -8), most=72),
    ]
    found = multiplied(held, np.array([0.5, 0.25, 0.0, 1e-9, 0.125]), 1 << 10)
    assert found.sums == ((held[0], 512),)
    assert found.sequences == ((held[1], 64),)
    assert found.crosscorrelations == ((held[4], 32),)


def test_what_holds_in_the_opposite_order_is_half_of_each() -> None:
    rng = np.random.default_rng(5)
    values = rng.integers(-2, 3, (3, 2, 2))
    symmetric = (3, -1, 2, 2, *(-3, 0, 1, 1, 0))
    held: list[Inequality] = [
        IntegerSum(offsets=(0, 1, 3), values=values, low=0),
        SequenceBound(position=0, weights=(4, -8)),
        CrossBound(positions=(0, 1), weights=(3, -1, 2, 2, -3, 0, 1, 4, 5), most=72),
        CrossBound(positions=(0, 1), weights=symmetric, most=72),
        TripleBound(positions=(0, 1, 2), parts=(symmetric,) * 3, highest=(9, 9, 9), most=9),
    ]
    found, multipliers = both_ways(held, np.array([2.0, 3.0, 4.0, 5.0, 6.0]), 5)
    assert multipliers.tolist() == [1.0, 1.0, 3.0, 2.0, 2.0, 5.0, 6.0]
    assert found[:1] + found[2:4] + found[5:] == tuple(held)
    first, other = found[1], found[4]
    assert isinstance(first, IntegerSum)
    assert isinstance(other, CrossBound)
    assert (first.offsets, first.low) == ((0, 4, 2), 0)
    assert (first.values == values).all()
    sides = rng.choice([-1, 1], (40, 2, 5))
    for x, y in sides:
        assert correlated(other, x, y) == correlated(found[3], x[::-1], y[::-1])


def correlated(bound: Inequality, *sequences: np.ndarray) -> int:
    assert isinstance(bound, CrossBound)
    return int(
        sum(
            weight * (sequences[p] * np.roll(sequences[q], -offset)).sum()
            for offset, p, q, weight in bound.terms
        )
    )
