"""What every arrangement in the catalogue must be."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.links.catalogue import ARRANGEMENTS, CATALOGUE, arrangement
from alphacut.arrangements.structure.symmetry import is_automorphism

if TYPE_CHECKING:
    from alphacut.arrangements.links._base import Arrangement

VARIANTS: list[tuple[str, dict[str, str]]] = [
    *((each.name, {}) for each in ARRANGEMENTS),
    *(
        (each.name, {option.name: choice})
        for each in ARRANGEMENTS
        for option in each.options
        for choice in option.choices
    ),
]
SIZES = [(a, h) for a in range(1, 9) for h in range(1, 9)] + [(16, 3), (3, 16), (11, 10)]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
@pytest.mark.parametrize(("a", "h"), SIZES)
def test_lemma_1(name: str, options: dict[str, str], a: int, h: int) -> None:
    """One link between each pair of groups, h at each switch."""
    rule = arrangement(name)
    if rule.refusal(a, h):
        with pytest.raises(NetworkError, match="does not exist"):
            rule.links(a, h, **options)
        return
    links = rule.links(a, h, **options)
    groups = range(a * h + 1)
    assert links == sorted(links)
    assert sorted((one[0], other[0]) for one, other in links) == list(combinations(groups, 2))
    ends = Counter(end for link in links for end in link)
    assert ends == {(i, j): h for i in groups for j in range(a)}


@pytest.mark.parametrize("name", ["relative", "circulant", "helix"])
@pytest.mark.parametrize(("a", "h"), [(1, 2), (2, 8), (3, 4), (4, 2), (5, 6)])
def test_rotation_of_groups_is_an_automorphism(name: str, a: int, h: int) -> None:
    assert_rotates(name, a, h)


@pytest.mark.parametrize("name", ["relative", "helix"])
@pytest.mark.parametrize(("a", "h"), [(1, 3), (5, 3), (6, 3), (2, 5), (3, 1)])
def test_rotation_of_groups_is_an_automorphism_for_odd_h(name: str, a: int, h: int) -> None:
    assert_rotates(name, a, h)


def assert_rotates(name: str, a: int, h: int) -> None:
    dragonfly = Dragonfly(a=a, h=h, arrangement=name)
    (rotation,) = dragonfly.automorphisms()
    assert rotation[dragonfly.switch(2, 0)] == dragonfly.switch(3, 0)
    assert is_automorphism(dragonfly.network(), rotation)


@pytest.mark.parametrize("name", ["absolute", "nautilus"])
def test_rotation_of_groups_is_none_of_the_others(name: str) -> None:
    (rotation,) = Dragonfly(a=4, h=2, arrangement="relative").automorphisms()
    dragonfly = Dragonfly(a=4, h=2, arrangement=name)
    assert dragonfly.automorphisms() == ()
    assert not is_automorphism(dragonfly.network(), rotation)


@pytest.mark.parametrize("rule", CATALOGUE, ids=lambda rule: rule.name)
def test_every_entry_describes_itself(rule: Arrangement) -> None:
    for field in ("name", "title", "description", "requirement", "reference"):
        assert getattr(rule, field).strip()
    for option in rule.options:
        assert option.default in option.choices
        assert option.description


def test_names_are_different() -> None:
    assert len({each.name for each in CATALOGUE}) == len(CATALOGUE) == 10


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(NetworkError) as caught:
        arrangement("palm")
    assert (
        "absolute, circulant, consecutive, hamming, helix, lift, nautilus, palmtree, random, "
        in str(caught.value)
    )


@pytest.mark.parametrize(("a", "h"), [(0, 2), (2, 0), (-1, 2)])
def test_sizes_that_cannot_be_are_refused(a: int, h: int) -> None:
    with pytest.raises(NetworkError, match="a >= 1 and h >= 1"):
        arrangement("relative").links(a, h)


def test_unknown_option_is_refused() -> None:
    with pytest.raises(NetworkError, match='has no option "sing"; did you mean sign'):
        arrangement("nautilus").links(4, 2, sing="text")
    with pytest.raises(NetworkError, match="no options at all"):
        arrangement("relative").links(4, 2, sign="text")
