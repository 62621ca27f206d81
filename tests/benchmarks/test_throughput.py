"""The direct program of the benchmark: its paths are counted right, and its rate is No. 0's."""

import pytest

from alphacut.solver.throughput.models import BY_NAME
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.run import answer_model
from benchmarks.throughput.scale import direct, machine_of, number_of_paths


@pytest.mark.parametrize(
    "spec",
    [
        "dragonfly:a=2,h=2,p=2,trunking=2,arrangement=circulant",
        "cascade:groups=3,trunking=2,rows=2,columns=2,p=1",
    ],
)
def test_the_program_over_all_paths(spec: str) -> None:
    machine = machine_of(spec, "permutation:seed=1", "0")[1]
    rate, listed = direct(machine, 60.0)
    assert number_of_paths(machine) == listed
    found = answer_model(machine, BY_NAME["0"], Clock(None))
    assert rate == pytest.approx(float(found.bracket.lower), abs=1e-7)
