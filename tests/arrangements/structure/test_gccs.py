"""What is known about GCCs, against the components that are found."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.structure.components import blocks
from alphacut.arrangements.structure.gccs import (
    Canonical,
    absolute_stays_bounded,
    even_split,
    known_components,
    large_alpha,
)

SIZES = [*product(range(1, 9), range(1, 6)), (9, 2), (10, 2), (12, 2), (6, 6), (3, 9)]
ARRANGEMENTS = ("absolute", "relative", "circulant", "nautilus", "helix")


def canonical(arrangement: str, a: int, h: int, **options: str) -> Canonical:
    return Canonical(a=a, h=h, arrangement=arrangement, options=options)


def found(arrangement: str, a: int, h: int, **options: str) -> tuple[tuple[int, ...], ...]:
    network = Dragonfly(a=a, h=h, arrangement=arrangement, options=options).network()
    return blocks(network, "global")


def sizes_of(arrangement: str) -> list[tuple[int, int]]:
    return [(a, h) for a, h in SIZES if arrangement != "circulant" or h % 2 == 0]


@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
def test_everything_known_agrees_with_what_is_found(arrangement: str) -> None:
    told = 0
    for a, h in sizes_of(arrangement):
        for known in known_components(canonical(arrangement, a, h)):
            assert known.agrees(found(arrangement, a, h)), (a, h, known.statement)
            told += 1
    assert told >= 0.7 * len(sizes_of(arrangement))  # nothing is told of nautilus with h = 2


def test_a_wrong_count_does_not_agree() -> None:
    [known] = known_components(canonical("relative", 4, 2))
    assert not known.agrees(found("absolute", 4, 2))


def test_which_theorem_applies_to_nautilus() -> None:
    def statement(a: int, h: int, **options: str) -> str:
        return "".join(
            known.statement for known in known_components(canonical("nautilus", a, h, **options))
        )

    assert "theorem 6" in statement(3, 4)
    assert "theorem 7" in statement(4, 4)
    assert "theorem 8" in statement(6, 3)
    assert "conjecture" in statement(7, 3)
    assert statement(5, 2) == ""
    assert statement(5, 3, sign="figures") == ""  # the theorems speak of the rule of the text


def test_every_arrangement_with_h_1_is_a_matching() -> None:
    for arrangement in ("absolute", "relative", "nautilus", "helix"):
        assert Counter(map(len, found(arrangement, 4, 1))) == {2: 10}


@pytest.mark.parametrize(
    ("sizes", "even"),
    [([18, 18], True), ([3, 33], False), ([4, 4, 2, 2], True), ([11] * 5, False), ([2, 1], True),
     ([5], False), ([1], True), ([6] * 15 + [4] * 6, False)],
)  # fmt: skip
def test_even_split(sizes: list[int], even: bool) -> None:
    assert even_split(sizes) == even


@pytest.mark.parametrize("arrangement", ["absolute", "relative", "circulant"])
def test_what_is_said_of_large_alpha_agrees_with_the_components(arrangement: str) -> None:
    told = 0
    for a, h in sizes_of(arrangement):
        claim = large_alpha(canonical(arrangement, a, h))
        if claim is not None:
            blocks_found = found(arrangement, a, h)
            assert claim.bounded == even_split(map(len, blocks_found)), (a, h)
            told += 1
    assert told >= 9


def known_sizes(arrangement: str, a: int, h: int) -> list[int]:
    """The sizes of all GCCs, by the formula that other tests hold against the components."""
    [known] = [
        each for each in known_components(canonical(arrangement, a, h)) if each.reference != "plain"
    ]
    return list(Counter(known.sizes).elements())


def test_where_absolute_stays_bounded() -> None:
    """The rule that docs/structure.md proves, for more sizes than networks could be built for."""
    for a, h in product(range(1, 31), range(1, 25)):
        assert absolute_stays_bounded(a, h) == even_split(known_sizes("absolute", a, h)), (a, h)


@pytest.mark.parametrize(("a", "h"), [(2, 1), (5, 1), (6, 1), (6, 3), (7, 3), (9, 1)])
def test_absolute_with_h_up_to_half_of_a_is_not_always_bounded(a: int, h: int) -> None:
    """The slides say that it is; all GCCs are even there, and half of the switches is odd."""
    assert 2 * h <= a
    assert not even_split(map(len, found("absolute", a, h)))
    claim = large_alpha(canonical("absolute", a, h))
    assert claim is not None
    assert not claim.bounded


def how_often_bounded(name: str, heights: range) -> float:
    """The share of sizes with a <= 40 at which an arrangement stays bounded."""
    sizes = list(product(range(2, 41), heights))
    return sum(even_split(known_sizes(name, a, h)) for a, h in sizes) / len(sizes)


def test_circulant_is_most_often_bounded_then_absolute_then_relative() -> None:
    """A conclusion of the slides: so it is over all sizes, each where it exists and h >= 2."""
    circulant = how_often_bounded("circulant", range(2, 41, 2))
    absolute = how_often_bounded("absolute", range(2, 41))
    relative = how_often_bounded("relative", range(2, 41))
    assert circulant > absolute > relative > 0.2


def test_where_h_is_even_absolute_is_bounded_more_often_than_circulant() -> None:
    even = range(2, 41, 2)
    assert how_often_bounded("absolute", even) > how_often_bounded("circulant", even)


def test_circulant_with_odd_a_is_sometimes_bounded() -> None:
    """The "other times" of the slides: only with h = 2, where positions fall into parts."""
    odd = [(a, h) for a, h in product(range(3, 30, 2), (2, 4, 6))
           if even_split(known_sizes("circulant", a, h))]  # fmt: skip
    assert odd
    assert {h for _, h in odd} == {2}
