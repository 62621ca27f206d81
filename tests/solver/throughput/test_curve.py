"""The rate as a function of α: its points, its proof, and what bisections say of it."""

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.throughput.curve import trace_rate, value_at
from alphacut.solver.throughput.cut_bound import cut_lines, least_at
from alphacut.solver.throughput.models import BY_NAME
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.verify.document import verify_throughput
from alphacut.solver.traffic.reading import read_traffic

Document = dict[str, Any]
SPEC = "dragonfly:a=2,h=1,p=2,arrangement=relative"


def value(curve: Document, alpha: Fraction) -> Fraction:
    for each in curve["segments"]:
        if each["to"] is None or alpha <= Fraction(each["to"]):
            return Fraction(each["intercept"]) + Fraction(each["slope"]) * alpha
    raise AssertionError


@pytest.fixture(scope="session")
def original(ask: Callable[..., Document]) -> Document:
    found = ask(SPEC, "permutation:seed=2", "1", [3, 5, "mcf"], curve=True)
    return dict(json.loads(json.dumps(found)))


def test_curves_are_exact_and_verified(original: Document) -> None:
    assert verify_throughput(original).status == "exact"
    for entry in original["models"]:
        assert entry["curve"]["status"] == "exact"
        assert len(entry["curve"]["points"]) == len(entry["curve"]["segments"])
        assert value(entry["curve"], Fraction(1)) == Fraction(entry["rate"]["lower"])


@pytest.mark.parametrize("alpha", ["1/7", "3/4", "5/4", "9"])
def test_a_curve_goes_through_the_rate_at_any_alpha(
    original: Document, alpha: str, ask: Callable[..., Document]
) -> None:
    single = ask(SPEC, "permutation:seed=2", alpha, [3, 5, "mcf"])
    for one, other in zip(original["models"], single["models"], strict=True):
        assert value(one["curve"], Fraction(alpha)) == Fraction(other["rate"]["upper"])


def test_no_bisection_carries_more_than_its_capacity(
    original: Document, solve: Callable[..., Document], ask: Callable[..., Document]
) -> None:
    spec = specs.read(SPEC)
    network = specs.build(spec)
    bisection = solve(specs.complete(spec))
    demands = read_traffic("permutation:seed=2", network).between_switches(network)
    lines = cut_lines(bisection, demands)
    for step in range(1, 30):
        alpha = Fraction(step, 10)
        assert value(original["models"][2]["curve"], alpha) <= least_at(lines, alpha)
    uniform = read_traffic("uniform", network).between_switches(network)
    bound = least_at(cut_lines(bisection, uniform), Fraction(1))
    hosts = 12
    assert bound == Fraction(4 * (hosts - 1), hosts**2) * 2  # B(1) = 1 + α = 2
    [entry] = ask(SPEC, "uniform", "1", "mcf")["models"]
    assert Fraction(entry["rate"]["upper"]) <= bound


def test_a_curve_that_was_cut_short_holds_on_both_sides(original: Document) -> None:
    spec = specs.read(SPEC)
    network = specs.build(spec)
    asked = Question(
        topology=specs.complete(spec),
        network=network,
        traffic=read_traffic("permutation:seed=2", network),
        alpha=Alpha.of(1),
        models=(BY_NAME["3"],),
    )
    curve = trace_rate(Machine(asked), BY_NAME["3"], Clock(0.0))
    whole = original["models"][0]["curve"]
    for step in range(1, 20):
        alpha = Fraction(step, 5)
        above = min(each.bound.at(alpha) for each in curve.stretches)
        assert value_at(curve.lower, alpha) <= value(whole, alpha) <= above


@pytest.mark.parametrize(
    ("path", "new", "message"),
    [
        ("segments.0.slope", "1/100", "prove no such line|do not meet"),
        ("segments.0.to", "1/3", "should begin where|do not meet"),
        ("segments.0.from", "1/3", "should begin where"),
        ("segments.0.lengths.0", -1, "at least 0"),
        ("points.1.rate", "9/10", "do not prove its rate|is not proven"),
        ("points.1.alpha", "1/1000", "do not prove its rate|is not proven"),
        ("points.1.rates", [], "do not prove its rate"),
        ("segments", [], "should reach from 0"),
        ("points", [], "is not proven"),
    ],
)
def test_forged_curves_are_refused(
    original: Document, path: str, new: object, message: str
) -> None:
    document = copy.deepcopy(original)
    *outer, last = path.split(".")
    node: Any = document["models"][0]["curve"]
    for part in outer:
        node = node[int(part)] if part.isdigit() else node[part]
    node[int(last) if last.isdigit() else last] = new
    with pytest.raises(Refused, match=message):
        verify_throughput(document)


def test_a_curve_that_cannot_be_read_is_told(original: Document) -> None:
    document = copy.deepcopy(original)
    document["models"][0]["curve"]["status"] = "sure"
    with pytest.raises(DocumentError, match=r"curve\.status"):
        verify_throughput(document)
