"""Products of paths, cycles and complete graphs: meshes, tori, hypercubes, Hamming graphs.

The points (x, y, …) of a box are numbered in order, the first coordinate slowest; two points that
differ in one coordinate are joined where the graph of that dimension joins its two values. The
group of a switch is its first coordinate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from math import prod

from alphacut_verify.errors import Unreadable
from alphacut_verify.network import Network
from alphacut_verify.topology.draft import Draft, Spec

Pairs = list[tuple[int, int]]


def path_pairs(side: int) -> Pairs:
    """Return the links of a path."""
    return list(pairwise(range(side)))


def cycle_pairs(side: int) -> Pairs:
    """Return the links of a cycle; a side of 2 has a single link."""
    return path_pairs(side) + ([(0, side - 1)] if side > 2 else [])


def all_pairs(side: int) -> Pairs:
    """Return the links of a complete graph."""
    return list(combinations(range(side), 2))


def box(
    spec: Spec, sides: Sequence[int], name: str, line: Callable[[int], Pairs],
    multiplicities: Sequence[int] | None = None, p: int | None = None,
) -> Network:  # fmt: skip
    """Build a product of graphs, one for each side."""
    n = 1
    for side in sides:
        n = spec.switches(n * side, name)
    draft = Draft(spec, n)
    for axis, side in enumerate(sides):
        count = multiplicities[axis] if multiplicities else 1
        stride = prod(sides[axis + 1 :])
        for start, (low, high), offset in product(
            range(0, n, side * stride), line(side), range(stride)
        ):
            draft.join(start + low * stride + offset, start + high * stride + offset, count=count)
    hosts = spec.integer("p", 0, 1) if p is None else p
    groups = [switch // (n // sides[0]) for switch in range(n)]
    return draft.network(hosts=_some(spec, hosts, n), groups=groups)


def _some(spec: Spec, p: int, n: int) -> list[int]:
    if not p:
        raise Unreadable(spec.at("p"), "must be at least 1")
    return [p] * n


def mesh(spec: Spec) -> Network:
    """Build a mesh (also called grid): a product of paths."""
    return box(spec, spec.integers("sides"), "sides", path_pairs)


def torus(spec: Spec) -> Network:
    """Build a torus: a product of cycles."""
    return box(spec, spec.integers("sides"), "sides", cycle_pairs)


def hypercube(spec: Spec) -> Network:
    """Build a hypercube: a product of single links, in one group."""
    dimension = spec.integer("dimension", high=64)
    network = box(spec, (2,) * dimension, "dimension", path_pairs)
    return replace(network, groups=(0,) * network.switches)


def hamming(spec: Spec) -> Network:
    """Build a Hamming graph: a product of complete graphs."""
    return box(spec, spec.integers("sides"), "sides", all_pairs)


def hyperx(spec: Spec) -> Network:
    """Build a HyperX: a Hamming graph whose dimensions have parallel links."""
    sides = spec.integers("sides")
    times = spec.integers("multiplicities", default=(1,) * len(sides))
    if len(times) != len(sides):
        raise Unreadable(spec.at("multiplicities"), f"must have {len(sides)} numbers")
    return box(spec, sides, "sides", all_pairs, times)


def flattened_butterfly(spec: Spec) -> Network:
    """Build the k-ary n-flat: a Hamming graph of n - 1 sides of k, with k hosts each."""
    k, n = spec.integer("k", 2), spec.integer("n", 2, high=64)
    return box(spec, (k,) * (n - 1), "n", all_pairs, p=spec.integer("p", 1, k))


def complete(spec: Spec) -> Network:
    """Build a complete network, in one group."""
    n = spec.switches(spec.integer("switches"), "switches")
    draft = Draft(spec, n)
    for pair in all_pairs(n):
        draft.join(*pair)
    return draft.network(hosts=_some(spec, spec.integer("p", 0, 1), n))


def cycle(spec: Spec) -> Network:
    """Build a cycle of at least 3 switches, in one group."""
    return _line(spec, 3, cycle_pairs)


def path(spec: Spec) -> Network:
    """Build a path, in one group."""
    return _line(spec, 1, path_pairs)


def _line(spec: Spec, least: int, line: Callable[[int], Pairs]) -> Network:
    n = spec.switches(spec.integer("switches", least), "switches")
    draft = Draft(spec, n)
    for pair in line(n):
        draft.join(*pair)
    return draft.network(hosts=_some(spec, spec.integer("p", 0, 1), n))


PRODUCTS = {
    "mesh": mesh, "grid": mesh, "torus": torus, "hypercube": hypercube, "hamming": hamming,
    "hyperx": hyperx, "flattened_butterfly": flattened_butterfly, "complete": complete,
    "cycle": cycle, "path": path,
}  # fmt: skip
