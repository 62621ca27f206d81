"""Forged documents: what the verifier accepts of them is true by a program over all paths."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.common.errors import SolverError
from alphacut.solver.common.fields import same
from alphacut.solver.common.limits import Limits
from alphacut.solver.throughput.models import BY_NAME, MCF, Control, Model
from alphacut.solver.throughput.verify.document import verify_throughput
from alphacut.solver.traffic.reading import read_traffic
from tests.forging import forged
from tests.solver.throughput.conftest import Listing, any_rate, listed_rate, shared_sets

Document = dict[str, Any]
LIMITS = Limits(switches=60, links=200)
NEAR = 1e-6  # of the program in floating point
QUESTIONS = [
    ("dragonfly:a=2,h=1,p=1,arrangement=absolute", "permutation:seed=1", "1", "1"),
    ("dragonfly:a=2,h=2,p=1,arrangement=relative", "adversarial:1", "1", "2"),
    ("dragonfly:a=2,h=2,p=2,trunking=2,arrangement=circulant", "permutation:seed=4", "1/3", "1"),
]


class Judge:
    """Says what is false in a document that was accepted."""

    def __init__(self) -> None:
        self._rates: dict[str, float] = {}

    def false(self, document: Document) -> str | None:
        network = specs.build(specs.parse(document["topology"]))
        if not same([document["switches"], document["hosts"]],
                    [network.switches, sum(network.hosts)]):  # fmt: skip
            return "the size of the network"
        for entry in document["models"]:
            model = BY_NAME[str(entry["model"])]
            if not same(entry["model"], model.name):
                return "the name of a model"
            lower, upper = (Fraction(entry["rate"][side]) for side in ("lower", "upper"))
            rate = self._rate(document, model)
            if not float(lower) - NEAR <= rate <= float(upper) + NEAR:
                return f"{lower} ≤ {rate} ≤ {upper}"
            least = {"exact": Fraction(0), "optimal": Fraction(1, 10**6)}.get(entry["status"])
            if least is not None and upper - lower > least:
                return "a status"
            if not same(entry["variables"], self._variables(document, model, entry)):
                return "a number of variables"
            if any(type(end) is not int for link in entry["links"] for end in link[:2]):
                return "the type of a number"
        return None

    def _rate(self, document: Document, model: Model) -> float:
        asked = [
            document["topology"],
            document["traffic"],
            document["alpha"],
            model.name,
            document.get("injection", "1"),
        ]
        key = json.dumps(asked, sort_keys=True)
        if key not in self._rates:
            network = specs.build(specs.parse(document["topology"]))
            by = any_rate if model is MCF else listed_rate
            self._rates[key] = by(
                network,
                document["traffic"],
                document["alpha"],
                model,
                document.get("injection", "1"),
            )
        return self._rates[key]

    def _variables(self, document: Document, model: Model, entry: Document) -> int:
        """Count the sets of paths one by one; no question here is folded."""
        if model.valiant in (None, Control.INDIVIDUAL):
            return len(entry["evidence"]["rates"])
        network = specs.build(specs.parse(document["topology"]))
        demands = read_traffic(document["traffic"], network).between_switches(network)
        listing = Listing(network)
        ends = zip(demands.sources.tolist(), demands.destinations.tolist(), strict=True)
        return sum(
            len(shared_sets(getattr(listing, kind)(*flow), control))
            for flow in ends
            for kind, control in (("minimal", model.minimal), ("valiant", model.valiant))
        )


@pytest.mark.parametrize("count", [300, pytest.param(12_000, marks=pytest.mark.slow)])
def test_no_forgery_is_accepted_that_is_false(ask: Callable[..., Document], count: int) -> None:
    rng, judge = random.Random(47), Judge()
    originals = [
        json.loads(json.dumps(ask(spec, traffic, alpha, "all", curve=at == 0, injection=injection)))
        for at, (spec, traffic, alpha, injection) in enumerate(QUESTIONS)
    ]
    for original in originals:
        assert verify_throughput(original).status == "exact"
        assert judge.false(original) is None
    refused = accepted = 0
    while refused + accepted < count:
        original = rng.choice(originals)
        document = forged(original, rng)
        if same(document, original):
            continue
        try:
            verify_throughput(document, limits=LIMITS)
        except SolverError:
            refused += 1
            continue
        accepted += 1
        assert judge.false(document) is None, json.dumps(document)
    assert refused > accepted
