"""The helix arrangement: links climb one position as they lead ahead."""

from __future__ import annotations

from alphacut.arrangements.links._base import Arrangement, GlobalLink
from alphacut.arrangements.links._ports import rotation_of_groups


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the helix arrangement.

    The incoming links are the outgoing ones seen from their other end, so only
    these are listed.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, section 2.2,
    equations 1 and 3. Equation 2, for incoming links, contradicts equation 1
    as printed: the switch that they come from is at position (j - 1) mod a, and
    it is this number that its group must be counted with.
    """
    groups = a * h + 1
    half = h // 2
    links = [
        ((i, j), ((i + j * half + k + 1) % groups, (j + 1) % a))
        for i in range(groups)
        for j in range(a)
        for k in range(half)
    ]
    return links + (mutual_links(a, h) if h % 2 else [])


def mutual_links(a: int, h: int) -> list[GlobalLink]:
    """Return the mutual links, one at each switch, for odd h."""
    groups = a * h + 1
    ends = (
        ((i, j), ((i + a * (h // 2) + j + 1) % groups, a - 1 - j))
        for i in range(groups)
        for j in range(a)
    )
    return [(one, other) for one, other in ends if one < other]


HELIX = Arrangement(
    name="helix",
    title="Helix: links lead ahead to the next position, half of them out and half in",
    description=(
        "Each switch (i, j) makes floor(h/2) links to the groups i + j·floor(h/2) + 1 onwards, "
        "which end at position j + 1 (mod a), and receives as many from position j - 1. For "
        "odd h one mutual link joins it to position a - 1 - j of group i + a·floor(h/2) + j + 1."
    ),
    requirement="exists for every a >= 1 and h >= 1",
    reference="Belka et al., New link arrangements for Dragonfly networks, section 2.2",
    wire=wire,
    symmetries=rotation_of_groups,
)
