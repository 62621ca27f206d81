"""One table lists all kinds of a certificate, and the verifier knows these and no other."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from alphacut.solver.bisection.alpha import Alpha
from alphacut.solver.bisection.certificate.builds_on import BuildsOn, resting_on
from alphacut.solver.bisection.certificate.kinds import KINDS, Kind, Place, names
from alphacut.solver.bisection.certificate.nodes import leaves, parts, with_leaves
from alphacut.solver.bisection.verify.certificate import WITHOUT_TREE
from alphacut.solver.bisection.verify.tree import LEVELS

DOCS = Path(__file__).parents[4] / "docs" / "certificate.md"
Document = dict[str, Any]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.place} {kind.name}")
def test_each_has_a_producer_a_checker_and_a_place_in_the_format(kind: Kind) -> None:
    assert callable(resolve_name(kind.producer))
    assert callable(resolve_name(kind.checker))
    assert ".verify." in kind.checker
    assert ".verify." not in kind.producer
    written = DOCS.read_text("utf-8")
    assert not kind.name or f"`{kind.name}`" in written or f'"{kind.name}"' in written


def test_each_is_listed_once() -> None:
    assert len({(kind.place, kind.name) for kind in KINDS}) == len(KINDS)


def test_the_verifier_knows_the_same_proofs() -> None:
    assert set(names(Place.PROOF)) == {"components", "tree", *WITHOUT_TREE}
    assert set(LEVELS) < set(names(Place.SPLIT))


@pytest.fixture(scope="module")
def written(exact: Callable[[str], Document]) -> list[Document]:
    """Certificates of trees with most kinds of leaves."""
    names_of = ("claims", "branching", "groups", "semidefinite", "sequences")
    found = [exact(name) for name in names_of]
    return [
        point["certificate"]
        for document in found
        for point in (*document["points"], *document.get("levels", []))
        if point["certificate"]
    ]


def test_what_solvers_write_is_of_listed_kinds(written: list[Document]) -> None:
    kinds = set[str]()
    for certificate in written:
        assert certificate["kind"] in names(Place.PROOF)
        waiting = [certificate["tree"]]
        while waiting:
            node = waiting.pop()
            waiting += parts(node)
            if "split" in node:
                assert node["split"] in names(Place.SPLIT)
            else:
                kinds |= {name for name in names(Place.LEAF) if name in node}
    assert kinds >= {"semidefinite", "states", "classes", "groups"}


def test_trees_are_written_again_as_they_were(written: list[Document]) -> None:
    for certificate in written:
        again = with_leaves(certificate["tree"], dict)
        assert json.dumps(again) == json.dumps(certificate["tree"])
        assert sum(1 for _ in leaves(again)) >= 1


def test_what_a_certificate_builds_on_is_read() -> None:
    found = BuildsOn.of({"known": [["5/4", 7]], "levels": [[3, 2]], "rows": [[[0, 1], [1, 1]]]})
    assert found.alphas == {Alpha(5, 4)}
    assert [(each.alpha, each.bound) for each in found.known] == [(Alpha(5, 4), 7)]
    assert [(each.intercept, each.slope) for each in found.levels] == [(3, 2)]
    assert found.rows == (((0, 1), (1, 1)),)
    assert BuildsOn.of(None) == BuildsOn()


def test_what_rests_on_a_proof_is_found_over_others() -> None:
    one, two, three, four = (Alpha(n, 1) for n in range(1, 5))
    rests_on = {two: {one}, three: {two}, four: {three}, one: set[Alpha]()}
    assert resting_on(one, rests_on) == {one, two, three, four}
    assert resting_on(three, rests_on) == {three, four}
