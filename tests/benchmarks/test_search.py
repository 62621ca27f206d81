"""The benchmark of the search: both ways on a small network, and how curves are compared."""

from __future__ import annotations

from fractions import Fraction

import pytest
from click.testing import CliRunner

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.common.alpha import Alpha
from benchmarks import pair_swaps, search
from benchmarks.search import draw, main, worse_by


def test_both_searches_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "SMALL", ((2, 3, "helix"),))
    monkeypatch.setattr(search, "MIDDLE", ())
    shown = CliRunner().invoke(main, [])
    assert shown.exit_code == 0, shown.output
    _, ours, plain = shown.output.splitlines()
    assert ours.split()[2:3] == ["ours"]
    assert plain.split()[2:3] == ["plain"]
    assert ours.split()[-1] == plain.split()[-1]


def test_a_worse_curve_is_told_from_a_better_one() -> None:
    network = Dragonfly(a=4, h=2, arrangement="relative").network()
    good = draw(network, pair_swaps.search_at).envelope
    trivial = Envelope(cuts=(trivial_cut(network, Balance.of(network)),))
    assert worse_by(good, trivial) == 0
    assert worse_by(trivial, good) >= trivial.upper_at(Alpha(4, 1)) / 36 - Fraction(1)
    assert worse_by(trivial, good) > 0
