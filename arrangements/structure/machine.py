"""What a network is made of, and whether its local and global links fit each other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from alphacut.arrangements.structure.balance import Dimensions
from alphacut.arrangements.structure.routes import Routes, members_of_groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from alphacut.arrangements.network import Network


def inventory(network: Network) -> dict[str, Any]:
    """Count switches, hosts, groups, links and ports."""
    degrees = {kind.name: network.degrees(kind.name) for kind in network.classes}
    ports = [sum(each) for each in zip(network.hosts, *degrees.values(), strict=True)]
    sizes = Counter(network.groups)
    return {
        "switches": network.switches,
        "hosts": sum(network.hosts),
        "hosts_per_switch": span(network.hosts),
        "groups": {"count": len(sizes), "switches": span(sizes.values())},
        "links": network.count_by_class(),
        "degree": {name: span(values) for name, values in degrees.items()},
        "radix": span(ports),
    }


def span(values: Iterable[int]) -> dict[str, int]:
    """Return the least and the largest of some numbers."""
    listed = list(values)
    return {"min": min(listed), "max": max(listed)}


def dimensions(network: Network) -> Dimensions | None:
    """Read off a, t and the number of groups.

    Returns
    -------
    Dimensions or None
        None unless all groups are complete and alike, single links inside, and
        every two of them are joined by as many links.
    """
    members = members_of_groups(network)
    a, groups = len(members[0]), len(members)
    if a < 2 or groups < 2 or any(len(each) != a for each in members):
        return None
    inside, between = _joined(network)
    alike = set(between.values())
    if len(between) < groups * (groups - 1) // 2 or len(alike) > 1:
        return None
    if sum(inside.values()) != len(inside) or len(inside) != groups * a * (a - 1) // 2:
        return None
    return Dimensions(a=a, groups=groups, trunking=alike.pop())


@dataclass(frozen=True, kw_only=True)
class Load:
    """What uniform traffic over hierarchical minimal routes asks of the links.

    Every host sends one unit of traffic, to all others alike; the capacity of a
    link is one unit for each direction, α left aside.
    """

    local: Fraction  # mean load of a link inside a group
    between: Fraction  # mean load of a link between groups
    hosts_at_most: Fraction  # hosts of each switch before a mean load is above 1


def load(network: Network, routes: Routes) -> Load | None:
    """Compute the mean load of both kinds of links.

    None where one kind is missing, or switches have different numbers of hosts.
    """
    inside, between = (sum(found.values()) for found in _joined(network))
    if not inside or not between or not network.hosts[0] or len(set(network.hosts)) > 1:
        return None
    hosts = Fraction(sum(network.hosts))
    local = hosts * routes.local / (2 * inside)
    crossing = hosts * routes.between / (2 * between)
    each = hosts / network.switches
    return Load(local=local, between=crossing, hosts_at_most=each / max(local, crossing))


def _joined(
    network: Network,
) -> tuple[Mapping[tuple[int, int], int], Mapping[tuple[int, int], int]]:
    """Count the links between each pair of switches inside groups, and each pair of groups."""
    inside: Counter[tuple[int, int]] = Counter()
    between: Counter[tuple[int, int]] = Counter()
    for first, second, _, count in network.links:
        i, j = sorted((network.groups[first], network.groups[second]))
        if i == j:
            inside[first, second] += count
        else:
            between[i, j] += count
    return inside, between
