"""Samples of networks that are not small: one semidefinite matrix that knows the whole network."""

from __future__ import annotations

from fractions import Fraction

from alphacut.arrangements.failures import Failures
from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.resilience.networks import failed_capacity, two_kinds
from alphacut.solver.resilience.question import intact, whole_of
from alphacut.solver.resilience.sampling import (
    CERTIFICATE,
    SampleParams,
    Sampling,
    one_matrix,
)
from alphacut.solver.resilience.worst import certain_without
from tests.solver.resilience.conftest import SMALL, least, question_of

MATRIX = SampleParams(small=8)  # so that twelve switches are many


def test_the_matrix_proves_what_is_true_and_more_than_the_theorem() -> None:
    question = question_of(SMALL, fail="links=2:6:4", alpha="3/2")
    machine = question.machines[0]
    whole = whole_of(machine, question.alpha, intact(machine, question.alpha, None))
    engine, better = one_matrix(), 0
    for seed in range(4):
        sampling = Sampling(
            whole=whole, failing=question.failing, numbers=(2, 6), seed=seed, gap=Fraction(0),
            params=MATRIX,
        )  # fmt: skip
        for left, bounds in sampling.bounds([whole.side], certain_without(whole), None, engine):
            truth = least(left.network, "switches", Fraction(3, 2)) * 2
            assert bounds.lower <= truth <= bounds.upper
            taken = failed_capacity(whole.network, left.network, question.alpha)
            better += bounds.by == CERTIFICATE and bounds.lower > whole.lower - taken
    assert better


def test_two_kinds_of_links_are_the_whole_network_and_what_is_left() -> None:
    network = build(parse(SMALL))
    alpha = question_of(SMALL, alpha="5/3").alpha
    left = Failures(random_links=7, seed=1).apply(network)
    mixed = two_kinds(network, left, alpha)
    for side in ([0], [0, 3, 5, 7], list(range(6))):
        line = mixed.cut(side)
        assert line.intercept + line.slope == alpha.scaled(network.cut(side))
        assert line.slope == alpha.scaled(left.cut(side))
