"""Proofs of kinds that earlier versions wrote are refused, and the message says why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from alphacut.solver.bisection.certificate.codec import write
from alphacut.solver.bisection.certificate.leaves import CompositionsLeaf
from alphacut.solver.bisection.certificate.proofs import TreeProof
from alphacut.solver.bisection.certificate.removed import GONE, REMOVED
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.stored import outcome_json, read_outcome
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import Refused
from tests.cli.conftest import run_command
from tests.solver.bisection.bounds.states.conftest import NETWORKS

Document = dict[str, Any]
WRITTEN = {  # as they stood in multipliers of nine blocks of four
    "triples": [[0, 1, 2, 1, 9, 9, 9, 9, *[0] * 51]],
    "imbalances": {"ranges": [0, 9] * 4},
}


def multipliers(part: object) -> Iterator[Document]:
    """Find all multipliers over states."""
    if isinstance(part, dict):
        if "potentials" in part:
            yield part
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from multipliers(each)


def of_before(document: Document, kind: str) -> Document:
    found = list(multipliers(document))
    assert found
    for each in found:
        each[kind] = WRITTEN[kind]
    return document


@pytest.mark.parametrize("kind", WRITTEN)
def test_the_command_says_so(kind: str, exact: Callable[[str], Document], tmp_path: Path) -> None:
    file = tmp_path / "before.json"
    file.write_text(json.dumps(of_before(exact("compositions"), kind)), "utf-8")
    result = run_command("verify", file)
    assert result.returncode == 1
    assert f"rests on {REMOVED[kind]} ({kind})" in result.stderr
    assert "solve the network again" in result.stderr


@pytest.mark.parametrize("kind", WRITTEN)
@pytest.mark.parametrize("name", ["shared", "states"])
def test_so_where_multipliers_have_names_and_in_a_leaf_of_one_part(
    name: str, kind: str, exact: Callable[[str], Document]
) -> None:
    with pytest.raises(Refused, match="earlier versions wrote"):
        verify_document(of_before(exact(name), kind))


@pytest.mark.parametrize("kind", WRITTEN)
def test_a_stored_answer_that_rests_on_one_is_read_without_its_proof(
    kind: str, exact: Callable[[str], Document]
) -> None:
    network = NETWORKS["p41"]
    points = of_before(exact("compositions"), kind)["points"]
    proof = next(p["certificate"] for p in points if next(multipliers(p), None))
    answered = outcome_json(Outcome(lower_bound=7, certified_bound=7))
    found = read_outcome(network, {**answered, "proof": "certificate", "certificate": proof})
    assert (found.lower_bound, found.proof, found.certificate) == (0, None, None)


def raised(document: Document, kind: str) -> Document:
    """Write what stood in trees whose variables were products of signs."""
    for point in document["points"]:
        proof = point["certificate"]
        if kind == "gaps":
            proof.setdefault("rows", []).append([[[0, 1], 2], [1, 1], 0])
        else:
            proof["tree"] = {"objective": 1, "products": [[[0, 1], 1]]}
    return document


@pytest.mark.parametrize("kind", ["products", "gaps"])
def test_products_of_signs_are_refused_as_such(kind: str, exact: Callable[[str], Document]) -> None:
    document = raised(exact("random 8"), kind)
    words = {**REMOVED, **GONE}[kind]
    with pytest.raises(Refused, match=rf"rests on {words} \({kind}\), which earlier"):
        verify_document(document)


def test_a_stored_answer_about_a_portion_leaves_the_rest_to_another_attempt() -> None:
    """As an earlier version wrote it, with what it had found."""
    leaf = CompositionsLeaf(rotation=0)
    spare = TreeProof(denominator=1, tree=leaf)
    written = {
        "alpha": "1",
        "sides": [],
        "bound": 0,
        "intercept": None,
        "levels": None,
        "left": None,
        "portion": [3, 5],
        "portions": [],
        "proof": None,
        "certificate": None,
        "spare": write(spare),
        "engine": "auto",
        "seconds": 1.5,
        "stopped_because": "work limit",
        "remarks": [],
    }
    found = read_outcome(NETWORKS["p41"], written)
    assert not found.exhausted
    assert found.partial_proof == spare
