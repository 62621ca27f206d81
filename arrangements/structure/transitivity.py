"""What the automorphisms of a network make alike: switches, links."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from alphacut.arrangements.network import Link, LinkClass, Network
from alphacut.arrangements.structure.interchangeable import Folded, folded
from alphacut.arrangements.structure.symmetry import Permutation, orbits

if TYPE_CHECKING:
    from collections.abc import Sequence

ANY = LinkClass(name="any", base=1, slope=0)


@dataclass(frozen=True, kw_only=True)
class Symmetry:
    """The automorphism group and its orbits.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 1, for the two kinds of transitivity.
    """

    order: int  # the number of automorphisms
    generators: tuple[Permutation, ...]  # empty for the identity alone
    switches: tuple[tuple[int, ...], ...]  # orbits of the switches, sorted
    links: tuple[tuple[int, ...], ...]  # orbits of the links, by their places in network.links

    @property
    def vertex_transitive(self) -> bool:
        """Whether every switch can take the place of every other."""
        return len(self.switches) == 1

    @property
    def edge_transitive(self) -> bool:
        """Whether every link can take the place of every other."""
        return len(self.links) <= 1


MOST_NUMBERS = 20_000_000  # in all generators together


def symmetry(network: Network) -> Symmetry:
    """Find the automorphisms that keep the class of every link, and hosts."""
    return _symmetry(network, folded(network))


def symmetry_within(network: Network, largest: int) -> Symmetry | None:
    """Find the same, unless there is too much of it.

    Parameters
    ----------
    largest
        Number of switches, interchangeable ones counted once, above which it is not tried.

    Returns
    -------
    Symmetry or None
        None where there are more switches, or too many generators: with each of them
        the group is at least twice as large.
    """
    classes = folded(network)
    if len(classes.classes) > largest:
        return None
    several = sum(len(each) > 1 for each in classes.classes)
    doublings = 2 * several + classes.order_of_classes.bit_length()
    return _symmetry(network, classes) if doublings * network.switches <= MOST_NUMBERS else None


def _symmetry(network: Network, classes: Folded) -> Symmetry:
    generators = classes.generators
    return Symmetry(
        order=classes.order,
        generators=generators,
        switches=orbits(network.switches, generators),
        links=link_orbits(network, generators),
    )


def unclassed(network: Network) -> Network:
    """Return the network with all its links of one class, as a plain graph has them."""
    links = tuple(Link(u, v, ANY.name, count) for u, v, _, count in network.links)
    return replace(network, links=links, classes=(ANY,))


def link_orbits(network: Network, generators: Sequence[Permutation]) -> tuple[tuple[int, ...], ...]:
    """Return the orbits of the links, each sorted, in order of their least link."""
    keys = _keys(network, range(network.switches))
    order_of_keys = np.argsort(keys)
    moved = (
        order_of_keys[np.searchsorted(keys, _keys(network, each), sorter=order_of_keys)]
        for each in generators
    )
    return orbits(len(keys), (image.tolist() for image in moved))


def _keys(network: Network, image: Sequence[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Number each link, after its switches were moved, by its ends and class."""
    kinds = {kind.name: number for number, kind in enumerate(network.classes)}
    moved = np.asarray(image, dtype=np.int64)
    ends = np.array([link[:2] for link in network.links], dtype=np.int64).reshape(-1, 2)
    kind = np.array([kinds[link.link_class] for link in network.links], dtype=np.int64)
    pair = np.sort(moved[ends], axis=1)
    return np.asarray((pair[:, 0] * network.switches + pair[:, 1]) * len(kinds) + kind)
