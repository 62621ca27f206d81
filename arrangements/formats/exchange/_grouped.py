"""Networks whose groups are all alike, as the formats of dragonfly simulators want them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network


@dataclass(frozen=True, kw_only=True)
class Grouped:
    """A network of groups of equal size, numbered one after the other, alike inside."""

    network: Network
    size: int  # switches of each group
    groups: int  # their number
    inside: tuple[tuple[int, int, int], ...]  # links of each group: two positions, multiplicity
    between: tuple[tuple[int, int], ...]  # links between groups: two switches, one by one

    @classmethod
    def of(cls, network: Network, what: str) -> Grouped:
        """Look at a network by its groups.

        Raises
        ------
        NetworkError
            If they are not alike; it says that `what` needs them so.
        """
        groups = len(set(network.groups))
        size = network.switches // groups
        wanted = [switch // size for switch in range(network.switches)]
        place = {name: i for i, name in enumerate(dict.fromkeys(network.groups))}
        if [place[group] for group in network.groups] != wanted:
            raise NetworkError(f"{what} needs groups of equal size, numbered one after the other")
        inside: list[dict[tuple[int, int], int]] = [{} for _ in range(groups)]
        between = []
        for first, second, _, multiplicity in network.links:
            group = first // size
            if second // size == group:
                ends = (first % size, second % size)
                inside[group][ends] = inside[group].get(ends, 0) + multiplicity
            else:
                between += [(first, second)] * multiplicity
        if any(each != inside[0] for each in inside):
            raise NetworkError(f"{what} needs groups with the same links inside")
        return cls(
            network=network,
            size=size,
            groups=groups,
            inside=tuple((*ends, count) for ends, count in sorted(inside[0].items())),
            between=tuple(sorted(between)),
        )
