"""The compiled solver libraries live in one process, whichever is loaded first.

ortools 9.15 brings its own libhighs.so.1. highspy linked HiGHS into its module up to 1.14,
and from 1.15 on brings a libhighs.so.1 too, of another version: whichever is loaded second
gets the first one's library and fails with "undefined symbol". pulp imports highspy unasked.
The pins in pyproject.toml avoid such pairs, and this test stands guard when somebody moves
them. Each order needs a fresh process, for an import cannot be undone.
"""

import subprocess
import sys
from itertools import permutations

import pytest

SOLVE = {
    "ortools": """
from ortools.sat.python import cp_model
model = cp_model.CpModel()
x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
model.add(2 * x + 3 * y >= 12)
model.minimize(x + y)
solver = cp_model.CpSolver()
assert solver.solve(model) == cp_model.OPTIMAL
assert solver.objective_value == 4
""",
    "highspy": """
import highspy
highs = highspy.Highs()
highs.setOptionValue("output_flag", False)
x, y = highs.addVariable(0, 9), highs.addVariable(0, 9)
highs.addConstr(2 * x + 3 * y >= 12)
highs.minimize(x + y)
assert highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
assert abs(highs.getObjectiveValue() - 4) < 1e-9
""",
    "pulp": """
import pulp
assert "HiGHS" in pulp.listSolvers(onlyAvailable=True)
""",
}


@pytest.mark.parametrize("order", list(permutations(SOLVE)), ids="-".join)
def test_solve_in_one_process(order: tuple[str, ...]) -> None:
    script = "".join(SOLVE[library] for library in order)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
