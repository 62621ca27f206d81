"""Several links between two groups, and fewer groups than ports."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.links._base import GlobalLink
from alphacut.arrangements.links.catalogue import arrangement
from alphacut.arrangements.topologies.hamming import hamming
from tests.arrangements.links.conftest import Isomorphic

EXTENDED = ["palmtree", "relative", "circulant", "hamming", "random"]
SHAPES = [(4, 2, 2), (4, 3, 3), (4, 3, 4), (6, 4, 3), (3, 4, 3), (8, 6, 4), (2, 4, 2), (5, 4, 5)]


def by_pair(links: list[GlobalLink]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for (low, one), (high, other) in links:
        found.setdefault((low, high), []).append((one, other))
    return found


def exists(name: str, h: int, groups: int) -> bool:
    if name == "circulant":
        return h % 2 == 0 and groups % 2 == 1
    return name != "hamming" or h * groups % 2 == 0


@pytest.mark.parametrize("name", EXTENDED)
@pytest.mark.parametrize(("a", "h", "t"), SHAPES)
def test_extended_arrangements_have_t_links_of_disjoint_pairs(
    name: str, a: int, h: int, t: int
) -> None:
    groups = a * h // t + 1
    if not exists(name, h, groups):
        pytest.skip(f"no extended {name} arrangement of this shape")
    dragonfly = Dragonfly(a=a, h=h, arrangement=name, trunking=t)
    assert dragonfly.trunks == "extended"
    links = dragonfly.global_links()
    pairs = by_pair(links)
    assert set(pairs) == set(combinations(range(groups), 2))
    assert {len(ends) for ends in pairs.values()} == {t}
    assert Counter(end for link in links for end in link) == {
        (i, j): h for i in range(groups) for j in range(a)
    }
    if name != "random":
        for ends in pairs.values():
            assert len({one for one, _ in ends}) == len({other for _, other in ends}) == t


@pytest.mark.parametrize("name", ["palmtree", "relative", "circulant", "hamming"])
def test_without_trunks_the_extended_formula_is_the_plain_one(name: str) -> None:
    for a, h in [(4, 2), (3, 4), (5, 2)]:
        rule = arrangement(name)
        dragonfly = Dragonfly(a=a, h=h, arrangement=name)
        assert rule.extended is not None
        links = sorted((min(ends), max(ends)) for ends in rule.extended(dragonfly.shape))
        assert links == rule.links(a, h)


@pytest.mark.parametrize(("a", "b"), [(3, 3), (4, 4), (4, 5), (2, 6), (5, 3)])
def test_t_equal_to_a_is_the_hamming_graph(a: int, b: int) -> None:
    dragonfly = Dragonfly(a=a, h=b - 1, arrangement="hamming", trunking=a)
    assert {x[:2] for x in dragonfly.network().links} == {x[:2] for x in hamming((b, a)).links}


@pytest.mark.parametrize("b", [3, 4, 5])
def test_extended_palmtree_of_a_equal_to_b_is_not_the_hamming_graph(
    isomorphic: Isomorphic, b: int
) -> None:
    """Paper 001, section 5.2.2: very similar, but not isomorphic."""
    palmtree, square = (
        Dragonfly(a=b, h=b - 1, arrangement=name, trunking=b).network()
        for name in ("palmtree", "hamming")
    )
    plain = [
        type(each)(
            switches=each.switches,
            links=tuple(link._replace(link_class="local") for link in each.links),
        )
        for each in (palmtree, square)
    ]
    assert isomorphic(plain[1], plain[1])
    assert not isomorphic(*plain)


@pytest.mark.parametrize(
    ("name", "a", "h", "t"),
    [("helix", 4, 4, 2), ("nautilus", 3, 6, 3), ("absolute", 4, 4, 2), ("circulant", 2, 8, 4)],
)
def test_link_aggregation_multiplies_the_links_of_a_smaller_dragonfly(
    name: str, a: int, h: int, t: int
) -> None:
    trunked = Dragonfly(a=a, h=h, arrangement=name, trunking=t, trunks="lag").network()
    single = Dragonfly(a=a, h=h // t, arrangement=name).network()
    assert [x[:3] for x in trunked.links] == [x[:3] for x in single.links]
    assert {x.multiplicity for x in trunked.links_of("global")} == {t}


@pytest.mark.parametrize("name", ["absolute", "consecutive"])
def test_greedy_trunks_are_aggregated_where_t_divides_h_and_else_join_one_to_several(
    name: str,
) -> None:
    aggregated = Dragonfly(a=4, h=4, arrangement=name, trunking=2, trunks="multichassis")
    lag = Dragonfly(a=4, h=4, arrangement=name, trunking=2, trunks="lag")
    assert aggregated.global_links() == lag.global_links()
    greedy = by_pair(
        Dragonfly(a=4, h=3, arrangement=name, trunking=2, trunks="multichassis").global_links()
    )
    assert {len(ends) for ends in greedy.values()} == {2}
    joins_one_to_two = [
        ends
        for ends in greedy.values()
        if (len({one for one, _ in ends}), len({other for _, other in ends})) in ((1, 2), (2, 1))
    ]
    assert joins_one_to_two


def test_absolute_with_fewer_groups_is_what_is_left_of_the_full_one() -> None:
    full = Dragonfly(a=3, h=3, arrangement="absolute").global_links()
    for groups in range(2, 11):
        fewer = Dragonfly(a=3, h=3, arrangement="absolute", groups=groups)
        assert fewer.global_links() == [link for link in full if link[1][0] < groups]


@pytest.mark.parametrize("groups", [2, 3, 5, 8, 9])
def test_relative_with_fewer_groups_leads_ahead_by_its_first_ports(groups: int) -> None:
    dragonfly = Dragonfly(a=4, h=2, arrangement="relative", groups=groups)
    links = {frozenset(link) for link in dragonfly.global_links()}
    assert len(links) == groups * (groups - 1) // 2
    for group in range(groups):
        for port in range(groups - 1):
            ahead = (group + port + 1) % groups
            assert frozenset({(group, port // 2), (ahead, (groups - 2 - port) // 2)}) in links


@pytest.mark.parametrize("name", ["relative", "absolute"])
def test_trunks_and_fewer_groups_together(name: str) -> None:
    dragonfly = Dragonfly(a=4, h=4, arrangement=name, trunking=2, groups=6)
    pairs = by_pair(dragonfly.global_links())
    assert {len(ends) for ends in pairs.values()} == {2}
    assert set(pairs) == set(combinations(range(6), 2))
    assert max(dragonfly.network().degrees("global")) <= 4


@pytest.mark.parametrize("name", ["circulant", "nautilus", "helix", "random", "palmtree"])
def test_the_other_arrangements_refuse_fewer_groups(name: str) -> None:
    with pytest.raises(NetworkError, match="does not say which ports stay unused"):
        Dragonfly(a=4, h=2, arrangement=name, groups=8)
