"""Cray Cascade: groups of chassis, wired as rows and columns."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from alphacut.arrangements.local_group import LocalGroup
from alphacut.arrangements.network import GLOBAL, LinkClass
from alphacut.arrangements.topologies.grouped import grouped_network

if TYPE_CHECKING:
    from alphacut.arrangements.links._base import GlobalLink
    from alphacut.arrangements.network import Network

ROW = LinkClass(name="row", base=1, slope=0)  # inside a chassis
COLUMN = LinkClass(name="column", base=1, slope=0)  # between chassis
COLUMN_LINKS = 3  # parallel links between two switches of a column


def cascade(groups: int, trunking: int, rows: int, columns: int, p: int) -> Network:
    """Build a Cascade system: links of the classes "row", "column" and "global".

    Switch (group, row, column) has the number (group·rows + row)·columns +
    column. Two switches of a row are joined by one link, two of a column by
    three, and two groups by `trunking` global links.

    References
    ----------
    Faanes et al., Cray Cascade: a scalable HPC system based on a Dragonfly
    network, SC 2012. Mollah et al., Modeling UGAL on the Dragonfly topology,
    section 2.2, whose global links were read from a system and are not
    published; see `global_links` for those that stand here in their place.
    """
    local = LocalGroup(
        sides=(rows, columns),
        multiplicities=(COLUMN_LINKS, 1),
        classes=(COLUMN.name, ROW.name),
    )
    links = global_links(groups, trunking, rows * columns)
    return grouped_network(groups, local, links, (ROW, COLUMN, GLOBAL), p)


def global_links(groups: int, trunking: int, size: int) -> list[GlobalLink]:
    """Spread the links between each two groups evenly over their switches.

    The U = trunking·(groups - 1) links of a group leave it in order, spread
    over its switches, and lead 1, 2, …, groups - 1 groups ahead, over and
    over; link q is joined to link U - 1 - q of the other group, so that the
    system looks the same from every group.
    """
    used, others = trunking * (groups - 1), groups - 1
    position = [link * size // used for link in range(used)]
    return [
        ((low, position[link]), (high, position[used - 1 - link]))
        for low, high in combinations(range(groups), 2)
        for link in range(high - low - 1, used, others)
    ]
