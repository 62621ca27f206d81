"""Values by theorems: computed anew by the verifier, and a status of their own until certified."""

from __future__ import annotations

import ast
import copy
import random
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import Limits, complete, families, parse, read
from alphacut.arrangements.formats.spec._base import FamilySpec
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.curve import trace
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.theorem import by_theorem
from alphacut.solver.bisection.variants import CURVE, POINT, Variant
from alphacut.solver.bisection.verify import formulas
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.formulas import width_by_formula
from alphacut.solver.common.errors import DocumentError, Refused
from benchmarks.families import EXAMPLES, Example

FAMILIES: tuple[dict[str, Any], ...] = (
    *({"family": "fat_tree", "k": k} for k in (2, 4, 10, 20, 64)),
    *(
        {"family": "xgft", "children": [2, m, n], "parents": [1, 2, w]}
        for m in (1, 2, 3)
        for n in (2, 3, 4)
        for w in (1, 2, 5)
    ),
    *({"family": "hypercube", "dimension": d} for d in (1, 2, 7)),
    *({"family": "complete", "switches": n} for n in (1, 2, 7, 12)),
    *({"family": "cube_connected_cycles", "dimension": d} for d in (1, 2, 3, 6)),
    *({"family": "butterfly", "dimension": d, "wrapped": w} for d in (2, 3, 5) for w in (0, 1)),
    *({"family": "leaf_spine", "leaves": n, "spines": 3, "uplinks": 2} for n in (1, 2, 5)),
    *({"family": "flattened_butterfly", "k": k, "n": n} for k in (2, 3, 4) for n in (2, 3, 4)),
    *({"family": "cycle", "switches": n} for n in (3, 4, 9)),
    *({"family": "path", "switches": n} for n in (1, 2, 3, 8)),
    *({"family": "star", "leaves": n} for n in (1, 2, 5, 8)),
    *({"family": "tree", "branching": b, "height": h} for b in (2, 3, 4) for h in (1, 2, 3)),
    {"family": "leaf_spine", "leaves": 4, "spines": 3},
    {"family": "hyperx", "sides": [3, 4], "multiplicities": [2, 2]},
    {"family": "hyperx", "sides": [3, 4], "multiplicities": [1, 2]},
    {"family": "hyperx", "sides": [5, 2, 3]},
    {"family": "slim_fly", "q": 5},
    {"family": "dragonfly", "a": 4, "h": 2, "arrangement": "relative"},
    {"family": "torus", "sides": [3, 5], "failed": {"links": [[0, 1]]}},
    {"family": "mesh", "sides": [3, 5], "capacities": {"local": "2"}},
)


def boxes() -> list[dict[str, Any]]:
    """Draw sizes of meshes, tori and Hamming graphs, with sides of 1 and 2 among them."""
    rng = random.Random(1)
    return [
        {"family": family, "sides": [rng.randint(1, 7) for _ in range(rng.randint(1, 4))]}
        for family in ("mesh", "torus", "hamming", "grid")
        for _ in range(60)
    ]


@pytest.mark.parametrize("balance", ["switches", "hosts"])
def test_both_computations_give_the_same(balance: str) -> None:
    known = 0
    for text in (*FAMILIES, *boxes()):
        if "wrapped" in text:
            text = {**text, "wrapped": bool(text["wrapped"])}
        spec = parse(text)
        told = spec.known_bisection()
        expected = told.value if told and balance in told.balances else None
        assert width_by_formula(complete(spec), balance) == expected, text
        known += expected is not None
    assert known > 150


def test_the_verifier_knows_the_formulas_of_all_families() -> None:
    with_theorem = {
        name for name in families.FAMILIES
        if families.model_of(name).theorem is not FamilySpec.theorem
    }  # fmt: skip
    known = [{"family": family["family"]} for family in (*FAMILIES, *boxes())]
    assert with_theorem <= {each["family"] for each in known}


@pytest.mark.parametrize(
    "example",
    [each for each in EXAMPLES if read(each.spec).known_bisection()],
    ids=lambda example: example.spec,
)
def test_a_document_with_a_theorem_is_accepted(example: Example) -> None:
    """As it is written for a user, who may have it checked."""
    work = POINT.prepare(
        {"topology": complete(read(example.spec)), "alpha": "1", "engine": "auto",
         "limits": {"seconds": 60, "gap": "0"}, "balance": example.balance},
        Limits(),
    )  # fmt: skip
    envelope = trace(work.problem, answer, limits=work.limits, envelope=work.problem.start())
    document = POINT.document(work, envelope, {})
    assert "theorem" in document
    assert verify_document(document).status == document["status"] == "exact"


def test_nothing_is_shared_with_what_writes_the_theorem() -> None:
    tree = ast.parse(Path(formulas.__file__).read_text(encoding="utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"__future__", "collections.abc", "math", "typing"}


def unfinished(text: dict[str, Any], kind: Variant, alpha: Any, balance: str) -> dict[str, Any]:
    """Look for cuts alone, with what takes a moment as bounds."""
    work = kind.prepare(
        {"topology": text, "alpha": alpha, "limits": {"seconds": 1e-9, "gap": "0"},
         "engine": "auto", "balance": balance},
        Limits(),
    )  # fmt: skip
    found = work.problem.start()
    network, k = work.problem.network, text["k"]
    half = [*range(k * k // 2), *range(k * k, k * k + k * k // 4)]  # of the pods, and all cores
    found = found.absorb(Outcome(cuts=(Cut.of(network, half),)))
    envelope = trace(work.problem, answer, limits=work.limits, envelope=found)
    document = kind.document(work, envelope, {})
    assert envelope.status == "bounded"
    return document


WHOLE = {"min": "0", "max": "inf"}


@pytest.mark.parametrize(("kind", "alpha"), [(POINT, "1"), (POINT, "0"), (CURVE, WHOLE)])
def test_what_a_theorem_gives_is_formula_until_it_is_certified(kind: Variant, alpha: Any) -> None:
    document = unfinished({"family": "fat_tree", "k": 10}, kind, alpha, "hosts")
    assert document["status"] == "formula"
    assert document["theorem"]["value"] == "125"
    verdict = verify_document(document)
    assert verdict.status == "formula"
    assert any("no certificate" in line for line in verdict.checked)


def test_without_a_theorem_it_stays_bounded() -> None:
    document = unfinished({"family": "fat_tree", "k": 10}, POINT, "1", "switches")
    assert document["status"] == "bounded"
    assert "theorem" not in document


def test_forged_formulas_are_refused() -> None:
    true = unfinished({"family": "fat_tree", "k": 10}, CURVE, WHOLE, "hosts")

    def refused(change: Any) -> None:
        forged = copy.deepcopy(true)
        change(forged)
        with pytest.raises((Refused, DocumentError)):
            verify_document(forged)

    def better(document: dict[str, Any]) -> None:
        document["theorem"]["value"] = "124"

    def elsewhere(document: dict[str, Any]) -> None:
        document["topology"] = {"family": "fat_tree", "k": 8}

    def worse(document: dict[str, Any]) -> None:  # a cut that is there, but not the least
        side = [*range(47), 48, 50, 125 - 1]
        document["segments"][0]["side"] = side

    for change in (
        better,
        elsewhere,
        worse,
        lambda document: document.pop("theorem"),
        lambda document: document.pop("lower"),
        lambda document: document.update(status="exact"),
        lambda document: document.update(status="closed"),
        lambda document: document.update(balance="switches"),
        lambda document: document["points"].pop(),
        lambda document: document["points"].pop(0),
        lambda document: document["theorem"].update(verdict="agrees"),
        lambda document: document["theorem"].update(reference="me"),
    ):
        refused(change)


def test_a_value_above_the_theorem_is_no_formula() -> None:
    document = unfinished({"family": "fat_tree", "k": 4}, POINT, "1", "hosts")
    assert document["status"] in ("formula", "exact")
    worse = {**document, "status": "bounded", "intercept": 9}
    assert by_theorem(worse)["status"] == "bounded"
