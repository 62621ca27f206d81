"""The absolute arrangement: ports lead to the groups in order."""

from __future__ import annotations

from arrangements.links._base import Arrangement, GlobalLink
from arrangements.links._ports import wire_ports


def target(group: int, port: int) -> int:
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
)
