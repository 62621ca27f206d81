"""The dragonfly that a document speaks of, counted from its network."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import DocumentError
from alphacut.solver.placement.verify.reading import Json

GIGABIT = Fraction(10**9, 8)  # bytes a second
NEEDS = "topology: the exchange model needs complete groups, and as many links between each two"
Gate = tuple[int, int]  # the switches that a link between two groups joins


@dataclass(frozen=True, kw_only=True)
class Machine:
    """Complete groups of one size, and as many links between each two of them."""

    members: tuple[tuple[int, ...], ...]  # the switches of each group, by position
    gates: dict[tuple[int, int], tuple[Gate, ...]]  # the links from group i to j, one by one
    hosts: int  # of each switch
    ranks: int  # tasks on each host
    bandwidth: dict[str, Fraction]  # bytes a second of a host, a local and a global link
    port_pairs: Fraction  # the mean, over switches u ≠ v of a group, of the pairs of groups i ≠ j
    # of which a message from i comes in at u, and one to j goes out at v
    port_returns: Fraction  # the same for i = j: it comes in by one link, and goes back by another

    @property
    def size(self) -> int:
        """Switches of a group."""
        return len(self.members[0])

    @property
    def groups(self) -> int:
        """The number of groups."""
        return len(self.members)

    @property
    def trunks(self) -> int:
        """Links between each two groups."""
        return len(self.gates[0, 1])

    @property
    def slots(self) -> int:
        """Tasks that a group takes."""
        return self.size * self.hosts * self.ranks

    @property
    def total(self) -> int:
        """Tasks that all groups take."""
        return self.slots * self.groups


def machine_of(network: Network, request: Json) -> Machine:
    """Read the machine off a network.

    Raises
    ------
    DocumentError
        If it is no such dragonfly.
    """
    names = {group: number for number, group in enumerate(sorted(set(network.groups)))}
    members: list[list[int]] = [[] for _ in names]
    for switch, group in enumerate(network.groups):
        members[names[group]].append(switch)
    inside: Counter[Gate] = Counter()
    gates: dict[tuple[int, int], list[Gate]] = {
        (i, j): [] for i in range(len(names)) for j in range(len(names)) if i != j
    }
    for first, second, _, count in network.links:
        i, j = names[network.groups[first]], names[network.groups[second]]
        if i == j:
            inside[first, second] += count
        else:
            gates[i, j] += [(first, second)] * count
            gates[j, i] += [(second, first)] * count
    pairs = [pair for each in members for pair in combinations(each, 2)]
    if (
        len(members) < 2
        or len({len(each) for each in members}) > 1
        or len(set(network.hosts)) > 1
        or network.hosts[0] < 1
        or inside != Counter(pairs)
        or len({len(each) for each in gates.values()}) > 1
        or not gates[0, 1]
    ):
        raise DocumentError(NEEDS)
    fixed = {pair: tuple(each) for pair, each in gates.items()}
    return Machine(
        members=tuple(map(tuple, members)),
        gates=fixed,
        hosts=network.hosts[0],
        ranks=request["ranks"],
        bandwidth={
            limit: Fraction(request[limit]) * GIGABIT for limit in ("injection", "local", "remote")
        },
        **_ports(members, fixed),
    )


def _ports(
    members: list[list[int]], gates: dict[tuple[int, int], tuple[Gate, ...]]
) -> dict[str, Fraction]:
    """Average over all groups, and all pairs of their switches.

    Of the links between two groups each carries the same. With r(u, i) the part of them that
    ends at u: the sum over u ≠ v and i ≠ j of r(u, i)·r(v, j) is the sum over all of them, less
    those with u = v, less those with i = j, plus those with both.
    """
    size, groups = len(members[0]), len(members)
    ends: Counter[tuple[int, int]] = Counter()
    for (_, j), links in gates.items():
        ends.update((start, j) for start, _ in links)
    by_switch: Counter[int] = Counter()
    for (switch, _), count in ends.items():
        by_switch[switch] += count
    trunks = len(gates[0, 1])
    every = groups * ((groups - 1) * trunks) ** 2
    one_switch = sum(count**2 for count in by_switch.values())
    one_group = groups * (groups - 1) * trunks**2
    both = sum(count**2 for count in ends.values())
    pairs = max(groups * size * (size - 1), 1) * trunks**2
    return {
        "port_pairs": Fraction(every - one_switch - one_group + both, pairs),
        "port_returns": Fraction(one_group - both, pairs),
    }
