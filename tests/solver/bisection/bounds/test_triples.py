"""Bounds on three sequences that are found are violated; those of bisections never are."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from alphacut.solver.bisection.bounds import searches
from alphacut.solver.bisection.bounds.dividing import divided
from alphacut.solver.bisection.bounds.hull import WEIGHT, WORTHWHILE
from alphacut.solver.bisection.bounds.met import Met
from alphacut.solver.bisection.bounds.pairs import FloatArray
from alphacut.solver.bisection.bounds.triples import Triples, triples_of
from alphacut.solver.bisection.verify import triples as checks
from alphacut.solver.bisection.verify.remembered import Remembered
from alphacut.solver.bisection.verify.sequences import LONGEST
from alphacut.solver.bisection.verify.triples import TripleBound
from tests.solver.bisection.bounds.products import LENGTH, mixed, outside, products_of

WIDTH = 4

pytestmark = pytest.mark.usefixtures("few_samples")


def excess(bound: TripleBound, products: FloatArray) -> float:
    total = sum(w * products[d, first, second] for d, first, second, w in bound.terms)
    return float(total - bound.most / LENGTH) / WEIGHT


@pytest.mark.parametrize("seed", range(4))
def test_what_is_found_is_violated_and_holds(seed: int) -> None:
    known, products = Triples(LENGTH, WIDTH), outside(seed, WIDTH)
    found = known.violated(products, seed)
    assert found
    for each in found:
        assert excess(each, products) > WORTHWHILE
        sure = known.sure(each)
        assert sure is not None
        assert (sure.weights, sure.positions) == (each.weights, each.positions)
        assert sure.most >= each.most
        sure.check()
        assert known.sure(sure) == sure
        assert known.is_sure(sure)
        assert known.letters(sure) == 0


@pytest.mark.parametrize("seed", range(4))
def test_bisections_violate_none_that_hold(seed: int) -> None:
    known = Triples(LENGTH, WIDTH)
    for other in range(3):
        for each in known.violated(outside(3 * seed + other, WIDTH), other):
            known.sure(each)
    assert len(known)
    for other in range(10):
        assert known.violated(mixed(other, WIDTH), other, learn=False) == []


def test_too_small_numbers_are_found_out_and_put_right() -> None:
    """As if a look had missed the most."""
    known, products = Triples(LENGTH, WIDTH), outside(0, WIDTH)
    found = known.violated(products, 0)
    missed = [replace(each, most=each.most - 50) for each in found]
    assert [known.sure(each) for each in missed] == [known.sure(each) for each in found]


def test_a_bound_that_takes_too_long_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    known, products = Triples(LENGTH, WIDTH), outside(1, WIDTH)
    first, second, *_ = known.violated(products, 0)
    monkeypatch.setattr(checks, "_beyond", Remembered(checks._searched, 1))
    monkeypatch.setattr(searches, "STEPS", 1)
    assert known.letters(first) < np.inf
    assert known.sure(first) is None
    assert known.letters(first) == np.inf
    monkeypatch.undo()
    monkeypatch.setattr(searches, "COSTLY", -1.0)
    assert known.letters(second) == np.inf
    assert known.sure(second) is None
    assert not {first, second} & set(known.violated(products, 0, learn=False))


def test_bounds_may_be_the_same_for_sequences_read_backwards() -> None:
    products = outside(1, WIDTH)
    products = (products + np.roll(products[::-1], 1, axis=0)) / 2
    found = Triples(LENGTH, WIDTH, mirrored=True).violated(products, 0)
    assert found
    for each in found:
        assert excess(each, products) > WORTHWHILE
        for part in each.parts:
            cross = part[LENGTH - 1 :]
            assert cross[1:] == cross[:0:-1]


def test_what_is_held_is_not_found_again_and_what_others_found_is() -> None:
    known, products = Triples(LENGTH, WIDTH), outside(2, WIDTH)
    found = known.violated(products, 0)
    assert not set(known.violated(products, 0, found, learn=False)) & set(found)
    other = Triples(LENGTH, WIDTH)
    other.take_over(found)
    other.take_over(found)
    assert set(other.violated(products, 0, learn=False)) == set(found)


@pytest.mark.parametrize("seed", range(4))
def test_parts_are_all_of_the_weights(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = rng.integers(-50, 51, Met(LENGTH, 3).products)
    parts = divided(weights.astype(float), LENGTH, rng)
    bound = TripleBound(positions=(0, 1, 2), parts=parts, highest=(0, 0, 0), most=0)
    assert bound.weights == tuple(weights.tolist())


@pytest.mark.parametrize("number", [2, 3])
def test_looks_tell_what_sequences_have(number: int) -> None:
    met, rng = Met(LENGTH, number), np.random.default_rng(0)
    weights = rng.normal(size=met.products)
    found = met.look(weights, 40, rng)
    again = met.look(weights, 40, rng)
    assert max((found @ weights).max(), (again @ weights).max()) == pytest.approx(
        (met.correlations @ weights).max()
    )
    letters = met._letters.reshape(-1, number, LENGTH)
    for each, have in zip(letters[:5], met.correlations[:5], strict=True):
        products = products_of(each)
        own = [products[1 : LENGTH // 2 + 1, p, p] for p in range(number)]
        cross = [products[:, p, q] for p, q in combinations(range(number), 2)]
        np.testing.assert_allclose(have, np.concatenate([*own, *cross]))


def test_each_process_knows_its_own() -> None:
    assert triples_of(LONGEST + 2, 4, mirrored=True) is None
    assert triples_of(8, 4, mirrored=True) is None
    assert triples_of(7, 2, mirrored=True) is None
    assert triples_of(7, 3, mirrored=False) is None
    assert triples_of(7, 3, mirrored=True) is triples_of(7, 3, mirrored=True) is not None
