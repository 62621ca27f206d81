"""The palmtree arrangement: the relative one with the groups counted backwards."""

from __future__ import annotations

from alphacut.arrangements.links._base import Arrangement, GlobalLink, Shape
from alphacut.arrangements.links._ports import refuse_repeats, rotation_of_groups


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the palmtree arrangement.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 4.1.2.
    """
    groups = a * h + 1
    ends = (
        ((j, i), ((j - i * h - k) % groups, a - 1 - i))
        for j in range(groups)
        for i in range(a)
        for k in range(1, h + 1)
    )
    return [(one, other) for one, other in ends if one < other]


def wire_extended(shape: Shape) -> list[GlobalLink]:
    """Wire trunks of disjoint pairs.

    References
    ----------
    The same, section 5.2.2.
    """
    a, h, groups = shape.a, shape.h, shape.groups
    ends = (
        ((y, x), ((y + 1 + ((a - x - 1) * h + k) % (groups - 1)) % groups, a - x - 1))
        for y in range(groups)
        for x in range(a)
        for k in range(h)
    )
    return [(one, other) for one, other in ends if one < other]


PALMTREE = Arrangement(
    name="palmtree",
    title="Palmtree: switch i leads i·h + 1, …, i·h + h groups back, to switch a - 1 - i",
    description=(
        "Switch i of group j is joined to switch a - 1 - i of the groups j - i·h - 1 to "
        "j - i·h - h, counted modulo the number of groups. It is the relative arrangement with "
        "the groups counted backwards, and so a network isomorphic to it."
    ),
    requirement="exists for every a >= 1 and h >= 1",
    reference="Camarero et al., Topological characterization of Hamming and Dragonfly networks, "
    "sections 4.1.2 and 5.2.2",
    wire=wire,
    symmetries=rotation_of_groups,
    extended=wire_extended,
    extended_refusal=refuse_repeats,
)
