"""Which flows have a path at all: against lists of all paths."""

import json
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.throughput.models import BY_NAME, MCF
from alphacut.solver.throughput.reach import check_paths, without_path
from alphacut.solver.traffic.reading import read_traffic


def network(text: str) -> Any:
    return specs.build(specs.read(text))


@pytest.mark.parametrize(
    "text",
    [
        "dragonfly:a=2,h=2,trunking=2,arrangement=circulant",
        "dragonfly:a=2,h=2,arrangement=absolute",
        "torus:sides=5x3",
        "torus:sides=3x3",
    ],
)
def test_flows_without_a_path_are_those_without_any_listed(text: str, listing: Any) -> None:
    built = network(text)
    listed = listing(built)
    for source in range(built.switches):
        for destination in range(built.switches):
            if source == destination:
                continue
            matrix = {"demands": [[source, destination, 1]]}
            demands = read_traffic(matrix, built).between_switches(built)
            paths = listed.minimal(source, destination) or listed.valiant(source, destination)
            expected = None if paths else (source, destination)
            assert without_path(built, demands, any_path=False) == expected
            assert without_path(built, demands, any_path=True) is None


def test_parts_are_told_apart_under_every_model() -> None:
    parts = {"family": "graph", "switches": 4, "links": [[0, 1], [2, 3]], "groups": [0, 1, 0, 1]}
    built = network(json.dumps(parts))
    for models, told in (((MCF,), "has no path"), ((BY_NAME["3"],), "neither a minimal")):
        near = read_traffic({"demands": [[0, 1, 1]]}, built).between_switches(built)
        check_paths(built, near, models)
        far = read_traffic({"demands": [[0, 1, 1], [1, 2, 1]]}, built).between_switches(built)
        with pytest.raises(QuestionError, match=f"{told}.* from switch 1 to switch 2"):
            check_paths(built, far, models)
