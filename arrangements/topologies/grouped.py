"""Networks of groups, alike or not, joined by global links."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from alphacut.arrangements.network import GLOBAL, Link, LinkClass, Network

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from alphacut.arrangements.links._base import GlobalLink
    from alphacut.arrangements.local_group import LocalGroup


def grouped_network(
    groups: Sequence[LocalGroup],
    links: Iterable[GlobalLink],
    classes: tuple[LinkClass, ...],
    p: int,
) -> Network:
    """Build a network whose switches are numbered group by group.

    Parameters
    ----------
    groups
        The switches of each group, and the links inside it.
    links
        The global links, between places (i, j): switch j of group i.
    classes
        All link classes, "global" among them.
    p
        The hosts of each switch.
    """
    sizes = [group.switches for group in groups]
    first = [0, *accumulate(sizes)]
    inside = [
        link for start, group in zip(first, groups, strict=False) for link in group.links(start)
    ]
    between = [Link(first[i] + j, first[k] + m, GLOBAL.name) for (i, j), (k, m) in links]
    return Network(
        switches=first[-1],
        links=(*inside, *between),
        classes=classes,
        groups=tuple(group for group, size in enumerate(sizes) for _ in range(size)),
        hosts=(p,) * first[-1],
    )
