"""Extended generalised fat trees: folded Clos networks of any number of levels, tapered or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from math import prod
from operator import mul

from alphacut.arrangements.network import LOCAL, Link, Network
from alphacut.arrangements.topologies._known import KnownBisection


def xgft(children: Sequence[int], parents: Sequence[int], p: int) -> Network:
    """Build XGFT(h; m1, …, mh; w1, …, wh) of its switches: links of the class "local".

    Level 0 are the hosts; each has one switch of level 1 (w1 = 1), and there m1
    of them are. A switch of level l has m_l children and w_(l+1) parents. Switches
    are numbered level by level from the edge, in a level subtree by subtree. What
    is below one child of the top is a group, and so are the top switches together.

    Parameters
    ----------
    children, parents
        (h,) m1, …, mh and w1, …, wh.
    p
        The hosts of each edge switch, m1 if the tree is as it is usually drawn.

    References
    ----------
    Öhring, Ibel, Das and Kumar, On generalized fat trees, IPPS 1995.
    """
    sizes = level_sizes(children, parents)
    top = len(sizes) - 1
    groups = [
        switch // (size // children[-1]) if level < top else children[-1]
        for level, size in enumerate(sizes)
        for switch in range(size)
    ]
    return Network(
        switches=sum(sizes),
        links=tuple(Link(*ends, LOCAL.name) for ends in _ends(children, parents)),
        groups=tuple(groups),
        hosts=(p,) * sizes[0] + (0,) * sum(sizes[1:]),
    )


def level_sizes(children: Sequence[int], parents: Sequence[int]) -> list[int]:
    """Return how many switches each level has, from the edge on."""
    return [prod(children[level:]) * prod(parents[:level]) for level in range(1, len(children) + 1)]


def _ends(children: Sequence[int], parents: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the links: switches of neighbouring levels that differ in one digit.

    Of a switch of level l, numbered (subtree · inner) + place, the place tells which of the
    w1 … wl switches over the same hosts it is.
    """
    sizes = level_sizes(children, parents)
    begin = [0, *accumulate(sizes)]
    inner = list(accumulate(parents, mul))  # switches over the same hosts, by level
    for level in range(len(sizes) - 1):
        m, w = children[level + 1], parents[level + 1]
        for above, child, place in product(
            range(sizes[level] // inner[level] // m), range(m), range(inner[level])
        ):
            lower = begin[level] + (above * m + child) * inner[level] + place
            for parent in range(w):
                yield lower, begin[level + 1] + above * inner[level + 1] + place * w + parent


def xgft_bisection(children: Sequence[int], parents: Sequence[int]) -> KnownBisection | None:
    """Return the bisection bandwidth for halves of equal hosts, if half of a level can be cut off.

    Where the links up carry most, an even number of subtrees has to be below them.
    """
    subtrees = [prod(children[level:]) for level in range(1, len(children))]
    links = [
        count * prod(parents[: level + 2]) for level, count in enumerate(subtrees)
    ]  # up from each level below the top
    level = min(range(len(links)), key=lambda each: (links[each], subtrees[each] % 2))
    if subtrees[level] % 2:
        return None
    return KnownBisection(
        value=links[level] // 2,
        balances=("hosts",),
        formula="half of the links up from the level that has the fewest",
        reference=(
            "all hosts send evenly to the top over the links of each level (Öhring et al., 1995, "
            "for the paths); half of the subtrees below these links attains it"
        ),
    )
