"""Cycles, paths, stars and complete trees, numbered as their usual pictures are."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.topologies._known import EVERY_BALANCE, KnownBisection

if TYPE_CHECKING:
    from collections.abc import Iterable


def cycle(switches: int, p: int = 1) -> Network:
    """Build a cycle of at least 3 switches, each with p hosts and joined to the next."""
    return _alike(switches, [*pairwise(range(switches)), (0, switches - 1)], p)


def cycle_bisection() -> KnownBisection:
    """Return the bisection bandwidth of a cycle."""
    return KnownBisection(
        value=2,
        balances=EVERY_BALANCE,
        formula="2",
        reference="half of the switches in a row; no cut severs just one link of a cycle",
    )


def path(switches: int, p: int = 1) -> Network:
    """Build a path of switches, each with p hosts and joined to the next."""
    return _alike(switches, pairwise(range(switches)), p)


def path_bisection(switches: int) -> KnownBisection:
    """Return the bisection bandwidth of a path."""
    return KnownBisection(
        value=min(switches - 1, 1),
        balances=EVERY_BALANCE,
        formula="1, or 0 for a single switch",
        reference="half of the switches in a row; no cut of a connected network severs nothing",
    )


def star(leaves: int, p: int = 1) -> Network:
    """Build a star: switch 0 is joined to each of the leaves; all have p hosts."""
    return tree(leaves, 1, p)


def star_bisection(leaves: int) -> KnownBisection:
    """Return the bisection bandwidth of a star: all leaves of the side without its centre."""
    return KnownBisection(
        value=(leaves + 1) // 2,
        balances=EVERY_BALANCE,
        formula="floor((leaves + 1)/2)",
        reference="each leaf on the other side than the centre costs its link, and the side "
        "without the centre has at least floor(n/2) leaves",
    )


def tree(branching: int, height: int, p: int = 1) -> Network:
    """Build a complete tree, every switch with p hosts.

    The root is switch 0, and switch i has the children branching·i + 1 to
    branching·i + branching.

    Parameters
    ----------
    branching
        The children of each switch but the leaves, at least 1.
    height
        The links from the root to a leaf.
    p
        The hosts of each switch.
    """
    switches = tree_switches(branching, height)
    return _alike(switches, (((i - 1) // branching, i) for i in range(1, switches)), p)


def tree_switches(branching: int, height: int) -> int:
    """Count the switches of a complete tree: 1 + branching + … + branching**height."""
    return sum(branching**level for level in range(height + 1))


def tree_bisection(branching: int, height: int) -> KnownBisection | None:
    """Return the bisection bandwidth of a tree of even branching, or of height 1.

    The side without the root lies below the links that are severed. Below each
    of them there are at most (n - 1)/branching switches, and the side has
    (n - 1)/2 or more; branching/2 subtrees of the root are exactly such a side.
    For odd branching no subtrees of the root are, and no formula is known here.
    """
    if height == 1:
        return star_bisection(branching)
    if branching % 2:
        return None
    return KnownBisection(
        value=branching // 2,
        balances=EVERY_BALANCE,
        formula="branching/2",
        reference="half of the subtrees of the root; below a severed link there are at most "
        "(n - 1)/branching switches, and the side without the root has at least (n - 1)/2",
    )


def _alike(switches: int, pairs: Iterable[tuple[int, int]], p: int) -> Network:
    """Build a network of links of the class "local", one group, with p hosts at each switch."""
    return Network(
        switches=switches,
        links=tuple(Link(*pair, LOCAL.name) for pair in pairs),
        hosts=(p,) * switches,
    )
