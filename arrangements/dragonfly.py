"""Dragonfly networks: groups of fully joined switches, and one global link per pair of groups."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from arrangements.errors import NetworkError
from arrangements.links.catalogue import arrangement
from arrangements.network import GLOBAL, LOCAL, Link, Network

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arrangements.links._base import Arrangement, GlobalLink, Permutation


@dataclass(frozen=True, kw_only=True)
class Dragonfly:
    """A (p,a,h)-dragonfly: switch (i, j), at position j of group i, has number i·a + j.

    Raises
    ------
    NetworkError
        If a parameter is out of range, or the arrangement does not exist for them.

    References
    ----------
    Belka et al., New link arrangements for Dragonfly networks, sections 1 and 2.
    """

    a: int  # switches in each group, at least 1
    h: int  # global links of each switch, at least 1
    arrangement: str  # name of the global link arrangement
    p: int = 1  # hosts of each switch, at least 1
    groups: int | None = None  # only a·h + 1, which is also the default
    options: Mapping[str, str] = field(default_factory=dict)  # of the arrangement

    def __post_init__(self) -> None:
        for name, value in (("a", self.a), ("h", self.h), ("p", self.p)):
            if value < 1:
                raise NetworkError(f"{name} must be at least 1, got {value}")
        full = self.a * self.h + 1
        if self.groups not in (None, full):
            raise NetworkError(
                f"groups must be a·h + 1 = {full}, one global link between each pair of "
                f"groups, got {self.groups}"
            )
        object.__setattr__(self, "groups", full)
        object.__setattr__(self, "options", self.rule.complete_options(self.options))

    @property
    def rule(self) -> Arrangement:
        """The global link arrangement."""
        return arrangement(self.arrangement)

    @property
    def group_count(self) -> int:
        """The number of groups, g = a·h + 1."""
        return self.a * self.h + 1

    def switch(self, i: int, j: int) -> int:
        """Return the number of the switch at position j of group i, modulo the groups."""
        return i % self.group_count * self.a + j

    def global_links(self) -> list[GlobalLink]:
        """Return the global links between places (i, j)."""
        return self.rule.links(self.a, self.h, **self.options)

    def automorphisms(self) -> tuple[Permutation, ...]:
        """Return the automorphisms that the arrangement is known to have."""
        return self.rule.automorphisms(self.a, self.h)

    def network(self) -> Network:
        """Build the network."""
        switches = self.group_count * self.a
        return Network(
            switches=switches,
            links=(*self._local(), *self._global()),
            groups=tuple(switch // self.a for switch in range(switches)),
            hosts=(self.p,) * switches,
        )

    def _local(self) -> Iterator[Link]:
        for i in range(self.group_count):
            for j, k in combinations(range(self.a), 2):
                yield Link(self.switch(i, j), self.switch(i, k), LOCAL.name)

    def _global(self) -> Iterator[Link]:
        for one, other in self.global_links():
            yield Link(self.switch(*one), self.switch(*other), GLOBAL.name)
