"""The absolute arrangement: ports lead to the groups in order."""

from __future__ import annotations

from alphacut.arrangements.links._base import Arrangement, GlobalLink
from alphacut.arrangements.links._ports import wire_blocks, wire_ports

GREEDY = (
    "any wiring that takes the ports in order joins some switch to several switches of the same "
    "other group (Camarero et al., section 5.2.1); ask for trunks=lag or trunks=multichassis"
)


def target(group: int, port: int, _groups: int = 0) -> int:
    """Return the group that a port leads to: its own number, skipping its own group."""
    return port if port < group else port + 1


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the absolute arrangement.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, section 2.
    """
    return wire_ports(a, h, target)


ABSOLUTE = Arrangement(
    name="absolute",
    title="Absolute (consecutive): port k leads to group k",
    description=(
        "The ports of a group lead to groups 0, 1, 2, … in order, leaving out the group "
        "itself: link k of switch (i, j) goes to group j·h + k if that is less than i, "
        "and to the next one otherwise."
    ),
    requirement="exists for every a >= 1 and h >= 1",
    reference="Belka et al., New link arrangements for Dragonfly networks, section 2",
    wire=wire,
    no_extended=GREEDY,
    multichassis=wire_blocks(target),
    fewer_groups=wire_blocks(target),
)
