"""Eliminating switches, against listing all bisections; and forged certificates."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from alphacut.arrangements.formats import spec
from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.elimination.witness import ROOM, best_cut
from alphacut.solver.bisection.engines.elimination import Elimination
from alphacut.solver.bisection.outcome import Budget, Outcome, Progress, StopReason
from alphacut.solver.bisection.outcome import ignore as unheard
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.verify.elimination.classes import Classes, scaled_capacities
from alphacut.solver.bisection.verify.elimination.exclusion import Exclusion
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import BeyondLimit, Refused
from alphacut.solver.common.limits import Limits, within
from tests.solver.bisection.asking import as_written
from tests.solver.bisection.verify.checking import check

Lines = Callable[..., frozenset[Line]]
Networks = Callable[..., SearchStrategy[Network]]
ALPHAS = st.sampled_from([ZERO, Alpha(1, 3), Alpha(1, 1), Alpha(9, 2), INFINITY])


def classes(
    network: Network, members: Sequence[Sequence[int]], alpha: Alpha, balance: Balance
) -> Classes:
    return Classes.of(members, scaled_capacities(network, alpha), balance)


# ---- what is excluded ------------------------------------------------------


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_exactly_what_is_below_the_least_is_excluded(
    networks: Networks, lines_of: Lines, data: st.DataObject
) -> None:
    """Whatever the order; and what is found is traced back to a bisection, in any room."""
    network = data.draw(networks(most=9))
    balance = Balance.of(network, data.draw(st.sampled_from(["switches", "hosts"])))
    alpha = data.draw(ALPHAS)
    order = data.draw(st.permutations(range(network.switches)))
    least = min(alpha.scaled(line) for line in lines_of(network, balance.weights))
    alone = classes(network, [[switch] for switch in order], alpha, balance)
    if least:
        assert Exclusion(alone, least - 1).least() is None
        assert best_cut(network, Exclusion(alone, least - 1)) is None
    for highest in (least, least + 5):
        assert Exclusion(alone, highest).least() == least
        room = data.draw(st.sampled_from([0, 50, ROOM]))
        cut = best_cut(network, Exclusion(alone, highest), room)
        assert cut is not None
        assert balance.holds(cut.side)
        assert alpha.scaled(cut.line) == least


@pytest.mark.parametrize("graph", ["complete:switches=5", "complete:switches=2"])
def test_a_network_of_one_class_of_twins_is_exact(graph: str) -> None:
    """All cuts of other sizes sever less: what is not severed by halves is not told of them."""
    network = spec.read(graph).build()
    balance, everyone = Balance.of(network), [range(network.switches)]
    least = network.switches**2 // 4
    together = classes(network, everyone, Alpha(1, 1), balance)
    assert Exclusion(together, least - 1).least() is None
    assert Exclusion(together, least).least() == least


TWINS = {
    "complete bipartite": (
        [[0, 1, 2, 3], [4], [5, 6]],
        [(u, v) for u in range(4) for v in range(4, 7)],
    ),
    "complete": ([[0, 1, 2], [3, 4]], [(u, v) for v in range(5) for u in range(v)]),
    "star": ([[1, 2, 3, 4, 5, 6], [0]], [(0, v) for v in range(1, 7)]),
    "alone": ([[0, 1, 2, 3]], []),
}


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("weight", [1, 3])
def test_twins_are_counted_together(name: str, weight: int, lines_of: Lines) -> None:
    members, ends = TWINS[name]
    switches = sum(map(len, members))
    links = tuple(Link(*pair, "local", 2) for pair in ends)
    network = Network(switches=switches, links=links, hosts=(weight,) * switches)
    balance = Balance.of(network, "hosts")
    least = min(line.intercept for line in lines_of(network, balance.weights))
    for order in (members, members[::-1]):
        together = classes(network, order, Alpha(1, 1), balance)
        assert Exclusion(together, least + 1).least() == least
        cut = best_cut(network, Exclusion(together, least))
        assert cut is not None
        assert balance.holds(cut.side)
        assert cut.line.intercept == least


@pytest.mark.parametrize("highest", [126, 127, 32_766, 32_767, 2**31 - 2, 2**31, 2**50])
def test_no_sum_outgrows_its_type(highest: int, lines_of: Lines) -> None:
    """Tables hold numbers of 8, 16, 32 or 64 bits: here the least is `highest`, or one more."""
    heavy = LinkClass(name="heavy", base=highest // 3, slope=0)
    rest = LinkClass(name="rest", base=highest % 3, slope=0)
    ends = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    links = tuple(Link(*pair, "heavy") for pair in ends if pair != (2, 3))
    links += (Link(2, 3, "heavy", 3), Link(0, 1, "rest"))
    network = Network(switches=4, links=links, classes=(heavy, rest))
    balance = Balance.of(network)
    least = min(line.intercept for line in lines_of(network))
    alone = classes(network, [[0], [2], [1], [3]], Alpha(1, 1), balance)
    for above in (0, 1, least):
        assert Exclusion(alone, least + above).least() == least
    assert Exclusion(alone, least - 1).least() is None


# ---- certificates ----------------------------------------------------------


@pytest.fixture(scope="module")
def mesh() -> PointProblem:
    network = spec.read("mesh:sides=6x5").build()
    return PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))


@pytest.fixture(scope="module")
def proven(mesh: PointProblem) -> Outcome:
    return Elimination().bound(mesh, Budget(), unheard)


def test_elimination_proves_its_optimum_and_no_more(mesh: PointProblem, proven: Outcome) -> None:
    assert proven.certified_bound == proven.lower_bound == 5
    assert proven.incumbent is not None
    assert mesh.scaled(proven.incumbent) == 5
    assert "counted" in check(mesh, proven.certificate, 5)
    with pytest.raises(Refused, match="there is a bisection below"):
        check(mesh, proven.certificate, 6)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"order": list(range(29))}, "every switch once"),
        ({"order": [0, *range(29)]}, "every switch once"),
        ({"order": [*range(1, 30), True]}, "not an integer"),
        ({"order": [*range(1, 31)]}, "every switch once"),
        ({"order": [*range(29), -1]}, "at least 0"),
        ({"order": "as numbered"}, "not a list"),
        ({"order": None}, "not a list"),
        ({"order": [[], *range(30)]}, "is empty"),
        ({"order": [[0, 0], *range(1, 30)]}, "every switch once"),
        ({"order": [[0, 1], *range(2, 30)]}, "not twins: they have different links"),
        ({"order": [[[0]], *range(1, 30)]}, "not an integer"),
        ({"known": [["1/2", 5]]}, "not proven"),
        ({"kind": ["elimination"]}, "not known"),
    ],
)
def test_broken_certificate_is_refused(
    mesh: PointProblem, proven: Outcome, change: dict[str, Any], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        check(mesh, {**as_written(proven), **change}, 5)


def test_twins_must_weigh_and_be_linked_alike() -> None:
    path = Network(switches=3, links=(Link(0, 1, "local"), Link(1, 2, "local")), hosts=(1, 1, 2))
    for balance, order, why in (
        ("hosts", [[0, 2], 1], "different weights"),
        ("switches", [[0, 1], 2], "different links"),
    ):
        problem = PointProblem(network=path, balance=Balance.of(path, balance), alpha=Alpha(1, 1))
        with pytest.raises(Refused, match=why):
            check(problem, proof(order), 1)
    partly = Network(switches=4, links=(Link(0, 1, "local"), Link(2, 3, "local")))
    problem = PointProblem(network=partly, balance=Balance.of(partly), alpha=Alpha(1, 1))
    with pytest.raises(Refused, match="not linked to each other alike"):
        check(problem, proof([[0, 1, 2, 3]]), 1)


def proof(order: list[Any]) -> dict[str, Any]:
    return {"format": "alphacut-certificate/1", "kind": "elimination", "order": order}


def test_any_order_proves_the_same(mesh: PointProblem) -> None:
    for seed in range(3):
        order = random.Random(seed).sample(range(30), 30)
        check(mesh, proof(order), 5)
        with pytest.raises(Refused, match="there is a bisection below"):
            check(mesh, proof(order), 6)


def test_verifier_gives_up_where_sums_are_too_many(
    mesh: PointProblem, proven: Outcome, monkeypatch: pytest.MonkeyPatch
) -> None:
    checking = "alphacut.solver.bisection.verify.elimination.check"
    with monkeypatch.context() as patch:
        patch.setattr(f"{checking}.MOST_SUMS", 100)
        with pytest.raises(Refused, match="more than 100 sums"):
            check(mesh, proven.certificate, 5)
    monkeypatch.setattr(f"{checking}.LARGEST_TABLE", 100)
    with pytest.raises(Refused, match="more than 100 capacities"):
        check(mesh, proven.certificate, 5)


def test_table_that_takes_too_much_memory_is_not_made() -> None:
    """A star of 40 leaves whose centre goes first: a table about all leaves."""
    star = Network(switches=41, links=tuple(Link(0, leaf, "local") for leaf in range(1, 41)))
    problem = PointProblem(network=star, balance=Balance.of(star), alpha=Alpha(1, 1))
    with within(Limits()), pytest.raises((BeyondLimit, Refused), match="table"):
        check(problem, proof(list(range(41))), 20)
    check(problem, proof([*range(1, 41), 0]), 20)


def test_capacities_that_are_too_large_are_refused() -> None:
    vast = Network(
        switches=2,
        links=(Link(0, 1, "vast"),),
        classes=(LinkClass(name="vast", base=2**60, slope=0),),
    )
    problem = PointProblem(network=vast, balance=Balance.of(vast), alpha=Alpha(1, 1))
    with pytest.raises(Refused, match="too large"):
        check(problem, proof([0, 1]), 1)


# ---- the engine ------------------------------------------------------------


def test_bad_first_cut_is_replaced_by_the_best_one(mesh: PointProblem) -> None:
    scattered = Cut.of(mesh.network, range(0, 30, 2))
    problem = PointProblem(
        network=mesh.network, balance=mesh.balance, alpha=mesh.alpha, cuts=(scattered,)
    )
    outcome = Elimination().bound(problem, Budget(), unheard)
    assert outcome.incumbent is not None
    assert problem.scaled(scattered) > problem.scaled(outcome.incumbent) == 5
    assert outcome.stopped_because is StopReason.FINISHED


@pytest.mark.parametrize("room", [0, 3_000])
def test_tables_without_room_are_made_again(mesh: PointProblem, room: int) -> None:
    order = [[switch] for switch in range(30)]
    alone = classes(mesh.network, order, mesh.alpha, mesh.balance)
    cut = best_cut(mesh.network, Exclusion(alone, 5))
    again = best_cut(mesh.network, Exclusion(alone, 5), room)
    assert cut is not None
    assert again is not None
    assert mesh.balance.holds(again.side)
    assert cut.line == again.line == Line(5, 0)


def test_wide_network_is_given_up_at_once() -> None:
    network = spec.read("complete:switches=80").build()
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    outcome = Elimination().bound(problem, Budget(), unheard)
    # all are twins of each other, but not by their links alone: no class is found
    assert outcome.stopped_because is StopReason.WORK_LIMIT
    assert outcome.lower_bound == 0
    assert outcome.certificate is None


def test_fat_tree_is_narrow_because_its_core_switches_are_twins(
    fat_tree: Callable[[int], Network],
) -> None:
    """k = 8, with 128 hosts as switches: half of the hosts must be reached."""
    network = fat_tree(8)
    problem = PointProblem(network=network, balance=Balance.of(network, "hosts"), alpha=Alpha(1, 1))
    outcome = Elimination().bound(problem, Budget(), unheard)
    assert outcome.lower_bound == 64
    assert outcome.certificate is not None
    assert any(isinstance(entry, list) for entry in as_written(outcome)["order"])
    check(problem, outcome.certificate, 64)


def test_what_is_stopped_keeps_what_is_proven() -> None:
    """A caterpillar with heavy legs: bounds grow on the way."""
    links = [Link(u, u + 1, "local", 40) for u in range(40)]
    network = Network(switches=41, links=tuple(links))
    problem = PointProblem(network=network, balance=Balance.of(network), alpha=Alpha(1, 1))
    heard: list[int] = []

    def stop_at_a_bound(news: Progress) -> bool:
        heard.append(news.lower_bound)
        return news.lower_bound == 0

    outcome = Elimination().bound(problem, Budget(), stop_at_a_bound)
    assert outcome.lower_bound == max(heard)
    if outcome.lower_bound:
        check(problem, outcome.certificate, outcome.lower_bound)
