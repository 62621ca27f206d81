"""The worst permutation: assignments, floors and the search itself, against all permutations."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput.assignment import longest, most
from alphacut.solver.throughput.models import BY_NAME, MCF, MODELS, Model
from alphacut.solver.throughput.oblivious_bound import floor, two_phase_floor
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.run import answer_model
from alphacut.solver.throughput.worst_permutation import worst_permutation
from alphacut.solver.traffic.reading import read_traffic

TINY = "dragonfly:a=2,h=1,arrangement=relative"  # 3 groups of 2 switches, a host on each


def question(
    text: str,
    traffic: object = "all-to-all",
    alpha: str = "1",
    models: tuple[Model, ...] = MODELS,
) -> Question:
    spec = specs.read(text)
    network = specs.build(spec)
    return Question(
        topology=specs.complete(spec),
        network=network,
        traffic=read_traffic(traffic, network),
        alpha=Alpha.parse(alpha),
        models=models,
    )


def test_the_longest_matching_is_that_of_all_permutations() -> None:
    weights = np.random.default_rng(5).integers(0, 9, size=(6, 6))
    best = max(sum(weights[i, p[i]] for i in range(6)) for p in permutations(range(6)))
    assert weights[np.arange(6), longest(weights)].sum() == best


def test_potentials_prove_the_greatest_weight_and_never_less() -> None:
    weights = np.random.default_rng(6).integers(0, 2**34, size=(6, 6))
    places = np.arange(6)
    best = max(int(weights[places, p].sum()) for p in permutations(range(6)))
    assert most(weights, longest(weights)) == best
    assert all(most(weights, np.array(p)) >= best for p in permutations(range(6)))


@pytest.mark.parametrize(
    ("model", "alpha"),
    [
        ("5", "1/2"),
        pytest.param("3", "1", marks=pytest.mark.slow),
        pytest.param("2", "3", marks=pytest.mark.slow),
        pytest.param("0", "1/2", marks=pytest.mark.slow),
        pytest.param("mcf", "1", marks=pytest.mark.slow),
    ],
)
def test_no_permutation_of_all_is_below_the_floor_or_worse_than_the_one_found(
    model: str, alpha: str
) -> None:
    least = Fraction(1)
    for image in permutations(range(6)):
        moved = [[host, end, 1] for host, end in enumerate(image) if host != end]
        if len(moved) == 6:  # a host that is silent leaves room for the others
            asked = question(TINY, {"demands": moved}, alpha)
            found = answer_model(Machine(asked), BY_NAME[model], Clock(None))
            least = min(least, found.bracket.lower)
    asked = question(TINY, alpha=alpha)
    proven = floor(asked, BY_NAME[model], Clock(None))
    assert proven is not None
    assert 0 < proven <= least
    assert worst_permutation(asked, BY_NAME[model]).answer.bracket.upper == least


@pytest.mark.parametrize(("sides", "reached"), [(4, Fraction(1)), (5, Fraction(5, 6))])
def test_a_ring_has_a_floor_by_two_phases(sides: int, reached: Fraction) -> None:
    """In each phase a host is 6/5 of a hop from the others in the mean, on a ring of five."""
    asked = question(f"torus:sides={sides}", models=(MCF,))
    assert floor(asked, MCF, Clock(None)) == two_phase_floor(asked, Clock(None)) == reached


def test_a_network_that_ugal_does_not_join_has_a_floor_for_any_paths() -> None:
    asked = question("torus:sides=7x3", models=(MCF,))
    proven = floor(asked, MCF, Clock(None))
    assert proven is not None
    assert 0 < proven <= worst_permutation(asked, MCF).answer.bracket.upper


@pytest.mark.parametrize("model", ["3", "mcf"])
def test_the_worst_that_is_found_is_below_random_ones_and_above_the_floor(model: str) -> None:
    text = "dragonfly:a=2,h=2,p=2,arrangement=relative"
    asked = question(text)
    worst = worst_permutation(asked, BY_NAME[model])
    rate = worst.answer.bracket.upper
    for seed in range(4):
        other = question(text, f"permutation:seed={seed}")
        found = answer_model(Machine(other), BY_NAME[model], Clock(None))
        assert rate <= found.bracket.lower
    proven = floor(asked, BY_NAME[model], Clock(None))
    assert proven is not None
    assert proven <= rate
    assert worst.traffic.busiest == 1


def test_all_pairs_of_hosts_are_not_weighed_where_there_are_many() -> None:
    with pytest.raises(QuestionError, match="at most 1,100"):
        worst_permutation(question("dragonfly:a=4,h=2,p=40,arrangement=relative"), BY_NAME["3"])
