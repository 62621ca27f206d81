"""Belka et al., section 3, the paragraph on Figure 8: the (p,3,4)-dragonfly.

What neither sign rule of nautilus gives, or only that of the figures, is in
test_discrepancies.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.golden.conftest import Proven


def test_sentence_2_best_of_is_circulant_until_six_fifths(p34: Proven) -> None:
    assert p34.best_prior.signs(p34["circulant"], 0, "6/5") == {0}


def test_sentence_2_relative_is_better_afterwards(p34: Proven) -> None:
    assert p34.best_prior.signs(p34["relative"], "6/5") == {0}
    assert p34["relative"].signs(p34["circulant"], "6/5") == {1}
    assert p34["relative"].signs(p34["absolute"], "6/5") == {1}


def test_sentence_3_circulant_and_relative_tie_until_three_sevenths(p34: Proven) -> None:
    assert p34["circulant"].signs(p34["relative"], 0, "3/7") == {0}
    assert p34["circulant"].signs(p34["relative"], "3/7", "6/5") == {1}


def test_sentence_5_helix_and_best_of_tie_until_one_half(p34: Proven) -> None:
    assert p34["helix"].signs(p34.best_prior, 0, "1/2") == {0}


def test_sentence_5_helix_is_always_higher_than_best_of_afterwards(p34: Proven) -> None:
    assert p34["helix"].signs(p34.best_prior, "1/2") == {1}


def test_sentence_6_nautilus_is_third_just_above_one_half(p34: Proven) -> None:
    for nautilus in ("nautilus", "nautilus figures"):
        assert p34[nautilus].signs(p34.best_prior, "1/2", 1) == {-1}
        assert p34[nautilus].signs(p34["helix"], "1/2", 1) == {-1}


def test_sentence_6_nautilus_passes_best_of_at_three_halves(p34: Proven) -> None:
    figures = p34["nautilus figures"]
    assert figures.signs(p34.best_prior, "1/2", "3/2") == {-1}
    assert figures.signs(p34.best_prior, "3/2") == {1}


def test_sentence_6_nautilus_is_highest_from_4_on(p34: Proven) -> None:
    figures = p34["nautilus figures"]
    assert figures.signs(p34["helix"], 1, 4) == {-1}
    assert figures.signs(p34.best_of("absolute", "relative", "circulant", "helix"), 4) == {1}
    assert figures.at(4) == p34["helix"].at(4)
