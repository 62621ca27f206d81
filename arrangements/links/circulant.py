"""The circulant arrangement: ports lead ahead and back in turn."""

from __future__ import annotations

from alphacut.arrangements.links._base import Arrangement, GlobalLink, Shape
from alphacut.arrangements.links._ports import refuse_repeats, rotation_of_groups, wire_ports


def offset(port: int) -> int:
    """Return how many groups ahead a port leads: 1, -1, 2, -2, …"""
    distance = port // 2 + 1
    return -distance if port % 2 else distance


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the circulant arrangement, for even h.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, section 2.
    """
    groups = a * h + 1
    return wire_ports(a, h, lambda group, port: (group + offset(port)) % groups)


def wire_extended(shape: Shape) -> list[GlobalLink]:
    """Wire trunks of disjoint pairs: distances in turn, beginning anew after the largest.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 5.2.3.
    """
    half, distances = shape.h // 2, (shape.groups - 1) // 2
    return [
        ((group, j), ((group + (half * j + k) % distances + 1) % shape.groups, j))
        for group in range(shape.groups)
        for j in range(shape.a)
        for k in range(half)
    ]


def refuse_extended(shape: Shape) -> str | None:
    """Say why there is no extended circulant arrangement."""
    if shape.h % 2:
        return f"h must be even, so that as many links lead ahead as back; got h = {shape.h}"
    if shape.groups % 2 == 0:
        return (
            "the number of groups must be odd, so that every distance leads to two groups; got "
            f"a·h/trunking + 1 = {shape.groups}"
        )
    return refuse_repeats(shape)


def refuse_odd(_a: int, h: int) -> str | None:
    """Say why there is no circulant arrangement for an odd h."""
    if h % 2:
        return f"h must be even, so that as many links lead ahead as back; got h = {h}"
    return None


CIRCULANT = Arrangement(
    name="circulant",
    title="Circulant: ports lead 1 group ahead, 1 back, 2 ahead, 2 back, …",
    description=(
        "Link k of switch (i, j) goes d groups ahead if j·h + k is even and d groups back "
        "if it is odd, with d = floor((j·h + k)/2) + 1. Every global link joins switches "
        "at the same position of their groups."
    ),
    requirement="exists for every a >= 1 and every even h >= 2",
    reference="Belka et al., New link arrangements for Dragonfly networks, section 2",
    wire=wire,
    refusal=refuse_odd,
    symmetries=rotation_of_groups,
    extended=wire_extended,
    extended_refusal=refuse_extended,
)
