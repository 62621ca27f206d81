"""Arrangements that the rotation of groups maps to themselves: voltage lifts of a base graph."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.links._base import Arrangement, GlobalLink, Permutation, Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

Offsets = tuple[tuple[int, int], ...]  # for d = 1, 2, …: positions at groups i and i + d


def wire(a: int, h: int) -> list[GlobalLink]:
    """Refuse: the number of switches and ports does not say which positions are joined."""
    raise NetworkError(f"the lift arrangement of a = {a}, h = {h} needs offsets")


def wire_lift(shape: Shape) -> list[GlobalLink]:
    """Join position x of each group i to position y of group i + d, for (x, y) at offset d.

    The base graph has the a positions of a group as its vertices and an arc from x to y with
    voltage d for each offset; the arrangement is its lift over the integers modulo the groups.
    With t links between each two groups there are t pairs for d = 1, then t for d = 2, and so on.
    For an even number of groups the last offset is its own opposite: a semi-edge, x = y.

    References
    ----------
    Gross and Tucker, Topological Graph Theory, section 2.1, for voltage graphs.
    """
    groups = shape.groups
    return [
        ((i, x), ((i + d) % groups, y))
        for d, (x, y) in numbered(shape)
        for i in range(groups // 2 if 2 * d == groups else groups)
    ]


def numbered(shape: Shape) -> list[tuple[int, tuple[int, int]]]:
    """Return all pairs of positions, each with its offset."""
    return [(at // shape.trunking + 1, pair) for at, pair in enumerate(shape.offsets)]


def offsets_of(links: Sequence[GlobalLink], groups: int) -> Offsets:
    """Return the positions that links from group 0 and to it join: offsets of a lift.

    Parameters
    ----------
    links
        One between each pair of groups, such that the rotation of groups keeps them.
    groups
        Their number.
    """
    ahead: dict[int, tuple[int, int]] = {}
    for (i, x), (j, y) in links:
        if i == 0 and 2 * j <= groups:
            ahead[j] = (x, y)
        if j == 0 and 2 * i <= groups:
            ahead[i] = (y, x)
    return tuple(ahead[d] for d in range(1, groups // 2 + 1))


def refuse(a: int, h: int) -> str:
    """Say that offsets have to be given, where a and h alone are known."""
    example = "dragonfly:a=4,h=2,arrangement=lift,offsets=0-0x1-2x1-3x3-2"
    return f"its offsets decide, and only a = {a} and h = {h} are known: {example}"


def refuse_offsets(shape: Shape) -> str | None:
    """Say why the offsets of a shape are no arrangement, if they are none."""
    half, each = shape.groups // 2, shape.trunking
    if len(shape.offsets) != half * each:
        number = "one pair" if each == 1 else f"{each} pairs"
        return (
            f"needs {number} of positions for each offset from 1 to {half} "
            f"({shape.groups} groups), got {len(shape.offsets)}"
        )
    for d, pair in numbered(shape):
        if not all(0 <= position < shape.a for position in pair):
            return f"offset {d}: positions must be from 0 to {shape.a - 1}, got {_written(pair)}"
        if 2 * d == shape.groups and pair[0] != pair[1]:
            return (
                f"offset {d} leads to the opposite group from both ends, and so must join equal "
                f"positions, got {_written(pair)}"
            )
    for position, links in sorted(port_counts(shape).items()):
        if links > shape.h:
            return f"position {position} would have {links} global links, at most h = {shape.h}"
    return None


def port_counts(shape: Shape) -> Counter[int]:
    """Count the global links of each position that has any."""
    found: Counter[int] = Counter()
    for d, (x, y) in numbered(shape):
        found.update((x,) if 2 * d == shape.groups else (x, y))
    return found


def rotation(shape: Shape) -> tuple[Permutation, ...]:
    """Return the automorphism (i, j) -> (i + 1, j), which generates the rotation."""
    switches = shape.groups * shape.a
    return (tuple((switch + shape.a) % switches for switch in range(switches)),)


def _written(pair: tuple[int, int]) -> str:
    return f"{pair[0]}-{pair[1]}"


LIFT = Arrangement(
    name="lift",
    title="Lift: any arrangement that the rotation of groups keeps, told by its offsets",
    description=(
        "For each offset d = 1, 2, … to half the number of groups, a pair of positions x-y: "
        "switch (i, x) is joined to switch (i + d, y), for every group i. All arrangements that "
        "the rotation of groups keeps are of this kind: lifts of a voltage graph on the positions. "
        "With trunks there are as many pairs for each offset."
    ),
    requirement="exists for offsets that use at most h ports of each position",
    reference="Gross and Tucker, Topological Graph Theory, section 2.1 (voltage graphs)",
    wire=wire,
    refusal=refuse,
    lift=wire_lift,
    lift_refusal=refuse_offsets,
)
