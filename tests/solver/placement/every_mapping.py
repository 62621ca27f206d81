"""All mappings of a small stencil on a small network, with what each costs, by plain counting.

Nothing of the product is used but the network: edges, routes, loads and distances are written
down from their definitions, and every assignment of cells to switches is tried.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from alphacut.arrangements.network import Network

Mapping = tuple[int, ...]


def stencil_edges(sides: tuple[int, ...], torus: bool) -> list[tuple[int, int]]:
    """Each cell and the next one along every dimension, around the end where it is a torus."""
    cells = list(product(*map(range, sides)))
    number = {cell: at for at, cell in enumerate(cells)}
    found = []
    for cell in cells:
        for k, side in enumerate(sides):
            last = cell[k] + 1 == side
            if side > 1 and (torus or not last):
                ahead = (*cell[:k], (cell[k] + 1) % side, *cell[k + 1 :])
                found.append((number[cell], number[ahead]))
    return found


def distances(network: Network) -> list[list[int]]:
    """Floyd and Warshall."""
    n = network.switches
    far = [[0 if u == v else n for v in range(n)] for u in range(n)]
    for u, v, _, _ in network.links:
        far[u][v] = far[v][u] = 1
    for w, u, v in product(range(n), repeat=3):
        far[u][v] = min(far[u][v], far[u][w] + far[w][v])
    return far


def gates(network: Network) -> dict[tuple[int, int], int] | None:
    """The switch of group i with the one link to group j; None unless it is a whole dragonfly."""
    groups, found = network.groups, dict[tuple[int, int], int]()
    inside = set()
    for u, v, _, _ in network.links:
        i, j = groups[u], groups[v]
        if i == j:
            inside.add((u, v))
        elif (i, j) in found:
            return None
        else:
            found[i, j], found[j, i] = u, v
    pairs = {(u, v) for u in range(network.switches) for v in range(u + 1, network.switches)}
    whole = inside == {(u, v) for u, v in pairs if groups[u] == groups[v]}
    names = set(groups)
    joined = len(found) == len(names) * (len(names) - 1)
    return found if whole and joined and len(names) > 1 else None


def route(network: Network, u: int, v: int) -> list[int]:
    """The switches that a message passes."""
    gate, far = gates(network), distances(network)
    if gate is not None and network.groups[u] != network.groups[v]:
        i, j = network.groups[u], network.groups[v]
        passed = [u, gate[i, j], gate[j, i], v]
        return [s for at, s in enumerate(passed) if not at or s != passed[at - 1]]
    near = [{a, b} - {u} for a, b, _, _ in network.links if u in (a, b)]
    if u == v:
        return [v]
    after = min(w for (w,) in near if far[w][v] == far[u][v] - 1)
    return [u, *route(network, after, v)]


def all_costs(
    network: Network, sides: tuple[int, ...], torus: bool
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return every mapping that the hosts have room for, its largest load, and its hops."""
    n, cells = network.switches, int(np.prod(sides))
    every = np.array(list(product(range(n), repeat=cells)), dtype=np.int64)
    for switch, hosts in enumerate(network.hosts):
        every = every[(every == switch).sum(axis=1) <= hosts]
    far, uses = distances(network), np.zeros((n, n, n * n), dtype=np.int64)
    for u, v in product(range(n), repeat=2):
        passed = route(network, u, v)
        for (one, other), times in Counter(pairwise(passed)).items():
            uses[u, v, one * n + other] = times
    load = np.zeros((len(every), n * n), dtype=np.int64)
    hops = np.zeros(len(every), dtype=np.int64)
    for one, other in stencil_edges(sides, torus):
        here, there = every[:, one], every[:, other]
        load += uses[here, there] + uses[there, here]
        hops += np.array(far)[here, there]
    return every, load.max(axis=1, initial=0), hops
