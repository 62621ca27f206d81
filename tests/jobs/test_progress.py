"""What pollers are told."""

from __future__ import annotations

import pytest

from alphacut.jobs.progress import Snapshot, waiting
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.outcome import Outcome, Progress
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.question import CutSearch
from alphacut.solver.common.alpha import INFINITY, ZERO


@pytest.fixture
def cut(easy: PointProblem) -> Cut:
    """The path's bisection in the middle: one link of capacity 1."""
    return Cut.of(easy.network, {0, 2})


@pytest.fixture
def known(cut: Cut) -> Envelope:
    return Envelope().absorb(Outcome(cuts=(cut,)))


def test_a_search_has_no_alpha(easy: PointProblem) -> None:
    search = CutSearch(network=easy.network, balance=easy.balance)
    told = Snapshot(envelope=Envelope(), question=search).as_json(1.0)
    assert told["phase"] == "searching"
    assert (told["alpha"], told["incumbent"], told["bound"], told["gap"]) == (None, None, None, 1)


def test_a_proof_shows_both_bounds_at_its_alpha(easy: PointProblem, known: Envelope) -> None:
    told = Snapshot(envelope=known, question=easy).as_json(1.23456)
    assert told == {
        "phase": "proving",
        "points": {"solved": 0, "open": 2},
        "alpha": "1",
        "incumbent": "1",
        "bound": "0",
        "gap": 1.0,
        "seconds": 1.235,
    }


def test_news_moves_the_bounds(easy: PointProblem, known: Envelope, cut: Cut) -> None:
    news = Progress(incumbent=cut, lower_bound=1)
    told = Snapshot(envelope=known, question=easy, news=news).as_json(1)
    assert (told["incumbent"], told["bound"]) == ("1", "1")


def test_news_of_better_cuts_is_told(easy: PointProblem, cut: Cut) -> None:
    worse = Cut.of(easy.network, {0, 1})
    known = Envelope().absorb(Outcome(cuts=(worse,)))
    news = Progress(incumbent=cut, lower_bound=0)
    assert Snapshot(envelope=known, question=easy).as_json(1)["incumbent"] == "3"
    assert Snapshot(envelope=known, question=easy, news=news).as_json(1)["incumbent"] == "1"


def test_solved_points_are_counted(known: Envelope) -> None:
    grown = known
    for alpha, bound in ((ZERO, 1), (INFINITY, 0)):
        grown = grown.absorb(Outcome(alpha=alpha, lower_bound=bound, certified_bound=bound))
    told = Snapshot(envelope=grown, ended=True).as_json(1)
    assert (told["phase"], told["points"], told["gap"]) == ("finished", {"solved": 2, "open": 0}, 0)


def test_between_two_questions_nothing_has_ended(known: Envelope) -> None:
    assert Snapshot(envelope=Envelope()).as_json(1)["phase"] == "searching"
    assert Snapshot(envelope=known).as_json(1)["phase"] == "proving"


def test_a_waiting_job_is_told_in_the_same_words(known: Envelope) -> None:
    assert set(waiting()) == set(Snapshot(envelope=known).as_json(1))
