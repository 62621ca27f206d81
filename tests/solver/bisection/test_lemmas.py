"""Claims about single intercepts: what is asked, what they serve for, what is refused."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats.spec import complete, parse
from alphacut.jobs.shared_results import fitting, worth_keeping
from alphacut.solver.bisection.answer import answer as answered
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.groups.params import GroupParams
from alphacut.solver.bisection.bounds.groups.relaxation import GroupRelaxation
from alphacut.solver.bisection.bounds.semidefinite.params import SemidefiniteParams
from alphacut.solver.bisection.bounds.state_relaxations import relaxation_of
from alphacut.solver.bisection.bounds.states.params import StateParams
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.certificate.leaves import SemidefiniteLeaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.document import Document, curve_document
from alphacut.solver.bisection.engines.branch_and_bound import BranchAndBound
from alphacut.solver.bisection.engines.catalogue import only
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Budget, Outcome, Progress, StopReason, ignore
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.question import Question
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.schedule import Schedule
from alphacut.solver.bisection.stored import outcome_json, read_outcome
from alphacut.solver.bisection.tasks import needed_lemmas, tasks
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import INFINITY, Alpha
from alphacut.solver.common.errors import Refused
from tests.solver.bisection.asking import asked_with

SPEC = parse({"family": "dragonfly", "a": 6, "h": 1, "arrangement": "relative"})
NETWORK = SPEC.build()
PROBLEM = CurveProblem(network=NETWORK, balance=Balance.of(NETWORK), engine="branch_and_bound")


# compositions are not settled together, as where there are too many
MANY_COMPOSITIONS = SolverParams(states=StateParams(most_compositions=0))
answer = asked_with(MANY_COMPOSITIONS)
Solved = tuple[Envelope, tuple[tuple[Question, Outcome], ...]]


@pytest.fixture(scope="module")
def solved() -> Solved:
    """The curve, and all that was asked and answered on the way."""
    envelope, asked = PROBLEM.start(), []
    schedule = Schedule(problem=PROBLEM)
    while following := schedule.next(envelope):
        (question,) = following
        given = answer(question)
        asked.append((question, given))
        envelope = envelope.absorb(given)
    return envelope, tuple(asked)


@pytest.fixture(scope="module")
def document(solved: Solved) -> Document:
    written = curve_document(
        solved[0],
        topology=complete(SPEC),
        network=NETWORK,
        balance=PROBLEM.balance,
        provenance={},
    )
    return dict(json.loads(json.dumps(written)))


# ---- what is asked -----------------------------------------------------------


def test_a_point_is_divided_into_claims_and_closes_when_they_are_proven(solved: Solved) -> None:
    envelope, asked = solved
    assert envelope.status == "exact"
    order = [
        question.target_lemma is not None for question, _ in asked if question.alpha is not None
    ]
    divided = [
        q.alpha
        for q, given in asked
        if given.deferral is not None and not given.deferral.to_siblings
    ]
    assert len(divided) == 1
    assert [q.alpha for q, _ in asked].count(divided[0]) == 2
    assert order == [*sorted(order[:-1]), False]  # points, then claims, then the point again


def test_claims_stand_by_themselves(solved: Solved) -> None:
    lemmas = [
        (question, given) for question, given in solved[1] if question.target_lemma is not None
    ]
    assert lemmas
    for question, given in lemmas:
        assert question.alpha == INFINITY
        assert not question.known
        assert not question.lemmas
        assert given.intercept == question.target_lemma.intercept  # type: ignore[union-attr]
        assert isinstance(given.certificate, TreeProof)
        assert not given.certificate.known
        assert not given.certificate.levels


def test_claims_are_true_of_the_best_cuts(solved: Solved) -> None:
    envelope = solved[0]
    for claim in envelope.certified_lemmas:
        here = [cut.line for cut in envelope.cuts if cut.line.intercept == claim.intercept]
        assert all(line.slope >= claim.slope for line in here)


def test_no_more_is_claimed_than_the_curve_needs(solved: Solved) -> None:
    envelope = solved[0]
    for question, _ in solved[1]:
        if question.target_lemma is not None:
            value = question.target_lemma.intercept, question.target_lemma.slope - 1
            assert any(
                alpha.denominator * value[0] + alpha.numerator * value[1]
                < alpha.scaled(envelope.best_at(alpha).line)
                for alpha in envelope.needed
            )


def test_claims_are_worked_on_at_the_same_time(solved: Solved) -> None:
    envelope = before_claims(solved)
    schedule = Schedule(problem=PROBLEM, slots=3)
    chosen = schedule.next(envelope)
    assert len({question.target_lemma for question in chosen}) == 3
    assert all(schedule.needs(envelope, question) for question in chosen)
    (more,) = schedule.next(envelope, chosen[:2])
    assert more.target_lemma not in {question.target_lemma for question in chosen[:2]}
    settled = envelope.absorb(
        next(g for q, g in solved[1] if q.target_lemma == chosen[0].target_lemma)
    )
    assert not schedule.needs(settled, chosen[0])
    assert schedule.needs(settled, chosen[1])


def test_a_claim_that_cannot_be_proven_is_not_asked_for_ever(solved: Solved) -> None:
    envelope = before_claims(solved)
    for task in tasks(PROBLEM, envelope):
        if isinstance(task, InterceptLemma):
            failed = Outcome(
                alpha=INFINITY,
                intercept=task.intercept,
                cuts=(),
                stopped_because=StopReason.WORK_LIMIT,
            )
            envelope = envelope.absorb(failed)
    (further,) = Schedule(problem=PROBLEM).next(envelope)
    assert further.alpha is None  # a search for better cuts, no lemma
    assert further.target_lemma is None
    assert envelope.status == "bounded"


def test_a_claim_that_was_proven_may_be_asked_again_in_a_stronger_form(solved: Solved) -> None:
    """What is asked first is as weak as the points and the gap of that moment allow."""
    envelope = before_claims(solved)
    lemma = max(
        (task for task in tasks(PROBLEM, envelope) if isinstance(task, InterceptLemma)),
        key=lambda level: level.slope,
    )
    weak = InterceptLemma(intercept=lemma.intercept, slope=lemma.slope // 2)
    (asked,) = Schedule(problem=PROBLEM).next(envelope)
    assert isinstance(asked, PointProblem)
    weakly = answer(replace(asked, target_lemma=weak))
    assert weakly.stopped_because is StopReason.FINISHED
    envelope = envelope.absorb(replace(weakly, lower_bound=weak.slope))
    assert lemma in tasks(PROBLEM, envelope)
    assert trace(PROBLEM, answer, envelope=envelope).status == "exact"


def test_a_later_curve_takes_claims_and_points_over(solved: Solved) -> None:
    search, *rest = [given for _, given in solved[1]]
    found = [
        read_outcome(NETWORK, json.loads(json.dumps(outcome_json(given))))
        for given in rest
        if worth_keeping(given)
    ]
    envelope = PROBLEM.start().absorb(search)
    for given in fitting(envelope, reversed(found)):
        envelope = envelope.absorb(given)
    assert envelope.status == "exact"


def before_claims(solved: Solved) -> Envelope:
    """The envelope when the first claim was asked for."""
    envelope = PROBLEM.start()
    for question, given in solved[1]:
        if question.target_lemma is not None:
            break
        envelope = envelope.absorb(given)
    return envelope


def test_claims_are_no_stronger_than_the_gap_asks_for(solved: Solved) -> None:
    envelope = before_claims(solved)
    lemmas = [task for task in tasks(PROBLEM, envelope) if isinstance(task, InterceptLemma)]
    fewer = [t for t in tasks(PROBLEM, envelope, Fraction(1, 40)) if isinstance(t, InterceptLemma)]
    assert len(lemmas) == len([q for q, _ in solved[1] if q.target_lemma is not None])
    assert sum(lemma.slope for lemma in fewer) < sum(lemma.slope for lemma in lemmas)


def test_a_point_ends_within_the_gap_without_claims() -> None:
    """All bisections are then bounded together, by states of groups."""
    asked: list[Question] = []

    def ask(question: Question) -> Outcome:
        asked.append(question)
        return answer(question)

    gap = Fraction(1, 20)
    envelope = trace(PROBLEM, ask, limits=Limits(gap=gap))
    assert 0 < envelope.gap <= gap
    assert not any(question.target_lemma for question in asked)
    (between,) = [p for p in envelope.points if p.alpha not in (envelope.low, envelope.high)]
    assert between.proof == "certificate"
    assert isinstance(between.certificate, TreeProof)
    assert isinstance(between.certificate.tree, StatesLeaf)
    assert between.certificate.tree.bounds == "capacity"


@pytest.mark.slow
def test_only_what_intervals_leave_open_is_claimed() -> None:
    by_pairs = asked_with(replace(MANY_COMPOSITIONS, semidefinite=SemidefiniteParams(smallest=1)))
    asked: list[tuple[Question, Outcome]] = []

    def ask(question: Question) -> Outcome:
        asked.append((question, by_pairs(question)))
        return asked[-1][1]

    envelope = trace(PROBLEM, ask)
    assert envelope.status == "exact"
    (divided,) = (
        given for _, given in asked if given.deferral is not None and not given.deferral.to_siblings
    )
    assert divided.alpha is not None
    assert divided.deferral is not None
    assert divided.deferral.open_intercepts is not None
    least, most = divided.deferral.open_intercepts
    intercepts = [
        question.target_lemma.intercept
        for question, _ in asked
        if question.target_lemma is not None
    ]
    assert least <= min(intercepts)
    assert max(intercepts) <= most
    region = Region.of(NETWORK, PROBLEM.balance)
    target = divided.alpha.scaled(envelope.best_at(divided.alpha).line)
    everywhere = needed_lemmas(region, divided.alpha, divided.lower_bound, target)
    assert everywhere[0].intercept < least
    written = curve_document(
        envelope,
        topology=complete(SPEC),
        network=NETWORK,
        balance=PROBLEM.balance,
        provenance={},
    )
    assert verify_document(json.loads(json.dumps(written))).status == "exact"


def test_a_later_attempt_takes_over_what_an_earlier_one_proved() -> None:
    """Exactly: claims close the rest, and nothing is bounded anew."""
    rough = trace(PROBLEM, answer, limits=Limits(gap=Fraction(1, 20)))
    alpha = next(p.alpha for p in rough.points if p.alpha not in (rough.low, rough.high))
    whole = trace(PROBLEM, answer, envelope=rough)
    assert whole.status == "exact"
    first, last = rough.point_at(alpha), whole.point_at(alpha)
    assert first is not None
    assert last is not None
    assert last.bound > first.bound


# ---- regions -----------------------------------------------------------------


def test_a_region_leaves_out_what_claims_exclude() -> None:
    region = Region.of(NETWORK, PROBLEM.balance, lemmas=(InterceptLemma(intercept=13, slope=8),))
    open_lines = [
        (slope, intercept)
        for slope, least, most in region.values(Alpha(1, 1), 0, 60)
        for intercept in range(least, most + 1, region.intercept.modulus)
        if not region.settled(intercept, slope)
    ]
    assert (6, 13) not in {(slope, intercept) for slope, intercept in open_lines}
    assert any(intercept == 13 for _, intercept in open_lines)
    only = region.at(13)
    assert only.highest(INFINITY, 8) is None
    assert only.highest(INFINITY, 12) is not None


def test_what_is_wanted_closes_the_point() -> None:
    alpha, target = Alpha(7, 2), 81
    known = (KnownPoint(alpha=Alpha.parse("0"), bound=9),)
    region = Region.of(NETWORK, PROBLEM.balance, known)
    claims = needed_lemmas(region, alpha, 0, target)
    assert claims
    assert replace(region, lemmas=claims).highest(alpha, target) is None
    for left_out in range(len(claims)):
        rest = claims[:left_out] + claims[left_out + 1 :]
        assert replace(region, lemmas=rest).highest(alpha, target) is not None


# ---- the verifier ------------------------------------------------------------


def forged(document: Document, change: Any) -> Document:
    copied = copy.deepcopy(document)
    change(copied)
    return copied


def test_the_document_is_accepted_and_says_what_was_checked(document: Document) -> None:
    verdict = verify_document(document)
    assert verdict.status == "exact"
    assert sum(words.startswith("intercept ") for words in verdict.checked) == len(
        document["levels"]
    )


@pytest.mark.parametrize("change", [("intercept", 1), ("intercept", 2), ("slope", 10)])
def test_a_claim_changed_is_refused(document: Document, change: tuple[str, int]) -> None:
    field, step = change
    for place in range(len(document["levels"])):

        def change_it(copied: Document, place: int = place) -> None:
            copied["levels"][place][field] += step

        with pytest.raises(Refused):
            verify_document(forged(document, change_it))


def test_a_claim_left_out_is_missed(document: Document) -> None:
    for place in range(len(document["levels"])):

        def remove(copied: Document, place: int = place) -> None:
            del copied["levels"][place]

        with pytest.raises(Refused, match="is used, but is not proven"):
            verify_document(forged(document, remove))


def test_a_point_without_its_claims_is_refused(document: Document) -> None:
    def forget(copied: Document) -> None:
        for point in copied["points"]:
            point["certificate"]["levels"] = []

    with pytest.raises(Refused):
        verify_document(forged(document, forget))


def test_a_claim_may_build_neither_on_points_nor_on_claims(document: Document) -> None:
    first, second = document["levels"][:2]
    on_points: dict[str, Any] = {"known": [["0", 9]]}
    on_claims: dict[str, Any] = {"levels": [[second["intercept"], second["slope"]]]}
    itself: dict[str, Any] = {"levels": [[first["intercept"], first["slope"]]]}
    for change in (on_points, on_claims, itself):

        def build(copied: Document, change: dict[str, Any] = change) -> None:
            copied["levels"][0]["certificate"].update(change)

        with pytest.raises(Refused):
            verify_document(forged(document, build))


def test_a_claim_cannot_be_counted_by_components(document: Document) -> None:
    def count(copied: Document) -> None:
        copied["levels"][0]["certificate"] = {
            "format": "alphacut-certificate/1",
            "kind": "components",
        }

    with pytest.raises(Refused):
        verify_document(forged(document, count))


def test_without_a_rotation_lemmas_join_with_one_leaf_for_all() -> None:
    """The leaf of the first attempt serves the next one, which knows the lemmas."""
    network = Dragonfly(a=4, h=3, arrangement="absolute").network()
    balance, alpha = Balance.of(network), Alpha(4, 5)
    problem = PointProblem(
        network=network,
        balance=balance,
        alpha=alpha,
        cuts=(search_at(network, balance, alpha),),
        may_defer=True,
    )
    assert isinstance(relaxation_of(problem), GroupRelaxation)
    engine = BranchAndBound()
    first = engine.bound(problem, Budget(), ignore)
    assert first.incumbent is not None
    target = problem.scaled(first.incumbent)
    assert isinstance(first.certificate, TreeProof)
    assert isinstance(first.certificate.tree, SemidefiniteLeaf)
    assert first.deferral is not None
    assert first.deferral.proven == first.lower_bound < target
    lemmas = needed_lemmas(problem.region, alpha, first.lower_bound, target)
    assert lemmas
    assert first.partial_proof is not None
    again = replace(
        problem, lemmas=lemmas, deferred_before=True, warm_certificates=(first.partial_proof,)
    )
    second = engine.bound(again, Budget(), ignore)
    assert second.lower_bound == target
    assert isinstance(second.certificate, TreeProof)
    assert second.certificate.tree == first.certificate.tree
    assert second.certificate.levels == lemmas
    but_one = replace(again, lemmas=lemmas[:-1])
    assert engine.bound(but_one, Budget(), ignore).lower_bound < target


def test_a_lemma_that_groups_leave_open_goes_on_by_pairs() -> None:
    """Groups that may take few steps only prove less; the verifier accepts what pairs prove."""
    network = Dragonfly(a=4, h=3, arrangement="nautilus").network()
    lemma = InterceptLemma(intercept=12, slope=26)
    problem = PointProblem(
        network=network, balance=Balance.of(network), alpha=INFINITY, target_lemma=lemma
    )
    hasty = SolverParams(groups=GroupParams(most_steps=25))
    alone = replace(hasty, one_matrix=replace(hasty.one_matrix, largest=10))
    left = BranchAndBound(alone).bound(problem, Budget(), ignore)
    assert (left.stopped_because, left.lower_bound < 26) == (StopReason.WORK_LIMIT, True)
    heard: list[int] = []

    def listen(news: Progress) -> bool:
        heard.append(news.lower_bound)
        return True

    by_pairs = only(BranchAndBound(hasty))
    found = answered(problem, listen, engine_of=lambda _: by_pairs)
    assert (found.stopped_because, found.certified_bound) == (StopReason.FINISHED, 26)
    assert heard == sorted(heard)
