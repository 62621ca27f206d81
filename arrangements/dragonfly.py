"""Dragonfly networks: groups of switches, and global links between each pair of groups."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.catalogue import arrangement
from alphacut.arrangements.links.lift import rotation
from alphacut.arrangements.links.trunking import aggregated, misfit, usual_form, wire
from alphacut.arrangements.local_group import LocalGroup
from alphacut.arrangements.network import GLOBAL, Link, Network

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from alphacut.arrangements.links._base import Arrangement, GlobalLink, Permutation


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
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, sections 4 and 5.
    """

    a: int  # switches in each group, at least 1
    h: int  # global ports of each switch, at least 1
    arrangement: str  # name of the global link arrangement
    p: int = 1  # hosts of each switch, at least 1
    trunking: int = 1  # t, global links between each pair of groups
    groups: int | None = None  # at most a·h/t + 1, which is also the default
    trunks: str | None = None  # how those t are spread; default: that of the arrangement
    seed: int = 0  # of a random arrangement
    offsets: tuple[tuple[int, int], ...] = ()  # of a lift: positions joined at d = 1, 2, …
    local: LocalGroup | None = None  # the links inside a group; default: complete
    options: Mapping[str, str] = field(default_factory=dict)  # of the arrangement

    def __post_init__(self) -> None:
        for name in ("a", "h", "p", "trunking"):
            if getattr(self, name) < 1:
                raise NetworkError(f"{name} must be at least 1, got {getattr(self, name)}")
        if self.groups is None:
            object.__setattr__(self, "groups", self.a * self.h // self.trunking + 1)
        if self.trunks is None:
            object.__setattr__(self, "trunks", usual_form(self.rule, self.shape))
        object.__setattr__(self, "options", self.rule.complete_options(self.options))
        wrong = misfit(self.rule, self.shape, self.trunks)
        if wrong:
            raise NetworkError(f"{wrong.field} {wrong.problem}")
        if self.local is None:
            object.__setattr__(self, "local", LocalGroup(sides=(self.a,)))
        elif self.local.switches != self.a:
            raise NetworkError(f"local: must have a = {self.a} switches, got {self.local.switches}")

    @property
    def rule(self) -> Arrangement:
        """The global link arrangement."""
        return arrangement(self.arrangement)

    @property
    def group_count(self) -> int:
        """The number of groups."""
        assert self.groups is not None
        return self.groups

    @property
    def shape(self) -> Shape:
        """What the arrangement wires."""
        return Shape(
            a=self.a,
            h=self.h,
            groups=self.group_count,
            trunking=self.trunking,
            seed=self.seed,
            offsets=self.offsets,
        )

    def switch(self, i: int, j: int) -> int:
        """Return the number of the switch at position j of group i, modulo the groups."""
        return i % self.group_count * self.a + j

    def global_links(self) -> list[GlobalLink]:
        """Return the global links between places (i, j), parallel ones one by one."""
        times = self.aggregated
        return [link for link in self.wired() for _ in range(times)]

    def wired(self) -> list[GlobalLink]:
        """Return the global links as they are wired: each stands for `aggregated` links."""
        return wire(self.rule, self.shape, self.trunks, self.options)

    @property
    def aggregated(self) -> int:
        """The number of links that join the same two switches, where they are aggregated."""
        return aggregated(self.shape, self.trunks)

    def automorphisms(self) -> tuple[Permutation, ...]:
        """Return the automorphisms that the arrangement is known to have."""
        if self.rule.lift:
            return rotation(self.shape)
        if self.trunking > 1 or not self.shape.full:
            return ()
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
        assert self.local is not None
        for i in range(self.group_count):
            yield from self.local.links(self.switch(i, 0))

    def _global(self) -> Iterator[Link]:
        times = self.aggregated
        for one, other in self.wired():
            yield Link(self.switch(*one), self.switch(*other), GLOBAL.name, times)
