"""The search for the worst permutation: assignments by brute force, and what floors promise."""

from itertools import permutations

import numpy as np
import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.errors import QuestionError
from alphacut.solver.throughput.models import BY_NAME, MODELS
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.run import Machine, answer_model
from alphacut.solver.throughput.worst import floor, longest, worst_permutation
from alphacut.solver.traffic.reading import read_traffic


def question(text: str, traffic: str = "all-to-all") -> Question:
    spec = specs.read(text)
    network = specs.build(spec)
    return Question(
        topology=specs.complete(spec),
        network=network,
        traffic=read_traffic(traffic, network),
        alpha=Alpha.of(1),
        models=MODELS,
    )


def test_the_longest_matching_is_that_of_all_permutations() -> None:
    weights = np.random.default_rng(5).integers(0, 9, size=(6, 6))
    best = max(sum(weights[i, p[i]] for i in range(6)) for p in permutations(range(6)))
    assert weights[np.arange(6), longest(weights)].sum() == best


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
    assert floor(asked) <= rate
    assert worst.traffic.busiest == 1


def test_all_pairs_of_hosts_are_not_weighed_where_there_are_many() -> None:
    with pytest.raises(QuestionError, match="at most 1,100"):
        worst_permutation(question("dragonfly:a=4,h=2,p=40,arrangement=relative"), BY_NAME["3"])
