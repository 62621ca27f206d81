"""Cray Cascade: groups of chassis, wired as rows and columns."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Literal

from alphacut.arrangements.local_group import LocalGroup
from alphacut.arrangements.network import GLOBAL, LinkClass
from alphacut.arrangements.topologies.grouped import grouped_network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alphacut.arrangements.links._base import GlobalLink
    from alphacut.arrangements.network import Network

ROW = LinkClass(name="row", base=1, slope=0)  # inside a chassis
COLUMN = LinkClass(name="column", base=1, slope=0)  # between chassis
COLUMN_LINKS = 3  # parallel links between two switches of a column
CABLE_LINKS = 2  # between the same two switches, where blades are cabled

Wiring = Literal["spread", "blades"]


def cascade(
    rows: Sequence[int], trunking: int, columns: int, p: int, wiring: Wiring = "spread"
) -> Network:
    """Build a Cascade system: links of the classes "row", "column" and "global".

    Switches are numbered group by group, and in each row by row. Two switches
    of a row are joined by one link, two of a column by three.

    Parameters
    ----------
    rows
        The chassis of each group; a group that was never filled has fewer.
    trunking
        The global links between each two groups.
    columns
        The switches of a chassis.
    p
        The hosts of each switch.
    wiring
        Where global links end: spread evenly (`global_links`), or by blades
        (`blade_links`), as in systems whose cables are published.

    References
    ----------
    Faanes et al., Cray Cascade: a scalable HPC system based on a Dragonfly
    network, SC 2012. Mollah et al., Modeling UGAL on the Dragonfly topology,
    section 2.2, whose global links were read from a system and are not
    published; see `global_links` for those that stand here in their place.
    """
    kinds = {count: _group(count, columns) for count in set(rows)}
    groups = [kinds[count] for count in rows]
    if wiring == "blades":
        links = blade_links(len(rows), rows[0], columns, trunking)
    else:
        links = global_links([group.switches for group in groups], trunking)
    return grouped_network(groups, links, (ROW, COLUMN, GLOBAL), p)


def _group(rows: int, columns: int) -> LocalGroup:
    return LocalGroup(
        sides=(rows, columns),
        multiplicities=(COLUMN_LINKS, 1),
        classes=(COLUMN.name, ROW.name),
    )


def global_links(sizes: Sequence[int], trunking: int) -> list[GlobalLink]:
    """Spread the links between each two groups evenly over their switches.

    The U = trunking·(groups - 1) links of a group leave it in order, spread
    over its switches, and lead 1, 2, …, groups - 1 groups ahead, over and
    over; link q is joined to link U - 1 - q of the other group, so that the
    system looks the same from every group, where these are alike.

    Parameters
    ----------
    sizes
        The switches of each group.
    trunking
        The links between each two groups.
    """
    others = len(sizes) - 1
    used = trunking * others
    return [
        ((low, link * sizes[low] // used), (high, (used - 1 - link) * sizes[high] // used))
        for low, high in combinations(range(len(sizes)), 2)
        for link in range(high - low - 1, used, others)
    ]


def blade_links(groups: int, rows: int, columns: int, trunking: int) -> list[GlobalLink]:
    """Join blades of switches, chassis by chassis, as the cables of Theta and Edison do.

    Between two groups each chassis has trunking/rows links to the chassis of its
    own number: between a blade of trunking/(2·rows) switches in each, two links
    from each switch to the switch of its own place in the other blade. The
    blades of a chassis lead to the other groups in order, over and over.

    References
    ----------
    The lists of cables of both systems in CODES (github.com/codes-org/codes,
    scripts/gen-cray-topo), every link of which comes out.
    """
    width = trunking // (CABLE_LINKS * rows)
    blades = columns // width
    return [
        ((low, first + place), (high, second + place))
        for low, high in combinations(range(groups), 2)
        for row in range(rows)
        for first, second in (
            (row * columns + (high - 1) % blades * width, row * columns + low % blades * width),
        )
        for place in range(width)
        for _ in range(CABLE_LINKS)
    ]
