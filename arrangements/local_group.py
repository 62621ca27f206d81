"""The links inside a group of a dragonfly."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.network import LOCAL, Link
from alphacut.arrangements.topologies.hyperx import hyperx

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, kw_only=True)
class LocalGroup:
    """A Hamming graph of switches, with parallel links in each dimension.

    One dimension is a complete graph, the local topology of the canonical
    dragonfly; two are that of Cray Cascade.

    Raises
    ------
    NetworkError
        If there is not one multiplicity, and one class, for each dimension.
    """

    sides: tuple[int, ...]  # the length of each dimension, first coordinate slowest
    multiplicities: tuple[int, ...] = ()  # parallel links in each dimension; default: 1
    classes: tuple[str, ...] = ()  # link class of each dimension; default: local

    def __post_init__(self) -> None:
        for name, default in (("multiplicities", 1), ("classes", LOCAL.name)):
            given = getattr(self, name) or (default,) * len(self.sides)
            if len(given) != len(self.sides):
                raise NetworkError(
                    f"{name}: needs one for each of {len(self.sides)} dimensions, got {len(given)}"
                )
            object.__setattr__(self, name, tuple(given))

    @property
    def switches(self) -> int:
        """The number of switches of a group."""
        return prod(self.sides)

    @property
    def link_count(self) -> int:
        """The number of links of a group, parallel ones counted once."""
        return self.switches * sum(side - 1 for side in self.sides) // 2

    @cached_property
    def _links(self) -> tuple[Link, ...]:
        strides = [prod(self.sides[axis + 1 :]) for axis in range(len(self.sides))]
        found = []
        for link in hyperx(self.sides, self.multiplicities).links:
            distance = link.second - link.first
            axis = next(axis for axis, stride in enumerate(strides) if distance >= stride)
            found.append(link._replace(link_class=self.classes[axis]))
        return tuple(found)

    def links(self, first: int = 0) -> Iterator[Link]:
        """Yield the links of a group whose switches are numbered from `first` on."""
        for link in self._links:
            yield link._replace(first=first + link.first, second=first + link.second)
