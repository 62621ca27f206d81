"""What a point of a small network loads, in the command and in every process that it forks."""

from __future__ import annotations

import re
import sys
from importlib.metadata import packages_distributions

import pytest

from alphacut.arrangements.formats.spec.families import FAMILIES
from tests.cli.conftest import Run

# Of everything that is installed. Each of the others costs more than such a point does: numba and
# SciPy a third of a second, networkx and igraph a tenth.
NEEDED = {
    "annotated_types", "click", "numpy", "pydantic", "pydantic_core", "typing_extensions",
    "typing_inspection",
}  # fmt: skip
SPECS = "alphacut.arrangements.formats.spec"
POINTS = {  # and the modules with their models, of all that there are
    "cycle:switches=4": {"shapes", "regular"},
    "torus:sides=2x2": {"regular"},
    "dragonfly:a=2,h=1,arrangement=relative": {"dragonfly"},
}
# What only hard questions, documents, files and services need.
LATE = (
    "alphacut.arrangements.formats.exchange.catalogue",
    "alphacut.jobs.store",
    "alphacut.jobs.tasks.resuming",
    "alphacut.service.client",
    "alphacut.solver.bisection.bounds.elimination.run",
    "alphacut.solver.bisection.bounds.states.run",
    "alphacut.solver.bisection.bounds.tree_run",
    "alphacut.solver.bisection.verify.document",
    "alphacut.solver.bisection.verify.sequences.autocorrelations",
    "alphacut.solver.bisection.verify.tree",
)


def loaded(command: Run, *arguments: str) -> set[str]:
    """Return the modules that a command has loaded, and the processes that it has forked."""
    run = command(*arguments, PYTHONVERBOSE="1")
    assert run.returncode == 0, run.stderr
    return set(re.findall(r"^import '([\w.]+)'", run.stderr, re.MULTILINE))


@pytest.mark.parametrize("spec", POINTS)
def test_a_small_point_loads_no_heavy_library(command: Run, spec: str) -> None:
    found = loaded(command, "point", spec, "--alpha", "1", "--quiet")
    tops = {name.partition(".")[0] for name in found}
    installed = set(packages_distributions()) - set(sys.stdlib_module_names)
    ours = {name for name in tops & installed if name == "alphacut" or name.startswith("_")}
    assert (tops & installed) - ours == NEEDED


@pytest.mark.parametrize("spec", POINTS)
def test_a_small_point_loads_what_it_needs_of_ours(command: Run, spec: str) -> None:
    found = loaded(command, "point", spec, "--alpha", "1", "--quiet")
    assert "alphacut.solver.bisection.bounds.sweep.run" in found  # of the process that solves
    assert not found & set(LATE)
    models = {place.partition(":")[0] for place in FAMILIES.values()}
    models -= {"graph"}  # which tells of what is wrong with any spec
    assert {name for name in models if f"{SPECS}.{name}" in found} == POINTS[spec]


def test_a_small_curve_loads_no_scipy(command: Run) -> None:
    """At α = ∞ its best cut has no capacity: nothing above 0 is to be looked for."""
    found = loaded(command, "curve", "dragonfly:a=2,h=2,arrangement=circulant", "--quiet")
    assert "alphacut.solver.bisection.bounds.sweep.run" in found
    assert "scipy" not in found


def test_help_loads_no_solver(command: Run) -> None:
    found = loaded(command, "--help")
    assert "numpy" not in found
    assert "pydantic" not in found
