"""Leaves over states of groups: forgeries of every part of them."""

from __future__ import annotations

import base64
import copy
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from alphacut.solver.bisection.verify.definite import semidefinite
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import Refused

Document = dict[str, Any]
Node = dict[str, Any]
Exact = Callable[[str], Document]

TABLES = ("even", "odd", "potentials", "known", "balance")


@pytest.fixture(params=["states", "classes"])
def proven(request: pytest.FixtureRequest, exact: Exact) -> Document:
    return exact(request.param)


def refuse(document: Document) -> None:
    with pytest.raises(Refused):
        verify_document(document)


def certificates(document: Document) -> list[Document]:
    """Return those that are trees: the ends of a curve may be proven by counting."""
    every = [claim["certificate"] for claim in [*document["levels"], *document["points"]]]
    return [certificate for certificate in every if "tree" in certificate]


def nodes(document: Document) -> Iterator[Node]:
    for certificate in certificates(document):
        waiting = [certificate["tree"]]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [node[name] for name in ("low", "high", "even", "odd") if name in node]
            waiting += [part for _, part in node.get("parts", [])]


def changed(document: Document, wanted: Callable[[Node], bool]) -> Iterator[tuple[Document, Node]]:
    """Yield copies of a document, each with one of some nodes to be changed in place."""
    found = [place for place, node in enumerate(nodes(document)) if wanted(node)]
    assert found
    for place in found[:: max(1, len(found) // 3)]:
        forged = copy.deepcopy(document)
        yield forged, list(nodes(forged))[place]


def by_states(node: Node) -> bool:
    return "states" in node


def by_composition(node: Node) -> bool:
    return node.get("split") == "classes"


def read(written: str) -> np.ndarray:
    planes = np.frombuffer(zlib.decompress(base64.b64decode(written)), dtype=np.uint8)
    return np.ascontiguousarray(planes.reshape(8, -1).T).view("<i8")[:, 0].copy()


def packed(values: np.ndarray) -> str:
    planes = values.astype("<i8").view(np.uint8).reshape(-1, 8)
    return base64.b64encode(zlib.compress(planes.T.tobytes())).decode()


def test_the_document_rests_on_states_and_is_accepted(proven: Document) -> None:
    assert verify_document(proven).status == "exact"
    assert any(map(by_states, nodes(proven)))


@pytest.mark.parametrize("table", TABLES)
def test_tables_multiplied(proven: Document, table: str) -> None:
    """Where blocks have several states; with one, most tables have nothing to say."""
    several = max(len(node["states"]["balance"]) for node in nodes(proven) if by_states(node)) // 2
    for forged, node in changed(
        proven, lambda node: by_states(node) and len(node["states"]["balance"]) > several
    ):
        values = read(node["states"][table]) * 1000
        values[1::2] -= 10**10
        node["states"][table] = packed(values)
        refuse(forged)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("value", ["", "AAAA", "not base64!", None, 7, packed(np.arange(3))])
def test_tables_that_cannot_be_read(proven: Document, table: str, value: object) -> None:
    forged, node = next(changed(proven, by_states))
    node["states"][table] = value
    refuse(forged)


def test_a_table_that_unpacks_to_too_much(proven: Document) -> None:
    forged, node = next(changed(proven, by_states))
    node["states"]["even"] = packed(np.zeros(10**6, dtype=np.int64))
    refuse(forged)


def test_entries_that_would_overflow(proven: Document) -> None:
    forged, node = next(changed(proven, by_states))
    node["states"]["known"] = packed(np.full_like(read(node["states"]["known"]), 2**62))
    refuse(forged)


@pytest.mark.parametrize("scale", [2**31, 0, -1, 1.5, None])
def test_scale_that_is_none(proven: Document, scale: object) -> None:
    forged, node = next(changed(proven, by_states))
    node["states"]["scale"] = scale
    refuse(forged)


def test_shift_negative(proven: Document) -> None:
    for forged, node in changed(proven, by_states):
        node["states"]["shifts"] = [-(10**9), 0]
        refuse(forged)


def test_semidefinite_tables_negated(proven: Document) -> None:
    for forged, node in changed(
        proven, lambda node: by_states(node) and bool(read(node["states"]["even"]).any())
    ):
        node["states"]["even"] = packed(-read(node["states"]["even"]))
        refuse(forged)


def test_totals_that_are_no_list(proven: Document) -> None:
    forged, node = next(changed(proven, by_states))
    node["states"]["totals"] = [0]
    node["states"]["totals"] *= 9
    refuse(forged)


def test_rotation_that_is_none(proven: Document) -> None:
    having = [place for place, each in enumerate(certificates(proven)) if each.get("rotations")]
    for place in having[:: max(1, len(having) // 3)]:
        for rotation in certificates(proven)[place]["rotations"]:
            forged = copy.deepcopy(proven)
            permutation = list(rotation["permutation"])
            permutation[0], permutation[1] = permutation[1], permutation[0]
            certificates(forged)[place]["rotations"][0]["permutation"] = permutation
            refuse(forged)
            forged = copy.deepcopy(proven)
            certificates(forged)[place]["rotations"][0]["block"] = [0, 1]
            refuse(forged)


def test_composition_left_out(exact: Exact) -> None:
    for forged, node in changed(exact("classes"), lambda n: by_composition(n) and bool(n["parts"])):
        node["parts"].pop()
        refuse(forged)


def test_parts_of_another_composition(exact: Exact) -> None:
    """A proof for one composition is none for another."""

    def several(node: Node) -> bool:
        return by_composition(node) and len(node["parts"]) > 1

    for forged, node in changed(exact("classes"), several):
        first, second = node["parts"][:2]
        first[1], second[1] = second[1], first[1]
        refuse(forged)


def test_compositions_below_another(exact: Exact) -> None:
    for forged, node in changed(exact("classes"), lambda n: by_composition(n) and bool(n["parts"])):
        node["parts"][0][1] = {**copy.deepcopy(node)}
        refuse(forged)


def by_numbers(node: Node) -> bool:
    return node.get("split") == "states"


def test_numbers_in_states_left_out(exact: Exact) -> None:
    for forged, node in changed(exact("classes"), by_numbers):
        node["parts"].pop()
        refuse(forged)


def test_states_of_other_numbers(exact: Exact) -> None:
    """A proof for some numbers is none for others."""
    for forged, node in changed(exact("classes"), by_numbers):
        for place in range(0, len(node["parts"]) - 1, 10):
            first, second = node["parts"][place : place + 2]
            first[1], second[1] = second[1], first[1]
        refuse(forged)


def test_states_divided_twice(exact: Exact) -> None:
    for forged, node in changed(exact("classes"), by_numbers):
        node["parts"][0][1] = {**copy.deepcopy(node)}
        refuse(forged)


@pytest.mark.parametrize("rotation", [None, 1, "0"])
def test_states_of_another_rotation(exact: Exact, rotation: object) -> None:
    for forged, node in changed(exact("classes"), by_numbers):
        node["rotation"] = rotation
        refuse(forged)


def test_states_before_classes(exact: Exact) -> None:
    """Which classes the numbers in states belong to is not asked of them alone."""

    def above(node: Node) -> bool:
        return by_composition(node) and any(by_numbers(part) for _, part in node["parts"])

    for forged, node in changed(exact("classes"), above):
        below = next(part for _, part in node["parts"] if by_numbers(part))
        node.clear()
        node.update(below)
        refuse(forged)


def with_sums(node: Node) -> bool:
    return by_states(node) and bool(node["states"]["sums"])


def test_sums_multiplied_or_turned_around(exact: Exact) -> None:
    for forged, node in changed(exact("states"), with_sums):
        largest = max(node["states"]["sums"], key=lambda entry: entry[-1])
        largest[-1] *= 1000
        refuse(forged)
        largest[-1] //= -1000
        refuse(forged)


@pytest.mark.parametrize("place", [-3, 5, 1000])
def test_sums_between_other_integers(exact: Exact, place: int) -> None:
    for forged, node in changed(exact("states"), with_sums):
        for entry in node["states"]["sums"]:
            entry[-2] = place
        refuse(forged)


def test_functions_that_are_others(exact: Exact) -> None:
    for forged, node in changed(exact("states"), with_sums):
        values = read(node["states"]["functions"])
        for change in (-values, 3 * values, 1 - values, values[:-1], values * 2**43):
            node["states"]["functions"] = packed(change)
            refuse(forged)


@pytest.mark.parametrize(
    "entry",
    [
        [0, 0, 1, 0, 2**30],  # two functions of one block
        [0, 1, 11, 0, 2**30],  # the same, once around
        [0, 1, -2, 0, 2**30],
        [0, 1, 2, 0.5, 1],
        [0, 1, 2, 0, -1],
        [0, 1],
        "sum",
    ],
)
def test_sums_that_are_none(exact: Exact, entry: list[float] | str) -> None:
    """Their functions are there, so that nothing else is wrong."""
    forged, node = next(changed(exact("states"), by_states))
    states = node["states"]
    size = len(read(states["balance"]))
    more = np.ones(2 * size * max(0, len(entry) - 2), dtype=np.int64)
    states["sums"].append(entry)
    states["functions"] = packed(np.concatenate([read(states["functions"]), more]))
    refuse(forged)


def test_counts_multiplied(exact: Exact) -> None:
    for forged, node in changed(
        exact("classes"), lambda n: by_states(n) and any(map(any, n["states"]["counts"]))
    ):
        for entry in node["states"]["counts"]:
            entry[1], entry[2] = entry[1] * 1000 + 2**36, entry[2] * 1000
        refuse(forged)


@pytest.mark.parametrize("shift", [0, 3])
def test_semidefinite_is_seen_where_it_is_true(shift: int) -> None:
    """A circulant of tables Σ vᵀv is semidefinite; lowered by more than the shift it is not."""
    rng = np.random.default_rng(1)
    order, size = 5, 4
    vectors = rng.integers(-9, 10, (40, order, size))
    tables = np.array(
        [
            sum(
                np.einsum("ks,kt->st", vectors[:, b], vectors[:, (b + d) % order])
                for b in range(order)
            )
            for d in range(order)
        ]
    )
    assert semidefinite(tables, shift + 1)
    least = np.linalg.eigvalsh(np.fft.fft(tables, axis=0).transpose(0, 1, 2)).min()
    tables[0] -= np.eye(size, dtype=np.int64) * (int(least) + shift + 2)
    assert not semidefinite(tables, shift)


def test_asymmetric_tables_are_not_semidefinite() -> None:
    tables = np.zeros((3, 2, 2), dtype=np.int64)
    tables[0] = [[5, 1], [0, 5]]
    assert not semidefinite(tables, 0)
