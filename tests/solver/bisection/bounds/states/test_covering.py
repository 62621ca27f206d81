"""All compositions together: what is proven is true, and enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.proof import tree_certificate
from alphacut.solver.bisection.bounds.semidefinite.params import SemidefiniteParams
from alphacut.solver.bisection.bounds.state_relaxations import relaxation_of
from alphacut.solver.bisection.bounds.states.aggregate_ascent import AscentGoal
from alphacut.solver.bisection.bounds.states.ascents import Ascents
from alphacut.solver.bisection.bounds.states.covering import Covering, Pressed
from alphacut.solver.bisection.bounds.states.dual_pool import DualPool
from alphacut.solver.bisection.bounds.states.warm_certificates import multipliers_of_compositions
from alphacut.solver.bisection.bounds.tree import Tree
from alphacut.solver.bisection.certificate.codec import read_certificate
from alphacut.solver.bisection.certificate.cuts import CrosscorrelationCut
from alphacut.solver.bisection.certificate.known import InterceptLemma, KnownPoint
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf, StatesLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.certificate.tree import ByLevel
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.heuristics.starts import trivial_cut
from alphacut.solver.bisection.parameters import SolverParams
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.region import Region
from alphacut.solver.bisection.reuse import certificates_for
from alphacut.solver.bisection.verify.blocks import Counts
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.compositions import (
    NOTHING,
    SETTLED,
    Compositions,
    check_compositions,
    weak_compositions,
)
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import Refused
from benchmarks.mutations.originals import make
from tests.solver.bisection.asking import asked_with
from tests.solver.bisection.bounds.states.conftest import NETWORKS, least_slopes, relaxation

Proof = tuple[Compositions, Region, int, CompositionsLeaf]
ALPHA = Alpha(1, 1)
LEAST = 20  # capacity of nine groups of four, relative, at that α


def least_capacity(name: str, alpha: Alpha) -> int:
    q, p = alpha.denominator, alpha.numerator
    return min(q * i + p * slope for (i, _), slope in least_slopes(name).items())


def slopes_by_composition(name: str) -> dict[Counts, int]:
    found: dict[Counts, int] = {}
    for (_, counts), slope in least_slopes(name).items():
        found[counts] = min(slope, found.get(counts, slope))
    return found


def region_of(name: str) -> Region:
    network = NETWORKS[name]
    return Region.of(network, Balance.of(network))


def proof_of(name: str, alpha: Alpha, target: int, should_continue: Callable[[], bool]) -> Proof:
    network = NETWORKS[name]
    covering = relaxation(network).covering(())
    assert covering is not None
    region = region_of(name)
    found = covering.bound(alpha, region, target, should_continue)
    assert found.bound is not None
    assert found.multipliers is not None
    leaf = found.multipliers
    assert isinstance(leaf, CompositionsLeaf)
    return Compositions(relaxation(network).structure), region, int(found.bound), leaf


def multipliers_of(leaf: object) -> list[StatesLeaf]:
    assert isinstance(leaf, CompositionsLeaf)
    return [each for each in leaf.multipliers if isinstance(each, StatesLeaf)]


@pytest.mark.parametrize(("total", "parts"), [(0, 1), (5, 1), (4, 2), (5, 3), (9, 5)])
def test_compositions_are_all_there_once(total: int, parts: int) -> None:
    listed = weak_compositions(total, parts).tolist()
    expected = [
        list(each) for each in np.ndindex(*(total + 1 for _ in range(parts))) if sum(each) == total
    ]
    assert sorted(listed) == expected


def test_too_many_compositions_are_refused() -> None:
    with pytest.raises(Refused, match="too many"):
        weak_compositions(101, 5)


@pytest.mark.parametrize("name", NETWORKS)
def test_what_is_proven_is_true_of_every_bisection(name: str) -> None:
    """Of all compositions, those for which the multipliers were not made included."""
    compositions, _, _, leaf = proof_of(name, ALPHA, least_capacity(name, ALPHA), lambda: True)
    true = slopes_by_composition(name)
    everything = np.arange(len(compositions.numbers))
    met = 0
    for multipliers in multipliers_of(leaf):
        for number, slope in enumerate(
            compositions.slopes(compositions.read(multipliers), everything).tolist()
        ):
            if compositions.composition(number) in true:
                assert slope <= true[compositions.composition(number)]
                met += 1
    assert met >= len(true) > 1


@pytest.mark.parametrize("alpha", [Alpha(1, 2), Alpha(1, 1), Alpha(7, 3)])
@pytest.mark.parametrize("name", NETWORKS)
def test_bound_is_reached_and_accepted(name: str, alpha: Alpha) -> None:
    target = least_capacity(name, alpha)
    compositions, region, bound, leaf = proof_of(name, alpha, target, lambda: True)
    assert bound == target
    check_compositions(compositions, region, alpha, target, multipliers_of(leaf))
    with pytest.raises(Refused, match="leaves open the composition"):
        check_compositions(
            compositions, region, alpha, target + alpha.numerator + 1, multipliers_of(leaf)
        )


@pytest.mark.slow
def test_what_cannot_be_proven_is_not_claimed() -> None:
    """With a target that is too high, the bound is at most the truth, and the leaf proves it."""
    target = least_capacity("p41", ALPHA)
    compositions, region, bound, leaf = proof_of("p41", ALPHA, target + 6, lambda: True)
    assert 0 < bound <= target
    check_compositions(compositions, region, ALPHA, bound, multipliers_of(leaf))


def test_what_cannot_be_proven_is_not_waited_for() -> None:
    """A target that is lowered is still that of all compositions."""
    covering = relaxation(NETWORKS["p22"]).covering(())
    assert covering is not None
    alpha = Alpha(7, 3)
    target = least_capacity("p22", alpha)
    found = covering.bound(alpha, region_of("p22"), target + 40, lambda: True)
    assert found.bound == target
    assert not found.waits_for_siblings


class Rounds:
    """Go on for so many questions."""

    def __init__(self, most: int) -> None:
        self.left = most

    def __call__(self) -> bool:
        self.left -= 1
        return self.left > 0


PRESSED = Pressed(now=lambda: True, proven=0)


@pytest.mark.parametrize("name", NETWORKS)
def test_what_is_aimed_at_when_time_presses_is_raised_to_the_target(name: str) -> None:
    covering = relaxation(NETWORKS[name]).covering(())
    assert covering is not None
    target = least_capacity(name, ALPHA)
    found = covering.bound(ALPHA, region_of(name), target, lambda: True, pressed=PRESSED)
    assert found.bound == target
    assert found.multipliers is not None
    compositions = Compositions(relaxation(NETWORKS[name]).structure)
    written = multipliers_of(found.multipliers)
    check_compositions(compositions, region_of(name), ALPHA, target, written)


def test_more_is_proven_in_the_same_time_if_less_is_aimed_at_first() -> None:
    target, proven = least_capacity("p22", ALPHA), list[Fraction]()
    for pressed in (None, PRESSED):
        covering = relaxation(NETWORKS["p22"]).covering(())
        assert covering is not None
        found = covering.bound(ALPHA, region_of("p22"), target, Rounds(6), pressed=pressed)
        assert found.bound is not None
        proven.append(found.bound)
    assert proven[0] < proven[1] < target


@pytest.mark.parametrize("name", NETWORKS)
def test_where_aggregates_are_not_enough_single_compositions_are(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ascents for aggregates that bring nothing leave all to these."""
    settle = Ascents.settle

    def alone(ascents: Ascents, goal: AscentGoal, should_continue: Callable[[], bool]) -> None:
        if goal.aggregate.single:
            settle(ascents, goal, should_continue)

    monkeypatch.setattr(Ascents, "settle", alone)
    target = least_capacity(name, ALPHA)
    compositions, region, bound, leaf = proof_of(name, ALPHA, target, lambda: True)
    assert bound == target
    check_compositions(compositions, region, ALPHA, target, multipliers_of(leaf))


def test_a_run_that_is_stopped_claims_what_it_has() -> None:
    looked = 0

    def soon() -> bool:
        nonlocal looked
        looked += 1
        return looked < 4

    target = least_capacity("p41", ALPHA)
    compositions, region, bound, leaf = proof_of("p41", ALPHA, target, soon)
    assert bound <= target
    check_compositions(compositions, region, ALPHA, bound, multipliers_of(leaf))


@pytest.fixture(scope="module")
def proven() -> Proof:
    return proof_of("p41", ALPHA, least_capacity("p41", ALPHA), lambda: True)


def test_a_leaf_without_multipliers_is_refused(proven: Proof) -> None:
    compositions, region, target, _ = proven
    with pytest.raises(Refused, match="leaves open the composition"):
        check_compositions(compositions, region, ALPHA, target, [])


def test_multipliers_of_numbers_alone_are_refused(proven: Proof) -> None:
    """Without the number itself added, they would prove what is false."""
    compositions, region, target, leaf = proven
    for sign in (-1, 1):
        forged = [
            replace(each, totals=(sign << 30,) * len(each.totals)) for each in multipliers_of(leaf)
        ]
        with pytest.raises(Refused, match="have no place"):
            check_compositions(compositions, region, ALPHA, target, forged)


def test_slopes_prove_nothing_where_they_do_not_matter(proven: Proof) -> None:
    compositions, region, target, leaf = proven
    with pytest.raises(Refused, match="do not matter"):
        check_compositions(compositions, region, ZERO, target, multipliers_of(leaf))


def test_claims_about_intercepts_rest_on_what_points_have_proven(proven: Proof) -> None:
    compositions, region, target, leaf = proven
    network = NETWORKS["p41"]
    balance = Balance.of(network)
    here = int(compositions.intercepts[compositions.needed(region, ALPHA, target) > SETTLED][0])
    lemma = InterceptLemma(intercept=here, slope=target - here)
    rotation = relaxation(network).rotation.cycle
    certificate = TreeProof(rotations=(rotation,), denominator=1, tree=leaf)
    problem = PointProblem(
        network=network,
        balance=balance,
        alpha=INFINITY,
        target_lemma=lemma,
        warm_certificates=(certificate,),
    )
    tree = Tree(problem, trivial_cut(network, balance), relaxation_of(problem))
    tree.search(None, 0, lambda _: True)
    assert tree.bound >= tree.goal
    check_certificate(
        tree_certificate(tree, tree.bound),
        network=network,
        balance=balance,
        alpha=INFINITY,
        target=tree.bound,
        established=lambda _: 0,
        lemmas=(),
        intercept=here,
    )


def test_what_is_known_elsewhere_need_not_be_settled(proven: Proof) -> None:
    compositions, region, target, _ = proven
    open_now = compositions.needed(region, ALPHA, target)
    point = KnownPoint(alpha=ALPHA, bound=target)
    assert (compositions.needed(replace(region, known=(point,)), ALPHA, target) == SETTLED).all()
    intercept = int(compositions.intercepts[open_now > SETTLED][0])
    lemmas = (InterceptLemma(intercept=intercept, slope=target),)
    fewer = compositions.needed(replace(region, lemmas=lemmas), ALPHA, target)
    assert (fewer[compositions.intercepts == intercept] == SETTLED).all()
    others = compositions.intercepts != intercept
    assert (fewer[others] == open_now[others]).all()


def test_a_second_run_takes_over_what_is_there(proven: Proof) -> None:
    compositions, region, target, leaf = proven
    network = NETWORKS["p41"]
    covering = relaxation(network).covering(())
    assert isinstance(covering, Covering)
    covering.take_over([*multipliers_of(leaf), *multipliers_of(leaf)])
    found = covering.bound(ALPHA, region, target, lambda: False)
    assert found.bound == target
    assert found.multipliers is not None
    again = multipliers_of(found.multipliers)
    assert len(again) <= len(multipliers_of(leaf))
    check_compositions(compositions, region, ALPHA, target, again)


def test_bounds_on_sequences_of_earlier_certificates_still_prove() -> None:
    """Multipliers that rest on them are taken over, though no run looks for such bounds."""
    network = Dragonfly(a=4, h=2, arrangement="relative").network()
    point = next(p for p in make("pairs of sequences")["points"] if p["alpha"] == "4")
    proof = read_certificate(point["certificate"])
    assert isinstance(proof, TreeProof)
    written = multipliers_of(proof.tree)
    assert any(each.crosscorrelations for each in written)
    covering = relaxation(network).covering(())
    assert covering is not None
    covering.take_over(written)
    region, target = Region.of(network, Balance.of(network), proof.known), int(point["value"])
    found = covering.bound(Alpha(4, 1), region, target, lambda: False)
    assert found.bound == target


def test_nothing_is_done_for_what_another_point_needs_more_of() -> None:
    covering, target = relaxation(NETWORKS["p41"]).covering(()), least_capacity("p41", ALPHA)
    assert covering is not None

    def never() -> bool:
        pytest.fail("there is nothing to go on with")

    found = covering.bound(ALPHA, region_of("p41"), target, never, [(Alpha(2, 1), 10 * target)])
    assert found.waits_for_siblings
    assert found.bound == 0
    assert found.partial_leaf is None


def test_what_is_left_to_another_point_is_open_until_later() -> None:
    """The other asks for too much here: it would not prove it, and nobody has to."""
    relaxed, region, alpha = relaxation(NETWORKS["p32"]), region_of("p32"), Alpha(3, 1)
    target = least_capacity("p32", alpha)
    covering, later = relaxed.covering(()), relaxed.covering(())
    assert covering is not None
    assert later is not None
    too_much = least_capacity("p32", Alpha(1, 2)) + 12
    found = covering.bound(alpha, region, target, lambda: True, [(Alpha(1, 2), too_much)])
    assert found.waits_for_siblings
    assert found.bound == 0
    assert found.partial_leaf is not None
    later.take_over(multipliers_of(found.partial_leaf))
    found = later.bound(alpha, region, target, lambda: True)
    assert found.bound == target
    assert not found.waits_for_siblings


def test_what_was_taken_over_is_not_spare(proven: Proof) -> None:
    """It is kept with the attempt that found it."""
    _, region, target, leaf = proven
    covering = relaxation(NETWORKS["p41"]).covering(())
    assert covering is not None
    covering.take_over(multipliers_of(leaf))
    found = covering.bound(ALPHA, region, target + ALPHA.numerator + 1, lambda: False)
    assert found.bound == target
    assert found.partial_leaf is None
    assert not found.waits_for_siblings


def test_a_curve_rests_on_compositions_and_is_taken_over() -> None:
    """First roughly, then exactly: (p,6,1) relative, without a claim about an intercept."""
    network = Dragonfly(a=6, h=1, arrangement="relative").network()
    problem = CurveProblem(network=network, balance=Balance.of(network), engine="branch_and_bound")
    rough = trace(problem, answer, limits=Limits(gap=Fraction(1, 20)))
    whole = trace(problem, answer, envelope=rough)
    assert whole.status == "exact"
    assert not whole.lemmas
    (between,) = [p for p in whole.points if p.alpha not in (whole.low, whole.high)]
    assert isinstance(between.certificate, TreeProof)
    assert multipliers_of(between.certificate.tree)


def test_multipliers_below_intervals_serve_other_points() -> None:
    """They stand in a part of the tree then."""
    params = SolverParams(semidefinite=SemidefiniteParams(smallest=1))
    network = Dragonfly(a=6, h=1, arrangement="relative").network()
    problem = CurveProblem(network=network, balance=Balance.of(network), engine="branch_and_bound")
    whole = trace(problem, asked_with(params))
    assert whole.status == "exact"
    (between,) = [p for p in whole.points if p.alpha not in (whole.low, whole.high)]
    assert isinstance(between.certificate, TreeProof)
    assert isinstance(between.certificate.tree, ByLevel)
    assert between.certificate.tree.split == "intercept"
    served = certificates_for(whole, Alpha(7, 5))
    assert served == (between.certificate,)
    rotation = relaxation(network).rotation
    assert multipliers_of_compositions(rotation, served[0])


def test_multipliers_that_the_verifier_would_refuse_are_not_taken_over(proven: Proof) -> None:
    """A certificate that held them would be refused as a whole."""
    compositions, region, target, leaf = proven
    covering = relaxation(NETWORKS["p41"]).covering(())
    assert covering is not None
    covering.take_over(
        [replace(each, totals=(1,) * len(each.totals)) for each in multipliers_of(leaf)]
    )
    assert covering.bound(ALPHA, region, target, lambda: False).bound == 0
    large = replace(multipliers_of(leaf)[0], scale=1 << 31)
    covering.take_over([large, *multipliers_of(leaf)])
    found = covering.bound(ALPHA, region, target, lambda: False)
    assert found.multipliers is not None
    again = multipliers_of(found.multipliers)
    check_compositions(compositions, region, ALPHA, target, again)


def test_how_much_multipliers_ask_for_does_not_depend_on_others(
    proven: Proof, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question reads more of them than stand in a certificate."""
    compositions, _, _, leaf = proven
    kept = DualPool(compositions)
    monkeypatch.setattr(
        "alphacut.solver.bisection.verify.sequences.crosscorrelations.MOST_SEARCHES", 2
    )
    weights = (0,) * (2 * compositions.structure.order - 1)

    def asking(*most: int) -> StatesLeaf:
        bounds = tuple(
            CrosscorrelationCut(first=0, second=1, multiplier=1, most=each, weights=weights)
            for each in most
        )
        return replace(multipliers_of(leaf)[0], crosscorrelations=bounds)

    for most in range(0, 10, 2):
        assert kept.keep(asking(most, most + 1))
    assert not kept.keep(asking(0, 1, 2))


def test_nothing_is_proven_at_first(proven: Proof) -> None:
    compositions = proven[0]
    covering = relaxation(NETWORKS["p41"]).covering(())
    assert covering is not None
    found = covering.bound(ALPHA, proven[1], proven[2], lambda: False)
    assert found.bound == 0
    assert -int(compositions.intercepts.max()) > NOTHING
