"""Networks of 30 to 150 switches, most of them drawn at random with a fixed seed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass

import networkx

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.network import Link, Network
from alphacut.solver.common.alpha import Alpha

ONE = Alpha(1, 1)


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A network, and the ratio α at which it is divided."""

    name: str
    build: Callable[[], Network]
    alpha: Alpha = ONE


def _plain(drawn: networkx.Graph, seed: int) -> Network:
    """Join what is not connected, and number the switches at random."""
    graph = networkx.convert_node_labels_to_integers(drawn)
    pieces = [min(piece) for piece in networkx.connected_components(graph)]
    links = [*graph.edges, *itertools.pairwise(pieces)]
    place = list(range(len(graph)))
    random.Random(seed).shuffle(place)
    return Network(
        switches=len(graph),
        links=tuple(Link(place[u], place[v], "local") for u, v in links),
    )


def _weighted(switches: int, share: float, largest: int, seed: int) -> Network:
    """Draw links of unlike capacities, up to the largest."""
    rng = random.Random(seed)
    links = [
        Link(u, v, "local", rng.randint(1, largest))
        for u, v in itertools.combinations(range(switches), 2)
        if rng.random() < share
    ]
    return Network(switches=switches, links=tuple(links))


def _regular(degree: int, switches: int) -> Entry:
    def build() -> Network:
        return _plain(networkx.random_regular_graph(degree, switches, seed=1), 1)

    return Entry(name=f"{degree}-regular {switches}", build=build)


def _binomial(switches: int, share: float) -> Entry:
    def build() -> Network:
        return _plain(networkx.gnp_random_graph(switches, share, seed=1), 1)

    return Entry(name=f"G({switches}, {share:g})", build=build)


def _geometric(switches: int, radius: float) -> Entry:
    def build() -> Network:
        return _plain(networkx.random_geometric_graph(switches, radius, seed=1), 1)

    return Entry(name=f"geometric {switches}", build=build)


def _waxman(switches: int) -> Entry:
    def build() -> Network:
        return _plain(networkx.waxman_graph(switches, 0.4, 0.2, seed=1), 1)

    return Entry(name=f"Waxman {switches}", build=build)


def _small_world(switches: int) -> Entry:
    def build() -> Network:
        return _plain(networkx.watts_strogatz_graph(switches, 6, 0.2, seed=1), 1)

    return Entry(name=f"small world {switches}", build=build)


def _attachment(switches: int) -> Entry:
    def build() -> Network:
        return _plain(networkx.barabasi_albert_graph(switches, 3, seed=1), 1)

    return Entry(name=f"preferential attachment {switches}", build=build)


def _grid(rows: int, columns: int) -> Entry:
    def build() -> Network:
        return _plain(networkx.grid_2d_graph(rows, columns), 1)

    return Entry(name=f"grid {rows} x {columns}", build=build)


def _capacities(switches: int, share: float, largest: int) -> Entry:
    return Entry(
        name=f"capacities to {largest}, G({switches}, {share:g})",
        build=lambda: _weighted(switches, share, largest, 1),
    )


def _dragonfly(a: int, h: int, arrangement: str, alpha: int = 1) -> Entry:
    return Entry(
        name=f"(p,{a},{h}) {arrangement}, α = {alpha}",
        build=Dragonfly(a=a, h=h, arrangement=arrangement).network,
        alpha=Alpha(alpha, 1),
    )


ENTRIES = (
    *(_regular(3, n) for n in (40, 60, 80, 110, 150)),
    *(_regular(4, n) for n in (44, 64, 90)),
    *(_regular(6, n) for n in (44, 60)),
    *(_regular(7, n) for n in (30, 50)),
    *(_binomial(*each) for each in ((40, 0.2), (60, 0.1), (60, 0.15), (80, 0.1), (50, 0.5))),
    *(_geometric(*each) for each in ((70, 0.2), (120, 0.15))),
    *(_waxman(n) for n in (60, 90)),
    *(_small_world(n) for n in (64, 110)),
    *(_grid(*each) for each in ((9, 11), (12, 12))),
    *(_attachment(n) for n in (40, 60, 80)),
    *(_capacities(*each) for each in ((40, 0.3, 50), (60, 0.1, 50))),
    *(
        _dragonfly(4, 2, name)
        for name in ("absolute", "relative", "circulant", "helix", "nautilus")
    ),
    _dragonfly(5, 2, "relative", 2),
    _dragonfly(4, 3, "helix"),
    _dragonfly(6, 2, "nautilus"),
    _dragonfly(4, 4, "helix", 3),
    Entry(
        name="Hoffman-Singleton",
        build=lambda: _plain(networkx.hoffman_singleton_graph(), 1),
    ),
)
