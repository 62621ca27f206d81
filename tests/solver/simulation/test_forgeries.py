"""Documents on simulations that are changed: what no run could have measured is refused."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.solver.common.completing import completed
from alphacut.solver.common.errors import SolverError
from alphacut.solver.simulation.kind import SIMULATION
from alphacut.solver.simulation.verify.document import verify_simulation
from tests.forging import forged

Json = dict[str, Any]
RING = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}
ASKED = {
    "kind": "simulation", "topology": RING, "mechanism": "minimal", "loads": ["1/5", "1"],
    "cycles": 900, "warm_up": 300,
}  # fmt: skip
RUNS = 400


@pytest.fixture(scope="module")
def document() -> Json:
    request = completed(SIMULATION.request(), ASKED)
    SIMULATION.check(request, LIMITS)
    question = SIMULATION.read(request, LIMITS)
    found: list[Any] = []
    for step in range(SIMULATION.steps(request)):
        found.append(SIMULATION.work(question, step, found))
    written = SIMULATION.document(question, found, {})
    assert written is not None
    return dict(written)


def test_the_original_is_accepted_and_tells_what_is_not_checked(document: Json) -> None:
    verdict = verify_simulation(document)
    assert verdict.status == "measured"
    assert "not checked" in verdict.checked[-1]
    assert any("exact limit" in each for each in verdict.checked)


def test_a_run_is_replayed_by_its_seed(document: Json) -> None:
    """The check that the verifier is not: the same program, with the same seeds."""
    request = completed(SIMULATION.request(), ASKED)
    question = SIMULATION.read(request, LIMITS)
    again = SIMULATION.work(question, 1, [{"mechanism": document["mechanism"]}])
    assert again["run"] == document["runs"][1]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("delivered", 1), ("generated", 1), ("waiting", 1), ("moving", 1), ("seed", 1),
        ("accepted", 1e-6), ("latency", 1e-6), ("busiest", 1e-6), ("busiest", 1),
        ("accepted", 1), ("stopped", 5), ("refused", 10**6), ("latency", 10**6),
    ],
)  # fmt: skip
def test_each_number_of_a_run_is_held_to_its_accounts(
    document: Json, name: str, value: float
) -> None:
    for number in range(2):
        changed = copy.deepcopy(document)
        run = changed["runs"][number]
        run[name] = value if run[name] is None else run[name] + value
        with pytest.raises(SolverError, match=r"runs\."):
            verify_simulation(changed)


@pytest.mark.parametrize("exact", ["1/2", "1", "2/3"])
def test_another_exact_limit_is_refused(document: Json, exact: str) -> None:
    if exact != document["saturation"]:
        with pytest.raises(SolverError, match="saturation is not"):
            verify_simulation({**document, "saturation": exact})


def test_a_limit_of_packets_that_choose_is_refused(document: Json) -> None:
    parameters = {**document["parameters"], "choice": "ugal-l"}
    with pytest.raises(SolverError, match="packets that choose"):
        verify_simulation({**document, "parameters": parameters})


def test_what_is_accepted_though_it_was_changed_keeps_all_accounts(document: Json) -> None:
    """Settings of the program pass where the accounts and the exact limit are right with them."""
    rng, accepted = random.Random(1), 0
    for _ in range(RUNS):
        changed = forged(document, rng)
        try:
            verify_simulation(changed)
        except SolverError:
            continue
        accepted += 1
        assert changed["mechanism"]["name"] == document["mechanism"]["name"]
        assert changed.get("saturation") in (None, document["saturation"])
        assert changed["status"] in ("measured", "unverified")
        for run in changed["runs"]:
            assert run["generated"] == run["delivered"] + run["waiting"] + run["moving"]
    assert accepted < RUNS // 4
