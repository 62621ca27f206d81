"""Inequalities of both kinds: where they are searched, and how their multipliers are written."""

from __future__ import annotations

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.bounds.sequences.separator import SequenceSeparator
from alphacut.solver.bisection.bounds.states.inequalities import (
    Inequality,
    multiplied,
    row_of,
    search,
)
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.bounds.states.program import Programs
from alphacut.solver.bisection.bounds.states.rows import RowStack
from alphacut.solver.bisection.bounds.states.run import Run
from alphacut.solver.bisection.verify.sequences.autocorrelations import SequenceBound
from alphacut.solver.bisection.verify.sequences.crosscorrelations import CrossBound
from alphacut.solver.bisection.verify.states import line_bound
from alphacut.solver.bisection.verify.sums import IntegerSum
from alphacut.solver.bisection.verify.tables import Known
from tests.solver.bisection.bounds.states.conftest import relaxation

ORDER = 9
WIDE = StateParams(sequences_from=2)  # two states are many
SIGNS = np.array([[1, 1], [1, -1]])  # of the switches of two states


def separator_of_two() -> SequenceSeparator:
    """Return one that knows nothing yet."""
    return SequenceSeparator(ORDER, 2)


def apart() -> tuple[np.ndarray, np.ndarray]:
    """Return tables in which neighbours have opposite signs, and so have their neighbours."""
    even = np.full((ORDER, 2, 2), 0.25)
    odd = -0.8 * even
    even[0] = odd[0] = np.eye(2) / 2
    return even, odd


@pytest.mark.parametrize("many", [2, 3])
def test_sequences_are_searched_where_states_are_many(many: int) -> None:
    found = search(
        *apart(),
        SIGNS,
        0,
        (),
        separator=separator_of_two(),
        params=StateParams(sequences_from=many),
    )
    kinds = {type(each) for each in found}
    assert kinds == ({IntegerSum, SequenceBound} if many == 2 else {IntegerSum})


@pytest.mark.parametrize("many", [2, 3])
def test_two_sequences_are_looked_for_where_that_is_wanted(many: int) -> None:
    """And what was found serves where it is not."""
    even, odd = apart()
    odd = odd * np.array([[1, 0.9], [0.9, 1]])

    separator, params = separator_of_two(), StateParams(sequences_from=many)

    def found(*, new_bounds: bool) -> list[CrossBound]:
        every = search(
            even, odd, SIGNS, 0, (), separator=separator, new_bounds=new_bounds, params=params
        )
        return [each for each in every if isinstance(each, CrossBound)]

    assert not found(new_bounds=False)
    at_first = found(new_bounds=True)
    assert at_first
    assert found(new_bounds=False) == at_first


def test_all_that_is_found_is_violated() -> None:
    even, odd = apart()
    found = search(even, odd, SIGNS, 0, (), separator=separator_of_two(), params=WIDE)
    stack = RowStack([row_of(each, ORDER, SIGNS) for each in found], 2, ORDER)
    assert (stack.values(even, odd) > 1e-3).all()


def test_what_is_held_is_not_found_again() -> None:
    bounds = [
        e
        for e in search(*apart(), SIGNS, 0, (), separator=separator_of_two(), params=WIDE)
        if isinstance(e, SequenceBound)
    ]
    assert bounds
    assert not set(bounds) & set(
        search(*apart(), SIGNS, 0, bounds, separator=separator_of_two(), params=WIDE)
    )


@pytest.mark.parametrize("new_bounds", [True, False])
@pytest.mark.parametrize("level", [16, 20])
def test_what_is_written_proves_as_much(level: int, new_bounds: bool) -> None:
    """Whichever units the multipliers of a kind are in."""
    structure = relaxation(Dragonfly(a=4, h=2, arrangement="circulant").network()).structure
    known = Known.of(structure, level)
    params = StateParams(sequences_from=1)
    programs = Programs(structure)
    run = Run(
        programs, known, (0, 1), (), None, by_minority=False, new_bounds=new_bounds, params=params
    )
    for number in range(4):
        dual = run.advance(number, lambda: True)
    written = run.rounded(dual)
    by = written.multiples
    assert by.crosscorrelations if new_bounds else by.sequences
    assert by.sums
    numerator, denominator = line_bound(structure, known, (0, 1), (), written.leaf())
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
