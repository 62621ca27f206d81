"""Networks of three levels: their sizes, their routes, and when their links carry the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from alphacut.arrangements.structure.levels import CORNERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from alphacut.arrangements.network import Link, Network
    from alphacut.arrangements.structure.levels import Corner

    Table = NDArray[np.int64]

LEVELS = 3


@dataclass(frozen=True, kw_only=True)
class ThreeLevels:
    """Sizes of a network of three levels, complete at each of them.

    References
    ----------
    Camarero et al., Topological characterization of Hamming and Dragonfly
    networks, section 8. Its α and β are `ratios` and `use_ratios` here: of
    medium to local links, and of global to medium ones. (It prints avg₃/avg₁
    for α, where its degrees and Table IV have avg₂/avg₁.)
    """

    classes: tuple[str, str, str]  # of the links of each level
    a: int  # switches in each group of the first level
    b: int  # of these in each group of the second
    c: int  # groups of the second level
    t2: int  # medium links between two groups of the first level
    t3: int  # global links between two groups of the second level
    parallel: int  # links between two switches of a group of the first level

    @property
    def link_ratios(self) -> tuple[Fraction, Fraction]:
        """Medium links for each local one, and global links for each medium one."""
        local = self.parallel * self.a * (self.a - 1)
        medium = self.t2 * (self.b - 1)
        return (
            Fraction(medium, local),
            Fraction(self.t3 * (self.c - 1), self.t2 * self.b * (self.b - 1)),
        )

    @property
    def degrees(self) -> tuple[Fraction, Fraction, Fraction]:
        """Links of each level at a switch, in the mean: Δ₁, Δ₂ and Δ₃."""
        local = self.parallel * (self.a - 1)
        medium = Fraction(self.t2 * (self.b - 1), self.a)
        return Fraction(local), medium, Fraction(self.t3 * (self.c - 1), self.a * self.b)

    def hosts_at_most(self, averages: tuple[Fraction, Fraction, Fraction]) -> Fraction:
        """Return the hosts of a switch that fill the links of a level under uniform traffic.

        Every host sends one unit, the capacity of a link in each direction.
        """
        return min(links / mean for links, mean in zip(self.degrees, averages, strict=True) if mean)

    def balanced(self, use_ratios: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
        """Return the b, and then for this b the c, at which links are as many as their uses."""
        first, second = use_ratios
        local = self.parallel * self.a * (self.a - 1)
        medium = self.t2 * self.b * (self.b - 1)
        return 1 + first * local / self.t2, 1 + second * medium / self.t3

    @property
    def corner(self) -> Corner | None:
        """The row of Table IV with this trunking, if there is one."""
        places = {
            (1, 1): "3-level dragonfly",
            (self.a, 1): "Cascade-like",
            (1, self.b): "trunked above",
            (self.a, self.a * self.b): "3D Hamming graph",
        }
        name = places.get((self.t2, self.t3)) if self.parallel == 1 else None
        return next((each for each in CORNERS if each.name == name), None)


def three_levels(network: Network) -> ThreeLevels | None:
    """Read the sizes off a network with links of three classes, in the order of their levels.

    Returns
    -------
    ThreeLevels or None
        None unless the links of the first class, and of the first two, make
        groups that are alike, and at each level every two are joined alike.
    """
    kinds = [kind.name for kind in network.classes if network.links_of(kind.name)]
    if len(kinds) != LEVELS:
        return None
    first, second = (_groups(network, kinds[:level]) for level in (1, 2))
    b = len(set(first)) // len(set(second))
    c = len(set(second))
    joined = [
        _alike(network.links_of(kinds[0]), range(network.switches), first),
        _alike(network.links_of(kinds[1]), first, second),
        _alike(network.links_of(kinds[2]), second, [0] * network.switches),
    ]
    if (
        any(each is None for each in joined)
        or b < 2
        or c < 2
        or len(set(Counter(second).values())) > 1
    ):
        return None
    parallel, t2, t3 = (each or 0 for each in joined)
    return ThreeLevels(
        classes=(kinds[0], kinds[1], kinds[2]),
        a=network.switches // (b * c), b=b, c=c, t2=t2, t3=t3, parallel=parallel,
    )  # fmt: skip


def _groups(network: Network, kinds: Sequence[str]) -> list[int]:
    """Return, for each switch, the least switch that links of these classes join it to."""
    import networkx  # here, for most processes never need it

    graph: networkx.Graph[int] = networkx.empty_graph(network.switches)
    for kind in kinds:
        graph.add_edges_from((link.first, link.second) for link in network.links_of(kind))
    found = [0] * network.switches
    for block in networkx.connected_components(graph):
        least = min(block)
        for switch in block:
            found[switch] = least
    return found


def _alike(links: Iterable[Link], parts: Sequence[int], wholes: Sequence[int]) -> int | None:
    """Return how many links join each two parts of a whole, if equally many join all of them."""
    between: Counter[tuple[int, int]] = Counter()
    for link in links:
        one, other = sorted((parts[link.first], parts[link.second]))
        if one == other or wholes[link.first] != wholes[link.second]:
            return None
        between[one, other] += link.multiplicity
    members: dict[int, set[int]] = {}
    for part, whole in zip(parts, wholes, strict=True):
        members.setdefault(whole, set()).add(part)
    sizes = {len(each) for each in members.values()}
    size = min(sizes)
    pairs = len(members) * size * (size - 1) // 2
    counts = set(between.values())
    return counts.pop() if len(sizes) == len(counts) == 1 and len(between) == pairs else None


@dataclass(frozen=True, kw_only=True)
class ThreeRoutes:
    """Mean hops of hierarchical minimal routes by level, over ordered pairs of switches.

    A route has at most one global link, and in each group of the second level
    at most one medium link. Where several are shortest, their mean counts.
    """

    averages: tuple[Fraction, Fraction, Fraction]  # avg₁, avg₂ and avg₃

    @property
    def use_ratios(self) -> tuple[Fraction, Fraction] | None:
        """Uses of medium links for each of a local one, and of global ones for each medium one."""
        first, second, third = self.averages
        return (second / first, third / second) if first and second else None


def three_routes(network: Network, sizes: ThreeLevels) -> ThreeRoutes:
    """Measure the routes of a network of three levels, exactly."""
    kinds = sizes.classes
    first, second = _groups(network, kinds[:1]), _groups(network, kinds[:2])
    members = [[s for s in range(network.switches) if second[s] == z] for z in sorted(set(second))]
    tables = [_inside(network, group, first, kinds[1]) for group in members]
    local = sum((Fraction(int(table[0].sum())) for table in tables), Fraction(0))
    medium = sum((Fraction(int(table[1].sum())) for table in tables), Fraction(0))
    place = {s: (z, at) for z, group in enumerate(members) for at, s in enumerate(group)}
    joints: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for link in network.links_of(kinds[2]):
        (z, u), (w, v) = sorted((place[link.first], place[link.second]))
        joints.setdefault((z, w), []).append((u, v))
    crossing = 0
    for z, w in combinations(range(len(members)), 2):
        more_local, more_medium = _across(tables[z], tables[w], joints[z, w])
        local, medium = local + 2 * more_local, medium + 2 * more_medium
        crossing += 2 * len(members[z]) * len(members[w])
    total = network.switches * (network.switches - 1)
    return ThreeRoutes(averages=(local / total, medium / total, Fraction(crossing, total)))


def _inside(
    network: Network, group: list[int], first: Sequence[int], kind: str
) -> tuple[Table, Table]:
    """Return the local and the medium hops between the switches of a group of the second level."""
    size = len(group)
    at = {switch: place for place, switch in enumerate(group)}
    part = np.array([first[switch] for switch in group])
    same = part[:, None] == part[None, :]
    step = np.where(same, 1, size * LEVELS)  # out of reach without a medium link
    np.fill_diagonal(step, 0)
    local = step.copy()
    for link in network.links_of(kind):
        if link.first in at:
            u, v = at[link.first], at[link.second]
            np.minimum(local, step[:, u, None] + step[None, v, :], out=local)
            np.minimum(local, step[:, v, None] + step[None, u, :], out=local)
    return np.where(same, step, local), np.where(same, 0, 1)


def _across(
    one: tuple[Table, Table], other: tuple[Table, Table], ends: list[tuple[int, int]]
) -> tuple[Fraction, Fraction]:
    """Sum local and medium hops over all pairs of two groups, by the best of their links."""
    local = np.stack([one[0][:, u, None] + other[0][None, v, :] for u, v in ends])
    medium = np.stack([one[1][:, u, None] + other[1][None, v, :] for u, v in ends])
    hops = local + medium
    best = hops == hops.min(axis=0)
    ties = best.sum(axis=0)
    return _mean_sum((local * best).sum(axis=0), ties), _mean_sum((medium * best).sum(axis=0), ties)


def _mean_sum(sums: Table, ties: Table) -> Fraction:
    """Sum the means sums/ties exactly."""
    return sum(
        (Fraction(int(sums[ties == count].sum()), int(count)) for count in np.unique(ties)),
        Fraction(0),
    )
