"""Everything that a document claims, compared with the truth about its network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from benchmarks.mutations.truth import Truth, truth_of

Document = Mapping[str, Any]


def false_claims(document: Document) -> list[str]:
    """List what is false in a document that was accepted, in words.

    A claim that rests on a solver's word is labelled as such, and may be false.
    """
    network = specs.build(specs.parse(document["topology"]))
    weights = Balance.of(network, document["balance"]).weights
    truth = truth_of(network, weights)
    judge = _judge_curve if document["format"] == "alphacut-curve/1" else _judge_point
    found = [*_head(document, network), *_levels(document, truth)]
    return [*found, *judge(document, network, weights, truth)]


def _levels(document: Document, truth: Truth) -> Iterator[str]:
    """Hold claims about single intercepts against all bisections that are known."""
    for claim in document.get("levels", []):
        for line in truth.lines:
            if line.intercept == claim["intercept"] and line.slope < claim["slope"]:
                yield f"a claim about intercept {line.intercept}"


def _head(document: Document, network: Network) -> Iterator[str]:
    if document["switches"] != network.switches:
        yield "the number of switches"
    if document["links"] != network.count_by_class():
        yield "the numbers of links"


def _judge_curve(
    document: Document, network: Network, weights: tuple[int, ...], truth: Truth
) -> Iterator[str]:
    segments = document["segments"]
    for place, segment in enumerate(segments):
        yield from _cut(segment, network, weights, f"segment {place}")
    for first, second in pairwise(segments):
        if first["to"] != second["from"] and Fraction(first["to"]) != Fraction(second["from"]):
            yield "segments that leave a gap"
    upper = Truth(tuple(_line(segment) for segment in segments), whole=True)
    for point in document["points"]:
        yield from _point(point, upper, truth)
    if document["status"] == "exact":
        yield from _exact(segments, truth)
    if document["status"] == "closed":
        yield from _closed(document)
    if document["status"] == "bounded":
        yield from _bounded(document, upper, truth)


def _judge_point(
    document: Document, network: Network, weights: tuple[int, ...], truth: Truth
) -> Iterator[str]:
    yield from _cut(document, network, weights, "the cut")
    point = document["point"]
    yield from _point(point, Truth((_line(document),), whole=True), truth)
    if document["status"] == "exact" and Fraction(point["value"]) > truth.at(_alpha(point)):
        yield "an exact value that is not the least"
    if document["status"] != "bounded" and Fraction(point["lower"]) != Fraction(point["value"]):
        yield "a status that the bounds do not bear out"


def _cut(
    written: Mapping[str, Any], network: Network, weights: tuple[int, ...], name: str
) -> Iterator[str]:
    """Measure a cut link by link, and weigh both sides."""
    inside = set(written["side"])
    severed = [link for link in network.links if (link.first in inside) != (link.second in inside)]
    by_name = {each.name: each for each in network.classes}
    intercept = sum(by_name[link.link_class].base * link.multiplicity for link in severed)
    slope = sum(by_name[link.link_class].slope * link.multiplicity for link in severed)
    if (intercept, slope) != (written["intercept"], written["slope"]):
        yield f"the capacity of {name}"
    if not inside <= set(range(network.switches)):
        yield f"the switches of {name}"
        return
    difference = sum(weights) - 2 * sum(weights[switch] for switch in inside)
    if abs(difference) != _least_difference(weights):
        yield f"the balance of {name}"


def _least_difference(weights: tuple[int, ...]) -> int:
    reachable = {0}
    for weight in weights:
        reachable |= {each + weight for each in reachable}
    return min(abs(sum(weights) - 2 * each) for each in reachable)


def _point(point: Mapping[str, Any], upper: Truth, truth: Truth) -> Iterator[str]:
    alpha, value, lower = _alpha(point), Fraction(point["value"]), Fraction(point["lower"])
    name = f"α = {point['alpha']}"
    if value < upper.at(alpha) or value < 0:
        yield f"the value at {name}"
    if truth.whole and value < truth.at(alpha):
        yield f"a value below the truth at {name}"
    if not 0 <= lower <= value:
        yield f"the order of the bounds at {name}"
    if point["proof"] == "certificate" and lower > truth.at(alpha):
        yield f"a lower bound {lower} at {name}, where {truth.at(alpha)} is possible"
    if point["proof"] is None and lower > 0:
        yield f"a lower bound at {name} that rests on nothing"


def _exact(segments: list[Mapping[str, Any]], truth: Truth) -> Iterator[str]:
    """Compare with the truth at the ends of all segments and inside them."""
    for segment in segments:
        line, start = _line(segment), _end(segment["from"])
        end = _end(segment["to"])
        if start is None or end is None:
            if line.slope > truth.at(None):
                yield "a last slope that is not the least"
            end = None if start is None else start + 1
        if start is None or end is None:
            continue
        for alpha in (start, (start + end) / 2, (start + 2 * end) / 3, end):
            if line.at(alpha) > truth.at(alpha):
                yield f"an exact curve that is too high at α = {alpha}"


def _closed(document: Document) -> Iterator[str]:
    bounds = {_alpha(p): (Fraction(p["lower"]), Fraction(p["value"])) for p in document["points"]}
    ends = [each[name] for each in document["segments"] for name in ("from", "to")]
    for end in map(_end, ends):
        if end not in bounds or bounds[end][0] != bounds[end][1]:
            yield f"a closed curve that is open at α = {end}"


def _bounded(document: Document, upper: Truth, truth: Truth) -> Iterator[str]:
    """Check the lower curve at the ends of its stretches; the truth is concave."""
    word = any(point["proof"] == "solver" for point in document["points"])
    for chord in document["lower"]:
        intercept, slope = Fraction(chord["intercept"]), Fraction(chord["slope"])
        for end in (_end(chord["from"]), _end(chord["to"])):
            least = slope if end is None else intercept + slope * end
            if not word and least > truth.at(end):
                yield f"a lower curve that is too high at α = {end}"
            if (above := upper.at(end)) and (above - least) / above > Fraction(document["gap"]):
                yield f"a gap that is larger at α = {end}"
            if least < 0:
                yield f"a lower curve below nothing at α = {end}"
    for first, second in pairwise(document["lower"]):
        at = Fraction(first["to"])
        if at != Fraction(second["from"]) or _line_at(first, at) != _line_at(second, at):
            yield "a lower curve that is torn"


def _line_at(chord: Mapping[str, Any], alpha: Fraction) -> Fraction:
    return Fraction(chord["intercept"]) + Fraction(chord["slope"]) * alpha


def _alpha(point: Mapping[str, Any]) -> Fraction | None:
    return _end(point["alpha"])


def _end(written: str | None) -> Fraction | None:
    return None if written in (None, "inf") else Fraction(str(written))


def _line(written: Mapping[str, Any]) -> Line:
    return Line(written["intercept"], written["slope"])
