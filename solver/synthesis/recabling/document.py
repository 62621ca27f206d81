"""What a document tells of moved cables beside what all designs have."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from alphacut.solver.common.alpha import Alpha
from alphacut.solver.synthesis.recabling.ceiling import ONE_CUT, least_ceiling
from alphacut.solver.synthesis.recabling.question import read, shape_or_none, topology_of
from alphacut.solver.synthesis.upper import upper_json

Json = Mapping[str, Any]


def parts(request: Json, found: Json) -> dict[str, Any]:
    """Return the members `topology`, `design`, `start`, `moves` and `upper`.

    Parameters
    ----------
    found
        What the search returned.
    """
    cabling, limits = read(request, largest=10**9)
    topology = topology_of(request, found)
    alphas = [Alpha.parse(each) for each in request["alpha"]]
    sides = [_signs(each, cabling.network.switches) for each in found["start"]]
    capacity = [_capacity(cabling.network, each, alphas[0]) for each in found["start"]]
    least = min(range(len(capacity)), key=capacity.__getitem__)
    uppers = []
    for alpha, listed in zip(alphas, found["listed"], strict=True):
        value, line, side = least_ceiling(cabling, limits, alpha, sides, request["seed"])
        uppers.append(_upper(request, alpha, listed, (value, line, side)))
    return {
        "topology": topology,
        "design": {"spec": json.dumps(topology, separators=(",", ":"))},
        "start": {
            "topology": dict(request["topology"]),
            "value": str(capacity[least]),
            "side": found["start"][least],
        },
        "moves": found["moves"],
        "upper": uppers,
    }


def _upper(
    request: Json, alpha: Alpha, listed: Json | None, cut: tuple[Fraction, tuple[int, int], Any]
) -> dict[str, Any]:
    """Write the bound by one cut, or a better one of all arrangements of a dragonfly."""
    value, line, side = cut
    shape = shape_or_none(request["topology"])
    if shape is not None:
        upper = upper_json(shape, alpha, listed)
        if Fraction(upper["value"]) <= value:
            return upper
    members = [switch for switch, sign in enumerate(side.tolist()) if sign == side[0]]
    return {
        "alpha": str(alpha), "value": str(value), "reason": ONE_CUT, "intercept": str(line[0]),
        "slope": str(line[1]), "segments": None, "side": members,
    }  # fmt: skip


def _signs(side: list[int], switches: int) -> Any:
    signs = np.full(switches, -1, np.int8)
    signs[side] = 1
    return signs


def _capacity(network: Any, side: list[int], alpha: Alpha) -> Fraction:
    inside, classes = set(side), network.class_by_name
    total = Fraction(0)
    for link in network.links:
        if (link.first in inside) != (link.second in inside):
            cable = classes[link.link_class]
            total += link.multiplicity * (cable.base + cable.slope * alpha.fraction)
    return total
