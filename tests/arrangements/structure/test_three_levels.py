"""Networks of three levels: sizes, balance and routes, against definitions and by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isclose

import pytest

from alphacut.arrangements.formats.spec import read
from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.levels import CORNERS
from alphacut.arrangements.structure.routes import hierarchical_routes
from alphacut.arrangements.structure.three_levels import ThreeLevels, three_levels, three_routes

CANONICAL = "dragonfly3:a=3,m=1,h=1"
HAMMING = "dragonfly3:a=3,m=2,h=2,t2=3,t3=9,medium=hamming,arrangement=hamming"
ABOVE = "dragonfly3:a=4,m=1,h=1,t3=5"


def sizes_of(text: str) -> tuple[Network, ThreeLevels]:
    network = read(text).build()
    found = three_levels(network)
    assert found is not None
    return network, found


@pytest.mark.parametrize(
    ("text", "a", "b", "c", "t2", "t3", "corner"),
    [
        (CANONICAL, 3, 4, 13, 1, 1, "3-level dragonfly"),
        ("dragonfly3:a=3,m=2,h=1,t2=3,medium=hamming", 3, 3, 10, 3, 1, "Cascade-like"),
        (ABOVE, 4, 5, 5, 1, 5, "trunked above"),
        (HAMMING, 3, 3, 3, 3, 9, "3D Hamming graph"),
        ("dragonfly3:a=4,m=2,h=1,t2=2", 4, 5, 21, 2, 1, None),
        ("cascade:groups=3,rows=2,columns=3,trunking=4", 3, 2, 3, 9, 4, None),
        ("percs:groups=3,drawers=2,hubs=3,trunking=6", 3, 2, 3, 9, 6, None),
    ],
)
def test_sizes_are_read_off(
    text: str, a: int, b: int, c: int, t2: int, t3: int, corner: str | None
) -> None:
    network, found = sizes_of(text)
    assert (found.a, found.b, found.c, found.t2, found.t3) == (a, b, c, t2, t3)
    assert (found.corner and found.corner.name) == corner
    links = network.count_by_class()
    local, medium, top = (links[kind] for kind in found.classes)
    assert found.link_ratios == (Fraction(medium, local), Fraction(top, medium))
    assert found.degrees == tuple(
        Fraction(2 * links[kind], network.switches) for kind in found.classes
    )


@pytest.mark.parametrize(
    "text",
    [
        "dragonfly:a=4,h=2,arrangement=relative",
        "torus:sides=4x4",
        f"{CANONICAL},failed.links=0-1",
        f"{CANONICAL},failed.switches=0",
        '{"family": "graph", "switches": 4, "classes": [{"name": "x", "base": 1, "slope": 0}, '
        '{"name": "y", "base": 1, "slope": 0}, {"name": "z", "base": 1, "slope": 0}], '
        '"links": [[0, 1, "x"], [1, 2, "y"], [2, 3, "z"]]}',
    ],
)
def test_what_has_no_three_levels_has_none(text: str) -> None:
    assert three_levels(read(text).build()) is None


def by_trying(network: Network, found: ThreeLevels) -> tuple[Fraction, ...]:
    """Mean hops by level, route by route: the definition without tables."""
    a, size = found.a, found.a * found.b
    medium, top = (
        [(u, v) for link in network.links_of(kind) for u, v in (link[:2], link[1::-1])]
        for kind in found.classes[1:]
    )

    def inside(s: int, t: int) -> tuple[int, int]:
        if s // a == t // a:
            return int(s != t), 0
        ways = [(u, v) for u, v in medium if u // a == s // a and v // a == t // a]
        return min((s != u) + (v != t) for u, v in ways), 1

    sums = [Fraction(0)] * 3
    for s, t in product(range(network.switches), repeat=2):
        if s // size == t // size:
            routes = [(*inside(s, t), 0)]
        else:
            ways = [(u, v) for u, v in top if u // size == s // size and v // size == t // size]
            ends = [(inside(s, u), inside(v, t)) for u, v in ways]
            routes = [(one[0] + two[0], one[1] + two[1], 1) for one, two in ends]
        least = min(map(sum, routes))
        best = [route for route in routes if sum(route) == least]
        for level in range(3):
            sums[level] += Fraction(sum(route[level] for route in best), len(best))
    return tuple(each / (network.switches * (network.switches - 1)) for each in sums)


@pytest.mark.parametrize(
    "text", ["dragonfly3:a=2,m=1,h=1", ABOVE, HAMMING, "dragonfly3:a=3,m=1,h=2,t3=12"]
)
def test_routes_by_trying_all(text: str) -> None:
    network, found = sizes_of(text)
    assert three_routes(network, found).averages == by_trying(network, found)


def test_routes_of_the_hamming_graph_by_hand() -> None:
    """Two coordinates of three switches differ with probability 2/3, of 27·27 pairs."""
    network, found = sizes_of(HAMMING)
    assert three_routes(network, found).averages == (Fraction(2, 3) * Fraction(27, 26),) * 3
    assert three_routes(network, found).use_ratios == (Fraction(1), Fraction(1))
    assert found.balanced((Fraction(1), Fraction(1))) == (Fraction(3), Fraction(3))


def test_groups_of_a_cascade_system_route_alike_on_two_levels_and_on_three() -> None:
    network, found = sizes_of("cascade:groups=4,rows=2,columns=4,trunking=3")
    two = hierarchical_routes(network)
    assert two is not None
    row, column, top = three_routes(network, found).averages
    assert (row + column, top) == (two.local, two.between)


def test_balance_is_where_links_and_uses_agree() -> None:
    network, found = sizes_of(ABOVE)
    b, _ = found.balanced((Fraction(1, 3), Fraction(1)))
    assert found.t2 * (b - 1) == Fraction(1, 3) * found.a * (found.a - 1)
    routes = three_routes(network, found)
    first, second, third = routes.averages
    assert routes.use_ratios == (second / first, third / second)
    assert found.hosts_at_most(routes.averages) == min(
        links / mean for links, mean in zip(found.degrees, routes.averages, strict=True)
    )


def test_use_ratios_come_near_table_4_as_networks_grow() -> None:
    """Table IV: 1/2 and 1/2 without trunks, 1 and 1 for the Hamming graph, 1/3 and 1 for t3 = b."""
    wanted = {corner.name: corner.use_ratios for corner in CORNERS}
    small, large = ("dragonfly3:a=2,m=1,h=1", "dragonfly3:a=4,m=2,h=1")
    gaps = []
    for text in (small, large):
        network, found = sizes_of(text)
        uses = three_routes(network, found).use_ratios
        assert uses is not None
        assert found.corner is not None
        pairs = zip(uses, wanted[found.corner.name], strict=True)
        gaps.append(max(abs(float(use) - ratio) for use, ratio in pairs))
    assert gaps[1] < gaps[0]
    assert isclose(gaps[1], 0.127, abs_tol=0.001)
