"""Dragonflies of three levels: groups of groups, joined by medium and global links."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.network import GLOBAL, LOCAL, Link, LinkClass, Network

if TYPE_CHECKING:
    from collections.abc import Iterator

MEDIUM = LinkClass(name="medium", base=1, slope=0)  # between groups of the first level


@dataclass(frozen=True, kw_only=True)
class ThreeLevel:
    """A 3-level dragonfly: switch j of group y of group z has number (z·b + y)·a + j.

    A group of the first level has a switches, one of the second level
    b = a·m/t2 + 1 such groups, and there are c = a·b·h/t3 + 1 of these.

    Where b divides t3, the groups y of all z are joined to each other alone,
    t3/b links for each pair, so that a global link leads to the group y that
    it comes from, of another z. Otherwise the arrangement takes the a·b
    switches of a group of the second level as one group.

    Raises
    ------
    NetworkError
        If a count does not fit, or an arrangement does not exist.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 8 and Table IV, whose corners are (t2, t3) = (1, 1),
    (a, 1), (1, b) and (a, a·b).
    """

    a: int  # switches in each group of the first level
    m: int  # medium links of each switch
    h: int  # global links of each switch
    t2: int = 1  # medium links between each pair of groups of the first level
    t3: int = 1  # global links between each pair of groups of the second level
    medium: str = "palmtree"  # arrangement of the medium links
    arrangement: str = "palmtree"  # of the global links
    p: int = 1  # hosts of each switch

    def __post_init__(self) -> None:
        for what, ports, name in (
            ("a·m", self.a * self.m, "t2"),
            ("a·b·h", self.a * self.b * self.h, "t3"),
        ):
            if ports % getattr(self, name):
                raise NetworkError(
                    f"{name} must divide {what} = {ports}, got {getattr(self, name)}"
                )
        for level, name in (("inner", "medium"), ("outer", "arrangement")):
            try:
                getattr(self, level)()
            except NetworkError as error:
                raise NetworkError(f"{name} {error}") from error

    @property
    def b(self) -> int:
        """The groups of the first level in one of the second."""
        return self.a * self.m // self.t2 + 1

    @property
    def c(self) -> int:
        """The groups of the second level."""
        return self.a * self.b * self.h // self.t3 + 1

    @property
    def layered(self) -> bool:
        """Whether global links join groups y of the first level to groups y."""
        return self.t3 % self.b == 0

    def inner(self) -> Dragonfly:
        """Return a group of the second level, whose global links are the medium ones."""
        return Dragonfly(a=self.a, h=self.m, arrangement=self.medium, trunking=self.t2, p=self.p)

    def outer(self) -> Dragonfly:
        """Return the dragonfly whose global links are those of the whole, or of one layer."""
        if self.layered:
            return Dragonfly(
                a=self.a, h=self.h, arrangement=self.arrangement, trunking=self.t3 // self.b
            )
        return Dragonfly(
            a=self.a * self.b, h=self.h, arrangement=self.arrangement, trunking=self.t3
        )

    def network(self) -> Network:
        """Build the network, of links of the classes "local", "medium" and "global"."""
        switches = self.a * self.b * self.c
        return Network(
            switches=switches,
            links=(*self._inside(), *self._between()),
            classes=(LOCAL, MEDIUM, GLOBAL),
            groups=tuple(switch // self.a for switch in range(switches)),
            hosts=(self.p,) * switches,
        )

    def _inside(self) -> Iterator[Link]:
        size = self.a * self.b
        links = self.inner().network().links
        for z, link in product(range(self.c), links):
            name = MEDIUM.name if link.link_class == GLOBAL.name else LOCAL.name
            yield Link(z * size + link.first, z * size + link.second, name, link.multiplicity)

    def _between(self) -> Iterator[Link]:
        size = self.a * self.b
        layers = range(self.b) if self.layered else range(1)
        outer = self.outer()
        times = outer.aggregated
        for (z, j), (w, k) in outer.wired():
            for y in layers:
                place = y * self.a
                yield Link(z * size + place + j, w * size + place + k, GLOBAL.name, times)
