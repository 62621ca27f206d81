"""Cuts of other sizes than halves: every engine against a list of all cuts, and forgeries."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import complete, to_spec
from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.answer import _checked, answer
from alphacut.solver.bisection.balance import Balance, Sizes
from alphacut.solver.bisection.curve import CurveProblem, trace
from alphacut.solver.bisection.document import point_document
from alphacut.solver.bisection.engines.catalogue import NAMES
from alphacut.solver.bisection.engines.packing import Packing
from alphacut.solver.bisection.engines.spectral import Spectral
from alphacut.solver.bisection.engines.structured import Majority, Spreading, Uneven
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import Budget, Outcome, ignore
from alphacut.solver.bisection.partition import partition_document, side_of, sized_for
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.sizes import filled_up, sized, widened, with_sizes
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.plain import count_plainly
from alphacut.solver.bisection.verify.sizes import with_isolated
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, QuestionError, Refused
from tests.solver.bisection.asking import TREES, asked_with

BOUNDS = (Majority, Packing, Spectral, Spreading, Uneven)
SEEDS = range(8)
MANY = range(100, 400)
RING = Network(switches=10, links=tuple(Link(i, (i + 1) % 10, "local") for i in range(10)))


@dataclass(frozen=True, kw_only=True)
class Case:
    """A small network, the sizes of its cuts, and the least of them by a list of all."""

    network: Network
    balance: Balance
    alpha: Alpha
    best: int

    def problem(self, engine: str = "auto") -> PointProblem:
        network, balance = widened(self.network, self.balance)
        return PointProblem(network=network, balance=balance, alpha=self.alpha, engine=engine)

    def judge(self, found: Outcome, *, exact: bool) -> None:
        assert found.refusals == ()
        assert found.certified_bound <= found.lower_bound <= self.best
        for cut in found.cuts:
            side = [switch for switch in cut.side if switch < self.network.switches]
            assert self.balance.holds(side)
            assert self.alpha.scaled(self.network.cut(side)) == self.alpha.scaled(cut.line)
        if exact:
            assert found.lower_bound == min(self.alpha.scaled(c.line) for c in found.cuts)
            assert found.lower_bound == self.best


def _links(rng: random.Random, n: int) -> tuple[list[Link], tuple[int, ...]]:
    kind, pairs = rng.choice(["random", "sparse", "groups", "ring"]), combinations(range(n), 2)
    if kind == "ring" and n > 2:
        return [Link(i, (i + 1) % n, "local") for i in range(n)], ()
    size = rng.choice([2, 3, 4])
    groups = tuple(i // size for i in range(n)) if kind == "groups" else ()
    found, dense = [], 1.5 / n if kind == "sparse" else rng.choice([0.2, 0.5, 0.9])
    for i, j in pairs:
        if groups and groups[i] == groups[j]:
            found.append(Link(i, j, "local"))
        elif rng.random() < dense:
            found.append(Link(i, j, rng.choice(["local", "global"]), rng.randint(1, 3)))
    return found, groups


def _sides(n: int) -> Iterator[list[int]]:
    for bits in range(1 << (n - 1)):
        yield [0, *(i + 1 for i in range(n - 1) if bits >> i & 1)]


def case(seed: int) -> Case:
    """Draw a network with sizes that some cut has."""
    rng = random.Random(seed)
    while True:
        n = rng.randint(2, 11)
        links, groups = _links(rng, n)
        hosts = (*(rng.randint(0, 4) for _ in range(n - 1)), 1)
        network = Network(switches=n, links=tuple(links), groups=groups, hosts=hosts)
        whole = Balance.of(network, rng.choice(["switches", "switches", "hosts"]))
        total = sum(whole.weights)
        least = rng.randint(1, max(1, total // 2))
        most = rng.choice([least, total // 2])
        lighter = {tuple(s): sum(whole.weights[i] for i in s) for s in _sides(n)}
        kept = [s for s, w in lighter.items() if least <= min(w, total - w) <= most]
        if kept and least <= most:
            alpha = Alpha.of(Fraction(rng.randint(0, 6), rng.randint(1, 3)))
            return Case(
                network=network, balance=with_sizes(whole, Sizes(least=least, most=most)),
                alpha=alpha, best=min(alpha.scaled(network.cut(side)) for side in kept),
            )  # fmt: skip


def _engines_agree(seed: int, engine: str) -> None:
    drawn = case(seed)
    if engine == "trees":
        found = asked_with(TREES)(drawn.problem("branch_and_bound"))
    else:
        found = answer(drawn.problem(engine))
    drawn.judge(found, exact=True)


def _bounds_are_below(seed: int) -> None:
    drawn = case(seed)
    problem = drawn.problem()
    start = trivial_cut(problem.network, problem.balance)
    problem = PointProblem(
        network=problem.network, balance=problem.balance, alpha=problem.alpha, cuts=(start,)
    )
    for engine in BOUNDS:
        found = engine().bound(problem, Budget(), ignore)
        drawn.judge(_checked(problem, found), exact=False)


@pytest.mark.parametrize("engine", [*NAMES, "trees"])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_engine_finds_the_least_of_all_cuts(seed: int, engine: str) -> None:
    _engines_agree(seed, engine)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_bound_is_above_the_least_of_all_cuts(seed: int) -> None:
    _bounds_are_below(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", MANY)
def test_of_hundreds_of_networks(seed: int) -> None:
    for engine in (*NAMES, "trees"):
        _engines_agree(seed, engine)
    _bounds_are_below(seed)


def document(drawn: Case, side: tuple[int, ...] = ()) -> dict[str, Any]:
    """Solve a case, and write it as a point document."""
    network, balance = widened(drawn.network, drawn.balance)
    problem = CurveProblem(network=network, balance=balance, low=drawn.alpha, high=drawn.alpha)
    return {
        **point_document(
            trace(problem, answer), topology=complete(to_spec(drawn.network)),
            network=drawn.network, balance=drawn.balance, provenance={},
        ),
        **partition_document(drawn.network, side),
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(20, 32))
def test_documents_are_verified_and_counted_plainly(seed: int) -> None:
    drawn = case(seed)
    written = document(drawn)
    assert verify_document(written).status == "exact"
    assert written["point"]["lower"] == str(drawn.alpha.value(drawn.best))
    for line in count_plainly(written):
        assert "no bisection below" in line


@pytest.mark.parametrize("seed", range(20, 40))
def test_other_sizes_than_those_proven_are_refused_or_true(seed: int) -> None:
    """A document that claims other sizes is accepted only if what it claims is true of these."""
    drawn = case(seed)
    written = document(drawn)
    whole = Balance.of(drawn.network, drawn.balance.name)
    total = sum(whole.weights)
    for least in range(1, total // 2 + 1):
        for most in {least, total // 2}:
            forged = {**copy.deepcopy(written), "sizes": {"least": least, "most": most}}
            try:
                status = verify_document(forged).status
            except (Refused, DocumentError):
                continue
            sides = [(s, sum(whole.weights[i] for i in s)) for s in _sides(len(whole.weights))]
            true = min(
                drawn.alpha.scaled(drawn.network.cut(side))
                for side, weight in sides
                if least <= min(weight, total - weight) <= most
            )
            assert status != "exact" or written["point"]["value"] == str(drawn.alpha.value(true))


RING_CASE = Case(
    network=RING, balance=sized(RING, Balance.of(RING), "3:7"), alpha=Alpha(1, 1), best=2
)
BAD = (0, 2, 4)  # of a ring: six links are cut


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("sizes", "least"), 2),
        (("sizes", "most"), 4),
        (("sizes", "least"), 0),
        (("sizes", "least"), "3"),
        (("sizes", "more"), 1),
        (("sizes",), None),
        (("sizes",), [3, 7]),
        (("partition", "intercept"), 5),
        (("partition", "slope"), 1),
        (("partition", "side"), [0, 2]),
        (("partition", "side"), [0, 2, 2]),
        (("partition", "side"), [0, 2, 11]),
        (("partition", "value"), 6),
        (("partition",), None),
        (("partition",), []),
        (("side",), [0, 1, 2, 3]),
        (("point", "lower"), "3"),
        (("point", "value"), "6"),
    ],
)
def test_what_is_changed_is_refused(path: tuple[str, ...], value: object) -> None:
    written = document(RING_CASE, BAD)
    verdict = verify_document(written)
    assert verdict.checked[0] == "the cut measured anew and of the sizes 3:7"
    assert verdict.checked[-1] == "the partition given: 6, measured anew, a gap of 2/3"
    changed = copy.deepcopy(written)
    node = changed
    for name in path[:-1]:
        node = node[name]
    node[path[-1]] = value
    with pytest.raises((Refused, DocumentError)):
        verify_document(changed)


def test_sizes_cannot_be_left_out() -> None:
    written = document(RING_CASE)
    del written["sizes"]
    with pytest.raises(Refused, match="not half"):
        verify_document(written)


def test_a_partition_below_the_value_is_refused() -> None:
    """The value is that of the best cut that is known, and the partition is one."""
    worse = document(RING_CASE)
    side = list(BAD)
    worse |= {"side": side, "intercept": 6, "status": "bounded"}
    worse["point"] |= {"value": "6"}
    assert verify_document(worse).status == "bounded"
    worse |= partition_document(RING, (0, 1, 2))
    with pytest.raises(Refused, match="less than the value"):
        verify_document(worse)


@pytest.mark.parametrize(
    ("sizes", "imbalance", "message"),
    [
        ("4:7", None, "sizes: must add up to 10"),
        ("0:10", None, "sizes: must be an integer from 1"),
        ("4", None, "sizes: must be two numbers such as 400:600"),
        (7, None, "sizes: must be two numbers such as 400:600"),
        ("4:6", "3%", "imbalance: cannot be given beside sizes"),
        (None, "-3%", "imbalance: must be from 0 to below 1"),
        (None, "much", "imbalance: must be a share of 1"),
        (None, "99.9%", None),
    ],
)
def test_sizes_that_are_none_are_refused(sizes: Any, imbalance: Any, message: str | None) -> None:
    whole = Balance.of(RING)
    if message is None:
        found = sized(RING, whole, sizes, imbalance).sizes
        assert found == Sizes(least=1, most=5)
        return
    with pytest.raises(QuestionError, match=message):
        sized(RING, whole, sizes, imbalance)


def test_a_size_that_no_side_has_is_refused() -> None:
    network = Network(switches=3, links=(), hosts=(4, 4, 2))
    with pytest.raises(
        QuestionError, match="no side can have 5 of 10 hosts; the most equal sides have 4 and 6"
    ):
        sized(network, Balance.of(network, "hosts"), "5:5")


def test_an_imbalance_that_lets_a_side_be_empty_tells_the_most() -> None:
    network = Network(switches=3, links=())
    with pytest.raises(QuestionError, match="empty, of 3; must be below 1/2"):
        sized(network, Balance.of(network), None, "50%")
    assert sized(network, Balance.of(network), None, "49%").sizes is None  # 1 : 2, as halves


def test_sizes_of_halves_are_halves() -> None:
    whole = Balance.of(RING)
    assert sized(RING, whole, "5:5") == whole
    assert sized(RING, whole, None, "0%") == whole


@pytest.mark.parametrize("seed", range(20, 40))
def test_a_side_is_filled_up_to_a_half(seed: int) -> None:
    drawn = case(seed)
    network, balance = widened(drawn.network, drawn.balance)
    for side in _sides(drawn.network.switches):
        if network is not drawn.network and drawn.balance.holds(side):
            assert balance.holds(filled_up(side, drawn.balance, balance))


def test_large_weights_are_filled_up_by_few_switches() -> None:
    network = Network(switches=4, links=(Link(0, 1, "local"),), hosts=(999, 1, 500, 500))
    network_wider, _ = widened(network, sized(network, Balance.of(network, "hosts"), None, "50%"))
    assert network_wider.switches < 20


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([0, 1, 2], "has 3 parts"),
        ([0, 0, 0], "has 1 part;"),
        ([0, 1], "must have a part for each of 3 nodes, got 2"),
        ({"a": 0, "b": 1}, "there is no part for the node 'c'|no part for the node \"c\""),
        ([["a"], ["b"]], "is in no part"),
        ([["a"], ["b", "c", "a"]], "is named twice"),
        ([["a"], ["b", "c", "d"]], "there is no node"),
        ("abc", "must be a part for each node"),
        (7, "must be a part for each node"),
    ],
)
def test_partitions_that_are_none_are_refused(parts: object, message: str) -> None:
    with pytest.raises(QuestionError, match=message):
        side_of(parts, ("a", "b", "c"))


@pytest.mark.parametrize(
    "parts", [[1, 0, 1], {"a": "x", "b": "y", "c": "x"}, [{"c", "a"}, ["b"]], [["b"], ("a", "c")]]
)
def test_partitions_in_all_forms(parts: object) -> None:
    assert side_of(parts, ("a", "b", "c")) == [0, 2]


def test_a_partition_beyond_the_imbalance_is_refused() -> None:
    with pytest.raises(QuestionError, match='7 switches on a side, and "3%" allows 5'):
        sized_for(RING, Balance.of(RING), [0, 1, 2], "3%")


@pytest.mark.parametrize("seed", range(60))
def test_who_solves_and_who_verifies_make_the_same_network(seed: int) -> None:
    drawn = case(seed)
    assert widened(drawn.network, drawn.balance) == with_isolated(drawn.network, drawn.balance)
