"""Lanes: what they cover, going on where they stopped, and failures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.structure.conjecture.lanes import Lane, Verdict, _both, lanes
from alphacut.service.text.conjecture import lane_words
from alphacut.solver.conjecture.question import grown


def nautilus(heights: range = range(3, 4), method: str = "intervals") -> list[Lane]:
    return lanes("nautilus", heights, method=method, signs=("text", "figures"), first=None)


def finished(begun: Sequence[Lane], to: int) -> list[Lane]:
    found = []
    for lane in begun:
        *_, last = (lane, *grown(lane, to, 2))
        assert last.seconds >= 0
        found.append(last.up_to(to))
    return found


def test_a_lane_covers_every_a_and_figures_the_odd_ones() -> None:
    text, figures = finished(nautilus(), 20)
    assert (text.first, text.last, text.cases) == (4, 20, 17)
    assert (figures.first, figures.last, figures.cases) == (4, 20, 8)  # 5, 7, …, 19
    assert not text.failures
    assert not figures.failures


def test_going_on_gives_what_one_run_gives() -> None:
    once = finished(nautilus(), 30)
    half = finished(nautilus(), 15)
    stored = [Lane.from_json("nautilus", lane.as_json()) for lane in half]
    twice = finished(stored, 30)
    plain = [{**lane.as_json(), "seconds": 0} for lane in once]
    assert [{**lane.as_json(), "seconds": 0} for lane in twice] == plain


def test_a_run_can_be_stopped() -> None:
    [lane, _] = nautilus(method="links")
    after = next(iter(grown(lane, 5_000, 2)))
    assert (after.last, after.cases) == (lane.first, 1)


def test_failures_are_counted_and_the_first_is_kept() -> None:
    [text, _] = finished(nautilus(range(2, 3), "links"), 10)
    assert text.failures == 8
    assert text.failure == (3, 2)
    assert text.as_json()["first_failure"] == {"a": 3, "components": 2}
    assert Lane.from_json("nautilus", text.as_json()).failure == (3, 2)


def test_helix_has_one_rule_and_other_methods() -> None:
    found = finished(lanes("helix", range(2, 4), method="rotation", signs=(), first=None), 12)
    assert [(lane.h, lane.first, lane.cases, lane.failures) for lane in found] == [
        (2, 1, 12, 0), (3, 1, 12, 0),
    ]  # fmt: skip
    with pytest.raises(NetworkError, match="known are both, links, rotation"):
        lanes("helix", range(2, 3), method="intervals", signs=(), first=None)


def test_two_methods_against_each_other() -> None:
    for lane in finished(nautilus(range(2, 5), "both"), 40):
        assert not lane.flaws
        assert lane.as_json()["methods_agree"] is True
        assert bool(lane.failures) == (lane.h == 2)  # where there are several, they agree too
    for lane in finished(lanes("helix", range(1, 6), method="both", signs=("",), first=None), 30):
        assert not lane.flaws


def test_methods_that_disagree_are_told_and_kept() -> None:
    def load(count: int) -> Callable[[], Callable[[int, int, bool], Verdict]]:
        return lambda: lambda _a, _h, _figures: (count, 1, 0)

    assert _both(load(1), load(1))()(5, 3, False) == (1, 1, 0)
    verdict = _both(load(1), load(2))()(5, 3, False)
    [lane] = lanes("nautilus", range(3, 4), method="both", signs=("text",), first=None)
    spoilt = lane.after(4, verdict, 0.0)
    assert spoilt.as_json()["methods_agree"] is False
    assert Lane.from_json("nautilus", spoilt.as_json()) == spoilt
    assert "THE METHODS DISAGREE" in lane_words(spoilt)
