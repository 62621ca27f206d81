"""The relative arrangement: ports lead to the following groups in order."""

from __future__ import annotations

from alphacut.arrangements.links._base import Arrangement, GlobalLink, Shape
from alphacut.arrangements.links._ports import (
    refuse_repeats,
    rotation_of_groups,
    wire_blocks,
    wire_ports,
)


def target(group: int, port: int, groups: int) -> int:
    """Return the group that a port leads to: as many groups ahead as its number, and one."""
    return (group + port + 1) % groups


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the relative arrangement.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, section 2.
    """
    groups = a * h + 1
    return wire_ports(a, h, lambda group, port: target(group, port, groups))


def wire_extended(shape: Shape) -> list[GlobalLink]:
    """Wire trunks of disjoint pairs, and any number of groups.

    The ports lead ahead as in the relative arrangement, and begin anew after
    the last group; port q of the U that are used is joined to port U - 1 - q,
    as it is without trunks.
    """
    others, last = shape.groups - 1, shape.ports - 1
    ends = (
        ((group, port // shape.h), (target(group, port % others, shape.groups), last - port))
        for group in range(shape.groups)
        for port in range(shape.ports)
    )
    return [(one, (far, port // shape.h)) for one, (far, port) in ends if one[0] < far]


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
    extended=wire_extended,
    extended_refusal=refuse_repeats,
    multichassis=wire_blocks(target),
    fewer_groups=wire_extended,
)
