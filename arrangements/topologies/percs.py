"""IBM PERCS: supernodes of drawers, all hubs of a supernode joined by links of two kinds."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

from arrangements.links._base import Shape
from arrangements.links.relative import wire_extended
from arrangements.network import GLOBAL, Link, LinkClass, Network

if TYPE_CHECKING:
    from collections.abc import Iterator

DRAWER = LinkClass(name="drawer", base=1, slope=0)  # LL links, inside a drawer
SUPERNODE = LinkClass(name="supernode", base=1, slope=0)  # LR links, between drawers


def percs(supernodes: int, trunking: int, drawers: int, hubs: int, h: int, p: int) -> Network:
    """Build a PERCS system: links of the classes "drawer", "supernode" and "global".

    Hub k of drawer d of supernode i has the number (i·drawers + d)·hubs + k.
    The arrangement of the global links (D links) is not published; it is the
    relative one here.

    References
    ----------
    Arimilli et al., The PERCS high-performance interconnect, HOTI 2010.
    """
    size = drawers * hubs
    switches = supernodes * size
    shape = Shape(a=size, h=h, groups=supernodes, trunking=trunking)
    between = (
        Link(i * size + j, k * size + m, GLOBAL.name) for (i, j), (k, m) in wire_extended(shape)
    )
    return Network(
        switches=switches,
        links=(*_inside(supernodes, size, hubs), *between),
        classes=(DRAWER, SUPERNODE, GLOBAL),
        groups=tuple(switch // size for switch in range(switches)),
        hosts=(p,) * switches,
    )


def _inside(supernodes: int, size: int, hubs: int) -> Iterator[Link]:
    for i, (j, k) in product(range(supernodes), combinations(range(size), 2)):
        kind = DRAWER if j // hubs == k // hubs else SUPERNODE
        yield Link(i * size + j, i * size + k, kind.name)
