"""Bisection widths that theorems give, computed anew from the sizes of a network's family.

Each formula is proven where docs/families.md says; none of that is proven here. It holds for
links of capacity 1, none of which failed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

Sizes = Mapping[str, Any]  # a complete spec
HOSTS_ONLY = ("fat_tree", "leaf_spine", "xgft")  # whose switches have unlike numbers of hosts


def width_by_formula(topology: Sizes, balance: str) -> int | None:
    """Return what a theorem says, in capacities of one link; None where none is known.

    Parameters
    ----------
    topology
        A complete spec that was read and found right.
    """
    family = topology["family"]
    if topology.get("capacities") or topology.get("failed") or family not in _FORMULAS:
        return None
    if family in HOSTS_ONLY and balance != "hosts":
        return None
    return _FORMULAS[family](topology)


def _lines_cut(first: int, sides: Sequence[int]) -> int:
    """Count the links between the first switches of a box and all others.

    All switches of a line are joined, and the last dimension runs fastest.
    """
    if not sides:
        return 0
    layer = prod(sides[1:])
    full, rest = divmod(first, layer)
    across = rest * (full + 1) * (sides[0] - full - 1) + (layer - rest) * full * (sides[0] - full)
    return across + _lines_cut(rest, sides[1:])


def _all_to_all(sides: Sequence[int]) -> int:
    """Sever the first half, the longest dimension running fastest (Lindsey, 1964)."""
    return _lines_cut(prod(sides) // 2, sorted(sides))


def _hyperx(topology: Sizes) -> int | None:
    multiplicities = set(topology.get("multiplicities") or (1,))
    if len(multiplicities) > 1:
        return None
    return int(multiplicities.pop() * _all_to_all(topology["sides"]))


def _mesh(sides: Sequence[int]) -> int:
    """Sever a layer of the longest side; where that is odd, its middle layer in the same way."""
    longest, *others = sorted(sides, reverse=True)
    if longest == 1:
        return 0
    return prod(others) + (_mesh(others) if longest % 2 and others else 0)


def _torus(topology: Sizes) -> int | None:
    return None if 2 in topology["sides"] else 2 * _mesh(topology["sides"])


def _butterfly(topology: Sizes) -> int | None:
    dimension = topology["dimension"]
    return int(2**dimension) if topology.get("wrapped", True) and dimension > 2 else None


def _cycles(topology: Sizes) -> int | None:
    dimension = topology["dimension"]
    return int(2**dimension // 2) if dimension > 2 else None


def _tree(topology: Sizes) -> int | None:
    """Sever half of the root's subtrees; those of a star are leaves, of which any number can be."""
    branching = topology["branching"]
    if topology["height"] == 1:
        return _star(branching)
    return None if branching % 2 else int(branching // 2)


def _star(leaves: int) -> int:
    return -(-leaves // 2)


def _folded_clos(topology: Sizes) -> int | None:
    """Halve the fewest links up from a level, where they come from an even number of subtrees."""
    below, switches = list(topology["children"]), 1
    widths = []
    for parents, above in zip(topology["parents"], topology["parents"][1:], strict=False):
        below.pop(0)
        switches *= parents
        widths.append((prod(below) * switches * above, prod(below) % 2))
    links, odd = min(widths)
    return None if odd else int(links // 2)


_FORMULAS: Mapping[str, Callable[[Sizes], int | None]] = {
    "hamming": lambda t: _all_to_all(t["sides"]),
    "hyperx": _hyperx,
    "flattened_butterfly": lambda t: _all_to_all([t["k"]] * (t["n"] - 1)),
    "mesh": lambda t: _mesh(t["sides"]),
    "grid": lambda t: _mesh(t["sides"]),
    "torus": _torus,
    "cycle": lambda _: 2,
    "path": lambda t: int(t["switches"] > 1),
    "star": lambda t: _star(t["leaves"]),
    "tree": _tree,
    "hypercube": lambda t: int(2 ** t["dimension"] // 2),
    "complete": lambda t: int(t["switches"] ** 2 // 4),
    "butterfly": _butterfly,
    "cube_connected_cycles": _cycles,
    "xgft": _folded_clos,
    "fat_tree": lambda t: int(t["k"] ** 3 // 8),
    "leaf_spine": lambda t: int(t["leaves"] // 2 * t["spines"] * t["uplinks"]),
}
