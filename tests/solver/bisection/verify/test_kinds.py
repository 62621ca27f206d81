"""One table lists all kinds of a certificate, and the verifier knows these and no other."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from alphacut.solver.bisection.certificate.builds_on import dependents
from alphacut.solver.bisection.certificate.codec import read_certificate, write
from alphacut.solver.bisection.certificate.kinds import KINDS, Kind, Place, records
from alphacut.solver.bisection.certificate.leaves import (
    CompositionsLeaf,
    GroupsLeaf,
    SemidefiniteLeaf,
    StatesLeaf,
)
from alphacut.solver.bisection.certificate.proofs import FORMAT, TreeProof
from alphacut.solver.bisection.certificate.tree import Node, leaves, with_leaves
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused

DOCS = Path(__file__).parents[4] / "docs" / "certificate.md"
Document = dict[str, Any]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.place} {kind.name}")
def test_each_has_a_producer_a_checker_and_a_place_in_the_format(kind: Kind) -> None:
    assert not kind.produced_by or callable(resolve_name(kind.producer))
    assert callable(resolve_name(kind.checker))
    assert ".verify." in kind.checker
    assert ".verify." not in kind.producer
    written = DOCS.read_text("utf-8")
    assert not kind.name or f"`{kind.name}`" in written or f'"{kind.name}"' in written


def test_each_is_listed_once() -> None:
    assert len({(kind.place, kind.name) for kind in KINDS}) == len(KINDS)


@pytest.fixture(scope="module")
def written(exact: Callable[[str], Document]) -> list[Document]:
    """Certificates of trees with most kinds of leaves."""
    names_of = ("claims", "branching", "groups", "semidefinite", "sequences")
    found = [exact(name) for name in names_of]
    return [
        point["certificate"]
        for document in found
        for point in (*document["points"], *document.get("levels", []))
        if point["certificate"]["kind"] == "tree"
    ]


def test_what_solvers_write_is_of_listed_kinds(written: list[Document]) -> None:
    kinds = {type(leaf) for each in written for leaf in leaves(tree_of(each))}
    assert kinds <= set(records(Place.LEAF).values())
    assert kinds >= {SemidefiniteLeaf, StatesLeaf, CompositionsLeaf, GroupsLeaf}


def tree_of(written: Document) -> Node:
    proof = read_certificate(written)
    assert isinstance(proof, TreeProof)
    return proof.tree


def test_certificates_are_written_again_byte_for_byte(written: list[Document]) -> None:
    for each in written:
        assert json.dumps(write(read_certificate(each))) == json.dumps(each)
        assert with_leaves(tree_of(each), lambda leaf: leaf) == tree_of(each)


@pytest.mark.parametrize("name", ["counted", "swept", "swept by symmetries"])
def test_so_are_those_without_a_tree(name: str, exact: Callable[[str], Document]) -> None:
    for point in exact(name)["points"]:
        certificate = read_certificate(point["certificate"])
        assert json.dumps(write(certificate)) == json.dumps(point["certificate"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"known": [["5/4", 1], ["1/0", 3]]}, "known.1.0 is"),
        ({"levels": [[1]]}, "levels.0 is not a list"),
        ({"rows": [[[0, -1], [1, 1]]]}, "rows.0.0.1 is -1, but must be at least 0"),
        ({"denominator": 0}, "denominator is 0, but must be at least 1"),
        ({"tree": {"split": "slope", "level": 1, "low": {}}}, "tree.high is missing"),
        ({"tree": {"split": "colour"}}, "tree splits on"),
        ({"tree": {"split": "parity", "set": 0, "even": {}, "odd": {"rows": [[0, "1"]]}}},
         "tree.odd.rows.0.1 is not an integer"),
        ({"tree": {"split": "classes", "parts": [[[1], {"groups": {}}]]}},
         "tree.parts.0.groups.scale is missing"),
    ],
)  # fmt: skip
def test_what_is_refused_is_told_with_its_path(change: Document, said: str) -> None:
    written = {"format": FORMAT, "kind": "tree", "denominator": 1, "tree": {}}
    read_certificate(written)
    with pytest.raises(Refused, match=said):
        read_certificate({**written, **change})


def test_trees_of_any_depth_are_refused_in_words() -> None:
    node: Document = {}
    for level in range(5_000):
        node = {"split": "slope", "level": level, "low": {}, "high": node}
    written = {"format": FORMAT, "kind": "tree", "denominator": 1, "tree": node}
    with pytest.raises(Refused, match="a leaf below more than"):
        read_certificate(written)


def test_what_rests_on_a_proof_is_found_over_others() -> None:
    one, two, three, four = (Alpha(n, 1) for n in range(1, 5))
    rests_on = {two: {one}, three: {two}, four: {three}, one: set[Alpha]()}
    assert dependents(one, rests_on) == {one, two, three, four}
    assert dependents(three, rests_on) == {three, four}
