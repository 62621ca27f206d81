"""What sequences of sides have at most, against all of them; and bounds that are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from alphacut.solver.bisection.certificate.cuts import SequenceCut
from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.certificate.record_codec import read
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.sequences import autocorrelations
from alphacut.solver.bisection.verify.sequences.autocorrelations import (
    HEAVIEST,
    LONGEST,
    MOST_BOUNDS,
    images,
    largest,
    read_sequences,
)
from alphacut.solver.common.errors import Refused

Document = dict[str, Any]


def weighted(sequence: tuple[int, ...], weights: tuple[int, ...]) -> int:
    """Return Σ_d weights[d - 1]·C_d, entry by entry."""
    length = len(sequence)
    return sum(
        weight * sequence[i] * sequence[(i + d) % length]
        for d, weight in enumerate(weights, start=1)
        for i in range(length)
    )


@pytest.mark.parametrize("at_once", [1, 9, 1 << 20])
@pytest.mark.parametrize("length", [3, 5, 7, 9, 11])
@pytest.mark.parametrize("seed", range(6))
def test_largest_is_that_of_all_sequences(
    length: int, seed: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one head at a time, with some, and with all; with small weights and the largest."""
    monkeypatch.setattr(autocorrelations, "AT_ONCE", at_once)
    most = 9 if seed % 2 else 2 * HEAVIEST // length
    drawn = np.random.default_rng(seed).integers(-most, most + 1, length // 2)
    weights = tuple(drawn.tolist())
    every = product((1, -1), repeat=length)
    found = autocorrelations._largest(weights)
    assert found == max(weighted(each, weights) for each in every)
    assert largest(weights) == found


def test_nothing_is_weighted() -> None:
    assert largest((0, 0, 0)) == 0


def test_runs_and_alternating_letters() -> None:
    """At 33 entries, where nobody looks at all of them: equal ones, and many changes."""
    assert largest((1,) * 16) == 33 * 16
    assert largest((-1, *(0,) * 15)) == 31
    # every C_d is odd, and -1 at least on average: Σ_i x_i is odd, so that its square is at least 1
    assert largest((-1,) * 16) == 16
    # at an offset of a third, entries lie on eleven triangles, none of which has three changes
    assert largest((*(0,) * 10, -1, *(0,) * 5)) == 11


@pytest.mark.parametrize("length", [9, 15])
def test_every_kth_letter_has_the_same(length: int) -> None:
    weights = tuple(range(1, length // 2 + 1))
    every = list(product((1, -1), repeat=length))
    found = {max(weighted(each, image) for each in every) for image in images(weights)}
    assert found == {largest(weights)}
    assert len(set(images(weights))) == {9: 3, 15: 4}[length]


def cuts_of(entries: Any) -> tuple[SequenceCut, ...]:
    """Read the cuts as a leaf of a certificate holds them."""
    leaf = dict.fromkeys(("even", "odd", "potentials", "known", "balance", "functions"), "")
    rest = {"scale": 1, "shifts": [0, 0], "totals": [], "sequences": entries}
    return read(StatesLeaf, {**leaf, **rest}, "").sequences


@pytest.mark.parametrize(
    ("entries", "order", "said"),
    [
        ([[0, 1, 1, 1, 1]], 7, None),
        ([[4, 1, 1, 1, 1]], 7, "a position that no block has"),
        ([[-1, 1, 1, 1, 1]], 7, "must be at least 0"),
        ([[0, -1, 1, 1, 1]], 7, "must be at least 1"),
        ([[0, 0, 1, 1, 1]], 7, "must be at least 1"),
        ([[True, 1, 1, 1, 1]], 7, "not an integer"),
        ([[0, 1, 1, True, 1]], 7, "not an integer"),
        ([[0, 1, 1, 1]], 7, "not a list|not as many"),
        ([[0, 1, 1, 1, 0.5]], 7, "not an integer"),
        ([[0, 1, HEAVIEST, 1, 0]], 7, "too large"),
        (["all"], 7, "not a list|not as many"),
        ("all", 7, "is not a list"),
        ([[0, 1, 1, 1, 1]] * (MOST_BOUNDS + 1), 7, "too many"),
        ([[0, 1, *[0] * (LONGEST // 2 + 1)]], LONGEST + 2, "more than 33 entries"),
    ],
)
def test_bounds_that_are_none(entries: object, order: int, said: str | None) -> None:
    if said is None:
        [(bound, value)] = read_sequences(cuts_of(entries), order, 4, set())
        assert (bound.position, bound.weights, bound.most, value) == (0, (1, 1, 1), 21, 1)
        return
    with pytest.raises(Refused, match=said):
        list(read_sequences(cuts_of(entries), order, 4, set()))


def test_a_certificate_may_have_so_many_different_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a search of all sequences, unless it is another with its offsets multiplied."""
    monkeypatch.setattr(autocorrelations, "MOST_SEARCHES", 2)
    searched = set[tuple[int, ...]]()
    same = [[0, 1, *weights] for weights in images((1, 2, 3))]
    assert len(list(read_sequences(cuts_of(same), 7, 4, searched))) == 3
    assert len(list(read_sequences(cuts_of([[1, 1, 5, 0, 0]]), 7, 4, searched))) == 1
    with pytest.raises(Refused, match="too many different"):
        list(read_sequences(cuts_of([[1, 1, 1, 1, 0]]), 7, 4, searched))


def test_certificates_without_them_are_read() -> None:
    assert list(read_sequences((), 35, 4, set())) == []


def leaves(part: object) -> Iterator[Document]:
    """Find all multipliers that have bounds on sequences."""
    if isinstance(part, dict):
        if "sequences" in part:
            yield part
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from leaves(each)


@pytest.mark.parametrize("change", [(1, 1000), (1, -1), (2, 1000), (4, -1)])
def test_bounds_that_say_more(exact: Callable[[str], Document], change: tuple[int, int]) -> None:
    """A multiplier, or a weight, is another, and nothing else of the leaf goes with it."""
    place, factor = change
    forged = exact("sequences")
    found = [entry for leaf in leaves(forged) for entry in leaf["sequences"] if entry[place]]
    assert found
    for entry in found:
        entry[place] *= factor
    with pytest.raises(Refused):
        verify_document(forged)
