"""The study of all choices: how many there are, which limit binds, and which is best."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.decompositions import Wanted, list_choices
from alphacut.solver.placement.exchange import Exchange
from alphacut.solver.placement.kind import PLACEMENT
from alphacut.solver.placement.machine import Machine
from alphacut.solver.placement.ranking import LIMITS, Question, evaluate, study
from tests.solver.placement.conftest import complete


@pytest.mark.parametrize(
    ("any_tasks", "any_block", "count"),
    [(False, False, 3133), (False, True, 10_932), (True, False, 92_127), (True, True, 892_746)],
)
def test_all_choices_are_listed(
    paper_machine: Machine, any_tasks: bool, any_block: bool, count: int
) -> None:
    wanted = Wanted(any_tasks=any_tasks, any_block=any_block)
    tasks, block = list_choices((512, 512, 512), paper_machine, wanted)
    assert len(tasks) == len(block) == count
    assert (-(-tasks // block)).prod(axis=1).max() <= paper_machine.groups
    assert block.prod(axis=1).max() <= paper_machine.slots


def test_choices_are_those_of_plain_loops() -> None:
    machine = Machine(a=2, p=2, h=1, groups=3)
    tasks, block = list_choices((4, 5), machine, Wanted(any_tasks=True, any_block=True))
    plain = [
        (b0, b1, c0, c1)
        for b0, b1 in product(range(1, 5), range(1, 6))
        for c0, c1 in product(range(1, b0 + 1), range(1, b1 + 1))
        if c0 * c1 <= 4 and math.ceil(b0 / c0) * math.ceil(b1 / c1) <= 3
    ]
    assert sorted(map(tuple, np.column_stack([tasks, block]).tolist())) == sorted(plain)


@pytest.mark.parametrize("at_once", [1, 7, 100])
def test_choices_are_the_same_however_few_are_combined_at_once(
    paper_machine: Machine, at_once: int
) -> None:
    wanted = Wanted(any_block=True)
    pieces = list_choices((48, 32, 20), paper_machine, wanted, at_once)
    whole = list_choices((48, 32, 20), paper_machine, wanted)
    assert len(whole[0]) > 1_000
    for part, all_at_once in zip(pieces, whole, strict=True):
        assert (part == all_at_once).all()


def test_machines_with_more_hosts_than_can_be_named_are_refused() -> None:
    large = {"family": "dragonfly", "a": 4, "h": 2, "p": 5_556, "arrangement": "relative"}
    for asked in ({"grid": [8, 8]}, {"stencil": [6, 6]}):
        with pytest.raises(QuestionError, match=r"has 200,016 hosts; .* at most 200,000") as error:
            PLACEMENT.check(complete(large, **asked), specs.LIMITS)
        assert error.value.field == "topology"


def test_injection_binds_3090_of_3132_choices_with_indirect_routing(
    paper_machine: Machine, paper_exchange: Exchange
) -> None:
    found = study(Question(exchange=paper_exchange, machine=paper_machine))
    costs = found.by_routing["indirect"]
    sends = costs.volume > 0
    assert sends.sum() == 3132
    binding = Counter(LIMITS[each] for each in costs.binding[sends])
    assert binding == {"injection": 3090, "remote": 42}


def test_one_choice_has_the_numbers_of_the_equations(
    paper_machine: Machine, paper_exchange: Exchange
) -> None:
    question = Question(exchange=paper_exchange, machine=paper_machine)
    direct, indirect = evaluate(question, (8, 8, 4), (2, 2, 2))
    assert direct.remote_demand == Fraction(4, 5)
    assert (direct.binding, direct.seconds) == ("injection", Fraction(128, 15625))
    assert direct.seconds_remote_only == Fraction(512, 78125)
    assert indirect.remote_demand == Fraction(8, 31)


def test_floats_and_fractions_agree(paper_machine: Machine) -> None:
    exchange = Exchange(elements=(96, 50), weights=(Fraction(1), Fraction(7, 3)))
    for same_group, ranks in product(("minimal", "indirect"), (1, 3)):
        question = Question(
            exchange=exchange,
            machine=replace(paper_machine, ranks=ranks),
            wanted=Wanted(any_block=True),
            same_group=same_group,  # type: ignore[arg-type]
        )
        found = study(question)
        rows = np.arange(0, 2 * found.studied, 29)
        for row, exact in zip(rows, found.exactly(rows), strict=True):
            assert found.seconds[row] == pytest.approx(float(exact.seconds), rel=1e-12)


def test_best_first_with_ties_by_groups_then_local_slack(
    paper_machine: Machine, paper_exchange: Exchange
) -> None:
    found = study(Question(exchange=paper_exchange, machine=paper_machine))
    best = found.best(40)
    assert [each.rank for each in best] == sorted(each.rank for each in best)
    tied = [each for each in best if each.seconds == best[0].seconds]
    assert len(tied) >= 9
    assert [each.groups for each in tied] == sorted(each.groups for each in tied)
    assert best[0].local_demand == min(each.local_demand for each in tied)
    sends = found.seconds[found.seconds > 0]
    assert sends.min() == pytest.approx(float(best[0].seconds), rel=1e-12)


def test_the_front_holds_what_no_other_choice_beats(
    paper_machine: Machine, paper_exchange: Exchange
) -> None:
    wanted = Wanted(count=256)
    found = study(Question(exchange=paper_exchange, machine=paper_machine, wanted=wanted))
    every = found.exactly(np.arange(2 * found.studied))
    front = {(each.seconds, each.groups, each.hosts) for each in found.front()}
    points = {(each.seconds, each.groups, each.hosts) for each in every}
    true = {
        (seconds, groups, hosts)
        for seconds, groups, hosts in points
        if not any(
            other != (seconds, groups, hosts)
            and other[0] <= seconds
            and other[1] <= groups
            and other[2] <= hosts
            for other in points
        )
    }
    assert front == true


def test_hosts_are_counted_block_by_block() -> None:
    machine = Machine(a=2, p=4, h=2, groups=5, ranks=2)
    question = Question(exchange=Exchange(elements=(7, 3)), machine=machine)
    [one, _] = evaluate(question, (7, 3), (3, 3))
    assert one.groups == 3
    assert one.hosts == 5 + 5 + 2  # blocks of 9, 9 and 3 tasks, two tasks on each host


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (Wanted(tasks=(64, 64, 64)), "tasks"),
        (Wanted(block=(8, 8, 8)), "block"),
        (Wanted(tasks=(8, 8, 4), block=(1, 1, 1)), "block"),
        (Wanted(tasks=(4, 4, 4), block=(8, 1, 1)), "block"),
        (Wanted(count=2048), "count"),
        (Wanted(tasks=(8, 8, 4), room=(8, 8, 4)), "nodes"),
    ],
)
def test_what_does_not_fit_is_refused(paper_machine: Machine, wanted: Wanted, field: str) -> None:
    with pytest.raises(QuestionError) as error:
        list_choices((512, 512, 512), paper_machine, wanted)
    assert error.value.field == field


def test_sides_must_match_the_grid(paper_machine: Machine, paper_exchange: Exchange) -> None:
    with pytest.raises(QuestionError, match="as many sides"):
        Question(exchange=paper_exchange, machine=paper_machine, wanted=Wanted(tasks=(4, 4)))
