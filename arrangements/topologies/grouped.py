"""Networks of groups that are alike, joined by global links."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.network import GLOBAL, Link, LinkClass, Network

if TYPE_CHECKING:
    from collections.abc import Iterable

    from alphacut.arrangements.links._base import GlobalLink
    from alphacut.arrangements.local_group import LocalGroup


def grouped_network(
    groups: int,
    local: LocalGroup,
    links: Iterable[GlobalLink],
    classes: tuple[LinkClass, ...],
    p: int,
) -> Network:
    """Build a network: switch j of group i has the number i·a + j.

    Parameters
    ----------
    groups
        Their number.
    local
        The links inside each group, and its switches.
    links
        The global links, between places (i, j).
    classes
        All link classes, "global" among them.
    p
        The hosts of each switch.
    """
    a = local.switches
    inside = [link for group in range(groups) for link in local.links(group * a)]
    between = [Link(i * a + j, k * a + m, GLOBAL.name) for (i, j), (k, m) in links]
    return Network(
        switches=groups * a,
        links=(*inside, *between),
        classes=classes,
        groups=tuple(switch // a for switch in range(groups * a)),
        hosts=(p,) * (groups * a),
    )
