"""The consecutive arrangement: the absolute one, by the formula of another paper."""

from __future__ import annotations

from alphacut.arrangements.links._base import Arrangement, GlobalLink
from alphacut.arrangements.links._ports import wire_blocks
from alphacut.arrangements.links.absolute import GREEDY, target


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the consecutive arrangement.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 4.1.1.
    """
    links = set()
    for j in range(a * h + 1):
        for i in range(a):
            for g in range(i * h, i * h + h):
                end = (g, (j - 1) // h) if g < j else (g + 1, j // h)
                links.add((min((j, i), end), max((j, i), end)))
    return list(links)


CONSECUTIVE = Arrangement(
    name="consecutive",
    title="Consecutive: the same as absolute",
    description=(
        "The switches of a group are joined in order to the other groups in order, from group 0 "
        "on. It is the absolute arrangement under its other name."
    ),
    requirement="exists for every a >= 1 and h >= 1",
    reference="Camarero et al., Topological characterization of Hamming and Dragonfly networks, "
    "section 4.1.1",
    wire=wire,
    no_extended=GREEDY,
    multichassis=wire_blocks(target),
    fewer_groups=wire_blocks(target),
)
