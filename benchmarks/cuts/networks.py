"""The networks on which cuts are compared, all with their switches in random order."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import networkx

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.solver.bisection.balance import Balance

Edges = Iterable[tuple[int, int]]
SEED = 1


@dataclass(frozen=True, kw_only=True)
class Case:
    """A network, and what is known of it."""

    name: str
    build: Callable[[], Network]
    hosts: bool = False  # whether hosts are balanced, and not switches
    known: int | None = None  # B(1), from a formula

    def balance(self, network: Network) -> Balance:
        """Return the weights that the sides share."""
        return Balance.of(network, "hosts" if self.hosts else "switches")


def mixed(switches: int, edges: Edges, hosts: tuple[int, ...] = ()) -> Network:
    """Return a network whose switches are numbered at random."""
    order = list(range(switches))
    random.Random(SEED).shuffle(order)
    moved = [0] * len(hosts)
    for switch, count in enumerate(hosts):
        moved[order[switch]] = count
    links = tuple(Link(order[u], order[v], "local") for u, v in edges)
    return Network(switches=switches, links=links, hosts=tuple(moved))


def tree(switches: int, children: int) -> Network:
    """Return a complete tree, or the beginning of one."""
    return mixed(switches, (((v - 1) // children, v) for v in range(1, switches)))


def caterpillar(spine: int, legs: int) -> Network:
    """Return a path each of whose switches has leaves."""
    path = [(u, u + 1) for u in range(spine - 1)]
    leaves = [(u, spine + legs * u + each) for u in range(spine) for each in range(legs)]
    return mixed(spine * (legs + 1), [*path, *leaves])


def random_tree(switches: int) -> Network:
    """Return a tree in which each switch hangs on a random earlier one."""
    rng = random.Random(SEED)
    return mixed(switches, [(rng.randrange(v), v) for v in range(1, switches)])


def line(switches: int, *, closed: bool) -> Network:
    """Return a path or a cycle."""
    ends = switches if closed else switches - 1
    return mixed(switches, [(u, (u + 1) % switches) for u in range(ends)])


def mesh(rows: int, columns: int, *, closed: bool) -> Network:
    """Return a mesh or a torus."""
    graph = networkx.grid_2d_graph(rows, columns, periodic=closed)
    return of_graph(graph)


def of_graph(graph: networkx.Graph) -> Network:
    """Return the network of a graph, its nodes in random order."""
    place = {node: number for number, node in enumerate(graph)}
    return mixed(len(place), [(place[u], place[v]) for u, v in graph.edges])


def fat_tree(k: int) -> Network:
    """Return a three-level fat tree of k-port switches, whose hosts are nodes."""
    half = k // 2
    core, layer = half * half, k * half
    links = []
    for pod in range(k):
        for each in range(half):
            up = core + pod * half + each
            links += [(each * half + other, up) for other in range(half)]
            links += [(up, core + layer + pod * half + edge) for edge in range(half)]
    switches = core + 2 * layer
    edges = range(core + layer, switches)
    links += [(edge, switches + half * n + j) for n, edge in enumerate(edges) for j in range(half)]
    return mixed(switches + layer * half, links, hosts=(0,) * switches + (1,) * (layer * half))


def roads(side: int) -> Network:
    """Return a planar network like that of roads: a mesh that has lost a third of its links."""
    rng = random.Random(SEED)
    graph = networkx.grid_2d_graph(side, side)
    graph.remove_edges_from([edge for edge in list(graph.edges) if rng.random() < 1 / 3])
    return of_graph(graph.subgraph(max(networkx.connected_components(graph), key=len)))


def geometric(switches: int, degree: float) -> Network:
    """Return a random geometric network of about this degree."""
    radius = math.sqrt(degree / math.pi / switches)
    return of_graph(networkx.random_geometric_graph(switches, radius, seed=SEED))


def regular(switches: int, degree: int) -> Network:
    """Return a random regular network."""
    return of_graph(networkx.random_regular_graph(degree, switches, seed=SEED))


def providers(switches: int) -> Network:
    """Return a network with the shape of providers on the internet: tiers, peers and customers."""
    return of_graph(networkx.random_internet_as_graph(switches, seed=SEED))


def campus(rings: int, buildings: int, floors: int) -> Network:
    """Return rings of buildings on a core ring, each building with a star of floors."""
    links = [(u, (u + 1) % rings) for u in range(rings)]
    count = rings
    for core in range(rings):
        houses = [count + b * (floors + 1) for b in range(buildings)]
        count += buildings * (floors + 1)
        links += zip([core, *houses], [*houses, core], strict=True)
        links += [(house, house + 1 + floor) for house in houses for floor in range(floors)]
    return mixed(count, links)


def dragonfly(a: int, h: int, arrangement: str) -> Case:
    """Return one of the contest's networks."""
    name = f"dragonfly-{a}-{h}-{arrangement}"
    return Case(name=name, build=Dragonfly(a=a, h=h, arrangement=arrangement).network)


CASES = (
    Case(name="binary-tree-1023", build=lambda: tree(1_023, 2), known=1),
    Case(name="binary-tree-16383", build=lambda: tree(16_383, 2), known=1),
    Case(name="binary-tree-131071", build=lambda: tree(131_071, 2), known=1),
    Case(name="ternary-tree-1093", build=lambda: tree(1_093, 3)),
    Case(name="ternary-tree-88573", build=lambda: tree(88_573, 3)),
    Case(name="caterpillar-2000", build=lambda: caterpillar(500, 3), known=1),
    Case(name="random-tree-1000", build=lambda: random_tree(1_000)),
    Case(name="random-tree-10000", build=lambda: random_tree(10_000)),
    Case(name="random-tree-100000", build=lambda: random_tree(100_000)),
    Case(name="star-1000", build=lambda: tree(1_000, 999), known=500),
    Case(name="path-10000", build=lambda: line(10_000, closed=False), known=1),
    Case(name="cycle-10000", build=lambda: line(10_000, closed=True), known=2),
    Case(name="mesh-32x32", build=lambda: mesh(32, 32, closed=False), known=32),
    Case(name="mesh-64x64", build=lambda: mesh(64, 64, closed=False), known=64),
    Case(name="mesh-16x16", build=lambda: mesh(16, 16, closed=False), known=16),
    Case(name="mesh-31x33", build=lambda: mesh(31, 33, closed=False)),
    Case(name="torus-20x20", build=lambda: mesh(20, 20, closed=True), known=40),
    Case(name="torus-32x32", build=lambda: mesh(32, 32, closed=True), known=64),
    Case(name="torus-64x64", build=lambda: mesh(64, 64, closed=True), known=128),
    Case(name="fat-tree-8-hosts", build=lambda: fat_tree(8), hosts=True, known=64),
    Case(name="fat-tree-14-hosts", build=lambda: fat_tree(14), hosts=True, known=343),
    Case(name="fat-tree-16-hosts", build=lambda: fat_tree(16), hosts=True, known=512),
    Case(name="fat-tree-18-hosts", build=lambda: fat_tree(18), hosts=True, known=729),
    Case(name="providers-300", build=lambda: providers(300)),
    Case(name="campus-510", build=lambda: campus(10, 5, 9)),
    Case(name="roads-5000", build=lambda: roads(71)),
    Case(name="geometric-1000", build=lambda: geometric(1_000, 8)),
    Case(name="geometric-5000", build=lambda: geometric(5_000, 6)),
    Case(name="regular-100-3", build=lambda: regular(100, 3)),
    Case(name="regular-500-4", build=lambda: regular(500, 4)),
    Case(name="regular-2000-6", build=lambda: regular(2_000, 6)),
    dragonfly(6, 3, "relative"),
    dragonfly(8, 4, "relative"),
    dragonfly(8, 4, "helix"),
    dragonfly(10, 5, "relative"),
    dragonfly(10, 5, "helix"),
    dragonfly(16, 8, "relative"),
)
