"""Closed forms against the explicit traffic matrix, and the paper's equations as printed."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.exchange import Exchange
from alphacut.solver.placement.model import closed, printed
from alphacut.solver.placement.model.general import (
    ROUTINGS,
    SAME_GROUP,
    block_of_tasks,
    remote_demand,
    task_traffic,
)
from alphacut.solver.placement.sides import Sides

LONGEST = {1: 14, 2: 6, 3: 4, 4: 3}  # tasks along each side, by dimension


def random_case(rng: random.Random) -> tuple[Exchange, Sides, Sides, int]:
    """A job, its division into tasks, a block that need not divide it, and a number of groups."""
    d = rng.randint(1, 4)
    tasks = tuple(rng.randint(1, LONGEST[d]) for _ in range(d))
    block = tuple(rng.randint(1, n) for n in tasks)
    used = math.prod(-(-n // size) for n, size in zip(tasks, block, strict=True))
    exchange = Exchange(
        elements=tuple(rng.randint(1, 20) for _ in range(d)),
        weights=tuple(Fraction(rng.randint(1, 3)) for _ in range(d)),
    )
    return exchange, tasks, block, max(used + rng.choice([0, 0, 1, 2, 5]), 3)


def assert_closed_forms_hold(cases: int, seed: int) -> None:
    rng = random.Random(seed)
    seen = set()
    for _ in range(cases):
        exchange, tasks, block, groups = random_case(rng)
        rows = closed.exact_columns(exchange, np.array([tasks]), np.array([block]), groups)
        for routing, same_group in product(ROUTINGS, SAME_GROUP):
            explicit = remote_demand(exchange, tasks, block, groups, routing, same_group)
            assert closed.remote(rows, routing, same_group)[0] == explicit, (tasks, block, groups)
        seen |= {("β", n) for n in tasks} | {
            ("λ", -(-n // size)) for n, size in zip(tasks, block, strict=True)
        }
        seen |= {("rest", n % size > 0) for n, size in zip(tasks, block, strict=True)}
    assert seen >= {("β", 1), ("β", 2), ("λ", 1), ("λ", 2), ("rest", True)}


def test_closed_forms_equal_the_explicit_matrix() -> None:
    assert_closed_forms_hold(300, seed=1)


@pytest.mark.slow
def test_closed_forms_equal_the_explicit_matrix_in_5000_cases() -> None:
    assert_closed_forms_hold(5000, seed=2)


def test_equations_2_and_3_term_by_term() -> None:
    """The sums over tasks and groups, written as the equations are."""
    rng = random.Random(3)
    for _ in range(12):
        exchange, tasks, block, groups = random_case(rng)
        if math.prod(tasks) > 40 or groups > 12:
            continue
        home = block_of_tasks(tasks, block)
        pairs = task_traffic(exchange, tasks)
        sent: dict[tuple[int, int], Fraction] = {}
        for s, d, units in zip(pairs.source, pairs.destination, pairs.units, strict=True):
            key = int(home[s]), int(home[d])
            sent[key] = sent.get(key, Fraction(0)) + int(units) * pairs.unit
        nothing = Fraction(0)
        direct, indirect = nothing, nothing
        for i, j in product(range(groups), repeat=2):
            if i == j:
                continue
            direct = max(direct, sent.get((i, j), nothing))
            others = [p for p in range(groups) if p not in (i, j)]
            parts = (sent.get((i, p), nothing) + sent.get((p, j), nothing) for p in others)
            passing = sum(parts, nothing)
            indirect = max(indirect, passing / (groups - 2))
        assert direct == remote_demand(exchange, tasks, block, groups, "direct")
        assert indirect == remote_demand(exchange, tasks, block, groups, "indirect")


@pytest.mark.parametrize("tasks", [(4, 4, 4), (2, 3), (1, 5), (2, 2, 2, 2)])
def test_a_task_sends_one_unit_to_both_neighbours(tasks: Sides) -> None:
    exchange = Exchange(elements=(512,) * len(tasks))
    pairs = task_traffic(exchange, tasks)
    sent = np.bincount(pairs.source, pairs.units)
    assert all(int(each) * pairs.unit == 1 for each in sent)


def test_equation_7_as_printed_has_one_neighbour_of_two() -> None:
    exchange, tasks = Exchange(elements=(512, 512)), (4, 4)
    found = printed.equation_7_neighbours(tasks, (0, 0))
    assert found == [(3, 0), (0, 3)]
    assert sum(exchange.proportions(tasks)) == Fraction(1, 2)  # of what would have to be 1


def test_equation_16_with_two_blocks_and_with_a_rest() -> None:
    exchange = Exchange(elements=(512, 512, 512))
    assert remote_demand(exchange, (8, 8, 4), (2, 2, 2), 33, "direct") == Fraction(4, 5)
    assert remote_demand(exchange, (8, 8, 4), (3, 3, 2), 33, "direct") == Fraction(18, 10)


@pytest.mark.parametrize(
    ("tasks", "block", "times"),
    [((4, 4, 4), (4, 4, 2), 2), ((6, 4, 4), (2, 4, 4), 2), ((8, 8, 4), (2, 2, 2), 1)],
)
def test_equation_17_is_twice_too_large_for_two_and_three_groups(
    paper_exchange: Exchange, tasks: Sides, block: Sides, times: int
) -> None:
    true = remote_demand(paper_exchange, tasks, block, 33, "indirect")
    assert printed.equation_17(paper_exchange, tasks, block, 33) == times * true


def test_the_link_to_an_idle_group_decides(paper_exchange: Exchange) -> None:
    case = (paper_exchange, (4, 4, 4), (4, 4, 2), 33)
    assert remote_demand(*case, "indirect") == Fraction(16, 93)
    assert printed.equation_17(*case) == Fraction(32, 93)


def test_equation_17_is_an_upper_bound_where_blocks_do_not_divide() -> None:
    rng = random.Random(4)
    smaller = 0
    for _ in range(200):
        exchange, tasks, block, groups = random_case(rng)
        true = remote_demand(exchange, tasks, block, groups, "indirect")
        bound = printed.equation_17(exchange, tasks, block, groups)
        assert bound >= true
        smaller += bound > true
    assert smaller


def test_same_group_traffic_sent_away_makes_the_shape_of_blocks_irrelevant(
    paper_exchange: Exchange,
) -> None:
    """Section 3.1's sentence against the paper's conclusions, for 256 tasks in blocks of 8."""
    tasks = (64, 4, 1)
    blocks = [(8, 1, 1), (4, 2, 1), (2, 4, 1)]
    demands = {
        rule: [remote_demand(paper_exchange, tasks, each, 33, "indirect", rule) for each in blocks]
        for rule in SAME_GROUP
    }
    assert max(demands["indirect"]) / min(demands["indirect"]) < Fraction(1019, 1000)
    assert max(demands["minimal"]) / min(demands["minimal"]) > Fraction(26, 10)


def test_remote_only_time_depends_on_the_division_into_groups_alone(
    paper_exchange: Exchange,
) -> None:
    cases = [((8, 8, 4), (2, 2, 2)), ((16, 8, 8), (4, 2, 4)), ((4, 8, 4), (1, 2, 2))]
    for routing in ROUTINGS:
        times = {
            paper_exchange.volume(tasks) * remote_demand(paper_exchange, tasks, block, 33, routing)
            for tasks, block in cases
        }
        assert len(times) == 1


def test_bad_grids_are_refused() -> None:
    with pytest.raises(QuestionError, match="sides"):
        Exchange(elements=())
    with pytest.raises(QuestionError, match="from 1 to"):
        Exchange(elements=(0, 4))
    with pytest.raises(QuestionError, match="3 numbers"):
        Exchange(elements=(4, 4, 4), weights=(Fraction(1),))
