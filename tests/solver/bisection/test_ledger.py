"""What is remembered of the attempts at an α, and when another one is worth while."""

from __future__ import annotations

from dataclasses import replace

from alphacut.solver.bisection.certificate.leaves import StatesLeaf
from alphacut.solver.bisection.certificate.proofs import ComponentsProof, SweepProof, TreeProof
from alphacut.solver.bisection.ledger import MOST_TREES, NONE, Ledger
from alphacut.solver.bisection.outcome import Deferral, Outcome, StopReason
from alphacut.solver.common.alpha import INFINITY, Alpha

PARTIAL, OTHER = ComponentsProof(), SweepProof(order=(), reach=0)
ONE, TWO = Alpha(1, 1), Alpha(2, 1)
ANSWER = Outcome(alpha=ONE, lower_bound=3, certified_bound=3, partial_proof=PARTIAL)


def test_nothing_is_remembered_at_first() -> None:
    assert Ledger().at(ONE) == NONE
    assert NONE.number == 0


def test_each_attempt_counts_and_leaves_what_others_go_on_from() -> None:
    late = replace(ANSWER, stopped_because=StopReason.TIME_LIMIT, partial_proof=OTHER)
    ledger = Ledger().after(replace(ANSWER, alpha=TWO)).after(late).after(ANSWER)
    assert [alpha for alpha, _ in ledger.points] == [ONE, TWO]
    attempts = ledger.at(ONE)
    assert attempts.number == 2
    assert attempts.partial_proofs == (OTHER, PARTIAL)
    assert attempts.exhausted  # it ended by itself
    assert not Ledger().after(late).at(ONE).exhausted


def test_only_the_last_attempt_says_why_it_ended() -> None:
    waiting = replace(ANSWER, deferral=Deferral(to_siblings=True))
    divided = replace(ANSWER, deferral=Deferral(lemmas_known=4, open_intercepts=(3, 9)))
    ledger = Ledger().after(divided).after(waiting)
    assert ledger.at(ONE).waits_for_siblings
    assert ledger.at(ONE).deferred_to_lemmas is None
    assert ledger.after(divided).at(ONE).deferred_to_lemmas == Deferral(
        lemmas_known=4, open_intercepts=(3, 9)
    )


def test_searches_and_claims_are_no_attempts_at_a_point() -> None:
    ledger = Ledger().after(replace(ANSWER, alpha=None))
    assert ledger == Ledger()
    claim = replace(ANSWER, alpha=INFINITY, intercept=3)
    claimed = ledger.after(claim).after(claim)
    assert claimed.points == ()
    assert claimed.on(3).number == 2
    assert claimed.on(4) == NONE


LATE = Outcome(alpha=INFINITY, intercept=3, stopped_because=StopReason.TIME_LIMIT)


def tree(bytes_of_a_table: int) -> TreeProof:
    """A tree of one leaf, with a table of some size."""
    leaf = StatesLeaf(
        scale=1, even="x" * bytes_of_a_table, odd="", shifts=(0, 0), potentials="", known="",
        totals=(), balance="", functions="",
    )  # fmt: skip
    return TreeProof(denominator=1, tree=leaf)


def test_of_a_lemma_the_last_tree_is_kept_until_it_is_proven() -> None:
    first, last = tree(1), tree(2)
    ledger = Ledger().after(replace(LATE, partial_proof=first))
    assert ledger.on(3).partial_proofs == (first,)
    ledger = ledger.after(replace(LATE, partial_proof=last))
    assert ledger.on(3).partial_proofs == (last,)
    assert ledger.after(LATE).on(3).partial_proofs == (last,)  # stopped before it had begun
    assert ledger.without_certificates.on(3).partial_proofs == ()
    for reason in (StopReason.FINISHED, StopReason.WORK_LIMIT):
        done = ledger.after(replace(LATE, stopped_because=reason, partial_proof=last))
        assert done.on(3).partial_proofs == ()
        assert done.on(3).number == 3


def test_trees_that_are_too_large_together_give_way_the_smallest_first() -> None:
    ledger = Ledger()
    sizes = {3: MOST_TREES // 2, 5: 1, 7: MOST_TREES // 4}
    for intercept, size in sizes.items():
        ledger = ledger.after(replace(LATE, intercept=intercept, partial_proof=tree(size)))
    assert all(ledger.on(intercept).partial_proofs for intercept in sizes)
    ledger = ledger.after(replace(LATE, intercept=9, partial_proof=tree(MOST_TREES // 3)))
    assert {i for i, each in ledger.lemmas if each.partial_proofs} == {3, 9}
    assert ledger.on(5).number == 1


def test_a_search_that_moved_nothing_says_so_until_another_does() -> None:
    search = replace(ANSWER, alpha=None)
    ended = Ledger().after(search, moved=False)
    assert ended.saturated
    assert not ended.after(search, moved=True).saturated
    late = replace(search, stopped_because=StopReason.TIME_LIMIT)
    assert not Ledger().after(late, moved=False).saturated


def test_a_better_cut_makes_another_attempt_worth_while() -> None:
    ledger = Ledger().after(ANSWER).after(replace(ANSWER, alpha=TWO))
    again = ledger.reopened({ONE})
    assert not again.at(ONE).exhausted
    assert again.at(TWO).exhausted
    assert again.at(ONE).partial_proofs == ledger.at(ONE).partial_proofs
    assert ledger.without_certificates.at(ONE).partial_proofs == ()
