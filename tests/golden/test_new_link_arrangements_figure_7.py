"""Belka et al., section 3, the paragraph on Figure 7: the (p,3,3)-dragonfly.

Statements that mention nautilus are held against both sign rules; what the rule
of the text does not give is in test_discrepancies.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError

if TYPE_CHECKING:
    from tests.golden.conftest import Proven

both_rules = pytest.mark.parametrize("nautilus", ["nautilus", "nautilus figures"])


def test_sentence_2_best_of_is_relative(p33: Proven) -> None:
    assert p33.best_prior.signs(p33["relative"]) == {0}


def test_sentence_2_relative_is_always_at_least_as_high_as_absolute(p33: Proven) -> None:
    assert p33["relative"].signs(p33["absolute"]) == {0, 1}


def test_sentence_2_circulant_cannot_be_used_because_h_is_odd() -> None:
    with pytest.raises(NetworkError, match="circulant"):
        Dragonfly(a=3, h=3, arrangement="circulant").network()


@both_rules
def test_sentence_3_three_way_tie_until_two_thirds(p33: Proven, nautilus: str) -> None:
    assert p33[nautilus].signs(p33["relative"], 0, "2/3") == {0}
    assert p33[nautilus].signs(p33["helix"], 0, "2/3") == {0}
    assert p33[nautilus].signs(p33["helix"], "2/3", 1) == {-1}


def test_sentence_3_tie_of_helix_and_relative_until_1(p33: Proven) -> None:
    assert p33["helix"].signs(p33["relative"], 0, 1) == {0}


@pytest.mark.parametrize("other", ["relative", "absolute", "nautilus", "nautilus figures"])
def test_sentence_4_helix_is_strictly_better_beyond_1(p33: Proven, other: str) -> None:
    assert p33["helix"].signs(p33[other], 1) == {1}


def test_sentence_5_tie_of_relative_and_nautilus_resumes_at_2(p33: Proven) -> None:
    figures = p33["nautilus figures"]
    assert figures.signs(p33["relative"], "2/3", 2) == {-1}
    assert figures.signs(p33["relative"], 2) == {0}
