"""Bounds on sequences that the search finds are violated; those of bisections never are."""

from __future__ import annotations

from collections import Counter
from itertools import product

import highspy
import numpy as np
import pytest

from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.sequences.autocorrelations import (
    Autocorrelations,
    autocorrelations,
)
from alphacut.solver.bisection.bounds.sequences.params import SequenceParams
from alphacut.solver.bisection.bounds.states.rows import RowStack, correlation_row, heaviest
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.verify.sequences.autocorrelations import SequenceBound

LENGTH, WIDTH = 9, 3
EVERY = autocorrelations(np.array(list(product((1.0, -1.0), repeat=LENGTH))))


def mixed(seed: int) -> FloatArray:
    """Return what is present (position × offset) where some bisections are averaged."""
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet(np.full(len(EVERY), 0.05), size=WIDTH)
    return np.asarray(shares @ EVERY)


def outside(seed: int) -> FloatArray:
    """Return mean products of random vectors: semidefinite, as relaxations have them."""
    vectors = np.random.default_rng(seed).normal(size=(WIDTH, LENGTH))
    vectors /= np.sqrt((vectors**2).mean(axis=1, keepdims=True))
    return autocorrelations(vectors)


def excess(bound: SequenceBound, present: FloatArray) -> float:
    gained = float(np.dot(bound.weights, present[bound.position]))
    return (gained - bound.most / LENGTH) / heaviest(bound)


@pytest.mark.parametrize("seed", range(10))
def test_bisections_violate_none(seed: int) -> None:
    known = Autocorrelations(LENGTH)
    known.violated(outside(seed), seed)
    assert known.violated(mixed(seed), seed) == []


@pytest.mark.parametrize("seed", range(10))
def test_what_is_outside_the_hull_is_told(seed: int) -> None:
    """By weights that tell it from the nearest point, and so never by more than it is far away."""
    known, present = Autocorrelations(LENGTH), outside(seed)
    found = {each.position: each for each in known.violated(present, seed)}
    for position, each in enumerate(present):
        if position in found:
            assert 0 < excess(found[position], present) <= distance(each) + 0.02
        else:
            assert distance(each) < USUAL.sequences.worthwhile * 4


def distance(present: FloatArray) -> float:
    """Return how far frequencies are from the hull of all sequences, offset by offset."""
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    shares = [highs.addVariable(lb=0.0) for _ in EVERY]
    missing = [highs.addVariable(lb=0.0) for _ in range(2 * len(present))]
    highs.addConstr(sum(shares, start=highs.expr(0.0)) == 1.0)
    for d, value in enumerate(present.tolist()):
        column = EVERY[:, d].tolist()
        mean = sum((c * s for c, s in zip(column, shares, strict=True)), start=highs.expr(0.0))
        highs.addConstr(mean + missing[2 * d] - missing[2 * d + 1] == value)
    highs.minimize(sum(missing, start=highs.expr(0.0)))
    return float(highs.getObjectiveValue())


def test_rows_say_the_same() -> None:
    """Tables of one state for each way in which three switches lie, averaged over sequences."""
    signs = np.array([[1, *rest] for rest in product((1, -1), repeat=WIDTH - 1)])
    rng = np.random.default_rng(1)
    state = np.eye(len(signs))[rng.integers(len(signs), size=LENGTH)]
    signed = state * rng.choice([-1, 1], size=(LENGTH, 1))
    odd = np.array([signed.T @ np.roll(signed, -d, axis=0) / LENGTH for d in range(LENGTH)])
    entries = (signed @ signs).T
    bound = SequenceBound(position=1, weights=(3, -2, 0, 1))
    stack = RowStack([correlation_row(bound, LENGTH, signs)], len(signs), LENGTH)
    assert stack.values(0 * odd, odd)[0] == pytest.approx(excess(bound, autocorrelations(entries)))


def test_what_is_held_is_not_found_again() -> None:
    known, present = Autocorrelations(LENGTH), outside(3)
    first = known.violated(present, 0)
    assert first
    assert not set(known.violated(present, 0, first)) & set(first)


def test_what_is_held_hides_no_other() -> None:
    """Others that are known are returned in its place, however violated it is yet."""
    known, present, held = Autocorrelations(LENGTH), outside(1), list[SequenceBound]()
    for seed in range(8):
        known.violated(outside(seed), seed)
    for seed in range(4):
        found = known.violated(present, seed, held)
        assert not set(found) & set(held)
        held += found
    assert max(Counter(each.position for each in held).values()) > 1


def test_what_is_known_serves_other_positions() -> None:
    """At once, and for every k-th entry as well: no other weights are looked for."""
    known, present = Autocorrelations(LENGTH, SequenceParams(most_of_one=1)), outside(3)
    first = known.violated(present, 0)[0]
    moved = present[first.position][[1, 3, 2, 0]]  # offsets 2, 4, 6 and 8 of the same sequences
    again = known.violated(np.tile(moved, (WIDTH, 1)), 0)
    assert {each.position for each in again} == {0, 1, 2}
    assert {each.most for each in again} == {first.most}
