"""Documents made false on purpose, and consistently: only their proofs can give them away.

Cuts are real and measured, segments meet, values and bounds agree. What is claimed
to be the least capacity is not.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec as specs
from alphacut.arrangements.network import Line, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.common.errors import QuestionError
from benchmarks.mutations.lower import draw_lower
from benchmarks.mutations.trees import NotHere, pick
from benchmarks.mutations.truth import truth_of

Document = dict[str, Any]
Side = tuple[int, ...]


def just_above(document: Document, rng: random.Random) -> Document:
    """Claim the next capacity above the truth at one point, under an upper curve that allows it.

    Returns
    -------
    The point, whose proof falls short by no more than it must.
    """
    network, balance = _network(document)
    proven = [p for p in _points(document) if isinstance(p["certificate"], dict)]
    point: Document = pick(rng, proven)
    step = Fraction(1, Fraction(point["alpha"]).denominator if point["alpha"] != "inf" else 1)
    lower = Fraction(point["lower"]) + step * rng.choice([1, 1, 1, 2])
    start = rng.choice(document.get("segments", [document]))["side"]
    side = _disturbed(start, network, balance, rng)
    line = network.cut(side)
    for each in _points(document):
        each["value"] = str(_at(each["alpha"], [line]))
    if Fraction(point["value"]) < lower:
        raise NotHere
    point.update(lower=str(lower), proof="certificate")
    _draw_below(document, line, side)
    return point


def level_just_above(document: Document, rng: random.Random) -> Document:
    """Claim the next slope above the least one of an intercept.

    Returns
    -------
    The claim, whose proof falls short by no more than it must.
    """
    claim: Document = pick(rng, document.get("levels", []))
    network, balance = _network(document)
    lines = truth_of(network, balance.weights).lines
    slopes = [line.slope for line in lines if line.intercept == claim["intercept"]]
    if not slopes:
        raise NotHere
    claim["slope"] = min(slopes) + rng.choice([1, 1, 1, 2])
    return claim


def _draw_below(document: Document, line: Line, side: Side) -> None:
    """Write one cut as the upper curve of a bounded document, and below it what points claim."""
    cut = {"intercept": line.intercept, "slope": line.slope, "side": list(side)}
    document["status"] = "bounded"
    if "segments" in document:
        ends = {"from": document["segments"][0]["from"], "to": document["segments"][-1]["to"]}
        document["segments"] = [{**ends, **cut}]
        draw_lower(document)
    else:
        document.update(cut)


def worse_curve(document: Document, rng: random.Random) -> None:
    """Draw the curve from real bisections that are not the best ones."""
    network, balance = _network(document)
    sides = [_disturbed(segment["side"], network, balance, rng) for segment in _segments(document)]
    redraw(document, network, sides, rng)


def fewer_segments(document: Document, rng: random.Random) -> None:
    """Draw the curve from some of its segments only."""
    sides = [tuple(segment["side"]) for segment in _segments(document)]
    if len(sides) < 2:
        raise NotHere
    network, _ = _network(document)
    redraw(document, network, rng.sample(sides, rng.randint(1, len(sides) - 1)), rng)


def another_network(document: Document, rng: random.Random) -> None:
    """Change the network, and measure the same cuts there: the proofs are of the old one."""
    sides = [tuple(segment["side"]) for segment in _segments(document)]
    _rewire(document["topology"], rng)
    network, balance = _network(document)
    if not all(0 <= u < network.switches for side in sides for u in side):
        raise NotHere
    if not all(balance.holds(side) for side in sides):
        raise NotHere
    redraw(document, network, sides, rng)


def _rewire(topology: Document, rng: random.Random) -> None:
    if topology["family"] != "graph":
        if rng.random() < 0.5:
            topology["arrangement"] = rng.choice(["absolute", "relative", "nautilus", "helix"])
            topology["options"] = {}
        else:
            pairs = [sorted(rng.sample(range(8), 2)) for _ in range(rng.randint(1, 2))]
            topology["failed"] = {"links": pairs}
        return
    links = topology["links"]
    link = pick(rng, links)
    kind = rng.randrange(5)
    if kind == 0 and len(links) > 1:
        links.remove(link)
    elif kind == 1:
        link[3:] = [rng.randint(1, 4)]
    elif kind == 2:
        link[2] = rng.choice(["local", "global"])
    elif kind == 3:
        link[:2] = rng.sample(range(topology["switches"]), 2)
    else:
        switch = rng.randrange(topology["switches"])
        topology["hosts"] = list(topology.get("hosts") or [1] * topology["switches"])
        topology["hosts"][switch] = rng.randint(0, 4)


def another_balance(document: Document, rng: random.Random) -> None:
    """Ask for another balance, with cuts that have it."""
    document["balance"] = "hosts" if document["balance"] == "switches" else "switches"
    network, balance = _network(document)
    order = list(range(network.switches))
    sides = []
    for _ in range(40):
        rng.shuffle(order)
        side = tuple(sorted(order[: network.switches // 2]))
        sides += [side] if balance.holds(side) else []
    redraw(document, network, sides[:3], rng)


def raised_lower_curve(document: Document, rng: random.Random) -> None:
    """Raise what a bounded document claims from below."""
    chord = pick(rng, document.get("lower", []))
    part = rng.choice(["intercept", "slope"])
    chord[part] = str(
        Fraction(chord[part]) + rng.choice([Fraction(1), Fraction(1, 7), Fraction(3)])
    )
    if rng.random() < 0.5:
        document["gap"] = rng.choice(["0", "1/100", document["gap"]])


def stronger_words(document: Document, rng: random.Random) -> None:
    """Claim a better status, and a better proof of every point."""
    points = [document["point"]] if "point" in document else document["points"]
    for point in points:
        point["lower"] = point["value"]
        point["proof"] = rng.choice(["certificate", "certificate", "solver"])
        if rng.random() < 0.5:
            point["certificate"] = pick(rng, points)["certificate"]
    document["status"] = rng.choice(["exact", "exact", "closed"])
    _forget_lower(document)


def stronger_levels(document: Document, rng: random.Random) -> None:
    """Claim more of an intercept, or the same of another; and let the points build on it."""
    claim = pick(rng, document.get("levels", []))
    old = [claim["intercept"], claim["slope"]]
    part = rng.choice(["intercept", "slope", "slope"])
    claim[part] = max(0, claim[part] + rng.choice([-2, -1, 1, 2, 6, 50]))
    if rng.random() < 0.5:
        document["levels"].append({**claim, "intercept": old[0] + rng.choice([-2, 2])})
    if rng.random() < 0.7:
        new = [claim["intercept"], claim["slope"]]
        for point in _points(document):
            proof = point["certificate"] if isinstance(point["certificate"], dict) else {}
            proof["levels"] = [new if each == old else each for each in proof.get("levels", [])]


def redraw(document: Document, network: Network, sides: Sequence[Side], rng: random.Random) -> None:
    """Write a document anew for some cuts, as if they were the best, with the proofs at hand."""
    by_line = {network.cut(side): side for side in sides}
    lines = _hull(list(by_line))
    if not lines:
        raise NotHere
    ends = [
        str(Fraction(two.intercept - one.intercept, one.slope - two.slope))
        for one, two in pairwise(lines)
    ]
    document.update(switches=network.switches, links=network.count_by_class(), status="exact")
    _forget_lower(document)
    document["segments"] = [
        {"from": start, "to": end, "intercept": line[0], "slope": line[1],
         "side": list(by_line[line])}
        for line, start, end in zip(lines, ["0", *ends], [*ends, None], strict=True)
    ]  # fmt: skip
    old = {point["alpha"]: point for point in document["points"]}
    document["points"] = [
        _point(alpha, lines, old.get(alpha) or rng.choice(list(old.values())))
        for alpha in ("0", *ends, "inf")
    ]


def _forget_lower(document: Document) -> None:
    """Leave out what stands in bounded documents alone."""
    for name in ("lower", "gap"):
        document.pop(name, None)


def _point(alpha: str, lines: Sequence[Line], old: Document) -> Document:
    value = str(_at(alpha, lines))
    proof = copy.deepcopy(old["certificate"])
    return {**old, "alpha": alpha, "value": value, "lower": value,
            "proof": "certificate", "certificate": proof}  # fmt: skip


def _at(alpha: str, lines: Sequence[Line]) -> Fraction:
    if alpha == "inf":
        return Fraction(min(line.slope for line in lines))
    return min(line.at(Fraction(alpha)) for line in lines)


def _hull(lines: list[Line]) -> list[Line]:
    """Return the lines that are least somewhere, in order of α."""
    kept: list[Line] = []
    for line in sorted(set(lines)):
        if kept and line.slope >= kept[-1].slope:
            continue
        while len(kept) > 1 and _meeting(kept[-2], line) <= _meeting(kept[-2], kept[-1]):
            kept.pop()
        kept.append(line)
    return kept


def _meeting(one: Line, two: Line) -> Fraction:
    return Fraction(two.intercept - one.intercept, one.slope - two.slope)


def _disturbed(side: Sequence[int], network: Network, balance: Balance, rng: random.Random) -> Side:
    """Exchange switches until the cut is another bisection."""
    inside = set(side)
    for _ in range(20):
        outside = [u for u in range(network.switches) if u not in inside]
        moved = inside - {pick(rng, sorted(inside))} | {pick(rng, outside)}
        if balance.holds(moved):
            inside = moved
            if rng.random() < 0.5:
                break
    return tuple(sorted(inside))


def _network(document: Document) -> tuple[Network, Balance]:
    try:
        network = specs.build(specs.parse(document["topology"]))
        balance = Balance.of(network, document["balance"])
        return network, balance
    except (SpecError, QuestionError) as error:
        raise NotHere from error


def _segments(document: Document) -> list[Document]:
    if document["format"] != "alphacut-curve/1":
        raise NotHere
    found: list[Document] = document["segments"]
    return found


def _points(document: Document) -> list[Document]:
    return [document["point"]] if "point" in document else document["points"]


CHANGES = (
    worse_curve, fewer_segments, another_network, another_balance,
    raised_lower_curve, stronger_words, stronger_levels,
)  # fmt: skip
