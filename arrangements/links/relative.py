"""The relative arrangement: ports lead to the following groups in order."""

from __future__ import annotations

from arrangements.links._base import Arrangement, GlobalLink
from arrangements.links._ports import rotation_of_groups, wire_ports


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the relative arrangement.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, section 2.
    """
    groups = a * h + 1
    return wire_ports(a, h, lambda group, port: (group + port + 1) % groups)


RELATIVE = Arrangement(
    name="relative",
    title="Relative (palmtree): port k leads k + 1 groups ahead",
    description=(
        "Every group behaves as group 0 does in the absolute arrangement: link k of "
        "switch (i, j) goes to group i + j·h + k + 1, counted modulo the number of groups."
    ),
    requirement="exists for every a >= 1 and h >= 1",
    reference="Belka et al., New link arrangements for Dragonfly networks, section 2",
    wire=wire,
    symmetries=rotation_of_groups,
)
