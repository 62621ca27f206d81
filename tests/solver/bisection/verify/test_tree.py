"""Certificates by trees: what they prove, and forgeries of every part of them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.topologies.complete import complete
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import Refused

Document = dict[str, Any]
Node = dict[str, Any]
Exact = Callable[[str], Document]

CHILDREN = ("low", "high", "even", "odd")
TREES = ("random 8", "random 9", "symmetric", "branching", "without groups", "hosts")
SPLIT = ("branching", "intervals", "parities")  # with all kinds of splits that have two parts


@pytest.fixture(params=TREES)
def proven(request: pytest.FixtureRequest, exact: Exact) -> Document:
    return exact(request.param)


def refuse(document: Document) -> None:
    with pytest.raises(Refused):
        verify_document(document)


def nodes(document: Document) -> Iterator[Node]:
    """Yield the nodes of all trees of a document, always in the same order."""
    for point in document.get("points") or [document["point"]]:
        waiting = [point["certificate"]["tree"]] if "tree" in point["certificate"] else []
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [node[name] for name in CHILDREN if name in node]


def changed(document: Document, wanted: Callable[[Node], bool]) -> Iterator[tuple[Document, Node]]:
    """Yield copies of a document, each with one node to be changed in place."""
    for place, node in enumerate(nodes(document)):
        if wanted(node):
            forged = copy.deepcopy(document)
            yield forged, list(nodes(forged))[place]


def leaf(node: Node) -> bool:
    return "objective" in node


def split(node: Node) -> bool:
    return "split" in node


# ---- a proof by hand -------------------------------------------------------


def check(network: Network, tree: Node, target: int, **parts: object) -> str:
    certificate = {
        "format": "alphacut-certificate/1",
        "kind": "tree",
        "known": [],
        "symmetries": [],
        "rows": [],
        "sets": [],
        "denominator": 1,
        "tree": tree,
        **parts,
    }
    return check_certificate(
        certificate,
        network=network,
        balance=Balance.of(network),
        alpha=Alpha(0, 1),
        target=target,
        established={Alpha(1, 1): 3, Alpha(2, 1): 3}.__getitem__,
    )


def test_degree_rows_prove_the_complete_network() -> None:
    """Twice the capacity is the sum of every switch's two neighbours on the other side."""
    tree = {"objective": 2, "halves": [[0, 1], [1, 1], [2, 1], [3, 1]]}
    assert check(complete(4), tree, 4)
    for target in (5, 6, 100):
        with pytest.raises(Refused):
            check(complete(4), tree, target)


def test_triangles_prove_that_a_connected_network_is_severed() -> None:
    """On the path 0-1-2-3: y01 + y12 + y23 ≥ y03, and so on, until a half row says 2."""
    path = Network(switches=4, links=tuple(Link(u, u + 1, "local") for u in range(3)))
    rows = [[[0, 1, 2], [1, -1, 1]], [[0, 2, 3], [1, -1, 1]]]  # y02 ≤ y01 + y12; y03 ≤ y02 + y23
    tree = {"objective": 2, "halves": [[0, 1]], "rows": [[0, 2], [1, 1]]}
    assert check(path, tree, 1, rows=rows)
    with pytest.raises(Refused):
        check(path, tree, 2, rows=rows)


def test_parity_lifts_a_bound() -> None:
    """All degrees of a ring are even: where more than 0 links are severed, 2 are."""
    ring = Network(switches=4, links=tuple(Link(u, (u + 1) % 4, "local") for u in range(4)))
    rows = [[[0, 1, 2], [1, -1, 1]]]
    more_than_0 = {"objective": 2, "halves": [[0, 1]], "rows": [[0, 1]]}
    assert check(ring, more_than_0, 2, rows=rows)
    assert check(ring, {}, 0)
    for tree, target in ((more_than_0, 3), ({}, 1)):
        with pytest.raises(Refused):
            check(ring, tree, target, rows=rows)


def test_levels_leave_nothing_between_them() -> None:
    """A leaf in which parity leaves no capacity needs no multipliers."""
    ring = Network(switches=4, links=tuple(Link(u, (u + 1) % 4, "local") for u in range(4)))
    rows = [[[0, 1, 2], [1, -1, 1]]]
    nothing_severed = {"objective": 2, "halves": [[0, 1]], "rows": [[0, 1]]}
    tree = {"split": "intercept", "level": 0, "low": nothing_severed, "high": {}}
    assert check(ring, tree, 2, rows=rows)
    with pytest.raises(Refused):
        check(ring, {**tree, "high": nothing_severed, "low": {}}, 2, rows=rows)


def test_counts_of_pairs_bound_what_they_limit() -> None:
    """Two switches: that their pair is together contradicts a half row; apart, 3 links are cut."""
    pair = Network(switches=2, links=(Link(0, 1, "local", 3),))
    tree = {
        "split": "count",
        "set": 0,
        "level": 0,
        "low": {"objective": 0, "halves": [[0, 1]], "counts": [[0, 0, 1]]},
        "high": {"objective": 1, "counts": [[0, 3, 0]]},
    }
    assert check(pair, tree, 3, sets=[[[0, 1]]])
    with pytest.raises(Refused):
        check(pair, tree, 4, sets=[[[0, 1]]])


def ring_of_parities(even: Node, odd: Node) -> Node:
    return {"split": "parity", "set": 0, "even": even, "odd": odd}


def test_parities_that_are_assumed_tighten_counts() -> None:
    """Two switches joined by 3 links: the pair is separated, though only its parity is asked."""
    pair = Network(switches=2, links=(Link(0, 1, "local", 3),))
    sets = [[[0, 1]]]
    together = {"objective": 0, "halves": [[0, 1]]}
    counted = {"split": "count", "set": 0, "level": 0, "low": {}, "high": {}}
    severed = {**counted, "high": {"objective": 1, "counts": [[0, 3, 0]]}}
    assert check(pair, {**severed, "low": {**together, "counts": [[0, 0, 1]]}}, 3, sets=sets)
    with pytest.raises(Refused):  # parity is known here: an odd number leaves nothing out
        check(pair, ring_of_parities({}, {}), 3, sets=sets)
    apart = {"objective": 1, "halves": [[0, 3]]}
    assert check(pair, ring_of_parities({}, apart), 3, sets=sets)  # and an even one everything
    again = ring_of_parities(ring_of_parities({}, {}), ring_of_parities({}, apart))
    assert check(pair, again, 3, sets=sets)


def test_both_parities_must_be_proven() -> None:
    """On 4 switches nothing is known of one pair's parity, and each half needs its proof."""
    proof = {"objective": 2, "halves": [[u, 1] for u in range(4)]}
    sets = [[[0, 1]]]
    assert check(complete(4), ring_of_parities(proof, proof), 4, sets=sets)
    for tree in (ring_of_parities({}, proof), ring_of_parities(proof, {})):
        with pytest.raises(Refused):
            check(complete(4), tree, 4, sets=sets)
        with pytest.raises(Refused):
            check(complete(4), {name: tree[name] for name in tree if name != "odd"}, 4, sets=sets)


# ---- multipliers -----------------------------------------------------------


@pytest.mark.parametrize("table", ["rows", "known"])
def test_negative_multiplier(proven: Document, table: str) -> None:
    for forged, node in changed(proven, lambda n: leaf(n) and table in n):
        node[table][0][1] = -1
        refuse(forged)


@pytest.mark.parametrize("part", ["intercept", "slope"])
@pytest.mark.parametrize("pair", [[-1, 0], [0, -1], [1], [1, 2, 3], "11", None, [0.5, 0]])
def test_multipliers_of_levels(proven: Document, part: str, pair: object) -> None:
    forged, node = next(changed(proven, leaf))
    node[part] = pair
    refuse(forged)


@pytest.mark.parametrize("table", ["halves", "rows"])
@pytest.mark.parametrize("factor", [1000, -1000])
def test_multiplier_that_is_far_too_large(proven: Document, table: str, factor: int) -> None:
    cases = list(changed(proven, lambda n: leaf(n) and n["objective"] > 0 and table in n))
    assert cases
    for forged, node in cases:
        largest = max(node[table], key=lambda entry: abs(entry[1]))
        if abs(largest[1]) * 1000 > node["objective"]:
            largest[1] *= factor
            refuse(forged)


def test_all_multipliers_gone(proven: Document) -> None:
    for forged, node in changed(proven, lambda n: leaf(n) and ("halves" in n or "rows" in n)):
        objective = node["objective"]
        node.clear()
        node["objective"] = objective
        refuse(forged)


def test_leaf_gone(proven: Document) -> None:
    """An empty leaf is accepted only where parity, levels and known points leave nothing."""
    for forged, node in changed(proven, lambda n: leaf(n) and ("halves" in n or "rows" in n)):
        node.clear()
        refuse(forged)


@pytest.mark.parametrize("objective", [-1, 1.0, "1", None, True])
def test_objective_that_is_no_weight(proven: Document, objective: object) -> None:
    forged, node = next(changed(proven, leaf))
    node["objective"] = objective
    refuse(forged)


def test_objective_raised(proven: Document) -> None:
    for forged, node in changed(proven, lambda n: leaf(n) and n["objective"] > 0):
        node["objective"] *= 1000
        refuse(forged)


@pytest.mark.parametrize("table", ["halves", "rows", "known", "counts"])
@pytest.mark.parametrize("entry", [[10**6, 1, 1], [-1, 1, 1], ["0", 1, 1], [0], 7, [0, 1.5, 1]])
def test_multiplier_of_something_that_does_not_exist(
    proven: Document, table: str, entry: Any
) -> None:
    forged, node = next(changed(proven, leaf))
    written = entry[:2] if isinstance(entry, list) and table != "counts" else entry
    node.setdefault(table, []).append(written)
    refuse(forged)


@pytest.mark.parametrize("table", ["halves", "rows", "known", "counts"])
def test_table_that_is_no_list(proven: Document, table: str) -> None:
    forged, node = next(changed(proven, leaf))
    node[table] = {"0": 1}
    refuse(forged)


# ---- inequalities ----------------------------------------------------------


@pytest.mark.parametrize(
    "row",
    [
        [[0, 1, 2]],
        [[0, 1], [1, 1, 1]],
        [[0, 0, 1], [1, 1, 1]],
        [[0, 1, 99], [1, 1, 1]],
        [[-1, 0, 1], [1, 1, 1]],
        [[0, 1, 2], [1, 1, 0.5]],
        [[0, 1, 2], [True, 1, 1]],
        [[0, 1, [2, 3, 4]], [1, 1, 1]],
        [[0, 1, [2, 2, 3]], [1, 1, 1], 0],
        [[0, 1, [2, 1, 99]], [1, 1, 1], 0],
        [[[0, 1], [1, 0]], [1, 1], 0],
        [[0, 1, 2], [1, 1, 1], -1],
        [[0, 1, 2], [1, 1, 1], 2],
        [[0, 1, 2], [1, 1, 1], 1, 1],
        "triangle",
        None,
    ],
)
def test_row_that_is_no_vector(proven: Document, row: object) -> None:
    proven["points"][1]["certificate"]["rows"].append(row)
    refuse(proven)


def test_rows_replaced_by_others(exact: Exact) -> None:
    """Every row becomes a useless one; at least one leaf then proves too little."""
    for name in TREES:
        document = exact(name)
        for point in document["points"]:
            rows = point["certificate"]["rows"]
            point["certificate"]["rows"] = [[[0, 1], [1000, 1000]] for _ in rows]
        refuse(document)


@pytest.mark.parametrize("name", ["rows", "known", "symmetries", "sets"])
def test_tables_of_the_certificate(proven: Document, name: str) -> None:
    certificate = proven["points"][1]["certificate"]
    certificate[name] = {"0": certificate[name]}
    refuse(proven)


@pytest.mark.parametrize("denominator", [0, -1, 1.0, "1", None])
def test_denominator(proven: Document, denominator: object) -> None:
    proven["points"][0]["certificate"]["denominator"] = denominator
    refuse(proven)


# ---- splits ----------------------------------------------------------------


def test_all_kinds_of_splits_are_forged_here(exact: Exact) -> None:
    kinds = {node["split"] for name in SPLIT for node in nodes(exact(name)) if split(node)}
    assert kinds >= {"intercept", "slope", "count", "parity"}


INSTEAD: tuple[Any, ...] = ("gone", None, [], "leaf")


@pytest.mark.parametrize(
    ("instead", "name"),
    [
        *((each, "branching") for each in INSTEAD),
        ("gone", "intervals"),
        ("gone", "parities"),
        *(pytest.param(each, "intervals", marks=pytest.mark.slow) for each in INSTEAD[1:]),
    ],
)
def test_child_dropped(exact: Exact, name: str, instead: object) -> None:
    for child in CHILDREN:
        for forged, node in changed(exact(name), lambda node, c=child: c in node):  # type: ignore[misc]
            if instead == "gone":
                del node[child]
            else:
                node[child] = instead
            refuse(forged)


@pytest.mark.parametrize("name", SPLIT)
def test_children_exchanged(exact: Exact, name: str) -> None:
    """Each proof has to hold on the part of the other, which few do."""
    outcomes = {"refused": 0, "accepted": 0}
    for forged, node in changed(exact(name), lambda node: "level" in node):
        if node["low"] != node["high"]:
            node["low"], node["high"] = node["high"], node["low"]
            try:
                verify_document(forged)
                outcomes["accepted"] += 1
            except Refused:
                outcomes["refused"] += 1
    assert outcomes["refused"] > 2 * outcomes["accepted"], outcomes


def test_split_replaced_by_one_child(exact: Exact) -> None:
    """The child's proof holds on its part alone."""
    refused = 0
    for child in CHILDREN:
        for forged, node in changed(exact("branching"), lambda node, c=child: c in node):  # type: ignore[misc]
            alone = node[child]
            node.clear()
            node.update(alone)
            try:
                verify_document(forged)
            except Refused:
                refused += 1
    assert refused >= 5


@pytest.mark.parametrize("level", [-(10**6), 10**6])
def test_level_moved_far_away(exact: Exact, level: int) -> None:
    """One child then has to prove all that both did, which few can."""
    refused = 0
    cases = list(changed(exact("branching"), lambda node: "level" in node))
    for forged, node in cases:
        node["level"] = level
        try:
            verify_document(forged)
        except Refused:
            refused += 1
    assert refused > len(cases) / 2


@pytest.mark.parametrize("level", [0.5, "1", None, True])
def test_level_that_is_no_integer(exact: Exact, level: object) -> None:
    for forged, node in changed(exact("branching"), lambda node: "level" in node):
        node["level"] = level
        refuse(forged)


@pytest.mark.parametrize("kind", ["capacity", "Intercept", None, 1])
def test_split_on_something_else(exact: Exact, kind: object) -> None:
    for forged, node in changed(exact("branching"), split):
        node["split"] = kind
        refuse(forged)


@pytest.mark.parametrize("number", [-1, 10**6, 0.0, None])
def test_count_of_a_set_that_does_not_exist(exact: Exact, number: object) -> None:
    cases = list(changed(exact("branching"), lambda node: "set" in node))
    assert cases
    for forged, node in cases:
        node["set"] = number
        refuse(forged)


@pytest.mark.parametrize(
    "members", [[], [[1, 0]], [[0, 0]], [[0, 99]], [[0, 1], [0, 1]], [[0]], None, [[0.0, 1]]]
)
def test_set_that_is_no_set_of_pairs(exact: Exact, members: object) -> None:
    document = exact("branching")
    point = next(p for p in document["points"] if p["certificate"]["sets"])
    point["certificate"]["sets"][0] = members
    refuse(document)


# ---- symmetries ------------------------------------------------------------


def symmetric(document: Document) -> Iterator[tuple[Document, list[Any]]]:
    for index, point in enumerate(document["points"]):
        for group in range(len(point["certificate"]["symmetries"])):
            forged = copy.deepcopy(document)
            yield forged, forged["points"][index]["certificate"]["symmetries"][group]


@pytest.mark.parametrize("name", ["symmetric", "branching"])
def test_symmetry_that_is_no_automorphism(exact: Exact, name: str) -> None:
    cases = list(symmetric(exact(name)))
    assert cases
    for forged, group in cases:
        size = len(group[0])
        group.append([1, 2, 0, *range(3, size)])
        refuse(forged)


@pytest.mark.parametrize("name", ["symmetric", "branching"])
def test_symmetry_that_is_no_permutation(exact: Exact, name: str) -> None:
    for forged, group in symmetric(exact(name)):
        size = len(group[0])
        for wrong in ([0] * size, [*range(size - 1)], [*range(size + 1)], [-1, *range(1, size)]):
            group[0] = wrong
            refuse(forged)


def test_symmetry_that_does_not_keep_weights() -> None:
    """Two leaves of a star are alike, unless one has more hosts."""
    star = Network(switches=4, links=tuple(Link(0, u, "local") for u in (1, 2, 3)))
    tree = {"objective": 1, "halves": [[0, 1]], "symmetry": 0}
    swap = [[[0, 2, 1, 3]]]
    assert check(star, tree, 2, symmetries=swap)
    balance = Balance(name="hosts", weights=(1, 1, 3, 1))
    certificate = {"format": "alphacut-certificate/1", "kind": "tree", "denominator": 1}
    with pytest.raises(Refused, match="weights"):
        check_certificate(
            {**certificate, "symmetries": swap, "tree": tree},
            network=star,
            balance=balance,
            alpha=Alpha(0, 1),
            target=2,
            established=dict[Alpha, int]().__getitem__,
        )


@pytest.mark.parametrize("group", [5, None, "rotation", {"0": 1}, [5], [None]])
def test_symmetry_that_is_no_list_of_lists(exact: Exact, group: object) -> None:
    for forged, _ in symmetric(exact("symmetric")):
        for point in forged["points"]:
            if point["certificate"]["symmetries"]:
                point["certificate"]["symmetries"][0] = group
        refuse(forged)


@pytest.mark.parametrize("number", [-1, 99, 0.0, "0"])
def test_symmetry_that_does_not_exist(exact: Exact, number: object) -> None:
    for forged, node in changed(exact("symmetric"), lambda n: "symmetry" in n):
        node["symmetry"] = number
        refuse(forged)


def test_symmetry_that_moves_a_counted_set() -> None:
    """A leaf below a count of one pair may not average over what moves that pair."""
    k4 = complete(4)
    one_pair = {
        "split": "count",
        "set": 0,
        "level": 0,
        "low": {"objective": 2, "halves": [[u, 1] for u in range(4)], "symmetry": 0},
        "high": {"objective": 2, "halves": [[u, 1] for u in range(4)]},
    }
    sets, rotation = [[[0, 1]]], [[[1, 2, 3, 0]]]
    with pytest.raises(Refused, match="does not keep the counts"):
        check(k4, one_pair, 4, sets=sets, symmetries=rotation)
    del one_pair["low"]["symmetry"]  # type: ignore[attr-defined]
    assert check(k4, one_pair, 4, sets=sets, symmetries=rotation)


def test_count_takes_only_what_its_path_says() -> None:
    """Multipliers of a limit that another branch has are refused."""
    tree = {"objective": 1, "counts": [[0, 5, 0]]}
    with pytest.raises(Refused, match="does not limit"):
        check(complete(4), tree, 1, sets=[[[0, 1]]])
