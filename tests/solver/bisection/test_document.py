"""The documents that users download."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, trace
from alphacut.solver.bisection.document import curve_document, point_document
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha

Solve = Callable[..., dict[str, Any]]
TOPOLOGY = {"family": "dragonfly", "a": 2, "h": 3, "arrangement": "absolute"}


@pytest.fixture(scope="module")
def document(solve: Solve) -> dict[str, Any]:
    return solve(TOPOLOGY)


@pytest.fixture
def network() -> Network:
    return Dragonfly(a=2, h=3, arrangement="absolute").network()


def written_point(network: Network, alpha: Alpha) -> dict[str, Any]:
    balance = Balance.of(network)
    problem = CurveProblem(network=network, balance=balance, low=alpha, high=alpha)
    return point_document(
        trace(problem, answer),
        topology=specs.complete(specs.parse(TOPOLOGY)),
        network=network,
        balance=balance,
        provenance={"seconds": 1},
    )


def test_topology_is_complete_and_is_read_back(document: dict[str, Any]) -> None:
    assert document["topology"]["groups"] == 7
    network = specs.build(specs.parse(document["topology"]))
    assert document["switches"] == network.switches == 14
    assert document["links"] == {"local": 7, "global": 21}


def test_rationals_are_strings_and_the_open_end_is_null(document: dict[str, Any]) -> None:
    assert document["segments"][0]["from"] == "0"
    assert document["segments"][-1]["to"] is None
    for segment in document["segments"]:
        assert type(segment["intercept"]) is type(segment["slope"]) is int
        assert isinstance(segment["from"], str)
    for point in document["points"]:
        assert isinstance(point["alpha"], str)
        assert Fraction(point["value"]) == Fraction(point["lower"])


def test_segments_meet_at_breakpoints_and_points_stand_there(document: dict[str, Any]) -> None:
    ends = [segment["to"] for segment in document["segments"][:-1]]
    assert ends == [segment["from"] for segment in document["segments"][1:]]
    assert [point["alpha"] for point in document["points"]] == ["0", *ends, "inf"]


def test_ends_hold_least_intercept_and_least_slope(document: dict[str, Any]) -> None:
    first, last = document["segments"][0], document["segments"][-1]
    assert document["points"][0]["value"] == str(first["intercept"])
    assert document["points"][-1]["value"] == str(last["slope"])


def test_exact_document_has_no_lower_curve(document: dict[str, Any]) -> None:
    assert document["status"] == "exact"
    assert "lower" not in document
    assert "gap" not in document


def test_sides_are_sorted_and_their_capacity_is_the_line(
    document: dict[str, Any], network: Network
) -> None:
    for segment in document["segments"]:
        assert segment["side"] == sorted(segment["side"])
        assert network.cut(segment["side"]) == (segment["intercept"], segment["slope"])


def test_bounded_document_has_both_curves_and_the_gap(network: Network) -> None:
    balance = Balance.of(network)
    problem = CurveProblem(network=network, balance=balance)
    steps: list[Envelope] = []

    def should_continue(envelope: Envelope) -> bool:
        steps.append(envelope)
        return len(steps) < 4

    envelope = trace(problem, answer, should_continue=should_continue)
    written = curve_document(
        envelope,
        topology=specs.complete(specs.parse(TOPOLOGY)),
        network=network,
        balance=balance,
        provenance={},
    )
    assert written["status"] == "bounded"
    assert written["lower"][0]["from"] == "0"
    assert written["lower"][-1]["to"] is None
    assert 0 < Fraction(written["gap"]) <= 1
    assert verify_document(json.loads(json.dumps(written))).status == "bounded"


@pytest.mark.parametrize("alpha", [ZERO, Alpha(1, 3), Alpha(5, 4), INFINITY], ids=str)
def test_point_document_is_one_point_with_its_side(network: Network, alpha: Alpha) -> None:
    written = written_point(network, alpha)
    assert written["format"] == "alphacut-point/1"
    assert written["point"]["alpha"] == str(alpha)
    line = network.cut(written["side"])
    assert Line(written["intercept"], written["slope"]) == line
    assert Fraction(written["point"]["value"]) == alpha.value(alpha.scaled(line))
    assert verify_document(json.loads(json.dumps(written))).status == "exact"


def test_point_document_of_nothing_proven_is_bounded(network: Network) -> None:
    balance = Balance.of(network)
    problem = CurveProblem(network=network, balance=balance, low=Alpha(1, 1), high=Alpha(1, 1))
    envelope = trace(problem, answer, should_continue=lambda grown: not grown.cuts)
    written = point_document(
        envelope,
        topology=specs.complete(specs.parse(TOPOLOGY)),
        network=network,
        balance=balance,
        provenance={},
    )
    assert (written["status"], written["point"]["lower"]) == ("bounded", "0")
    assert verify_document(json.loads(json.dumps(written))).status == "bounded"
