"""Samples and worst failures, against every bisection of small networks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.failures import Failures
from alphacut.arrangements.formats.spec import build, parse
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.resilience import sampling
from alphacut.solver.resilience.resuming import gone_on
from alphacut.solver.resilience.verify.document import verify_resilience
from tests.solver.resilience.conftest import (
    SMALL,
    Json,
    answer,
    asked,
    least,
    question_of,
    sample_network,
)

RING = {"family": "torus", "sides": [8]}
SPINES = {  # four leaves with two hosts each, two spines without
    "family": "graph", "switches": 6, "hosts": [2, 2, 2, 2, 0, 0],
    "links": [[leaf, spine, "local", 2] for leaf in range(4) for spine in (4, 5)],
}  # fmt: skip


def check_against_truth(document: Json) -> None:
    """See that every range holds the truth, of the network that users would write as a spec."""
    alpha = Fraction(document["question"]["alpha"])
    for network in document["networks"]:
        balance = network["intact"]["balance"]
        for sample in network["samples"]:
            for level, entry in zip(network["levels"], sample["at"], strict=True):
                built = sample_network(document, network, level, sample["seed"])
                truth = least(built, balance, alpha)
                assert Fraction(entry["lower"]) <= truth <= Fraction(entry["upper"])
        for kind in ("switch", "group", "domain"):
            check_worst(network, kind, balance, alpha)


def check_worst(network: Json, kind: str, balance: str, alpha: Fraction) -> None:
    worst = network["worst"][kind]
    if worst is None:
        return
    whole = build(parse(network["topology"]))
    values = []
    for entry in worst["listed"]:
        left = Failures(switches=tuple(entry["switches"])).apply(whole)
        values.append(least(left, balance, alpha))
        assert Fraction(entry["lower"]) <= values[-1] <= Fraction(entry["upper"])
    assert Fraction(worst["lower"]) <= min(values) <= Fraction(worst["upper"])


@pytest.mark.parametrize(
    ("topology", "given"),
    [
        (SMALL, {"fail": "links=0:30%", "samples": 3}),
        (SMALL, {"fail": "links.global=1:4", "samples": 2, "alpha": "5/2"}),
        (SMALL, {"fail": "switches=0:4:2", "samples": 3, "domains": {"plane": [0, 4, 8]}}),
        (RING, {"fail": "links=1:4", "samples": 4}),
        (RING, {"fail": "switches=1:3", "samples": 2, "alpha": "1/3"}),
        (SPINES, {"fail": "links=10%:50%", "samples": 3, "domains": {"spines": [4, 5]}}),
        (SPINES, {"fail": "switches=1:2", "samples": 4}),
    ],
)
def test_ranges_hold_the_truth_and_are_exact(topology: Json, given: Json) -> None:
    document = answer(topology, **given)
    check_against_truth(document)
    assert document["status"] == "exact"
    assert verify_resilience(document).status == "exact"


def test_without_time_for_proofs_theorems_are_left() -> None:
    document = answer(SMALL, fail="links=1:5", samples=3, limits={"seconds": 0.5})
    check_against_truth(document)
    verify_resilience(document)


def test_a_bound_for_more_failures_holds_for_fewer() -> None:
    """Where only the last level is proven, the others have its bound, or a theorem's."""
    question = question_of(SMALL, fail="links=1:5:4")
    machine = question.machines[0]
    whole = sampling.Whole(
        network=machine.network, balance=machine.balance, alpha=question.alpha, lower=2, side=()
    )
    last = sampling.degraded(whole, question.failing, 5, 3)
    first = sampling.degraded(whole, question.failing, 1, 3)
    found = [
        sampling.Bounds(upper=9, side=sampling.best_cut(each, [], 0), lower=low, by="loss")
        for each, low in ((first, 1), (last, 2))
    ]
    sample = sampling.Sampling(
        whole=whole, failing=question.failing, numbers=(1, 5), seed=3, gap=Fraction(0)
    )
    one, other = sample._shared([first, last], found)
    assert (one.lower, one.by) == (2, "sample")
    assert (other.lower, other.by) == (2, "loss")
    assert one.upper == min(map(first.measured, (one.side, other.side)))


def test_worst_links_are_a_theorem() -> None:
    document = answer(SMALL, samples=0)
    value = Fraction(document["networks"][0]["intact"]["point"]["value"])
    for each in document["networks"][0]["worst"]["links"]:
        assert Fraction(each["lower"]) == Fraction(each["upper"]) == value - each["number"]


def test_what_falls_apart_is_told() -> None:
    path = {"family": "path", "switches": 6, "p": 3}
    document = answer(path, fail="links=2", samples=4)
    for sample in document["networks"][0]["samples"]:
        assert sample["at"][0]["components"] == 3
    band = document["networks"][0]["bands"][0]
    assert band["connected"] == 0
    assert band["hosts"] in (6, 9)
    verify_resilience(document)


def test_rates_are_those_of_any_routing() -> None:
    document = answer(RING, fail="links=1:2", samples=2, traffic=["uniform", "shift:4"])
    verify_resilience(document)
    for sample in document["networks"][0]["samples"]:
        whole, parted = sample["at"]
        assert all(rate["lower"] == rate["upper"] != "0" for rate in whole["throughput"])
        assert [rate["upper"] for rate in parted["throughput"]] == ["0", "0"]
        assert parted["components"] == 2


def test_several_networks_are_ranked() -> None:
    document = answer(SMALL, RING, fail="links=20%", samples=3)
    assert sorted(document["ranking"]["order"]) == [0, 1]
    assert len(document["networks"]) == 2
    verify_resilience(document)


def test_failures_that_are_listed_come_first() -> None:
    topology = {**RING, "failed": {"switches": [3], "links": [[0, 1]]}}
    document = answer(topology, fail="links=2", samples=3)
    check_against_truth(document)
    verify_resilience(document)


def test_the_same_seed_draws_the_same() -> None:
    one, other = (answer(SMALL, fail="links=3", samples=2, seed=5) for _ in range(2))
    values = [
        [x["at"][0]["upper"] for x in each["networks"][0]["samples"]] for each in (one, other)
    ]
    assert values[0] == values[1]
    assert [each["seed"] for each in one["networks"][0]["samples"]] == [5, 6]


@pytest.mark.parametrize("done", [1, 2, 3, 5])
def test_an_earlier_run_is_gone_on_from(done: int) -> None:
    given: Json = {"fail": "links=1:2", "samples": 3}
    document = answer(SMALL, RING, done=done, **given)
    verify_resilience(document)
    found = gone_on(question_of(SMALL, RING, **given), document)
    assert len(found) == done  # of two networks with three steps each


def test_more_samples_are_added_to_an_earlier_run() -> None:
    document = answer(SMALL, fail="links=1", samples=9)
    found = gone_on(question_of(SMALL, fail="links=1", samples=12), document)
    assert [len(each.get("samples", ())) for each in found] == [0, 4, 4]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seed": 1}, "seed"),
        ({"alpha": "2"}, "alpha"),
        ({"fail": "switches=1:2"}, "fail"),
        ({"fail": "links=1:3"}, "amounts"),
        ({"balance": "hosts"}, "balanced"),
    ],
)
def test_another_question_is_not_gone_on_with(given: Json, said: str) -> None:
    with pytest.raises(QuestionError, match=said):
        gone_on(question_of(SMALL, **{"samples": 2, **given}), answer(SMALL, samples=0))


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"fail": "links=99"}, "fail"),
        ({"alpha": 0}, "alpha"),
        ({"alpha": "inf"}, "alpha"),
        ({"injection": 0}, "injection"),
        ({"samples": 5_000}, "samples"),
        ({"samples": "3"}, "samples"),
        ({"seed": -1}, "seed"),
        ({"balance": "racks"}, "balance"),
        ({"traffic": ["worst"]}, "traffic"),
        ({"traffic": ["nonsense:1"]}, "traffic"),
        ({"traffic": 3}, "traffic"),
        ({"traffic": [{"demands": [[0, 1, 1]]}], "fail": "switches=1"}, "traffic"),
        ({"domains": {"a": [99]}}, "domains.a"),
        ({"domains": {"a": ["leaf"]}}, "domains.a"),
        ({"domains": {"a": []}}, "domains"),
        ({"domains": {"a": list(range(11))}}, "domains.a"),
        ({"domains": [0]}, "domains"),
        ({"limits": {"gap": "2"}}, "limits.gap"),
    ],
)
def test_what_is_wrong_is_named(given: Json, field: str) -> None:
    with pytest.raises(QuestionError) as error:
        asked(SMALL, **given)
    assert error.value.field == field


@pytest.mark.parametrize(
    ("topology", "field"),
    [
        ({**SMALL, "failed": {"random_links": 2}}, "topologies.0.failed.random_links"),
        ({"family": "graph", "switches": 1, "links": []}, "topologies.0"),
    ],
)
def test_networks_that_cannot_be_asked_about(topology: Any, field: str) -> None:
    with pytest.raises(QuestionError) as error:
        asked(topology, fail="links=1")
    assert error.value.field == field
