"""Bounds on two sequences that the search finds are violated; those of bisections never are."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.sequences.crosscorrelations import (
    Crosscorrelations,
    correlations,
)
from alphacut.solver.bisection.bounds.sequences.params import SequenceParams
from alphacut.solver.bisection.bounds.sequences.separator import SequenceSeparator
from alphacut.solver.bisection.bounds.states.rows import RowStack, correlation_row, heaviest
from alphacut.solver.bisection.bounds.warm_start_cache import WarmStartCache
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.verify.sequences.autocorrelations import LONGEST, SequenceBound
from alphacut.solver.bisection.verify.sequences.crosscorrelations import CrossBound, beyond
from tests.solver.bisection.bounds.products import LENGTH, mixed, outside, products_of

WIDTH = 3
PAIRS = list(combinations(range(WIDTH), 2))


def excess(bound: CrossBound, products: FloatArray) -> float:
    p, q = bound.positions
    own = slice(1, LENGTH // 2 + 1)
    present = np.concatenate([products[own, p, p], products[own, q, q], products[:, p, q]])
    return float(np.dot(bound.weights, present) - bound.most / LENGTH) / heaviest(bound)


def known_after(seeds: range, params: SequenceParams = USUAL.sequences) -> Crosscorrelations:
    known = Crosscorrelations(LENGTH, WIDTH, params)
    for seed in seeds:
        known.violated(outside(seed, WIDTH), seed)
    return known


@pytest.mark.parametrize("seed", range(5))
def test_bisections_violate_none(seed: int) -> None:
    known = known_after(range(seed, seed + 3))
    assert len(known)
    for other in range(10):
        assert known.violated(mixed(other, WIDTH), other) == []


@pytest.mark.parametrize("seed", range(5))
def test_what_is_found_is_violated_and_true(seed: int) -> None:
    """At pairs that come first, as it is not known yet how far from the hull they are."""
    products = outside(seed, WIDTH)
    found = Crosscorrelations(LENGTH, WIDTH).violated(products, seed)
    assert len(found) > 1
    for each in found:
        assert excess(each, products) > USUAL.sequences.worthwhile
        assert beyond(each.weights, each.most) is None
        assert beyond(each.weights, each.most - 1) == each.most


def test_correlations_are_those_of_the_letters() -> None:
    rng = np.random.default_rng(0)
    entries = rng.choice([-1.0, 1.0], (2, LENGTH))
    products = products_of(entries)
    own = slice(1, LENGTH // 2 + 1)
    expected = np.concatenate([products[own, 0, 0], products[own, 1, 1], products[:, 0, 1]])
    np.testing.assert_allclose(correlations(entries[:1], entries[1:])[0], expected)


def test_rows_say_the_same() -> None:
    """Tables of one state for each way in which three switches lie, averaged over sequences."""
    signs = np.array([[1, *rest] for rest in product((1, -1), repeat=WIDTH - 1)])
    rng = np.random.default_rng(1)
    state = np.eye(len(signs))[rng.integers(len(signs), size=LENGTH)]
    signed = state * rng.choice([-1, 1], size=(LENGTH, 1))
    odd = np.array([signed.T @ np.roll(signed, -d, axis=0) / LENGTH for d in range(LENGTH)])
    even = np.array([state.T @ np.roll(state, -d, axis=0) / LENGTH for d in range(LENGTH)])
    weights = tuple(rng.integers(-9, 10, 2 * LENGTH - 1).tolist())
    for positions in PAIRS:
        bound = CrossBound(positions=positions, weights=weights, most=17)
        stack = RowStack([correlation_row(bound, LENGTH, signs)], len(signs), LENGTH)
        expected = excess(bound, products_of((signed @ signs).T))
        assert stack.values(even, odd)[0] == pytest.approx(expected)


def test_what_is_known_serves_at_once_in_any_image() -> None:
    """At other positions, turned against each other, and with every k-th entry of both."""
    products = outside(1, WIDTH)
    known = Crosscorrelations(LENGTH, WIDTH)
    first = known.violated(products, 0)[0]
    p, q = first.positions
    moved = products[np.arange(LENGTH) * 3 % LENGTH][:, [q, p, 3 - p - q]][:, :, [q, p, 3 - p - q]]
    found = known.violated(moved, 0, new_bounds=False)
    assert found
    assert {each.most for each in found} <= set(known._most.tolist())
    assert max(excess(each, moved) for each in found) >= excess(first, products) - 1e-9


def test_what_is_held_is_not_found_again() -> None:
    known, products, held = known_after(range(4)), outside(2, WIDTH), list[CrossBound]()
    for _ in range(4):
        found = known.violated(products, 0, held, new_bounds=False)
        assert not set(found) & set(held)
        held += found
    assert max(Counter(each.positions for each in held).values()) > 1


def test_so_many_are_remembered() -> None:
    assert len(known_after(range(3), SequenceParams(most_of_two=1))) == 1


def test_what_others_know_is_taken_over() -> None:
    """Once, in whichever image it comes."""
    products, other = outside(2, WIDTH), Crosscorrelations(LENGTH, WIDTH)
    found = known_after(range(4)).violated(products, 0, new_bounds=False)
    assert found
    for _ in range(2):
        other.take_over(found)
        other.take_over(
            CrossBound(positions=e.positions, weights=_turned(e), most=0) for e in found
        )
    assert len(other) <= len(found)
    again = other.violated(products, 0, new_bounds=False)
    assert {each.positions: each.most for each in found}.items() <= {
        each.positions: each.most for each in again
    }.items()


def _turned(bound: CrossBound) -> tuple[int, ...]:
    """Return weights that say the same with the second sequence turned by a block."""
    own, cross = bound.weights[: LENGTH - 1], bound.weights[LENGTH - 1 :]
    return (*own, *cross[1:], cross[0])


def test_what_cannot_be_proven_is_left() -> None:
    known = Crosscorrelations(LENGTH, WIDTH, SequenceParams(steps=1))
    assert known.violated(outside(77, WIDTH), 0) == []


def test_the_separator_finds_both_kinds_and_no_more_than_a_leaf_may_have() -> None:
    separator = SequenceSeparator(LENGTH, WIDTH)
    products = outside(1, WIDTH)
    found = separator.violated(products, 0, (), new_bounds=True)
    assert {type(each) for each in found} == {SequenceBound, CrossBound}
    one = [each for each in found if isinstance(each, SequenceBound)]
    few = SequenceSeparator(LENGTH, WIDTH, SequenceParams(most_bounds=len(one)))
    again = few.violated(products, 0, one, new_bounds=True)
    assert {type(each) for each in again} == {CrossBound}
    assert len(again) <= len(one)


def test_long_ones_are_left() -> None:
    assert WarmStartCache().separator(LONGEST + 2, 4) is None
    assert WarmStartCache().separator(LONGEST, 4) is not None
    assert Crosscorrelations(LENGTH, 1).violated(outside(0, WIDTH)[:, :1, :1], 0) == []
