"""The plain count of bisections, against a list of all, and on published curves."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import build, parse
from alphacut.arrangements.network import GLOBAL, LOCAL, Line, Link, LinkClass, Network
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.verify import plain
from alphacut.solver.bisection.verify.plain import TooWideError, count_plainly, states_below
from alphacut.solver.common.alpha import INFINITY, ZERO, Alpha
from alphacut.solver.common.errors import Refused

GOLDEN = Path(__file__).parents[3] / "golden"
CURVES = json.loads((GOLDEN / "proven_curves.json").read_text())["curves"]
ALPHAS = (ZERO, Alpha(1, 1), Alpha(5, 3), INFINITY)
BOTH = LinkClass(name="both", base=2, slope=3)


def random_network(rng: random.Random) -> Network:
    switches = rng.randint(2, 10)
    pairs = [(u, v) for v in range(switches) for u in range(v)]
    links = [
        Link(*pair, name, rng.randint(1, 3))
        for pair in pairs
        for name in ("local", "global", "both")
        if rng.random() < 0.3
    ]
    return Network(
        switches=switches,
        links=tuple(links),
        hosts=(1, *(rng.choice([0, 1, 2, 5]) for _ in range(switches - 1))),
        classes=(LOCAL, GLOBAL, BOTH),
    )


def severed_by(network: Network, side: list[int]) -> Line:
    """Add up the links with one end on a side."""
    crossing = [link for link in network.links if (link[0] in side) != (link[1] in side)]
    classes = [network.class_by_name[link.link_class] for link in crossing]
    return Line(
        sum(c.base * link.multiplicity for c, link in zip(classes, crossing, strict=True)),
        sum(c.slope * link.multiplicity for c, link in zip(classes, crossing, strict=True)),
    )


def least(network: Network, balance: Balance, alpha: Alpha) -> int:
    """Return the least scaled capacity of all bisections, of which every one is measured."""
    found = []
    for bits in range(1 << network.switches):
        side = [u for u in range(network.switches) if bits >> u & 1]
        if balance.holds(side):
            found.append(alpha.scaled(severed_by(network, side)))
    return min(found)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_below_is_found_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    network = random_network(rng)
    for name in ("switches", "hosts"):
        balance = Balance.of(network, name)
        for alpha in ALPHAS:
            truth = least(network, balance, alpha)
            states_below(network, balance, alpha, truth)
            with pytest.raises(Refused, match="there is a bisection below"):
                states_below(network, balance, alpha, truth + 1)


def _case(curve: dict[str, Any]) -> Any:
    quick = curve["a"] == 4 or (curve["a"], curve["arrangement"]) == (3, "absolute")
    name = f"{curve['a']},{curve['h']}-{curve['arrangement']}-{curve['options']}"
    return pytest.param(curve, id=name, marks=[] if quick else [pytest.mark.slow])


PUBLISHED = [_case(c) for c in CURVES if (c["a"], c["h"]) in ((4, 2), (3, 4))]


@pytest.mark.parametrize("curve", PUBLISHED)
def test_published_curves_are_counted_again(curve: dict[str, Any]) -> None:
    """At every α where two segments meet, and at both ends: what concavity makes the curve."""
    spec = {"family": "dragonfly", **{n: curve[n] for n in ("a", "h", "arrangement", "options")}}
    network = build(parse(spec))
    balance, lines = Balance.of(network), curve["lines"]
    meet = [Alpha(b[0] - a[0], a[1] - b[1]) for a, b in pairwise(lines)]
    for alpha in (ZERO, *meet, INFINITY):
        value = min(alpha.denominator * i + alpha.numerator * s for i, s in lines)
        states_below(network, balance, alpha, value)
        if alpha.finite:
            with pytest.raises(Refused):
                states_below(network, balance, alpha, value + 1)


def test_a_document_is_counted_at_each_certified_point(exact: Callable[[str], Any]) -> None:
    document = exact("swept")
    certified = [p for p in document["points"] if p["proof"] == "certificate"]
    words = list(count_plainly(document))
    assert len(words) == len([p for p in certified if p["lower"] != "0"]) > 0
    assert all("no bisection below" in line for line in words)
    for point in certified:
        point["lower"] = str(Fraction(point["lower"]) + 1)
    with pytest.raises(Refused, match="by a plain count"):
        list(count_plainly(document))


def test_what_is_too_wide_is_told_and_not_begun() -> None:
    wide = build(parse({"family": "complete", "switches": 80}))
    with pytest.raises(TooWideError, match="wait for their neighbours"):
        states_below(wide, Balance.of(wide), Alpha(1, 1), 1600)
    helix = build(parse({"family": "dragonfly", "a": 4, "h": 2, "arrangement": "helix"}))
    with pytest.raises(TooWideError, match="more than 1,000 states"):
        states_below(helix, Balance.of(helix), Alpha(1, 1), 20, most=1_000)
    many = build(parse({"family": "cycle", "switches": plain.MOST_SWITCHES + 1}))
    with pytest.raises(TooWideError, match="2,000 switches"):
        states_below(many, Balance.of(many), Alpha(1, 1), 2)


def test_orders_of_narrow_networks_are_narrow() -> None:
    grid = build(parse({"family": "grid", "sides": [5, 40]}))
    links = [dict[int, int]() for _ in range(200)]
    for first, second, _, _ in grid.links:
        links[first][second] = links[second][first] = 1
    order = plain.narrowest(links)
    assert sorted(order) == list(range(200))
    waiting, seen = 0, set[int]()
    for switch in order:
        seen.add(switch)
        waiting = max(waiting, sum(1 for u in seen if any(v not in seen for v in links[u])))
    assert waiting <= 7
    assert states_below(grid, Balance.of(grid), Alpha(1, 1), 5) < 500_000
