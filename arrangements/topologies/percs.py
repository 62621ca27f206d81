"""IBM PERCS: supernodes of drawers, all hubs of a supernode joined by links of two kinds."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from alphacut.arrangements.links import absolute, relative
from alphacut.arrangements.links._ports import wire_blocks
from alphacut.arrangements.network import GLOBAL, Link, LinkClass, Network

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from alphacut.arrangements.links._base import GlobalLink, Shape

DRAWER = LinkClass(name="drawer", base=1, slope=0)  # LL links, inside a drawer
SUPERNODE = LinkClass(name="supernode", base=1, slope=0)  # LR links, between drawers

_WIRINGS: Mapping[str, Callable[[Shape], list[GlobalLink]]] = {
    "absolute": wire_blocks(absolute.target),
    "relative": relative.wire_extended,
}


def percs(shape: Shape, hubs: int, arrangement: str, p: int) -> Network:
    """Build a PERCS system: links of the classes "drawer", "supernode" and "global".

    Hub k of drawer d of supernode i has the number (i·drawers + d)·hubs + k.

    Parameters
    ----------
    shape
        Its supernodes as groups, with the hubs of all their drawers, and their
        global links (D links).
    hubs
        Hubs in each drawer.
    arrangement
        Of the global links, which are dealt out by "absolute" or "relative".

    References
    ----------
    Arimilli et al., The PERCS high-performance interconnect, HOTI 2010.
    Hastings et al., Comparing global link arrangements for Dragonfly networks,
    who say that PERCS uses the absolute arrangement.
    """
    size, switches = shape.a, shape.groups * shape.a
    wired = _WIRINGS[arrangement](shape)
    between = (Link(i * size + j, k * size + m, GLOBAL.name) for (i, j), (k, m) in wired)
    return Network(
        switches=switches,
        links=(*_inside(shape.groups, size, hubs), *between),
        classes=(DRAWER, SUPERNODE, GLOBAL),
        groups=tuple(switch // size for switch in range(switches)),
        hosts=(p,) * switches,
    )


def _inside(supernodes: int, size: int, hubs: int) -> Iterator[Link]:
    for i, (j, k) in product(range(supernodes), combinations(range(size), 2)):
        kind = DRAWER if j // hubs == k // hubs else SUPERNODE
        yield Link(i * size + j, i * size + k, kind.name)
