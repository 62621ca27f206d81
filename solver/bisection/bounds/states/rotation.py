"""A rotation: an automorphism that carries every group to the next, all around."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from alphacut.arrangements.network import Network
from alphacut.arrangements.structure.symmetry import is_automorphism
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.pairs import IntArray, Permutation
from alphacut.solver.bisection.certificate.proofs import BlockCycle

MOST_TRIES = 400  # products of generators that are looked at


@dataclass(frozen=True)
class Rotation:
    """An automorphism of order g that moves g blocks of equal size in one cycle.

    Attributes
    ----------
    permutation
        The image of every switch.
    blocks
        Matrix (blocks × width) of switches; row b + 1 is the image of row b,
        and row 0 that of the last.
    """

    permutation: Permutation
    blocks: IntArray

    @property
    def cycle(self) -> BlockCycle:
        """The rotation as a certificate holds it."""
        return BlockCycle(permutation=self.permutation, block=tuple(int(u) for u in self.blocks[0]))

    @property
    def order(self) -> int:
        """The number of blocks."""
        return len(self.blocks)

    @property
    def width(self) -> int:
        """The number of switches in a block."""
        return int(self.blocks.shape[1])


def find_rotation(
    network: Network, balance: Balance, generators: Sequence[Permutation]
) -> Rotation | None:
    """Look for a rotation of the groups among products of some automorphisms.

    Parameters
    ----------
    generators
        Of the network's automorphisms that keep the weights.
    """
    members: dict[int, list[int]] = {}
    for switch, group in enumerate(network.groups):
        members.setdefault(group, []).append(switch)
    if len(members) < 3 or len({len(block) for block in members.values()}) != 1:
        return None
    shifted = _shift(network, list(members.values()))
    candidates = [shifted] if is_automorphism(network, shifted, balance.weights) else []
    for permutation in [*candidates, *_products(generators)]:
        blocks = _orbit_of_blocks(permutation, members[network.groups[0]], len(members))
        if blocks is not None and all(
            len({network.groups[int(u)] for u in block}) == 1 for block in blocks
        ):
            return Rotation(permutation, blocks)
    return None


def _shift(network: Network, blocks: list[list[int]]) -> Permutation:
    """Return the map of each group to the next one, position by position."""
    image = [0] * network.switches
    for block, following in zip(blocks, [*blocks[1:], blocks[0]], strict=True):
        for switch, other in zip(block, following, strict=True):
            image[switch] = other
    return tuple(image)


def _products(generators: Sequence[Permutation]) -> list[Permutation]:
    """Return some products of the generators, and powers that leave out small cycles."""
    products = list(dict.fromkeys(generators))
    for first in products:
        if len(products) >= MOST_TRIES:
            break
        for second in generators:
            product = tuple(first[u] for u in second)
            if product not in products:
                products.append(product)
    return products


def _orbit_of_blocks(
    permutation: Permutation, start: Sequence[int], number: int
) -> IntArray | None:
    """Return the images of a block under the powers, if they are disjoint and close up."""
    rows = [list(start)]
    for _ in range(number - 1):
        rows.append([permutation[u] for u in rows[-1]])
    blocks = np.array(rows, dtype=np.int64)
    closed = [permutation[u] for u in rows[-1]] == rows[0]
    return blocks if closed and len(np.unique(blocks)) == len(permutation) else None
