"""Meshes, HyperX, trees, Slim Fly, shuffles and random networks against their definitions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import prod
from typing import TYPE_CHECKING

import networkx
import numpy as np
import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.networkx_graph import to_networkx
from alphacut.arrangements.formats.spec import read
from alphacut.arrangements.topologies._field import field, prime_power
from alphacut.arrangements.topologies.bundlefly import bundlefly
from alphacut.arrangements.topologies.butterfly import butterfly, cube_connected_cycles
from alphacut.arrangements.topologies.de_bruijn import de_bruijn
from alphacut.arrangements.topologies.fat_tree import fat_tree, leaf_spine
from alphacut.arrangements.topologies.hamming import hamming
from alphacut.arrangements.topologies.hammingmesh import LineTree, hammingmesh, most_boards
from alphacut.arrangements.topologies.hypercube import hypercube
from alphacut.arrangements.topologies.hyperx import hyperx
from alphacut.arrangements.topologies.jellyfish import jellyfish
from alphacut.arrangements.topologies.mesh import mesh
from alphacut.arrangements.topologies.polarfly import polarfly
from alphacut.arrangements.topologies.rail import rail
from alphacut.arrangements.topologies.slim_fly import delta, generators, slim_fly
from alphacut.arrangements.topologies.spectralfly import spectralfly
from alphacut.arrangements.topologies.xgft import xgft
from alphacut.arrangements.topologies.xpander import xpander

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network


def degrees(network: Network) -> set[int]:
    return set(network.degrees("local"))


def diameter(network: Network) -> int:
    return int(networkx.diameter(networkx.Graph(to_networkx(network))))


@pytest.mark.parametrize("sides", [(1,), (5,), (3, 4), (2, 2, 2), (1, 3), (2, 3, 4)])
def test_mesh(sides: tuple[int, ...]) -> None:
    points = list(product(*map(range, sides)))
    expected = {
        (i, j)
        for i, one in enumerate(points)
        for j, other in enumerate(points)
        if i < j and sum(abs(x - y) for x, y in zip(one, other, strict=True)) == 1
    }
    assert {link[:2] for link in mesh(sides).links} == expected


def test_hyperx_has_parallel_links_by_dimension() -> None:
    network = hyperx((2, 1, 3), (4, 7, 5), p=2)
    points = list(product(range(2), range(1), range(3)))
    assert {link[:2] for link in network.links} == {link[:2] for link in hamming((2, 1, 3)).links}
    for first, second, _, multiplicity in network.links:
        assert multiplicity == (4 if points[first][0] != points[second][0] else 5)
    assert network.hosts == (2,) * 6


@pytest.mark.parametrize("k", [2, 4, 6])
def test_fat_tree(k: int) -> None:
    network = fat_tree(k)
    half = k // 2
    assert network.switches == 5 * k * k // 4
    assert sum(network.hosts) == k**3 // 4
    ports = [d + h for d, h in zip(network.degrees("local"), network.hosts, strict=True)]
    assert set(ports) == {k}
    core = range(k * k, network.switches)
    reached = Counter(
        (link.second, network.groups[link.first]) for link in network.links if link.second in core
    )
    assert reached == {(switch, pod): 1 for switch in core for pod in range(k)}
    inside = [link for link in network.links if link.second not in core]
    assert len(inside) == k * half * half
    assert all(network.hosts[e.first] and not network.hosts[e.second] for e in inside)


def test_leaf_spine() -> None:
    network = leaf_spine(3, 2, uplinks=4, p=10)
    assert network.hosts == (10, 10, 10, 0, 0)
    assert {link[:2] for link in network.links} == set(product(range(3), (3, 4)))
    assert {link.multiplicity for link in network.links} == {4}


@pytest.mark.parametrize("k", [2, 4, 6])
def test_an_xgft_of_three_levels_is_the_fat_tree(k: int) -> None:
    half = k // 2
    tree, other = xgft((half, half, k), (1, half, half), p=half), fat_tree(k)
    assert sorted(tree.hosts) == sorted(other.hosts)
    graphs = [networkx.Graph(to_networkx(each)) for each in (tree, other)]
    assert networkx.is_isomorphic(*graphs)


def test_every_level_of_an_xgft_has_its_ports() -> None:
    """Of XGFT(3; 18, 18, 4; 1, 9, 9): 72, 36 and 81 switches, tapered 2 : 1 twice."""
    network = xgft((18, 18, 4), (1, 9, 9), p=18)
    assert sum(network.hosts) == 18 * 18 * 4
    ports = Counter(zip(network.degrees("local"), network.hosts, strict=True))
    assert ports == {(9, 18): 72, (27, 0): 36, (4, 0): 81}
    assert len(network.links) == 72 * 9 + 36 * 9
    assert network.groups[:19] == (0,) * 18 + (1,)
    assert set(network.groups[-81:]) == {4}


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9, 11, 31])
def test_polarfly_is_a_polarity_graph(q: int) -> None:
    """Any two points see exactly one point, and some points see themselves."""
    network = polarfly(q)
    assert network.switches == q * q + q + 1  # 993 for 32 ports, as Lakhotia et al. have
    found = Counter(network.degrees("local"))
    assert found == {q: q + 1, q + 1: q * q}
    beside = np.zeros((network.switches, network.switches))  # of integers, which it holds exactly
    for u, v, _, _ in network.links:
        beside[u, v] = beside[v, u] = 1
    beside += np.diag(np.array(network.degrees("local")) == q)
    assert (beside @ beside == 1 + q * np.eye(network.switches)).all()


@pytest.mark.parametrize(
    ("prime", "q", "switches"), [(3, 5, 120), (3, 7, 336), (5, 7, 336), (11, 7, 168), (23, 11, 660)]
)  # fmt: skip
def test_spectralfly_is_a_ramanujan_graph(prime: int, q: int, switches: int) -> None:
    """168 switches of 12 links and 660 of 24 stand in the tables of Young et al."""
    network = spectralfly(prime, q)
    assert network.switches == switches
    assert degrees(network) == {prime + 1}
    graph = networkx.Graph(to_networkx(network))
    assert networkx.is_connected(graph)
    values = np.abs(np.linalg.eigvalsh(networkx.to_numpy_array(graph)))
    others = values[values < prime + 1 - 1e-6]
    assert len(values) - len(others) == (1 if switches < q * (q * q - 1) else 2)  # bipartite: 2
    assert max(others) <= 2 * prime**0.5 + 1e-9


@pytest.mark.parametrize(
    ("q", "paley", "switches", "degree"),
    [(3, 5, 90, 7), (3, 13, 234, 11), (3, 37, 666, 23), (4, 9, 288, 10), (5, 5, 250, 9)],
)
def test_bundlefly_has_diameter_3(q: int, paley: int, switches: int, degree: int) -> None:
    """234 switches of 11 links and 666 of 23 are of those that Lei et al. compare."""
    network = bundlefly(q, paley)
    assert network.switches == switches
    local, global_ = network.degrees("local"), network.degrees("global")
    assert {sum(both) for both in zip(local, global_, strict=True)} == {degree}
    assert diameter(network) == 3


@pytest.mark.parametrize(
    ("units", "spines", "leaves", "cables"), [(2, 8, 16, 512), (4, 16, 32, 1024), (8, 32, 64, 2048)]
)
def test_rails_are_those_of_a_superpod(units: int, spines: int, leaves: int, cables: int) -> None:
    """NVIDIA's table of leaves, spines, and cables at nodes and at spines, for 2, 4 and 8 units."""
    network = rail(units, 32, 8, spines, uplinks=32 // spines, p=8)
    assert network.switches == units * 32 + leaves + spines
    for name in ("local", "global"):
        assert sum(each.multiplicity for each in network.links if each.link_class == name) == cables
    ports = Counter(
        local + beyond + hosts
        for local, beyond, hosts in zip(
            network.degrees("local"), network.degrees("global"), network.hosts, strict=True
        )
    )
    assert ports == {16: units * 32, 64: leaves + spines}
    for box in range(32):
        assert {link.second for link in network.links if link.first == box} == {*range(32, 40)}


@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("units=16,boxes=32,spines=16,planes=8,uplinks=2,cores=64,core_groups=2", (128, 128, 64)),
        ("units=16,boxes=32,spines=32,pods=4,cores=64,core_groups=2", (128, 128, 64)),
        ("units=32,boxes=32,spines=32,planes=8,cores=128,core_groups=4", (256, 256, 128)),
        ("units=64,boxes=32,spines=32,planes=8,pods=2,cores=256,core_groups=8", (512, 512, 256)),
    ],
)
def test_three_levels_of_rails_are_those_of_a_superpod(
    spec: str, counts: tuple[int, int, int]
) -> None:
    """NVIDIA's table of larger DGX SuperPODs (B200): leaves, spines, cores, and as many cables."""
    network = read(f"rail:{spec}").build()
    leaves, spines, cores = counts
    boxes = 4 * leaves  # eight rails of 32 boxes each
    assert network.switches == boxes + leaves + spines + cores
    level = [0 if hosts else 1 for hosts in network.hosts]
    level[-cores:] = [3] * cores
    level[-cores - spines : -cores] = [2] * spines
    cables = Counter[tuple[int, int]]()
    for link in network.links:
        cables[level[link.first], level[link.second]] += link.multiplicity
    assert cables == dict.fromkeys([(0, 1), (1, 2), (2, 3)], 32 * leaves)
    used = zip(network.degrees("local"), network.degrees("global"), network.hosts, strict=True)
    assert Counter(map(sum, used)) == {16: boxes, 64: leaves + spines + cores}
    assert networkx.is_connected(networkx.Graph(to_networkx(network)))


def test_pods_and_planes_of_three_levels_meet_at_the_cores_alone() -> None:
    """Two pods of two planes, each with a spine group of its own; cores are numbered last."""
    network = read(
        "rail:units=4,boxes=2,rails=2,spines=2,planes=2,uplinks=1,pods=2,cores=2"
    ).build()
    assert network.switches == 4 * 4 + 8 + 2
    assert network.groups[16:] == (4,) * 4 + (5,) * 4 + (6,) * 2
    graph = networkx.Graph(to_networkx(network))
    graph.remove_nodes_from([24, 25])
    assert len(list(networkx.connected_components(graph))) == 2  # pods, whose planes boxes join
    graph.remove_nodes_from([each for each in range(16) if network.hosts[each]])
    assert len(list(networkx.connected_components(graph))) == 4


def test_rails_of_other_planes_meet_in_boxes_alone() -> None:
    network = rail(3, 4, 4, 2, uplinks=2, planes=2, p=4)
    graph = networkx.Graph(to_networkx(network))
    assert networkx.is_connected(graph)
    graph.remove_nodes_from([each for each in range(network.switches) if network.hosts[each]])
    assert len(list(networkx.connected_components(graph))) == 2


@pytest.mark.parametrize(
    ("board", "boards"), [((2, 2), (4, 4)), ((4, 4), (2, 3)), ((1, 1), (3, 5))]
)
def test_hammingmesh_is_a_mesh_inside_and_a_hamming_graph_outside(
    board: tuple[int, int], boards: tuple[int, int]
) -> None:
    """Every accelerator has four links; one switch away are the boards of its row or column."""
    (a, b), (rows, columns) = board, boards
    network = hammingmesh(board, boards)
    accelerators = a * b * rows * columns
    links = zip(network.degrees("local"), network.degrees("global"), strict=True)
    assert {sum(both) for both in list(links)[:accelerators]} == {4}
    graph = networkx.Graph(to_networkx(network))
    beside = {
        tuple(sorted((network.groups[one], network.groups[other])))
        for line in range(accelerators, network.switches)
        for one, other in combinations(graph[line], 2)
        if network.groups[one] != network.groups[other]
    }
    assert beside == {link[:2] for link in hamming(boards).links}
    inside = graph.subgraph(range(a * b))
    assert networkx.is_isomorphic(inside, networkx.Graph(to_networkx(mesh(board))))


@pytest.mark.parametrize(
    ("boards", "radix", "leaves", "spines", "uplinks"),
    [
        (64, 64, 4, 2, 16),
        (32, 64, 1, 0, 0),
        (33, 64, 3, 2, 16),
        (5, 8, 3, 2, 2),
        (1024, 64, 64, 32, 1),
    ],
)
def test_lines_of_a_hammingmesh_are_fat_trees_where_one_switch_is_too_small(
    boards: int, radix: int, leaves: int, spines: int, uplinks: int
) -> None:
    """Leaves have as many links up as down, and no switch more than its ports."""
    tree = LineTree.of(boards, radix)
    assert tree is not None
    assert (tree.leaves, tree.spines, tree.uplinks) == (leaves, spines, uplinks)
    assert tree.leaves * tree.per_leaf >= boards
    if tree.spines:
        assert tree.spines * tree.uplinks == 2 * tree.per_leaf <= radix // 2
        assert tree.leaves * tree.uplinks <= radix


def test_a_large_hammingmesh_has_trees_in_rows_and_columns() -> None:
    """Two boards are at each leaf of eight ports: lines of 5 and of 6 boards have three leaves."""
    network = read("hammingmesh:board=2x2,boards=5x6,radix=8").build()
    accelerators, rows, columns = 2 * 2 * 30, 10 * (3 + 2), 12 * (3 + 2)
    assert network.switches == accelerators + rows + columns
    links = zip(network.degrees("local"), network.degrees("global"), strict=True)
    ports = [sum(both) for both in links]
    assert set(ports[:accelerators]) == {4}
    assert max(ports) == 8
    graph = networkx.Graph(to_networkx(network))
    for x, y in product(range(5), range(6)):
        board = (x * 6 + y) * 4
        near = {each for each in graph[board] if each >= accelerators}
        assert near == {
            accelerators + 2 * x * 5 + y // 2,
            accelerators + rows + 2 * y * 5 + x // 2,
        }
    assert networkx.is_connected(graph)
    assert LineTree.of(17, 8) is None
    assert most_boards(8) == 16
    with pytest.raises(ValueError, match="at most 16 boards"):
        hammingmesh((1, 1), (17, 2), radix=8)


def test_xpander_is_a_lift_of_a_complete_network() -> None:
    network = xpander(5, 7, seed=3)
    assert degrees(network) == {5}
    assert network.links != xpander(5, 7, seed=4).links
    assert network.links == xpander(5, 7, seed=3).links
    pairs = Counter((u // 7, v // 7) for u, v, _, _ in network.links)
    assert pairs == dict.fromkeys(combinations(range(6), 2), 7)
    for one, other in pairs:
        matched = [(u, v) for u, v, _, _ in network.links if (u // 7, v // 7) == (one, other)]
        assert len({u for u, _ in matched}) == len({v for _, v in matched}) == 7


@pytest.mark.parametrize("q", [3, 4, 5, 7, 8, 9, 11])
def test_slim_fly_has_its_degree_and_diameter_2(q: int) -> None:
    network = slim_fly(q)
    assert network.switches == 2 * q * q
    assert degrees(network) == {(3 * q - (delta(q) or 0)) // 2}
    assert diameter(network) == 2


def test_slim_fly_of_5_is_the_hoffman_singleton_graph() -> None:
    graph = networkx.Graph(to_networkx(slim_fly(5)))
    assert networkx.is_isomorphic(graph, networkx.hoffman_singleton_graph())


@pytest.mark.parametrize("q", [2, 3, 4, 5, 8, 9, 16, 25, 27, 49])
def test_fields_are_fields(q: int) -> None:
    numbers = field(q)
    assert sorted(numbers.powers) == list(range(1, q))
    for x, y, z in product(range(0, q, max(1, q // 9)), repeat=3):
        together = numbers.add[numbers.multiply(x, y)][numbers.multiply(x, z)]
        assert numbers.multiply(x, numbers.add[y][z]) == together
    assert all(sorted(row) == list(range(q)) for row in numbers.add)


@pytest.mark.parametrize("q", [3, 4, 5, 7, 8, 9, 11, 13, 16, 19])
def test_generators_are_closed_under_negation(q: int) -> None:
    numbers = field(q)
    negative = {x: numbers.add[x].index(0) for x in range(q)}
    one, other = generators(numbers)
    assert one | other == set(range(1, q))
    for each in (one, other):
        assert {negative[x] for x in each} == each


def test_prime_powers() -> None:
    found = [q for q in range(1, 33) if prime_power(q)]
    assert found == [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32]


@pytest.mark.parametrize(("symbols", "length"), [(2, 1), (2, 3), (2, 5), (3, 2), (3, 3)])
def test_de_bruijn(symbols: int, length: int) -> None:
    words = list(product(range(symbols), repeat=length))
    expected = {
        tuple(sorted((i, j)))
        for i, one in enumerate(words)
        for j, other in enumerate(words)
        if i != j and one[1:] == other[:-1]
    }
    network = de_bruijn(symbols, length)
    assert {link[:2] for link in network.links} == expected
    assert {link.multiplicity for link in network.links} == {1}


@pytest.mark.parametrize("dimension", [3, 4])
def test_wrapped_butterfly(dimension: int) -> None:
    network = butterfly(dimension)
    assert network.switches == dimension * 2**dimension
    assert degrees(network) == {4}
    assert diameter(network) == dimension + dimension // 2


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_butterfly_without_wraparound(dimension: int) -> None:
    network = butterfly(dimension, wrapped=False)
    rows = 2**dimension
    graph = networkx.Graph(to_networkx(network))
    for row, end in product(range(rows), repeat=2):  # exactly one way down
        assert networkx.shortest_path_length(graph, row, dimension * rows + end) == dimension
    assert prod(network.degrees("local")[:rows]) == 2**rows


@pytest.mark.parametrize("dimension", [3, 4])
def test_cycles_contract_to_the_hypercube(dimension: int) -> None:
    network = cube_connected_cycles(dimension)
    assert degrees(network) == {3}
    across = {
        (network.groups[link.first], network.groups[link.second])
        for link in network.links
        if network.groups[link.first] != network.groups[link.second]
    }
    assert across == {link[:2] for link in hypercube(dimension).links}


@pytest.mark.parametrize(("switches", "degree"), [(10, 3), (9, 4), (4, 0), (5, 4), (100, 90)])
def test_jellyfish_is_regular_and_its_seed_decides(switches: int, degree: int) -> None:
    network = jellyfish(switches, degree, seed=1, p=2)
    assert degrees(network) == {degree}
    assert network == jellyfish(switches, degree, seed=1, p=2)
    if (switches, degree) == (10, 3):
        assert len({jellyfish(10, 3, seed).links for seed in range(8)}) > 4


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("pods=2", "cores: must be given, for nothing else joins 2 pods"),
        ("pods=3,cores=2", "pods: must divide 4, the number of units; got 3"),
        ("cores=3", "core_links: must be given where 64 links of a spine down"),
        ("cores=4,core_groups=3", "core_groups: must divide 4, the number of cores"),
        ("cores=4,core_groups=4", "core_groups: must be at most 2, the spines of a pod"),
        ("core_groups=2", "core_groups: must be left out where there are no cores"),
        ("core_links=1", "core_links: must be left out where there are no cores"),
        ("cores=0", "cores: must be an integer, at least 1"),
    ],
)
def test_levels_of_rails_that_do_not_fit_are_told_at_their_field(spec: str, told: str) -> None:
    with pytest.raises(SpecError, match=told):
        read(f"rail:units=4,boxes=4,spines=2,{spec}")


def test_boards_beyond_two_levels_are_told_at_their_field() -> None:
    with pytest.raises(SpecError, match="boards: must be at most 4 rows and columns"):
        read("hammingmesh:board=2x2,boards=5x2,radix=4")
