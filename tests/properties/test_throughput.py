"""More control never carries less; with one minimal path, control over it is worth nothing."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.throughput.answering import entries
from alphacut.solver.throughput.document import document
from alphacut.solver.throughput.models import MODELS
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.verify.document import verify_throughput
from alphacut.solver.traffic.reading import read_traffic

SPECS = [
    {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"},
    {"family": "dragonfly", "a": 2, "h": 2, "p": 2, "arrangement": "absolute"},
    {"family": "dragonfly", "a": 3, "h": 1, "p": 1, "arrangement": "relative"},
    {"family": "dragonfly", "a": 2, "h": 2, "p": 1, "trunking": 2, "arrangement": "circulant"},
    {"family": "dragonfly", "a": 2, "h": 3, "p": 1, "groups": 5, "arrangement": "relative"},
    {"family": "cascade", "groups": 3, "trunking": 2, "rows": 2, "columns": 2, "p": 1},
]
ORDER = [(0, 1), (1, 2), (1, 3), (3, 4), (4, 5), (2, 4), ("mcf", 0)]  # more, less


@st.composite
def questions(draw: st.DrawFn) -> Question:
    topology = draw(st.sampled_from(SPECS))
    spec = specs.parse(topology)
    network = specs.build(spec)
    hosts = st.integers(0, sum(network.hosts) - 1)
    pairs = st.tuples(hosts, hosts).filter(lambda pair: pair[0] != pair[1])
    demands = draw(st.dictionaries(pairs, st.integers(1, 5), min_size=1, max_size=9))
    matrix = {"demands": [[*pair, demand] for pair, demand in demands.items()]}
    alpha = draw(st.fractions(min_value=0, max_value=4, max_denominator=5))
    return Question(
        topology=specs.complete(spec),
        network=network,
        traffic=read_traffic(matrix, network),
        alpha=Alpha.of(alpha),
        models=MODELS,
    )


def rates(found: Mapping[str, Any]) -> dict[object, Fraction]:
    assert all(entry["status"] == "exact" for entry in found["models"])
    return {entry["model"]: Fraction(entry["rate"]["lower"]) for entry in found["models"]}


@settings(max_examples=12, deadline=None)
@given(question=questions())
def test_models_are_in_order(question: Question) -> None:
    found = document(question, entries(question), {})
    assert verify_throughput(found).status == "exact"
    by_model = rates(found)
    assert all(by_model[more] >= by_model[less] for more, less in ORDER)
    if question.topology.get("trunking", 2) == 1 and "groups" not in question.topology:
        assert by_model[1] == by_model[3]
        assert by_model[2] == by_model[4] == by_model[5]
