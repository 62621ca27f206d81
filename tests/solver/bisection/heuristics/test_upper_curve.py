"""The search for good bisections, before anything is proven."""

from __future__ import annotations

import itertools
import json
import random
import time
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Link, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.heuristics.upper_curve import search
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

Lines = Callable[..., frozenset[Line]]
Hull = Callable[[Iterable[Line]], list[Line]]
Networks = Callable[..., SearchStrategy[Network]]

GOLDEN = Path(__file__).parents[3] / "golden" / "proven_curves.json"
CURVES: list[dict[str, Any]] = json.loads(GOLDEN.read_text())["curves"]
QUICK = (
    (4, 2, "absolute"),
    (4, 2, "relative"),
    (4, 2, "helix"),
    (3, 3, "relative"),
    (3, 4, "circulant"),
    (2, 8, "circulant"),
)


def _case(curve: dict[str, Any]) -> Any:
    key = (curve["a"], curve["h"], curve["arrangement"])
    marks = [] if key in QUICK else [pytest.mark.slow]
    name = "-".join(map(str, [*key, *curve["options"].values()]))
    return pytest.param(curve, id=name, marks=marks)


def _lines(cuts: tuple[Cut, ...]) -> list[Line]:
    return [cut.line for cut in cuts]


@pytest.mark.parametrize("curve", [_case(curve) for curve in CURVES])
def test_search_alone_draws_the_proven_curve(curve: dict[str, Any], hull_of: Hull) -> None:
    network = Dragonfly(
        a=curve["a"], h=curve["h"], arrangement=curve["arrangement"], options=curve["options"]
    ).network()
    cuts = search(network, Balance.of(network))
    assert hull_of(_lines(cuts)) == [Line(*line) for line in curve["lines"]]


@settings(deadline=None, derandomize=True, max_examples=25)
@given(st.data())
def test_search_finds_bisections_of_the_capacity_that_it_says(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    network = data.draw(networks(least=1, most=7))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    cuts = search(network, balance)
    assert cuts
    for cut in cuts:
        assert balance.holds(cut.side)
        assert cut.line == network.cut(cut.side)
    assert set(_lines(cuts)) <= lines_of(network, balance.weights)


@settings(deadline=None, derandomize=True, max_examples=25)
@given(st.data())
def test_search_finds_the_optimum_of_tiny_networks(
    networks: Networks, lines_of: Lines, hull_of: Hull, data: st.DataObject
) -> None:
    network = data.draw(networks(least=1, most=6))
    cuts = search(network, Balance.of(network))
    assert hull_of(_lines(cuts)) == hull_of(lines_of(network))


@pytest.mark.parametrize("alpha", [ZERO, INFINITY], ids=str)
def test_ends_are_lexicographic(alpha: Alpha, lines_of: Lines) -> None:
    network = Dragonfly(a=2, h=3, arrangement="absolute").network()
    lines = lines_of(network)
    best = min(lines) if alpha == ZERO else min(lines, key=lambda line: line[::-1])
    assert search_at(network, Balance.of(network), alpha).line == best


def test_same_seed_gives_the_same_cut() -> None:
    network = Dragonfly(a=3, h=3, arrangement="helix").network()
    balance = Balance.of(network)
    assert search_at(network, balance, Alpha(1, 1)) == search_at(network, balance, Alpha(1, 1))


def test_deadline_that_has_passed_still_leaves_a_bisection() -> None:
    network = Dragonfly(a=8, h=4, arrangement="relative").network()
    balance = Balance.of(network)
    began = time.monotonic()
    cuts = search(network, balance, deadline=began)
    assert cuts
    assert all(balance.holds(cut.side) for cut in cuts)
    assert time.monotonic() - began < 10


def test_caller_can_stop_the_search() -> None:
    network = Dragonfly(a=4, h=2, arrangement="helix").network()
    heard: list[Cut | None] = []

    def stop(cut: Cut | None) -> bool:
        heard.append(cut)
        return len(heard) < 3

    assert search(network, Balance.of(network), should_continue=stop)
    assert len(heard) <= 5


def test_half_of_a_narrow_order_is_told_before_anything_else() -> None:
    """Whoever ends the search by force has a good cut of a path, however it is numbered."""
    order = random.Random(1).sample(range(500), 500)
    links = tuple(Link(u, v, "local") for u, v in itertools.pairwise(order))
    network = Network(switches=500, links=links)
    heard: list[Cut | None] = []

    def stop(cut: Cut | None) -> bool:
        heard.append(cut)
        return False

    [cut] = search(network, Balance.of(network), should_continue=stop)
    assert heard == [cut]
    assert sum(cut.line) == 1


def test_large_dragonfly_is_cut_between_whole_groups() -> None:
    """On (p,8,4) relative at α = 1, general partitioners stop at 274; 272 is optimal."""
    network = Dragonfly(a=8, h=4, arrangement="relative").network()
    cut = search_at(network, Balance.of(network), Alpha(1, 1))
    assert sum(cut.line) == 272
    assert sum(trivial_cut(network, Balance.of(network)).line) >= 272


@pytest.mark.parametrize(("a", "h", "arrangement", "lines"), [
    (6, 3, "relative",
     [(9, 81), (27, 65), (61, 39), (75, 29), (89, 21), (101, 15), (109, 13), (155, 5)]),
    (6, 3, "helix", [(9, 81), (27, 65), (45, 53), (87, 31), (107, 23), (133, 13)]),
    (6, 3, "absolute", [(9, 81), (27, 65), (85, 15), (105, 3)]),
    pytest.param(8, 4, "relative",
     [(16, 256), (48, 226), (142, 148), (180, 120), (292, 44), (304, 40), (330, 32), (528, 0)],
     marks=pytest.mark.slow),
    pytest.param(8, 4, "circulant",
     [(16, 256), (48, 230), (78, 206), (92, 196), (144, 164), (184, 140), (188, 138), (234, 118),
      (528, 0)], marks=pytest.mark.slow),
    pytest.param(8, 4, "helix",
     [(16, 256), (80, 200), (112, 178), (144, 160), (276, 94), (290, 88), (438, 34), (484, 18),
      (490, 16)], marks=pytest.mark.slow),
])  # fmt: skip
def test_search_draws_the_best_curve_known(
    a: int, h: int, arrangement: str, lines: list[tuple[int, int]], hull_of: Hull
) -> None:
    """The best cuts known; one that lies below them would be a find, not a failure."""
    network = Dragonfly(a=a, h=h, arrangement=arrangement).network()
    found = hull_of(_lines(search(network, Balance.of(network))))
    for line, after in itertools.pairwise([*lines, (10**6, 0)]):
        alpha = Alpha.of(Fraction(after[0] - line[0], line[1] - after[1] or 1))
        best = alpha.scaled(Line(*line))
        assert min(alpha.scaled(each) for each in found) <= best
    assert found[-1].slope <= lines[-1][1]


def test_first_bisections_of_two_thousand_switches_are_good() -> None:
    """Half of the groups and one that is halved: 4160; other programs stop at 4182."""
    network = Dragonfly(a=16, h=8, arrangement="helix").network()
    began = time.process_time()
    cut = search_at(network, Balance.of(network), Alpha(1, 1))
    assert sum(cut.line) <= 4160
    assert time.process_time() - began < 30
