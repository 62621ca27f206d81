"""Imports go one way: service → jobs → solver → arrangements; verifiers trust nobody.

The files are parsed, not imported, so an import inside a function or under
``TYPE_CHECKING`` counts as well.
"""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from textwrap import dedent

import pytest

from alphacut.service.kinds import kinds
from alphacut.solver.common.kind import Verifiable
from alphacut.solver.layout.kind import LAYOUT

ROOT = Path(__file__).parents[2]
FOLDERS = ("arrangements", "solver", "jobs", "service")
LAYERS = tuple(f"alphacut.{folder}" for folder in FOLDERS)
BISECTION = "alphacut.solver.bisection"
STATED = ("balance", "certificate", "chords", "parity", "region", "spans", "theorem")
CLAIMANTS = tuple(f"{BISECTION}.{name}" for name in ("engines", "heuristics", "bounds"))


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(("alphacut", *(parts[:-1] if parts[-1] == "__init__" else parts)))


FILES = {module_name(file): file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")}


def imported(source: str, package: str) -> Iterator[str]:
    """The modules that a source text imports, by their absolute names.

    ``from a import b`` yields both ``a`` and ``a.b``, since b may be a module.

    Parameters
    ----------
    source : str
        Python source text.
    package : str
        The package that holds it, from which relative imports start.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = absolute(node, package)
            yield origin
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def absolute(node: ast.ImportFrom, package: str) -> str:
    if node.level == 0:
        return node.module or ""
    start = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*start, *([node.module] if node.module else [])])


@cache
def imports_of(module: str) -> set[str]:
    file = FILES[module]
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    return set(imported(file.read_text(encoding="utf-8"), package))


def within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def reachable(start: set[str]) -> dict[str, str]:
    """Every module imported from `start` on, directly or through others, and who imports it."""
    importer: dict[str, str] = {}
    waiting = sorted(start)
    while waiting:
        module = waiting.pop()
        for found in sorted(imports_of(module) - importer.keys()):
            importer[found] = module
            if found in FILES and found not in start:
                waiting.append(found)
    return importer


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("import jobs.store", "jobs.store"),
        ("import jobs as j", "jobs"),
        ("from jobs import store", "jobs.store"),
        ("from jobs.store import Store", "jobs.store"),
        ("def f():\n    from jobs import store", "jobs.store"),
        ("from . import envelope", "alphacut.solver.bisection.envelope"),
        ("from .envelope import search", "alphacut.solver.bisection.envelope"),
        ("from ..routing import flows", "alphacut.solver.routing.flows"),
    ],
)
def test_an_import_is_found(source: str, module: str) -> None:
    assert module in set(imported(source, BISECTION))


@pytest.mark.parametrize("layer", LAYERS)
def test_layer_imports_no_layer_above(layer: str) -> None:
    above = (*LAYERS[LAYERS.index(layer) + 1 :], "tests", "benchmarks")
    modules = [module for module in FILES if within(module, (layer,))]
    assert modules
    upward = {(m, name) for m in modules for name in imports_of(m) if within(name, above)}
    assert upward == set()


def test_verifier_reaches_nothing_that_makes_claims() -> None:
    verifier = {module for module in FILES if within(module, (f"{BISECTION}.verify",))}
    assert verifier
    found = {(by, name) for name, by in reachable(verifier).items() if within(name, CLAIMANTS)}
    assert found == set()


def in_their_own_words() -> dict[str, tuple[str, ...]]:
    """What verifiers take of the solver, by kind: what states questions and documents, no more."""
    solver = "alphacut.solver"
    return {
        "bisection": tuple(f"{BISECTION}.{name}" for name in STATED),
        "throughput": (f"{solver}.throughput.models", f"{solver}.traffic"),
        "placement": tuple(f"{solver}.placement.{name}" for name in ("request", "schema", "sides")),
        "routing": (f"{solver}.traffic",),
        "simulation": (f"{solver}.routing.verify", f"{solver}.traffic"),
        "resilience": (  # the verifiers of points and of throughput, and what these take
            f"{BISECTION}.verify",
            *(f"{BISECTION}.{name}" for name in STATED),
            f"{solver}.throughput.verify",
            f"{solver}.throughput.models",
            f"{solver}.traffic",
        ),
        "conjecture": (),
        "layout": (),
        "design": (f"{BISECTION}.verify", *(f"{BISECTION}.{name}" for name in STATED)),
        "profile": (f"{BISECTION}.verify", *(f"{BISECTION}.{name}" for name in STATED)),
        "synthesis": (  # the verifier of points, and what that takes
            f"{BISECTION}.verify",
            *(f"{BISECTION}.{name}" for name in STATED),
        ),
    }


VERIFIED = [kind for kind in (*kinds().values(), LAYOUT) if isinstance(kind, Verifiable)]


def verifier_of(kind: Verifiable) -> str:
    """The package that has all that checks the documents of a kind: "verify", beside it."""
    return f"{type(kind).__module__.rpartition('.')[0]}.verify"


def called_by(kind: Verifiable) -> str:
    """The module that the kind's method `verify` loads; it loads no other."""
    source = dedent(inspect.getsource(type(kind).verify))
    [origin] = [
        node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)
    ]
    return str(origin)


@pytest.mark.parametrize("kind", VERIFIED, ids=[kind.name for kind in VERIFIED])
def test_every_verifier_has_words_and_checks_of_its_own(kind: Verifiable) -> None:
    package = verifier_of(kind)
    assert within(called_by(kind), (package,))
    own = {module for module in FILES if within(module, (package,))}
    assert own
    stated = in_their_own_words()[package.split(".")[2]]
    neutral = ("alphacut.arrangements", "alphacut.solver.common", package, *stated)
    packages = {f"alphacut.solver.{name.split('.')[2]}" for name in own} | {"alphacut.solver"}
    packages |= {each.rpartition(".")[0] for each in stated}  # of what is taken
    found = {
        (by, name)
        for name, by in reachable(own).items()
        if name in FILES and name not in packages and not within(name, neutral)
    }
    assert found == set()


@pytest.mark.parametrize("kind", VERIFIED, ids=[kind.name for kind in VERIFIED])
def test_every_verifier_is_attacked(kind: Verifiable) -> None:
    """A kind whose documents are verified has a campaign of forgeries among its tests."""
    package = verifier_of(kind).split(".")[2]
    folder = ROOT / "tests" / "solver" / package
    found = [*folder.rglob("test_forgeries.py"), *folder.rglob("test_mutations.py")]
    assert found, f"{folder} has no test_forgeries.py"


def test_the_plain_count_shares_nothing_with_the_other_checks() -> None:
    """Only what states the question: the network, the balance, α and the fields of documents."""
    own = f"{BISECTION}.verify.plain"
    shared = {name for name in reachable({own}) if within(name, (BISECTION,))}
    named = {f"{BISECTION}.balance.{name}" for name in ("Balance", "Sizes")}
    assert shared - named == {f"{BISECTION}.balance"}


def test_nothing_imports_in_a_circle() -> None:
    graph: dict[str, set[str]] = {module: set() for module in FILES}
    for module, needed in graph.items():
        found = imports_of(module) & FILES.keys()
        parents = {name for name in found if any(each.startswith(f"{name}.") for each in found)}
        needed |= found - parents - {module}  # of a package, what is taken out of it
    TopologicalSorter(graph).prepare()  # raises a CycleError that tells the circle
