"""Belka et al., section 3, the paragraph on Figure 9: the (p,2,8)-dragonfly."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import networkx
import pytest

from alphacut.arrangements.dragonfly import Dragonfly

if TYPE_CHECKING:
    from tests.golden.conftest import Proven


@pytest.mark.parametrize("other", ["nautilus", "relative"])
def test_sentence_2_helix_nautilus_and_relative_give_the_same(p28: Proven, other: str) -> None:
    assert p28["helix"].signs(p28[other]) == {0}


@pytest.mark.parametrize("other", ["helix", "relative"])
def test_sentence_2_despite_the_different_graph_of_nautilus(other: str) -> None:
    """Of helix and relative it is not true; see test_discrepancies.py."""
    assert _global_triangles("nautilus") == 84
    assert _global_triangles(other) == 0


def _global_triangles(arrangement: str) -> int:
    network = Dragonfly(a=2, h=8, arrangement=arrangement).network()
    graph = networkx.Graph([link[:2] for link in network.links_of("global")])
    return int(sum(networkx.triangles(graph).values()) // 3)


@pytest.mark.parametrize("ranges", [(0, "1/7"), ("3/10", None)])
def test_sentence_3_relative_is_the_best_prior(p28: Proven, ranges: tuple[str, str | None]) -> None:
    assert p28["relative"].signs(p28.best_prior, *ranges) == {0}


@pytest.mark.parametrize("ranges", [(0, "1/7"), ("3/10", None)])
@pytest.mark.parametrize("new", ["helix", "nautilus"])
def test_sentence_3_new_arrangements_tie_with_the_best_prior(
    p28: Proven, new: str, ranges: tuple[str, str | None]
) -> None:
    assert p28[new].signs(p28.best_prior, *ranges) == {0}


@pytest.mark.parametrize("other", ["relative", "helix", "nautilus"])
def test_sentence_4_circulant_is_better_between_one_seventh_and_three_tenths(
    p28: Proven, other: str
) -> None:
    assert p28["circulant"].signs(p28[other], "1/7", "3/10") == {1}


def test_sentence_4_circulant_is_only_slightly_better(p28: Proven) -> None:
    gains = [p28["circulant"].at(x) / p28["relative"].at(x) for x in _corners()]
    assert 1 < max(gains) < 1.2


def _corners() -> list[Fraction]:
    return [Fraction(x) for x in ("1/7", "1/5", "7/27", "3/10")]
