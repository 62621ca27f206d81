"""The truth about small networks: every bisection measured, by code of its own.

Nothing here uses how the solver searches, bounds or checks. Curves of networks that
are too large to be listed come from a table of published and proven ones; where
there is none, the best cuts that a search finds can still refute a lower bound.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Line, Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.heuristics.upper_curve import search

LARGEST_LISTED = 22  # switches of a network whose bisections are listed
Wiring = tuple[tuple[LinkClass, ...], tuple[Link, ...]]
PROVEN = Path(__file__).parents[2] / "tests" / "golden" / "proven_curves.json"


@dataclass(frozen=True)
class Truth:
    """What no bisection is below, at every α."""

    lines: tuple[Line, ...]  # whose least is the curve
    whole: bool  # whether it is the curve itself, and not only known bisections

    def at(self, alpha: Fraction | None) -> Fraction:
        """Return the least capacity at an α; at infinity (None) the least slope."""
        if alpha is None:
            return Fraction(min(line.slope for line in self.lines))
        return min(line.intercept + line.slope * alpha for line in self.lines)


@cache
def truth_of(network: Network, weights: Sequence[int]) -> Truth:
    """Find the truth about a network whose switches have these weights."""
    if network.switches <= LARGEST_LISTED:
        return Truth(tuple(listed(network, weights)), whole=True)
    if len(set(weights)) == 1 and _wiring(network) in _proven():
        return Truth(_proven()[_wiring(network)], whole=True)
    balance = Balance(name="hosts", weights=tuple(weights))
    found = search(network, balance)
    return Truth(tuple(cut.line for cut in found), whole=False)


def listed(network: Network, weights: Sequence[int]) -> Iterable[Line]:
    """Return the lines of all bisections, by measuring every one of the 2^(n-1) sides."""
    sides = np.arange(1 << (network.switches - 1), dtype=np.int64)  # the last is never inside
    inside = [(sides >> switch & 1).astype(np.int8) for switch in range(network.switches)]
    weighed = sum(w * x.astype(np.int64) for w, x in zip(weights, inside, strict=True))
    difference = np.abs(sum(weights) - 2 * weighed)
    kept = np.flatnonzero(difference == difference.min())
    inside = [x[kept] for x in inside]
    slope = np.zeros(len(kept), dtype=np.int64)
    intercept = np.zeros(len(kept), dtype=np.int64)
    for first, second, name, multiplicity in network.links:
        crosses = (inside[first] ^ inside[second]).astype(np.int64) * multiplicity
        intercept += crosses * network.class_by_name[name].base
        slope += crosses * network.class_by_name[name].slope
    found = np.unique(np.stack([intercept, slope]), axis=1).T
    return (Line(int(i), int(s)) for i, s in found)


def _wiring(network: Network) -> Wiring:
    return network.classes, network.links


@cache
def _proven() -> dict[Wiring, tuple[Line, ...]]:
    curves = {}
    for entry in json.loads(PROVEN.read_text("utf-8"))["curves"]:
        dragonfly = Dragonfly(
            a=entry["a"],
            h=entry["h"],
            arrangement=entry["arrangement"],
            options=entry["options"],
        )
        curves[_wiring(dragonfly.network())] = tuple(Line(*line) for line in entry["lines"])
    return curves
