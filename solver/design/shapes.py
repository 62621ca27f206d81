"""Dragonflies (p, a, h, t) before their global links are arranged.

Groups of a switches, each joined to all others of its group, have t links between each pair
of them (Kim et al., Technology-driven, highly-scalable dragonfly topology, ISCA 2008;
trunking t as Camarero et al., Topological characterization of Hamming and Dragonfly
networks, section 5.2).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Shape:
    """A dragonfly before its global links are arranged."""

    p: int  # hosts of each switch
    a: int  # switches of each group, at least 2
    h: int  # global ports of each switch
    t: int  # links between each pair of groups
    groups: int  # at least 2

    @property
    def switches(self) -> int:
        """The number of switches."""
        return self.a * self.groups

    @property
    def hosts(self) -> int:
        """The number of hosts."""
        return self.p * self.switches

    @property
    def ports(self) -> int:
        """The ports of a switch that are needed."""
        return self.p + self.a - 1 + self.h

    @property
    def cables(self) -> dict[str, int]:
        """How many cables there are of each class."""
        return {
            "host": self.hosts,
            "local": self.groups * self.a * (self.a - 1) // 2,
            "global": self.t * self.groups * (self.groups - 1) // 2,
        }

    @property
    def balanced(self) -> bool:
        """Whether a = 2p = 2h, which Kim et al. call balanced."""
        return self.a == 2 * self.p == 2 * self.h
