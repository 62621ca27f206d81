"""Lemmas that were stopped: the next attempt goes on with the tree, and bounds no node again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest

import alphacut_verify
from alphacut.arrangements.formats.spec import complete, parse
from alphacut.arrangements.network import Network
from alphacut.jobs.local_driver import gone_on
from alphacut.jobs.tasks.resuming import TakeOver
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.groups.params import GroupParams
from alphacut.solver.bisection.bounds.params import RelaxationParams
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.certificate.known import InterceptLemma
from alphacut.solver.bisection.certificate.leaves import GroupsLeaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import BlockCycle, Certificate, TreeProof
from alphacut.solver.bisection.certificate.size import packed_bytes
from alphacut.solver.bisection.certificate.tree import ByCount, ByStates, Node, leaves, parts
from alphacut.solver.bisection.certificate.tree import with_leaves as changed
from alphacut.solver.bisection.curve import CurveProblem
from alphacut.solver.bisection.document import curve_document
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.outcome import OnProgress, Outcome, Progress, StopReason
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.schedule import question
from alphacut.solver.bisection.solver import Solver
from alphacut.solver.bisection.stored import outcome_json, read_outcome
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.verdict import refuse_files

SPEC = parse({"family": "dragonfly", "a": 4, "h": 2, "arrangement": "circulant"})
NETWORK = SPEC.build()
BALANCE = Balance.of(NETWORK)
CURVE = CurveProblem(network=NETWORK, balance=BALANCE)


def lemma(intercept: int, slope: int, network: Network = NETWORK) -> PointProblem:
    """Ask for a lemma about one intercept."""
    balance = Balance.of(network)
    return PointProblem(
        network=network,
        balance=balance,
        alpha=INFINITY,
        target_lemma=InterceptLemma(intercept=intercept, slope=slope),
        cuts=(trivial_cut(network, balance),),
        engine="branch_and_bound",
    )


def with_runs_of(steps: int) -> SolverParams:
    """Let runs be short, so that a small network takes a tree."""
    states = StateParams(most_compositions=0, most_steps=steps, most_separating_steps=steps)
    return SolverParams(states=states)


BY_COUNTS = lemma(30, 3), with_runs_of(60)  # 7 nodes: compositions, then counts of pairs
BY_STATES = lemma(12, 11), with_runs_of(20)  # 13 nodes: compositions, then states of groups
BOTH = pytest.mark.parametrize(
    ("asked", "params"), [BY_COUNTS, BY_STATES], ids=["counts", "states"]
)


def stopping_after(nodes: int) -> OnProgress:
    """Stop a run that has bounded so many nodes."""

    def should_continue(news: Progress) -> bool:
        return news.nodes < nodes

    return should_continue


def in_pieces(
    asked: PointProblem, params: SolverParams, nodes: int, passed_on: Callable[[Outcome], Outcome]
) -> list[Outcome]:
    """Let each attempt bound some nodes, and go on with what the last one left."""
    attempts: list[Outcome] = []
    while not attempts or attempts[-1].stopped_because is StopReason.CANCELLED:
        attempts.append(Solver(params).answer(asked, stopping_after(nodes)))
        asked = replace(asked, earlier_tree=passed_on(attempts[-1]).partial_proof)
    return attempts


def proves(asked: PointProblem, certificate: Certificate | None) -> str:
    """Have a lemma's certificate verified; return what was checked."""
    assert asked.target_lemma is not None
    assert certificate is not None

    def nothing(alpha: Alpha) -> int:
        raise AssertionError(alpha)

    return check_certificate(
        certificate,
        network=asked.network,
        balance=asked.balance,
        alpha=INFINITY,
        target=asked.target_lemma.slope,
        established=nothing,
        intercept=asked.target_lemma.intercept,
    )


def nodes_of(tree: Node) -> list[Node]:
    """List the nodes of a tree."""
    return [tree, *(each for part in parts(tree) for each in nodes_of(part))]


def closed_leaves(proof: Certificate | None) -> set[StatesLeaf]:
    """Return the leaves of a tree that have multipliers."""
    assert isinstance(proof, TreeProof)
    return {leaf for leaf in leaves(proof.tree) if isinstance(leaf, StatesLeaf)}


@cache
def whole(asked: PointProblem, params: SolverParams) -> Outcome:
    """Answer without a stop."""
    return Solver(params).answer(asked)


@cache
def pieces(asked: PointProblem, params: SolverParams) -> list[Outcome]:
    """Answer by attempts of three nodes."""
    return in_pieces(asked, params, 3, lambda outcome: outcome)


@BOTH
def test_no_node_is_bounded_twice(asked: PointProblem, params: SolverParams) -> None:
    """Each attempt ends with at most one run that was cut short, which the next one makes anew."""
    attempts = pieces(asked, params)
    last = attempts[-1]
    assert last.stopped_because is StopReason.FINISHED
    assert last.proof == "certificate"
    assert last.partial_proof is None
    assert len(attempts) > 2
    assert isinstance(last.certificate, TreeProof)
    bounded = sum(attempt.report.nodes for attempt in attempts)
    assert bounded <= len(nodes_of(last.certificate.tree)) + len(attempts) - 1
    assert proves(asked, last.certificate)


def test_groups_that_no_rotation_carries_around_go_on_as_well() -> None:
    network = parse({"family": "dragonfly", "a": 4, "h": 2, "arrangement": "absolute"}).build()
    asked = lemma(12, 10, network)
    params = SolverParams(
        relaxations=RelaxationParams(fewest_switches=1), groups=GroupParams(most_steps=50)
    )
    attempts = in_pieces(asked, params, 2, lambda outcome: outcome)
    last = attempts[-1].certificate
    assert isinstance(last, TreeProof)
    assert [type(leaf) for leaf in leaves(last.tree)] == [GroupsLeaf, GroupsLeaf]
    closed = [
        sum(isinstance(leaf, GroupsLeaf) for leaf in leaves(each.partial_proof.tree))
        for each in attempts[:-1]
        if isinstance(each.partial_proof, TreeProof)
    ]
    assert closed[-1] == 1
    assert sum(each.report.nodes for each in attempts) <= len(nodes_of(last.tree)) + len(closed)
    assert proves(asked, last)


@BOTH
def test_what_was_closed_stands_in_the_certificate_as_it_was(
    asked: PointProblem, params: SolverParams
) -> None:
    attempts = pieces(asked, params)
    for earlier, later in pairwise(attempts):
        after = later.partial_proof if later is not attempts[-1] else later.certificate
        if earlier.partial_proof is not None:
            assert closed_leaves(earlier.partial_proof) <= closed_leaves(after)
    assert any(closed_leaves(a.partial_proof) for a in attempts[:-1] if a.partial_proof)


def test_the_trees_of_these_tests_divide_by_all_that_they_are_to_divide_by() -> None:
    kinds = set()
    for asked, params in (BY_COUNTS, BY_STATES):
        certificate = whole(asked, params).certificate
        assert isinstance(certificate, TreeProof)
        kinds |= {type(node) for node in nodes_of(certificate.tree)}
    assert {ByCount, ByStates} <= kinds


@BOTH
def test_a_tree_is_stored_and_read_as_it_was(asked: PointProblem, params: SolverParams) -> None:
    """Another process goes on, or another day."""

    def stored(outcome: Outcome) -> Outcome:
        return read_outcome(NETWORK, outcome_json(outcome))

    plainly = pieces(asked, params)
    by_store = in_pieces(asked, params, 3, stored)
    assert [each.report.nodes for each in by_store] == [each.report.nodes for each in plainly]
    assert by_store[-1].certificate == plainly[-1].certificate


def half_done(asked: PointProblem, params: SolverParams) -> TreeProof:
    """Return the tree of an attempt that closed some leaves, and not all."""
    tree = Solver(params).answer(asked, stopping_after(5)).partial_proof
    assert isinstance(tree, TreeProof)
    assert closed_leaves(tree)
    return tree


def test_a_weaker_lemma_takes_over_what_was_closed_for_a_stronger_one() -> None:
    asked, params = BY_COUNTS
    weaker = lemma(30, 1)
    earlier = half_done(asked, params)
    given = Solver(params).answer(replace(weaker, earlier_tree=earlier))
    assert given.proof == "certificate"
    assert proves(weaker, given.certificate)


def test_a_tree_that_proves_too_little_is_not_believed() -> None:
    """Leaves are measured: those of a tree for a weaker lemma are bounded anew."""
    asked, params = BY_STATES
    earlier = whole(lemma(12, 9), params).certificate
    given = Solver(params).answer(replace(asked, earlier_tree=earlier))
    assert given.refusals == ()
    assert given.lower_bound == asked.target_lemma.slope  # type: ignore[union-attr]
    assert closed_leaves(earlier) - closed_leaves(given.certificate)
    assert proves(asked, given.certificate)


def test_a_leaf_that_was_forged_is_bounded_anew() -> None:
    asked, params = BY_STATES
    earlier = half_done(asked, params)

    def forged(leaf: object) -> object:
        return replace(leaf, shifts=(0, 0)) if isinstance(leaf, StatesLeaf) else leaf

    false = replace(earlier, tree=changed(earlier.tree, forged))  # type: ignore[arg-type]
    given = Solver(params).answer(replace(asked, earlier_tree=false))
    assert given.refusals == ()
    assert given.report.nodes > whole(asked, params).report.nodes - len(closed_leaves(earlier)) - 1
    assert proves(asked, given.certificate)


def test_a_tree_by_another_rotation_is_left() -> None:
    asked, params = BY_STATES
    earlier = half_done(asked, params)
    (cycle,) = earlier.rotations
    other = BlockCycle(permutation=cycle.permutation[::-1], block=cycle.block)
    given = Solver(params).answer(replace(asked, earlier_tree=replace(earlier, rotations=(other,))))
    assert given.report.nodes == whole(asked, params).report.nodes
    assert proves(asked, given.certificate)


def test_a_tree_is_as_large_as_its_tables() -> None:
    few = half_done(*BY_COUNTS)
    all_of_it = whole(*BY_COUNTS).certificate
    assert isinstance(all_of_it, TreeProof)
    tables = sum(len(leaf.even) + len(leaf.odd) for leaf in closed_leaves(all_of_it))
    assert packed_bytes(all_of_it) > tables
    assert packed_bytes(few) < packed_bytes(all_of_it)


def test_a_document_holds_the_tree_and_another_run_takes_it_over() -> None:
    """As a claim of slope 0, which proves nothing and which verifiers of any version accept."""
    asked, params = BY_STATES
    assert asked.target_lemma is not None
    stopped = pieces(asked, params)[0]
    begun = CURVE.start().absorb(Outcome(cuts=asked.cuts)).absorb(stopped)
    begun = begun.absorb(Solver().answer(question(CURVE, begun, Alpha.parse("0"))))
    written = curve_document(
        begun, topology=complete(SPEC), network=NETWORK, balance=BALANCE, provenance={}
    )
    document = json.loads(json.dumps(written))
    assert [level["slope"] for level in document["levels"]].count(0) == 1
    assert verify_document(document).status == "bounded"
    assert alphacut_verify.verify(document).status == "bounded"
    earlier = TakeOver(document=document, load=refuse_files).work(None)
    (again,) = gone_on(CURVE, earlier).ledger.on(12).partial_proofs
    assert again == stopped.partial_proof
    following = question(CURVE, gone_on(CURVE, earlier), asked.target_lemma)
    given = Solver(params).answer(replace(following, engine="branch_and_bound"))
    assert given.stopped_because is StopReason.FINISHED
    assert given.report.nodes < whole(asked, params).report.nodes
    proven = begun.absorb(given)
    later = curve_document(
        proven, topology=complete(SPEC), network=NETWORK, balance=BALANCE, provenance={}
    )
    assert [level["slope"] for level in later["levels"]] == [asked.target_lemma.slope]
