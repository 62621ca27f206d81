"""Bounds for every wiring of whole machines: wirings that have them, or hardly more.

So no proof for every wiring can raise the lower bounds of docs/machines.md by more: it is the
wiring, which nobody has published, that decides.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import product

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.formats.spec import build, build_any, read
from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.common.alpha import Alpha

ONE = Alpha(1, 1)
Pair = tuple[int, int]


def wiring_against(shape: AnyWiring, taken: Sequence[int]) -> tuple[Network, list[int]]:
    """Wire a shape so that a side with so many switches of each group severs as little as can be.

    How many links between two groups join which of their parts is an integer programme; within a
    part they are dealt in turn, so that no switch has more than its ports where all have enough.
    """
    members = shape.members
    parts = [
        (own[: len(own) - k], own[len(own) - k :]) for own, k in zip(members, taken, strict=True)
    ]
    sides = list(product((0, 1), repeat=2))
    pairs = sorted(shape.between)
    cost = np.array([float(one != other) for _ in pairs for one, other in sides])
    rows, low, high = list[np.ndarray](), list[float](), list[float]()
    uses = defaultdict[Pair, list[int]](list)
    for at, (first, second) in enumerate(pairs):
        row = np.zeros(len(cost))
        row[4 * at : 4 * at + 4] = 1
        rows.append(row)
        low.append(shape.between[first, second])
        high.append(low[-1])
        for place, (one, other) in enumerate(sides):
            uses[first, one].append(4 * at + place)
            uses[second, other].append(4 * at + place)
    for (group, side), which in uses.items():
        row = np.zeros(len(cost))
        row[which] = 1
        rows.append(row)
        low.append(0)
        high.append(sum(shape.ports[v] for v in parts[group][side]))
    found = milp(
        cost, integrality=np.ones(len(cost)), bounds=Bounds(0, np.inf),
        constraints=LinearConstraint(np.array(rows), low, high),
    )  # fmt: skip
    counts = np.rint(found.x).astype(int)
    dealt = Counter[Pair]()
    links = [link for link in shape.links if link.link_class != "global"]
    for at, (first, second) in enumerate(pairs):
        for place, (one, other) in enumerate(sides):
            for _ in range(counts[4 * at + place]):
                ends = []
                for part in ((first, one), (second, other)):
                    switches = parts[part[0]][part[1]]
                    ends.append(switches[dealt[part] % len(switches)])
                    dealt[part] += 1
                links.append(Link(ends[0], ends[1], "global"))
    network = Network(
        switches=shape.switches, links=tuple(links), groups=shape.groups, hosts=shape.hosts
    )
    return network, [v for part in parts for v in part[1]]


def proven(shape: AnyWiring) -> int:
    """Return the bound for every wiring, which the verifier accepted."""
    found = answer(PointProblem(network=shape, balance=Balance.of(shape), alpha=ONE))
    assert not found.refusals
    return found.certified_bound


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "taken", "bound", "reached"),
    [
        ("frontier", [32] * 37 + [0] * 37 + [6, 6, 6, 7, 7, 16], 5788, 5788),
        (
            "lumi",
            [32] * 10 + [14] + [0] * 13 + [13] * 7 + [12] + [16, 10, 9],
            3338,
            3356,
        ),
    ],
)
def test_a_wiring_has_hardly_more_than_is_proven_for_every_wiring(
    name: str, taken: list[int], bound: int, reached: int
) -> None:
    shape = build_any(read(name))
    assert isinstance(shape, AnyWiring)
    network, side = wiring_against(shape, taken)
    again = AnyWiring(
        switches=network.switches, links=network.links, groups=network.groups,
        hosts=network.hosts, ports=shape.ports,
    )  # fmt: skip
    assert again.between == shape.between
    ends = Counter(v for first, second, *_ in network.links_of("global") for v in (first, second))
    assert all(ends[v] <= shape.ports[v] for v in range(network.switches))
    assert 2 * len(side) == network.switches
    assert sum(network.severed(side).values()) == reached
    assert proven(shape) == bound


def test_links_of_aurora_dealt_in_blocks_have_what_is_proven_for_every_wiring() -> None:
    """The middle group is divided: either half has the links to the groups on its own side."""
    aurora = "slingshot:groups=175,switches=32,links=2"
    network, shape = build(read(f"{aurora},wiring=blocks")), build_any(read(f"{aurora},wiring=any"))
    side = range(87 * 32 + 16)
    assert network.severed(side) == {"local": 16 * 16, "global": 87 * 87 * 2}
    assert isinstance(shape, AnyWiring)
    assert proven(shape) == 16 * 16 + 87 * 87 * 2
