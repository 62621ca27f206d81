"""The Hamming arrangement: dragonflies that are subgraphs of a Hamming graph."""

from __future__ import annotations

from itertools import pairwise

from alphacut.arrangements.links._base import Arrangement, GlobalLink, Shape
from alphacut.arrangements.links._ports import refuse_repeats

Pair = tuple[int, int]


def wire(a: int, h: int) -> list[GlobalLink]:
    """Wire the Hamming arrangement without trunks."""
    return wire_extended(Shape(a=a, h=h, groups=a * h + 1))


def wire_extended(shape: Shape) -> list[GlobalLink]:
    """Join groups at switches of the same position only.

    The pairs of groups fall into factors, in each of which every group occurs
    equally often: perfect matchings for an even number of groups, Hamiltonian
    cycles for an odd one. Taken in turn, over and over, they are dealt out to
    the positions, so that each has h links at every group.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, sections 4 and 5.2.3: a decomposition of t complete graphs into a
    regular ones.
    """
    even = shape.groups % 2 == 0
    factors = matchings(shape.groups) if even else hamiltonian_cycles(shape.groups)
    each = shape.h if even else shape.h // 2
    return [
        ((low, j), (high, j))
        for j in range(shape.a)
        for k in range(each)
        for low, high in factors[(j * each + k) % len(factors)]
    ]


def matchings(n: int) -> list[list[Pair]]:
    """Divide the pairs of an even number n into n - 1 perfect matchings.

    The last point stays where it is and the others go round a circle, as in the
    schedule of a tournament.
    """
    turn = n - 1
    return [
        [(r, turn), *(((r + k) % turn, (r - k) % turn) for k in range(1, n // 2))]
        for r in range(turn)
    ]


def hamiltonian_cycles(n: int) -> list[list[Pair]]:
    """Divide the pairs of an odd number n into (n - 1)/2 Hamiltonian cycles.

    References
    ----------
    Walecki's construction; see Hilton, Hamiltonian decompositions of complete
    graphs, 1984.
    """
    last, half = n - 1, (n - 1) // 2
    steps = [(-1) ** (k + 1) * ((k + 1) // 2) for k in range(last)]  # 0, 1, -1, 2, -2, …, half
    cycles = []
    for r in range(half):
        round_trip = [last, *((r + step) % last for step in steps), last]
        cycles.append(list(pairwise(round_trip)))
    return cycles


def refuse(a: int, h: int) -> str | None:
    """Say why there is no Hamming arrangement without trunks."""
    return refuse_extended(Shape(a=a, h=h, groups=a * h + 1))


def refuse_extended(shape: Shape) -> str | None:
    """Say why there is no Hamming arrangement."""
    if shape.groups * shape.h % 2:
        return (
            f"h or the number of groups must be even, for {shape.groups} switches at one position "
            f"cannot have {shape.h} links each"
        )
    return refuse_repeats(shape)


HAMMING = Arrangement(
    name="hamming",
    title="Hamming: groups are joined at switches of the same position only",
    description=(
        "The pairs of groups are divided among the positions, so that the switches of one position "
        "form a regular graph: the union of Hamiltonian cycles for an odd number of groups, of "
        "perfect matchings for an even one. With trunking = a it is the Hamming graph."
    ),
    requirement="exists if h or the number of groups is even",
    reference="Camarero et al., Topological characterization of Hamming and Dragonfly networks, "
    "sections 4, 4.1.3 and 5",
    wire=wire,
    refusal=refuse,
    extended=wire_extended,
    extended_refusal=refuse_extended,
)
