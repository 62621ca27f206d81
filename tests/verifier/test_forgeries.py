"""Random forgeries: the verifier and alphacut's own agree on every one.

Neither knows of the other: this one was written from docs/certificate.md alone.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import DocumentError
from alphacut.solver.common.errors import Refused as RefusedThere
from alphacut_verify import Limits, Refused, TooLarge, Unsupported, verify
from benchmarks.mutations.campaign import forgery
from benchmarks.mutations.originals import ORIGINALS
from tests.verifier.test_documents import without_theorem

Document = dict[str, Any]
Exact = Callable[[str], Document]
Limited = Callable[..., AbstractContextManager[None]]

SEED = 52
LONG = ("states", "classes", "shared", "compositions")  # seconds for each that is accepted
QUICK = [name for name in ORIGINALS if name not in LONG]
ACCEPTED, REFUSED, NOT_CHECKED = "accepted", "refused", "not checked"
LIMITS = Limits(work=50_000_000)


def there(document: Document) -> str:
    try:
        verify_document(document)
    except (RefusedThere, DocumentError):
        return REFUSED
    return ACCEPTED


def here(document: Document) -> str:
    try:
        verify(document, limits=LIMITS)
    except Refused:
        return REFUSED
    except (TooLarge, Unsupported):
        return NOT_CHECKED
    return ACCEPTED


def check(originals: Mapping[str, Document], count: int) -> None:
    differing, outcomes = [], Counter[str]()
    for number in range(count):
        name, document, changes = forgery(dict(originals), SEED, number)
        found = here(json.loads(json.dumps(document)))
        outcomes[found] += 1
        if found != NOT_CHECKED and found != (other := there(document)):
            differing.append((number, name, changes, f"here {found}, there {other}"))
    assert differing == []
    assert outcomes[NOT_CHECKED] < count / 20
    assert outcomes[REFUSED] > count / 2
    assert outcomes[ACCEPTED] > count / 100


def test_both_agree_on_some_hundred_forgeries(exact: Exact) -> None:
    check({name: without_theorem(exact(name)) for name in QUICK}, 10 * len(QUICK))


def test_labels_are_not_negative(exact: Exact) -> None:
    document = without_theorem(exact("spreading up"))
    [point] = [p for p in [document.get("point"), *document.get("points", [])] if p][:1]
    labels = point["certificate"]["rounds"][0]["labels"]
    assert here(document) == there(document) == ACCEPTED
    labels[labels.index(min(labels))] = -1
    assert here(document) == there(document) == REFUSED


def test_bounds_of_known_points_are_not_negative(exact: Exact) -> None:
    """It would be true, and prove nothing: a document that says so was tampered with."""
    document = without_theorem(exact("swept"))
    alpha = document["points"][0]["alpha"]
    certificate = document["points"][1]["certificate"]
    for bound, told in ((0, ACCEPTED), (-1, REFUSED)):
        certificate["known"] = [[alpha, bound]]
        assert here(document) == there(document) == told


@pytest.mark.parametrize("number", [-1, 2, 10**9, 10**30])
def test_numbers_of_groups_are_no_sizes(exact: Exact, limited: Limited, number: int) -> None:
    """A group that is left out is refused, without a list of all that there could be."""
    document = without_theorem(exact("majority"))
    document["point"]["certificate"]["groups"][0] = number
    with limited():
        found = here(document)
    assert found == there(document) == REFUSED


def packing(sources: list[int], network: Document, lower: int) -> Document:
    """Return a document whose bound rests on trees that lead to the first neighbour ahead."""
    graph = specs.build(specs.parse(network))
    trees = base64.b64encode(zlib.compress(bytes(len(sources) * graph.switches))).decode()
    cut = graph.cut(side := [*range(0, graph.switches, 2)])
    certificate = {
        "format": "alphacut-certificate/1", "kind": "packing",
        "known": [], "sources": sources, "trees": trees,
    }  # fmt: skip
    return {
        "format": "alphacut-point/1", "topology": network, "balance": "switches",
        "switches": graph.switches, "links": graph.count_by_class(), "status": "bounded",
        "side": side, "intercept": cut.intercept, "slope": cut.slope,
        "point": {"alpha": "1", "value": str(cut.intercept), "lower": str(lower),
                  "proof": "certificate", "certificate": certificate},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("sizes", "sources", "told"),
    [
        ((4,), [0], ACCEPTED),
        ((4,), [], REFUSED),  # nothing is sent, and no link bears too much of it
        ((3, 3, 4), [0, 3, 6], ACCEPTED),
        ((3, 3, 4), [6], REFUSED),  # what may be split sends nothing
        ((3, 3, 4), [], REFUSED),
        ((4, 1), [0, 4], REFUSED),  # a source without links
    ],
)
def test_what_sends_nothing_proves_nothing(
    sizes: tuple[int, ...], sources: list[int], told: str
) -> None:
    """Stars side by side, each joined by its first switch."""
    firsts = [sum(sizes[:place]) for place in range(len(sizes))]
    links = [[first, first + i] for first, size in zip(firsts, sizes, strict=True)
             for i in range(1, size)]  # fmt: skip
    network = {"family": "graph", "switches": sum(sizes), "links": links}
    document = packing(sources, network, 1)
    assert here(document) == there(document) == told


@pytest.mark.slow
def test_slopes_do_not_matter_at_zero(exact: Exact) -> None:
    document = without_theorem(exact("shared"))
    points = {point["alpha"]: point for point in document["points"]}
    by_slopes = next(
        point["certificate"]
        for point in document["points"]
        if "classes" in point["certificate"].get("tree", {})
        and "split" not in point["certificate"]["tree"]
    )
    assert here(document) == there(document) == ACCEPTED
    points["0"]["certificate"] = {**by_slopes, "known": []}
    assert here(document) == there(document) == REFUSED


@pytest.mark.slow
def test_parts_of_other_numbers_are_not_looked_at_and_the_last_of_equal_ones_counts(
    exact: Exact,
) -> None:
    document = without_theorem(exact("states"))
    trees = (claim["certificate"]["tree"] for claim in document["levels"])
    level = next(tree for tree in trees if tree.get("split") == "classes")
    [numbers, node] = level["parts"][0]
    level["parts"].append([[9 if q == len(numbers) - 1 else 0 for q in range(len(numbers))], node])
    assert here(document) == there(document) == ACCEPTED
    level["parts"].append([numbers, {"count": [], "bounds": []}])
    assert here(document) == there(document) == REFUSED
    level["parts"].append([numbers, node])
    assert here(document) == there(document) == ACCEPTED


@pytest.mark.slow
def test_both_agree_on_ten_thousand_forgeries(exact: Exact) -> None:
    check({name: without_theorem(exact(name)) for name in ORIGINALS}, 10_000)
