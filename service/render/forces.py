"""Force-directed places of the nodes of a graph, the same each time.

References
----------
Kamada and Kawai, An algorithm for drawing general undirected graphs, 1989. Fruchterman and
Reingold, Graph drawing by force-directed placement, 1991.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from math import atan2, cos, sin

from alphacut.arrangements.network import Network

Place = tuple[float, float]  # x to the right and y downwards, in lengths of an edge or so
TRUE = 300  # nodes up to which all distances are drawn to scale; there they take a second
LARGEST = 2_000  # nodes whose places are found within seconds
ROUNDS = 500  # of Fruchterman and Reingold on `TRUE` nodes, and fewer on more
STRETCHED = 3.0  # length of an edge between two sides that are drawn apart
APART = 0.2  # between the two sides at least, as a share of the width of both

_seeding = threading.Lock()  # igraph has one source of random numbers in a process


def force(network: Network) -> list[Place]:
    """Return places where edges are about equally long, and other nodes further apart."""
    return _placed(network, [1.0] * len(network.links))


def sides_apart(network: Network, side: Collection[int]) -> list[Place]:
    """Return such places with the nodes of one side on the left, and all others on the right."""
    left = [node in side for node in range(network.switches)]
    severed = [left[link.first] != left[link.second] for link in network.links]
    found = _placed(network, [STRETCHED if each else 1.0 for each in severed])
    if all(left) or not any(left):
        return found
    return _moved_apart(_as_dense(_turned(found, left), left), left)


def _placed(network: Network, lengths: Sequence[float]) -> list[Place]:
    import igraph  # here, for most pictures do without it

    pairs = [(link.first, link.second) for link in network.links]
    length = dict(zip(pairs, lengths, strict=True))  # links of several classes are one edge
    graph = igraph.Graph(n=network.switches, edges=list(length))
    with _seeded():
        if network.switches <= TRUE:
            found = graph.layout_kamada_kawai(weights=list(length.values()) or None)
        else:
            found = graph.layout_fruchterman_reingold(
                seed=graph.layout_circle(),
                niter=max(50, ROUNDS * TRUE // network.switches),
                weights=[1 / each for each in length.values()] or None,
                grid=False,
            )
    return [(float(x), float(y)) for x, y in found]


def _turned(places: Sequence[Place], left: Sequence[bool]) -> list[Place]:
    """Turn places so that the middle of one side lies left of that of the other."""
    (x1, y1), (x2, y2) = (_middle(_of(places, left, each)) for each in (True, False))
    turn = -atan2(y2 - y1, x2 - x1)
    return [(x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)) for x, y in places]


def _as_dense(places: Sequence[Place], left: Sequence[bool]) -> list[Place]:
    """Stretch the side whose nodes are nearer to each other, until both are as dense."""
    spread = {each: spacing(_of(places, left, each)) for each in (True, False)}
    middle = {each: _middle(_of(places, left, each)) for each in (True, False)}
    wide = max(spread.values())
    factor = {each: min(STRETCHED, wide / spread[each]) if spread[each] else 1.0 for each in spread}
    stretched = []
    for (x, y), inside in zip(places, left, strict=True):
        (mx, my), by = middle[inside], factor[inside]
        stretched.append((mx + by * (x - mx), my + by * (y - my)))
    return stretched


def spacing(places: Sequence[Place], share: float = 0.5) -> float:
    """Return how near to each other nodes are: of their nearest distances, those of a share."""
    import numpy as np
    from scipy.spatial import cKDTree

    if len(places) < 2:
        return 0.0
    nearest, _ = cKDTree(places).query(places, k=2)
    return float(np.quantile(nearest[:, 1], share))


def _moved_apart(places: Sequence[Place], left: Sequence[bool]) -> list[Place]:
    """Move both sides away from each other until a gap is between them."""
    inner, outer = ([x for x, _ in _of(places, left, each)] for each in (True, False))
    wide = max(inner) - min(inner) + max(outer) - min(outer)
    missing = max(0.0, APART * (wide or 1.0) - (min(outer) - max(inner))) / 2
    return [
        (x - missing if inside else x + missing, y)
        for (x, y), inside in zip(places, left, strict=True)
    ]


def _of(places: Sequence[Place], left: Sequence[bool], which: bool) -> list[Place]:
    return [place for place, inside in zip(places, left, strict=True) if inside is which]


def _middle(places: Sequence[Place]) -> Place:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


@contextmanager
def _seeded() -> Iterator[None]:
    """Let igraph draw the same random numbers each time, and then those of Python again."""
    import igraph

    with _seeding:
        igraph.set_random_number_generator(random.Random(0))
        try:
            yield
        finally:
            igraph.set_random_number_generator(random)
