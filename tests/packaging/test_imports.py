"""Who imports whom: no circles, and lower packages know nothing of those above them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("arrangements", "solver", "jobs", "service")  # each may import those before it


def modules() -> dict[str, Path]:
    """All modules by their names."""
    found = {}
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            parts = file.relative_to(ROOT).with_suffix("").parts
            found[".".join(("alphacut", *parts)).removesuffix(".__init__")] = file
    return found


def imports() -> dict[str, set[str]]:
    """What each module imports of ours, wherever it does, for its types as well."""
    known = modules()
    return {name: set(_imported(file, known)) - {name} for name, file in known.items()}


def _imported(file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{each.name}" for each in node.names]
            yield from (name if name in known else node.module for name in names)


def test_no_circle() -> None:
    ours = modules()
    graph = {name: {each for each in found if each in ours} for name, found in imports().items()}
    TopologicalSorter(graph).prepare()  # raises a CycleError that tells the circle


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_above_is_imported(package: str) -> None:
    above = PACKAGES[PACKAGES.index(package) + 1 :]
    wrong = {
        (name, each)
        for name, found in imports().items()
        if name.split(".")[1] == package
        for each in found
        if each.startswith("alphacut.") and each.split(".")[1] in above
    }
    assert wrong == set()
