"""Trees, and folded Clos networks: stars, complete trees, fat trees, leaves and spines, XGFTs."""

from __future__ import annotations

from itertools import product
from math import prod

from alphacut_verify.errors import Unreadable
from alphacut_verify.network import Network
from alphacut_verify.topology.draft import Draft, Spec


def star(spec: Spec) -> Network:
    """Build a star: switch 0 in the middle of its leaves."""
    leaves = spec.integer("leaves")
    return _complete_tree(spec, spec.switches(leaves + 1, "leaves"), leaves)


def tree(spec: Spec) -> Network:
    """Build a complete tree: switch i has the children branching·i + 1, …, + branching."""
    branching, height = spec.integer("branching"), spec.integer("height", 0)
    n, level = 1, 1
    for _ in range(height):
        level *= branching
        n = spec.switches(n + level, "height")
    return _complete_tree(spec, n, branching)


def _complete_tree(spec: Spec, n: int, branching: int) -> Network:
    draft = Draft(spec, n)
    for child in range(1, n):
        draft.join((child - 1) // branching, child)
    return draft.network(hosts=[spec.integer("p", 1, 1)] * n)


def fat_tree(spec: Spec) -> Network:
    """Build a fat tree of k ports: k pods of k/2 edge and k/2 aggregation switches, then the core.

    Aggregation switch i of every pod is joined to the core switches i·k/2, …, i·k/2 + k/2 - 1.
    A pod is a group, and the core is one.
    """
    k = spec.integer("k", 2)
    if k % 2:
        raise Unreadable(spec.at("k"), "must be even")
    half = k // 2
    n = spec.switches(k * k + half * half, "k")
    draft = Draft(spec, n)
    for pod, i, j in product(range(k), range(half), range(half)):
        aggregation = pod * k + half + i
        draft.join(pod * k + j, aggregation)
        draft.join(aggregation, k * k + i * half + j)
    p = spec.integer("p", 1, half)
    hosts = [p if i < k * k and i % k < half else 0 for i in range(n)]
    return draft.network(hosts=hosts, groups=[min(i // k, k) for i in range(n)])


def leaf_spine(spec: Spec) -> Network:
    """Build leaves and then spines, each leaf joined to each spine; hosts at the leaves."""
    leaves, spines, links = (
        spec.integer("leaves"),
        spec.integer("spines"),
        spec.integer("uplinks", 1, 1),
    )
    n = spec.switches(leaves + spines, "leaves")
    draft = Draft(spec, n)
    for i, j in product(range(leaves), range(spines)):
        draft.join(i, leaves + j, count=links)
    p = spec.integer("p", 1, 1)
    return draft.network(hosts=[p] * leaves + [0] * spines, groups=[0] * leaves + [1] * spines)


def xgft(spec: Spec) -> Network:
    """Build XGFT(h; m1 … mh; w1 … wh) of its switches, level by level from the edge.

    A switch of level l is (x, y): x tells the subtree, of which there are m_(l+1)···m_h, and y one
    of the w_1···w_l switches over the same hosts. Its parents are, for every v < w_(l+1),
    (x // m_(l+1), y·w_(l+1) + v). What is below one child of the top is a group, and
    the top is one.
    """
    m, w = spec.integers("children"), spec.integers("parents")
    if len(m) != len(w) or w[0] != 1:
        raise Unreadable(spec.at("parents"), "must have one number for each level, and 1 first")
    levels = len(m)
    sizes = [prod(m[level:]) * prod(w[:level]) for level in range(1, levels + 1)]
    n = spec.switches(sum(sizes), "children")
    begin = [sum(sizes[:level]) for level in range(levels)]
    draft = Draft(spec, n)
    for level in range(levels - 1):
        inner, up = prod(w[: level + 1]), w[level + 1]
        for number in range(sizes[level]):
            x, y = divmod(number, inner)
            above = begin[level + 1] + (x // m[level + 1]) * inner * up + y * up
            for v in range(up):
                draft.join(begin[level] + number, above + v)
    p = spec.integer("p", 1, m[0])
    top = levels - 1
    groups = [
        number // (sizes[level] // m[-1]) if level < top else m[-1]
        for level in range(levels)
        for number in range(sizes[level])
    ]
    return draft.network(hosts=[p] * sizes[0] + [0] * (n - sizes[0]), groups=groups)


TREES = {"star": star, "tree": tree, "fat_tree": fat_tree, "leaf_spine": leaf_spine, "xgft": xgft}
