"""The compiled loops, against networkx on networks as objects, and against each other."""

from __future__ import annotations

from collections import Counter
from itertools import product

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.structure.components import blocks
from alphacut.arrangements.structure.conjecture import (
    helix_links,
    nautilus_intervals,
    nautilus_links,
    rotation,
)

SMALL = [*product(range(1, 9), range(1, 6)), (11, 3), (12, 2), (5, 9)]


def counted(arrangement: str, a: int, h: int, **options: str) -> Counter[int]:
    """The sizes of the GCCs, by networkx."""
    network = Dragonfly(a=a, h=h, arrangement=arrangement, options=options).network()
    return Counter(len(block) for block in blocks(network, "global"))


@pytest.mark.parametrize("sign", ["text", "figures"])
def test_nautilus_agrees_with_networkx(sign: str) -> None:
    for a, h in SMALL:
        expected = counted("nautilus", a, h, sign=sign).total()
        links = nautilus_links.connect(a, h, sign == "figures")
        assert links == (expected, (a * h + 1) * a * h // 2, 0), (a, h)
        found, groups, flaws = nautilus_intervals.connect(a, h, sign == "figures")
        assert (found, flaws) == (expected, 0), (a, h)
        assert groups <= a * h + 1


@pytest.mark.parametrize(("a", "h"), [(60, 2), (61, 2), (60, 3), (97, 5), (41, 40), (128, 9)])
@pytest.mark.parametrize("figures", [False, True])
def test_intervals_agree_with_links_on_larger_networks(a: int, h: int, figures: bool) -> None:
    links = nautilus_links.connect(a, h, figures)
    assert nautilus_intervals.connect(a, h, figures)[0] == links[0]
    assert links[2] == 0


def test_several_components_are_counted_where_there_are_several() -> None:
    """Of h = 2 the conjecture says nothing: a method that always answers 1 fails here."""
    assert {nautilus_links.connect(a, 2, False)[0] for a in range(3, 40)} > {2}
    assert nautilus_links.connect(4, 2, False)[0] == 2


def test_lemmas_that_fail_are_seen() -> None:
    """Lemmas 3 and 5: a component without a switch of the kind in question."""
    parent = np.array([0, 0, 2, 2], dtype=np.int32)
    both = np.array([0, 3, 0, 3], dtype=np.int16)
    assert nautilus_links._reach(3, parent, both, 2) == 0
    assert nautilus_links._reach(3, parent, np.array([0, 3, 1, 3], dtype=np.int16), 2) == 4
    assert nautilus_links._reach(3, parent, np.array([0, 3, 0, 1], dtype=np.int16), 2) == 16


def test_helix_agrees_with_networkx() -> None:
    for a, h in SMALL:
        expected = counted("helix", a, h).total()
        assert helix_links.connect(a, h)[0] == expected, (a, h)


@pytest.mark.parametrize(
    ("arrangement", "arcs"),
    [
        ("helix", rotation.helix_arcs),
        ("relative", rotation.relative_arcs),
        ("circulant", rotation.circulant_arcs),
    ],
)
def test_rotation_agrees_with_networkx(arrangement: str, arcs: object) -> None:
    for a, h in SMALL:
        if arrangement != "circulant" or h % 2 == 0:
            found = rotation.components(a, a * h + 1, arcs(a, h))  # type: ignore[operator]
            assert found == counted(arrangement, a, h), (a, h)


@pytest.mark.parametrize("h", [2, 3])
def test_helix_is_one_component_by_arithmetic(h: int) -> None:
    """The conjecture for h = 2 and 3, which docs/structure.md proves, for some a."""
    for a in [*range(1, 60), 500, 777]:
        assert rotation.components(a, a * h + 1, rotation.helix_arcs(a, h)).total() == 1
