"""What one point leaves in portions: all is there, settled apart, and then proven together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds import triples as triples_module
from alphacut.solver.bisection.bounds.crosscorrelations import crosscorrelations_of
from alphacut.solver.bisection.bounds.proven import Proven
from alphacut.solver.bisection.bounds.states import covering, families, learning
from alphacut.solver.bisection.bounds.states.covering import Covering
from alphacut.solver.bisection.bounds.states.families import Families
from alphacut.solver.bisection.bounds.states.runs import Runs
from alphacut.solver.bisection.bounds.states.settling import Aim
from alphacut.solver.bisection.bounds.triples import Triples, triples_of
from alphacut.solver.bisection.curve import Inquiry, trace
from alphacut.solver.bisection.outcome import StopReason
from alphacut.solver.bisection.point import Answer, Question
from alphacut.solver.bisection.problem import Portion
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.verify import crosscorrelations, triples
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.divisions import SETTLED, Divisions, check_divisions
from alphacut.solver.bisection.verify.remembered import Remembered
from tests.solver.bisection.bounds.states.conftest import NETWORKS, least_slopes, relaxation

NAME, ALPHA = "p32", Alpha(1, 1)
RELAXED = relaxation(NETWORKS[NAME])
REGION = Region.of(NETWORKS[NAME], Balance.of(NETWORKS[NAME]))
TARGET = min(intercept + slope for (intercept, _), slope in least_slopes(NAME).items())


@pytest.fixture
def divided_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take it as known that no intercept alone is enough, of however few divisions."""
    monkeypatch.setattr(families, "MANY", 1)
    monkeypatch.setattr(Families, "_too_wide", lambda *_: True)


def fresh() -> Covering:
    found = RELAXED.covering(())
    assert found is not None
    return found


def bounded(
    within: Region, *earlier: Proven, apart: tuple[Portion, ...] = (), alone: bool = False
) -> Proven:
    known = fresh()
    for each in earlier:
        if each.spare is not None:
            known.take_over([dict(one) for one in each.spare.multipliers])
    return known.bound(ALPHA, within, TARGET, lambda: True, apart=apart, alone=alone)


@pytest.mark.usefixtures("divided_at_once")
def test_portions_hold_all_that_is_left_once() -> None:
    found = bounded(REGION)
    assert found.waits
    assert len(found.portions) > 1
    divisions = Divisions(RELAXED.frame)
    possible = [divisions.possible(n) for n in range(len(divisions.numbers))]
    needed = divisions.needed(REGION, ALPHA, TARGET)
    for intercept in np.unique(divisions.intercepts[(needed > SETTLED) & possible]).tolist():
        assert sum(each.least <= intercept <= each.most for each in found.portions) == 1


@pytest.mark.usefixtures("divided_at_once")
def test_what_portions_bring_proves_the_bound_together() -> None:
    first = bounded(REGION)
    assert not first.bound
    brought = []
    for each in first.portions:
        part = REGION.above("intercept", each.least).below("intercept", each.most)
        found = bounded(part, first, apart=first.portions, alone=True)
        assert found.waits
        assert not found.portions
        brought.append(found)

    whole = fresh()
    for found in brought:
        assert found.spare is not None
        whole.take_over([dict(one) for one in found.spare.multipliers])
    nothing_to_do = whole.bound(ALPHA, REGION, TARGET, lambda: False, apart=first.portions)
    assert nothing_to_do.bound == TARGET
    assert nothing_to_do.multipliers is not None
    leaf = nothing_to_do.multipliers.as_json(0)["classes"]["multipliers"]
    check_divisions(Divisions(RELAXED.frame), REGION, ALPHA, TARGET, leaf)


@pytest.mark.usefixtures("divided_at_once")
def test_what_stays_below_in_a_portion_lowers_no_target(monkeypatch: pytest.MonkeyPatch) -> None:
    """One division after the other is passed over, and those that follow need what they did."""
    first = bounded(REGION)
    needs: list[np.ndarray] = []
    gave_up: list[int] = []

    def give_up(_: Covering, left: np.ndarray, needed: np.ndarray, __: object) -> int:
        needs.append(needed[left])
        gave_up.append(int(left[0]))
        return int(left[0])

    monkeypatch.setattr(Covering, "_settle_some", give_up)
    each = first.portions[0]
    part = REGION.above("intercept", each.least).below("intercept", each.most)
    found = bounded(part, first, apart=first.portions, alone=True)
    assert found.waits
    assert len(set(gave_up)) == len(gave_up) == len(needs[0])
    for before, after in pairwise(needs):
        assert (after == before[1:]).all()


def test_few_divisions_are_not_left_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Families, "_too_wide", lambda *_: True)
    assert not bounded(REGION).portions


def test_intercepts_of_which_some_may_be_enough_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "MANY", 1)
    found = bounded(REGION)
    assert found.bound == TARGET
    assert not found.portions


@pytest.mark.usefixtures("divided_at_once")
def test_a_curve_is_proven_by_portions() -> None:
    network = Dragonfly(a=6, h=1, arrangement="relative").network()
    inquiry = Inquiry(network=network, balance=Balance.of(network), engine="branch_and_bound")
    asked: list[tuple[Question, Answer]] = []

    def ask(question: Question) -> Answer:
        asked.append((question, answer(question)))
        return asked[-1][1]

    whole = trace(inquiry, ask)
    assert whole.status == "exact"
    first = next(given for _, given in asked if given.portions)
    assert first.stopped_because is StopReason.WAITING
    apart = [(question, given) for question, given in asked if question.portion]
    assert {question.portion for question, _ in apart} == set(first.portions)
    assert {given.bound for _, given in apart} == {0}
    assert apart[0][1].spare is not None  # what it brings may be enough for others
    last, given = asked[-1]
    assert last.alpha == first.alpha
    assert last.apart == first.portions
    assert last.portion is None
    assert given.certificate is not None
    (point,) = [each for each in whole.points if each.alpha == first.alpha]
    assert point.portions == ()


def test_answers_about_portions_are_written_and_read() -> None:
    network = NETWORKS[NAME]
    portion, more = Portion(least=3, most=5), Portion(least=7, most=7)
    before = Answer(alpha=ALPHA, cuts=(), portion=portion, portions=(portion, more))
    assert Answer.from_json(network, before.as_json()) == before
    older = {k: v for k, v in before.as_json().items() if k not in ("portion", "portions")}
    assert Answer.from_json(network, older) == Answer(alpha=ALPHA, cuts=())


@pytest.fixture
def on_three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for bounds on three sequences from the first run on."""
    for name in ("LEARNING", "ON_THREE"):
        monkeypatch.setattr(learning, name, True)
    monkeypatch.setattr(triples_module, "ONLY_MIRRORED", False)


@pytest.mark.usefixtures("on_three")
def test_where_bounds_on_three_are_looked_for_portions_begin_with_intercepts_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not bounded(REGION).portions
    monkeypatch.setattr(families, "MANY", 1)
    aims = list[Aim]()
    settle = Runs.settle

    def settled(runs: Runs, aim: Aim, go_on: Callable[[], bool]) -> None:
        aims.append(aim)
        settle(runs, aim, go_on)

    monkeypatch.setattr(Runs, "settle", settled)
    first = bounded(REGION)
    assert first.waits
    assert len(first.portions) > 1
    assert not aims
    for each in first.portions:
        aims.clear()
        part = REGION.above("intercept", each.least).below("intercept", each.most)
        bounded(part, first, apart=first.portions, alone=True)
        assert len(aims[0].family.functions) == 1
        assert each.least <= aims[0].family.totals[0] <= each.most


def test_every_second_range_of_intercepts_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "MANY", 1)
    divisions = Divisions(RELAXED.frame)
    everything = np.arange(len(divisions.numbers))
    found = Families(divisions).portions(everything, slow=True)
    assert len(found) > 2
    first, second = found[: (len(found) + 1) // 2], found[(len(found) + 1) // 2 :]
    for one, other, next_one in zip(first, second, first[1:], strict=False):
        assert one.least <= one.most < other.least <= other.most < next_one.least
    assert not Families(divisions).portions(everything, slow=False)


@pytest.mark.slow
@pytest.mark.usefixtures("on_three")
def test_searches_made_for_a_portion_are_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though each question is answered as by another process."""
    monkeypatch.setattr(families, "MANY", 1)
    monkeypatch.setattr(families, "PORTIONS", 2)
    network, alpha = Dragonfly(a=5, h=2, arrangement="circulant").network(), Alpha(2, 1)
    balance = Balance.of(network)
    inquiry = Inquiry(
        network=network, balance=balance, low=alpha, high=alpha, engine="branch_and_bound"
    )
    searches = dict[Portion | None, list[int]]()
    answered = list[tuple[Question, Answer]]()

    def elsewhere() -> list[int]:
        """Forget all; return how many searches are made from now on, on two and on three."""
        made = [0, 0]
        for number, module in enumerate((crosscorrelations, triples)):

            def search(*asked: Any, number: int = number, module: Any = module) -> int | None:
                made[number] += 1
                found: int | None = module._searched(*asked)
                return found

            monkeypatch.setattr(module, "_beyond", Remembered(search, 4096))
        crosscorrelations_of.cache_clear()
        triples_of.cache_clear()
        return made

    def ask(question: Question) -> Answer:
        searches[question.portion] = elsewhere()
        given = answer(question)
        answered.append((question, given))
        return given

    assert trace(inquiry, ask).status == "exact"
    question, given = answered[-1]
    assert question.apart
    assert searches[None] == [0, 0]
    assert sum(on_three for _, on_three in searches.values())
    made = elsewhere()
    check_certificate(
        given.certificate,
        network=network,
        balance=balance,
        alpha=alpha,
        target=given.bound,
        established={each.alpha: each.bound for each in question.known}.__getitem__,
    )
    assert made[1]


@pytest.mark.slow
@pytest.mark.usefixtures("on_three")
def test_what_rests_on_a_bound_that_does_not_hold_is_not_handed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(families, "MANY", 1)
    monkeypatch.setattr(Triples, "sure", lambda _, bound: replace(bound, most=bound.most - 1))
    network, alpha = Dragonfly(a=6, h=1, arrangement="relative").network(), Alpha(7, 2)
    asked = Question(
        network=network, balance=Balance.of(network), alpha=alpha, engine="branch_and_bound"
    )
    apart = answer(asked).portions
    given = answer(replace(asked, apart=apart, portion=apart[0]))
    assert given.spare is None
    assert given.refusals == ("multipliers: a bound on sequences does not hold",)


@pytest.mark.usefixtures("on_three")
def test_few_of_a_portion_are_left_to_the_point(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families, "MANY", 1)
    monkeypatch.setattr(families, "PORTIONS", 1)
    first = bounded(REGION)
    left = list[int]()
    monkeypatch.setattr(covering, "REST", 2)

    def settle_one(_: Covering, still: np.ndarray, *__: object) -> int:
        left.append(len(still))
        return int(still[0])

    monkeypatch.setattr(Covering, "_settle_some", settle_one)
    (each,) = first.portions
    part = REGION.above("intercept", each.least).below("intercept", each.most)
    assert bounded(part, first, apart=first.portions, alone=True).waits
    assert left[0] > 2
    assert left == list(range(left[0], left[0] // 2, -1))
