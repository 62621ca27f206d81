"""Rates that two other programs found, by enumeration of all paths and by products of counts."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.throughput.models import MODELS
from alphacut.solver.throughput.verify.document import verify_throughput

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))["cases"]
TRAFFIC = {
    "perm1": "permutation:seed=1",
    "perm2": "permutation:seed=2",
    "shift18": "shift:18",
    "uniform": "uniform",
    "adversarial1": "adversarial:1",
}
NAMES = {f"No. {number}": number for number in range(6)} | {"mcf": "mcf"}
SMALL = "dragonfly:a=2,h=2,p=2,trunking=2,arrangement=circulant"  # 3 groups of 2 switches


def name_of(case: dict[str, Any]) -> str:
    return "-".join([case["spec"].partition("arrangement=")[2], case["traffic"], case["alpha"]])


def quick(case: dict[str, Any]) -> bool:
    """Whether a case is checked by every run of the tests, not only by those of all."""
    return "trunking" in case["spec"] or (case["traffic"] == "shift18" and case["alpha"] == "2")


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=name_of(c), marks=[] if quick(c) else pytest.mark.slow) for c in CASES],
)
def test_rates_of_all_models(case: dict[str, Any], ask: Callable[..., dict[str, Any]]) -> None:
    models = [NAMES[name] for name in NAMES if name in case]
    found = ask(case["spec"], TRAFFIC[case["traffic"]], case["alpha"], models)
    assert verify_throughput(found).status == "exact"
    for entry in found["models"]:
        wanted = case["mcf" if entry["model"] == "mcf" else f"No. {entry['model']}"]
        near = 1e-7 if entry["model"] == "mcf" else 1e-9
        assert float(Fraction(entry["rate"]["lower"])) == pytest.approx(wanted, abs=near)
        assert entry["rate"]["lower"] == entry["rate"]["upper"]


@pytest.mark.parametrize("model", MODELS[:6], ids=lambda model: model.title)
@pytest.mark.parametrize(
    ("spec", "traffic", "alpha"),
    [
        (SMALL, "permutation:seed=4", "1"),
        (SMALL, "uniform", "1/2"),
        ("cascade:groups=3,trunking=2,rows=2,columns=2,p=1", "shift:5", "1/3"),
        ("dragonfly:a=2,h=2,p=1,trunking=2,groups=3,arrangement=absolute", "shift:1", "1/4"),
    ],
)
def test_the_program_over_all_paths_gives_the_same(
    spec: str,
    traffic: str,
    alpha: str,
    model: Any,
    ask: Callable[..., dict[str, Any]],
    by_listing: Callable[..., float],
) -> None:
    network = specs.build(specs.read(spec))
    [entry] = ask(spec, traffic, alpha, str(model.name))["models"]
    wanted = by_listing(network, traffic, alpha, model)
    assert float(Fraction(entry["rate"]["lower"])) == pytest.approx(wanted, abs=1e-7)
    assert float(Fraction(entry["rate"]["upper"])) == pytest.approx(wanted, abs=1e-7)


def test_adversarial_traffic_has_one_rate_under_every_model(
    ask: Callable[..., dict[str, Any]],
) -> None:
    found = ask("dragonfly:a=4,h=2,p=2,arrangement=nautilus", "adversarial:1", "1", [2, 3, 4, 5])
    assert {entry["rate"]["lower"] for entry in found["models"]} == {"9/16"}  # (ah+1)/(2pa)


def test_uniform_traffic_at_half_the_capacity(ask: Callable[..., dict[str, Any]]) -> None:
    [entry] = ask("dragonfly:a=4,h=2,p=2,arrangement=relative", "uniform", "1/2")["models"]
    assert entry["rate"] == {"lower": "71/128", "upper": "71/128"}
    assert entry["load"]["global"] == {"mean": 1.0, "max": 1.0}
    assert len(entry["links"]) == 72


def test_traffic_inside_switches_meets_the_hosts_alone(ask: Callable[..., dict[str, Any]]) -> None:
    matrix = {"demands": [[0, 1, "3"], [2, 3, "1/2"]]}
    found = ask("dragonfly:a=2,h=1,p=2,arrangement=relative", matrix, "1", "all")
    assert {entry["rate"]["upper"] for entry in found["models"]} == {"1/3"}
    assert verify_throughput(found).status == "exact"
