"""Networks that are narrow, or large and sparse, numbered at random."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator

import networkx

from alphacut.arrangements.network import Link, Network

Edges = Iterator[tuple[int, int]]


def complete_tree(branches: int, switches: int) -> Edges:
    """Yield the links of a complete tree, numbered breadth first."""
    yield from (((v - 1) // branches, v) for v in range(1, switches))


def random_tree(switches: int) -> Edges:
    """Join every switch to an earlier one."""
    rng = random.Random(7)
    yield from ((rng.randrange(v), v) for v in range(1, switches))


def caterpillar(switches: int) -> Edges:
    """Yield a path of half of the switches, and leaves on it."""
    rng, spine = random.Random(3), switches // 2
    yield from ((v, v + 1) for v in range(spine - 1))
    yield from ((rng.randrange(spine), v) for v in range(spine, switches))


def cactus(switches: int) -> Edges:
    """Hang cycles of two to six links onto switches."""
    rng, number = random.Random(5), 1
    while number < switches:
        length = min(rng.randint(1, 6), switches - number)
        start = before = rng.randrange(number)
        for _ in range(length):
            yield before, number
            before, number = number, number + 1
        if length > 1:
            yield start, before


def series_parallel(switches: int) -> Edges:
    """Join each switch to both ends of a link, which stays or goes."""
    rng, found = random.Random(5), [(0, 1)]
    for v in range(2, switches):
        place = rng.randrange(len(found))
        one, other = found[place]
        if rng.random() < 0.5:
            found[place] = found[-1]
            found.pop()
        found += [(one, v), (other, v)]
    yield from found


def mesh(rows: int, columns: int, *, wrapped: bool = False) -> Edges:
    """Yield a mesh, or a torus."""
    for x in range(rows):
        for y in range(columns):
            if x + 1 < rows or wrapped:
                yield x * columns + y, (x + 1) % rows * columns + y
            if y + 1 < columns or wrapped:
                yield x * columns + y, x * columns + (y + 1) % columns


def road(side: int) -> Edges:
    """Yield a mesh of which a spanning tree and some more links are left: planar, like roads."""
    rng = random.Random(11)
    links = list(mesh(side, side))
    rng.shuffle(links)
    parts = networkx.utils.UnionFind(range(side * side))
    for one, other in links:
        if parts[one] != parts[other]:
            parts.union(one, other)
            yield one, other
        elif rng.random() < 0.4:
            yield one, other


def geometric(switches: int) -> Edges:
    """Yield a random geometric graph, of which pieces are joined."""
    radius = math.sqrt(8 / (math.pi * switches))
    graph = networkx.random_geometric_graph(switches, radius, seed=1)
    yield from graph.edges
    pieces = [min(piece) for piece in networkx.connected_components(graph)]
    yield from itertools.pairwise(pieces)


def fat_tree(ports: int) -> Edges:
    """Yield a fat tree whose hosts are switches of their own, as all others are."""
    half = ports // 2
    core, pods = half * half, ports * half
    switches = core + 2 * pods
    for pod in range(ports):
        for i in range(half):
            up = core + pod * half + i
            yield from ((i * half + j, up) for j in range(half))
            yield from ((up, core + pods + pod * half + j) for j in range(half))
    for edge in range(pods):
        yield from ((core + pods + edge, switches + edge * half + j) for j in range(half))


NETWORKS: dict[str, tuple[Callable[[], Edges], int | None]] = {  # and what is known of B
    "binary tree 1,023": (lambda: complete_tree(2, 1_023), 1),
    "binary tree 131,071": (lambda: complete_tree(2, 131_071), 1),
    "ternary tree 88,573": (lambda: complete_tree(3, 88_573), None),
    "random tree 1,000": (lambda: random_tree(1_000), None),
    "random tree 100,000": (lambda: random_tree(100_000), None),
    "caterpillar 10,000": (lambda: caterpillar(10_000), None),
    "star 1,000": (lambda: ((0, v) for v in range(1, 1_000)), 500),
    "path 10,000": (lambda: ((v, v + 1) for v in range(9_999)), 1),
    "cycle 10,000": (lambda: ((v, (v + 1) % 10_000) for v in range(10_000)), 2),
    "cactus 10,000": (lambda: cactus(10_000), None),
    "series-parallel 2,000": (lambda: series_parallel(2_000), None),
    "fat tree k = 8, 208": (lambda: fat_tree(8), None),
    "fat tree k = 10, 375": (lambda: fat_tree(10), None),
    "fat tree k = 12, 612": (lambda: fat_tree(12), None),
    "fat tree k = 14, 931": (lambda: fat_tree(14), None),
    "fat tree k = 16, 1,344": (lambda: fat_tree(16), None),
    "fat tree k = 18, 1,863": (lambda: fat_tree(18), None),
    "mesh 16 x 16": (lambda: mesh(16, 16), 16),
    "mesh 32 x 32": (lambda: mesh(32, 32), 32),
    "torus 32 x 32": (lambda: mesh(32, 32, wrapped=True), 64),
    "mesh 64 x 64": (lambda: mesh(64, 64), 64),
    "torus 64 x 64": (lambda: mesh(64, 64, wrapped=True), 128),
    "like roads 4,900": (lambda: road(70), None),
    "random geometric 1,000": (lambda: geometric(1_000), None),
}


def network(name: str) -> Network:
    """Build a network, numbered at random."""
    edges = list(NETWORKS[name][0]())
    switches = 1 + max(map(max, edges))
    place = random.Random(1).sample(range(switches), switches)
    links = tuple(Link(place[u], place[v], "local") for u, v in edges)
    return Network(switches=switches, links=links)
