"""The network of the paper: 1,896 switches, 24,648 hosts, each mechanism within a minute."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from alphacut.solver.routing.verify.document import verify_routing

PAPER = "dragonfly:a=24,h=13,p=13,arrangement=palmtree,trunking=4"
CASES = [
    ("minimal", 1_059_864, "24647/26533", "1/78"),
    ("2-colour", 825_708, "24647/39715", "1/78"),
    ("4-colour", 566_904, "24647/26533", "1/78"),
    ("4-colour-nonminimal", 635_160, "24647/52897", "77/169"),
]
SLOW = ("minimal", "4-colour", "4-colour-nonminimal")


@pytest.mark.parametrize(
    ("mechanism", "dependencies", "uniform", "adversarial"),
    [pytest.param(*each, marks=[pytest.mark.slow] * (each[0] in SLOW)) for each in CASES],
)
def test_published_counts_and_loads(
    mechanism: str, dependencies: int, uniform: str, adversarial: str, route: Any
) -> None:
    routed = route(PAPER, mechanism)
    assert len(routed.built.mechanism.dependencies()) == dependencies
    for traffic, expected in (("uniform", uniform), ("adversarial:1", adversarial)):
        loads = routed.built.mechanism.loads(routed.demand(traffic))
        assert str(loads.saturation) == expected


@pytest.mark.slow
@pytest.mark.parametrize("mechanism", [*(each[0] for each in CASES), "valiant"])
def test_documents_are_accepted(mechanism: str, route: Any) -> None:
    document = route(PAPER, mechanism).document("uniform")
    assert document["deadlock"]["verdict"] == "free"
    assert verify_routing(document).status == "exact"


@pytest.mark.slow
def test_valiant_by_group(route: Any) -> None:
    routed = route(PAPER, "valiant", valiant="group")
    uniform = routed.document("uniform")
    assert uniform["deadlock"]["verdict"] == "free"
    assert verify_routing(uniform).status == "exact"
    assert round(float(Fraction(uniform["load"]["saturation"])), 3) == 0.506
    loads = routed.built.mechanism.loads(routed.demand("adversarial:13"))
    assert loads.saturation == Fraction(77, 338)


@pytest.mark.slow
def test_unequal_numbers_of_links_of_each_colour_halve_the_load(route: Any) -> None:
    """Between some groups three links of one colour and one of the other."""
    rows = [(1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0)]
    colours = [0] * 24
    for place, row in enumerate(rows):
        for k, colour in enumerate(row):
            colours[place + 6 * k] = colours[23 - place - 6 * k] = colour
    routed = route(PAPER, "2-colour", colouring=",".join(map(str, colours)))
    loads = routed.built.mechanism.loads(routed.demand("uniform"))
    assert round(float(loads.saturation), 3) == 0.311
