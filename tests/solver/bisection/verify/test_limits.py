"""What a check may cost: the place that would take more is named before it is built."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.bisection.verify.components import least_by_components
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.bisection.verify.orbit_variables import OrbitVariables
from alphacut.solver.bisection.verify.sweep.layout import layout
from alphacut.solver.bisection.verify.sweep.states import States
from alphacut.solver.common.alpha import ZERO, Alpha
from alphacut.solver.common.errors import BeyondLimit, DocumentError, Refused
from alphacut.solver.common.limits import USUAL, Limits, room_for, within
from alphacut.solver.common.verdict import refuse_files

Document = dict[str, Any]
Exact = Callable[[str], Document]

DOCS = Path(__file__).parents[4] / "docs" / "certificate.md"


def beyond(document: Document, **limits: int) -> BeyondLimit:
    with pytest.raises(BeyondLimit) as caught:
        verify_document(document, refuse_files, Limits(**limits))
    return caught.value


def packed(number: int) -> str:
    """Return a table of zeros: thousands of them take a few bytes."""
    return base64.b64encode(zlib.compress(bytes(8 * number), 9)).decode()


def path_of(switches: int, certificate: Document) -> Document:
    """Return a document about a path of switches at α = 1, whose only cut has a capacity of 1."""
    links = [[u, u + 1] for u in range(switches - 1)]
    return {
        "format": "alphacut-point/1",
        "topology": {"family": "graph", "switches": switches, "links": links},
        "switches": switches,
        "links": {"local": switches - 1, "global": 0},
        "balance": "switches",
        "status": "exact",
        "point": {
            "alpha": "1", "value": "1", "lower": "1", "proof": "certificate",
            "certificate": certificate,
        },
        "intercept": 1,
        "slope": 0,
        "side": list(range(switches // 2)),
    }  # fmt: skip


def tree(node: Document, **more: Any) -> Document:
    return {
        "format": "alphacut-certificate/1", "kind": "tree", "denominator": 1, "tree": node, **more,
    }  # fmt: skip


def semidefinite(switches: int) -> Document:
    leaf = {
        "objective": 1, "number": 0, "triangles": packed(0), "box": packed(switches**2),
        "diagonal": packed(switches), "halves": packed(switches),
    }  # fmt: skip
    return path_of(switches, tree({"semidefinite": leaf}))


@pytest.mark.parametrize(
    ("topology", "limit"),
    [
        ({"family": "complete", "switches": 2_000}, "links"),
        ({"family": "graph", "switches": 999_999_999, "links": []}, "switches"),
        ({"family": "torus", "sides": [10_000, 10_000]}, "switches"),
    ],
)
def test_a_network_that_is_too_large_is_not_built(topology: Document, limit: str) -> None:
    document = {**path_of(4, {}), "topology": topology}
    assert beyond(document).limit == limit


def test_a_network_may_be_as_large_as_is_allowed(exact: Exact) -> None:
    document = exact("counted")
    assert beyond(document, switches=9).limit == "switches"
    assert beyond(document, links=14).limit == "links"
    limits = Limits(switches=10, links=15)
    assert verify_document(document, refuse_files, limits).status == "exact"


def test_a_matrix_is_refused_by_its_rows_before_it_is_read() -> None:
    error = beyond(semidefinite(1_000), matrix=999)
    assert (error.limit, str(error)[:5]) == ("matrix", "α = 1")
    assert beyond(semidefinite(1_000), memory=60).limit == "memory"
    tables = dict.fromkeys(("diagonal", "halves", "box", "triangles"), "")
    leaf = {"semidefinite": {"objective": 1, **tables}}
    assert beyond(path_of(6_000, tree(leaf))).limit == "matrix"


def test_nodes_of_a_tree_are_counted() -> None:
    node: Document = {}
    for _ in range(20):
        node = {"split": "slope", "level": 7, "low": {}, "high": node}
    assert beyond(path_of(4, tree(node)), nodes=40).limit == "nodes"


def test_symmetries_and_sets_of_switches_are_held_to_memory() -> None:
    network = specs.build(specs.parse({"family": "hypercube", "dimension": 12}))
    balance = Balance.of(network)
    turned = [u ^ 1 for u in range(network.switches)]
    with within(Limits(memory=1)):
        with pytest.raises(BeyondLimit, match="symmetries"):
            OrbitVariables(network, balance, [turned] * 2_000)
        variables = OrbitVariables(network, balance, [])
        with pytest.raises(BeyondLimit, match="pairs of switches"):
            variables.quadratic(range(200), [1] * 200)


def test_states_of_a_sweep_are_held_to_memory() -> None:
    [step, *_] = layout([0, 1], {}, [1, 1]).steps
    states = States.start(1)
    for _ in range(14):
        states = states.placed(step, both=True)
    with within(Limits(memory=1)), pytest.raises(BeyondLimit, match="states of a sweep"):
        states.placed(step, both=True)


def test_components_of_many_different_weights_are_left_uncounted() -> None:
    """Two paths of eleven switches, with 1, 2, 4, … hosts: adding them up would take minutes."""
    links = [[u, u + 1] for u in range(21) if u != 10]
    hosts = [1 << u for u in range(22)]
    network = specs.build(
        specs.parse({"family": "graph", "switches": 22, "links": links, "hosts": hosts})
    )
    assert least_by_components(network, Balance.of(network, "hosts"), Alpha(1, 1)) is None
    assert least_by_components(network, Balance.of(network), ZERO) == 0


@pytest.mark.parametrize(
    ("hosts", "sizes", "told"),
    [
        ([10**9, 1, 1], {}, "^balance: the weights add up to 1000000002 units of 1"),
        # these can be divided, but not with what fills up either side
        ([6_000_001, 1, 1], {"sizes": {"least": 1, "most": 3_000_001}}, "^sizes: with what fills"),
    ],
)
def test_weights_of_too_many_units_are_no_fault_of_the_verifier(
    hosts: list[int], sizes: Document, told: str
) -> None:
    document = path_of(3, {})
    document["topology"]["hosts"] = hosts
    with pytest.raises(DocumentError, match=told):
        verify_document({**document, "balance": "hosts", **sizes})


def test_proofs_of_our_own_are_held_to_nothing() -> None:
    """An engine checks what it has just made, at the size that it was asked for."""
    document = semidefinite(300)
    network = specs.build(specs.parse(document["topology"]))
    room_for(1 << 60, "whatever it is")
    with pytest.raises(Refused, match="not shown to be semidefinite"):
        check_certificate(
            document["point"]["certificate"],
            network=network,
            balance=Balance.of(network),
            alpha=Alpha(1, 1),
            target=1,
            established=lambda _: 0,
        )


def test_limits_end_with_the_check(exact: Exact) -> None:
    beyond(exact("counted"), links=1)
    room_for(1 << 60, "whatever it is")


def test_the_documentation_lists_the_usual_limits() -> None:
    section = DOCS.read_text("utf-8").split("## What a check may cost\n", 1)[1].split("\n#", 1)[0]
    rows = [line.split("|")[1:3] for line in section.splitlines() if line.startswith("| `")]
    listed = {name.strip(" `"): int(number) for name, number in rows}
    assert listed == {each.name: getattr(USUAL, each.name) for each in fields(Limits)}


LONG = "\x1b[31m" + "x" * 10_000


@pytest.mark.parametrize(
    "change",
    [
        {"format": LONG},
        {"status": LONG},
        {"balance": LONG},
        {"intercept": 10**3_999},
        {"intercept": 10**9_999},
        {LONG: 1},
        {"topology": {"family": LONG}},
        {"topology": LONG},
        {"point": {"alpha": LONG}},
        {"point": {"alpha": "1", "value": "1", "lower": "1", "proof": LONG}},
        {"point": {"alpha": "1", "value": "1", "lower": "1", "proof": "certificate",
                   "certificate": LONG}},
        {"levels": [{"intercept": 10**9_999, "slope": 10**9_999, "certificate": {}}]},
        {"certificates": LONG, "links": {LONG: 1}},
        {"theorem": {LONG: LONG}},
    ],
)  # fmt: skip
def test_messages_are_short_and_hold_no_control_characters(change: Document) -> None:
    document = {**path_of(4, tree({})), **change}
    with pytest.raises((Refused, BeyondLimit, ValueError)) as caught:
        verify_document(document)
    assert len(str(caught.value)) < 1_000
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "proof",
    [
        {"format": LONG},
        {"kind": LONG},
        {"tree": {"split": LONG, "level": 1}},
        {"tree": {"split": "slope", "level": LONG}},
        {"levels": [[10**9_999, 10**9_999]]},
        {"known": [[LONG, 1]]},
        {"known": [["1", 10**9_999]]},
        {"tree": {"symmetry": 10**9_999}},
        {"tree": {"rows": [[10**9_999, 1]]}},
        {"tree": {"classes": {"multipliers": [LONG], "rotation": 10**9_999}}},
    ],
)  # fmt: skip
def test_messages_about_proofs_too(proof: Document) -> None:
    with pytest.raises(Refused) as caught:
        verify_document(path_of(4, {**tree({}), **proof}))
    assert len(str(caught.value)) < 1_000
    assert str(caught.value).isprintable()
