"""What two sequences of sides have at most, against all of them; and bounds that are none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest

from alphacut.solver.bisection.certificate.cuts import CrosscorrelationCut
from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.certificate.record_codec import read
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.sequences import crosscorrelations, sphere
from alphacut.solver.bisection.verify.sequences.autocorrelations import (
    HEAVIEST,
    LONGEST,
    MOST_BOUNDS,
    largest,
)
from alphacut.solver.bisection.verify.sequences.crosscorrelations import (
    CrossBound,
    beyond,
    canonical,
    images,
    read_crosscorrelations,
)
from alphacut.solver.common.errors import Refused

Document = dict[str, Any]
Weights = tuple[int, ...]


def of_all(length: int, weights: Weights) -> np.ndarray:
    """Return what each two sequences (first × second) have, product by product."""
    entries = np.array(list(product((1, -1), repeat=length)))
    half = length // 2
    total = np.zeros((len(entries), len(entries)), dtype=np.int64)
    for offset in range(length):
        turned = np.roll(entries, -offset, axis=1)
        if 1 <= offset <= half:
            alone = (entries * turned).sum(axis=1)
            total += weights[offset - 1] * alone[:, None]
            total += weights[half + offset - 1] * alone
        total += weights[2 * half + offset] * (entries @ turned.T)
    return total


def drawn(length: int, seed: int, *, most: int = 9) -> Weights:
    """Draw weights; in every other question, most are of products of one sequence with another."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(-most, most + 1, 2 * length - 1)
    if seed % 2:
        weights[: length - 1] //= 4
    return tuple(weights.tolist())


@pytest.mark.parametrize("length", [3, 5, 7, 9])
@pytest.mark.parametrize("seed", range(12))
def test_beyond_less_is_the_most_of_all_and_beyond_that_nothing(length: int, seed: int) -> None:
    most = HEAVIEST // (2 * length) if seed % 3 == 0 else 9
    weights = drawn(length, seed, most=most)
    have = np.unique(of_all(length, weights))
    assert beyond(weights, int(have[-1])) is None
    assert beyond(weights, int(have[-1]) + 5) is None
    for less in (have[0] - 1, have[len(have) // 2], have[-2], have[-1] - 1):
        assert beyond(weights, int(less)) == have[-1]


@pytest.mark.parametrize("place", [0, 5, 8, 12, 16])
@pytest.mark.parametrize("sign", [1, -1])
def test_one_weight_may_be_nearly_all(place: int, sign: int) -> None:
    weights = [1, -2, 3, 0, 5, 1, -1, 0, 2, -3, 1, 0, 4, 0, -1, 1, 2]
    weights[place] = sign * (HEAVIEST - sum(map(abs, weights)))
    most = int(of_all(9, tuple(weights)).max())
    assert beyond(tuple(weights), most) is None
    assert beyond(tuple(weights), most - 1) == most


@pytest.mark.parametrize("batch", [1, 7])
def test_few_are_searched_at_a_time(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sphere, "BATCH", batch)
    monkeypatch.setattr(sphere, "AT_ONCE", batch)
    monkeypatch.setattr(
        "alphacut.solver.bisection.verify.sequences.autocorrelations.AT_ONCE", batch
    )
    for seed in range(6):
        weights = drawn(7, seed)
        most = int(of_all(7, weights).max())
        assert beyond(weights, most) is None
        assert beyond(weights, most - 1) == most


def test_sequences_that_have_nothing_to_do_with_each_other() -> None:
    """At 33 entries, where nobody looks at all pairs: each has its own most."""
    rng = np.random.default_rng(0)
    own, other = (tuple(rng.integers(-99, 100, 16).tolist()) for _ in range(2))
    most = largest(own) + largest(other)
    assert beyond((*own, *other, *(0,) * 33), most) is None
    assert beyond((*own, *other, *(0,) * 33), most - 1) == most


def test_one_sequence_that_stands_for_both() -> None:
    """Two that agree in all entries gain so much by it that they have the most."""
    rng = np.random.default_rng(1)
    weights = tuple(rng.integers(-9, 10, 16).tolist())
    together = (1000, *(0,) * 32)
    most = largest(tuple(2 * weight for weight in weights)) + 33 * 1000
    assert beyond((*weights, *weights, *together), most) is None
    assert beyond((*weights, *weights, *together), most - 1) == most


def test_nothing_is_weighted() -> None:
    assert beyond((0,) * 13, 0) is None
    assert beyond((0,) * 13, -1) == 0


@pytest.mark.parametrize("length", [7, 9])
def test_images_have_the_same(length: int) -> None:
    weights = drawn(length, 0)
    factors, places = images(len(weights))
    every = factors * np.array(weights)[places]
    steps = 6  # have no divisor in common with 7, or with 9
    assert len(np.unique(every, axis=0)) == steps * length * 2 * 2
    rng = np.random.default_rng(0)
    most = of_all(length, weights).max()
    for image in every[rng.choice(len(every), 20)].tolist():
        assert of_all(length, tuple(image)).max() == most
        assert canonical(tuple(image)) == canonical(weights)


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert beyond(tuple(ENTRY[4:]), 24) == 25
    monkeypatch.setattr(crosscorrelations, "MOST_STEPS", 0)
    with pytest.raises(Refused, match="too long to check"):
        beyond(tuple(ENTRY[4:]), 23)


# of five entries, Σ_i x_i·Σ_i y_i is at most 25
ENTRY = [0, 1, 1, 25, 0, 0, 0, 0, 1, 1, 1, 1, 1]


def cuts_of(entries: Any) -> tuple[CrosscorrelationCut, ...]:
    """Read the cuts as a leaf of a certificate holds them."""
    leaf = dict.fromkeys(("even", "odd", "potentials", "known", "balance", "functions"), "")
    rest = {"scale": 1, "shifts": [0, 0], "totals": [], "crosscorrelations": entries}
    return read(StatesLeaf, {**leaf, **rest}, "").crosscorrelations


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, None),
        ({12: -1}, None),
        ({0: 1}, "no two positions"),
        ({0: 2}, "no two positions"),
        ({0: -1}, "must be at least 0"),
        ({1: 4}, "no two positions"),
        ({2: 0}, "must be at least 1"),
        ({2: -1}, "must be at least 1"),
        ({2: True}, "not an integer"),
        ({3: 24}, "more than a bound on them says"),
        ({3: -25}, "more than a bound on them says"),
        ({3: 25.0}, "not an integer"),
        ({4: 1}, "more than a bound on them says"),
        ({7: 1}, "more than a bound on them says"),
        ({12: 2}, "more than a bound on them says"),
        ({12: HEAVIEST}, "few or large"),
        ({12: None}, "not an integer"),
    ],
)
def test_bounds_that_are_none(change: dict[int, Any], said: str | None) -> None:
    entry: list[Any] = [change.get(place, value) for place, value in enumerate(ENTRY)]

    def read_and_check() -> tuple[CrossBound, int]:
        [(bound, value)] = read_crosscorrelations(cuts_of([entry]), 5, 4, set())
        bound.check()
        return bound, value

    if said is None:
        bound, value = read_and_check()
        assert (bound.positions, bound.most, value) == ((0, 1), 25, 1)
        assert bound.weights == tuple(entry[4:])
        return
    with pytest.raises(Refused, match=said):
        read_and_check()


@pytest.mark.parametrize(
    ("entries", "order", "said"),
    [
        ([ENTRY[:-1]], 5, "not a list|too many, few"),
        (["all"], 5, "not a list|too many, few"),
        ("all", 5, "is not a list"),
        ([ENTRY] * (MOST_BOUNDS + 1), 5, "too many"),
        ([[0, 0, 1, *[0] * (2 * LONGEST + 4)]], LONGEST + 2, "more than 33 entries"),
    ],
)
def test_lists_that_are_none(entries: object, order: int, said: str) -> None:
    with pytest.raises(Refused, match=said):
        list(read_crosscorrelations(cuts_of(entries), order, 4, set()))


def test_a_certificate_may_have_so_many_different_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a search, unless it is an image of another and says the same."""
    monkeypatch.setattr(crosscorrelations, "MOST_SEARCHES", 2)
    searched = set[tuple[Weights, int]]()

    def read(entry: list[int]) -> None:
        list(read_crosscorrelations(cuts_of([entry]), 5, 4, searched))

    read(ENTRY)
    read([1, 2, 9, 25, 0, 0, 0, 0, -1, -1, -1, -1, -1])
    read([0, 1, 1, 26, *ENTRY[4:]])
    with pytest.raises(Refused, match="too many different"):
        read([0, 1, 1, 27, *ENTRY[4:]])


@pytest.mark.parametrize(
    ("place", "change"),
    [(0, 4), (1, -4), (2, 1 << 20), (3, -1), (3, -100), (3, 1 << 20), (4, 1), (-1, 9)],
)
def test_a_leaf_that_says_more_is_refused(
    exact: Callable[[str], Document], place: int, change: int
) -> None:
    """A position, a multiplier, what is the most or a weight is another, and nothing else."""
    forged = exact("pairs of sequences")
    assert "crosscorrelations" in json.dumps(forged)
    for leaf in leaves(forged):
        for entry in leaf["crosscorrelations"]:
            entry[place] += change
    with pytest.raises(Refused):
        verify_document(forged)


def leaves(part: object) -> Iterator[Document]:
    """Find all multipliers that have bounds on two sequences."""
    if isinstance(part, dict):
        if "crosscorrelations" in part:
            yield part
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from leaves(each)


def test_certificates_without_them_are_read() -> None:
    assert list(read_crosscorrelations((), 35, 4, set())) == []
