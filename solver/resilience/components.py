"""Connectivity of what failures leave."""

from __future__ import annotations

from alphacut.arrangements.network import Network


def components(network: Network) -> tuple[int, int]:
    """Count the components, and the hosts of the one that has most of them."""
    near: list[list[int]] = [[] for _ in range(network.switches)]
    for link in network.links:
        near[link.first].append(link.second)
        near[link.second].append(link.first)
    seen, hosts = [False] * network.switches, list[int]()
    for start in range(network.switches):
        if seen[start]:
            continue
        seen[start], stack, total = True, [start], 0
        while stack:
            switch = stack.pop()
            total += network.hosts[switch]
            for other in near[switch]:
                if not seen[other]:
                    seen[other] = True
                    stack.append(other)
        hosts.append(total)
    return len(hosts), max(hosts)


def reached(network: Network, start: int) -> list[int]:
    """Return the switches of the component that a switch is in, in order."""
    near: dict[int, list[int]] = {}
    for link in network.links:
        near.setdefault(link.first, []).append(link.second)
        near.setdefault(link.second, []).append(link.first)
    seen, stack = {start}, [start]
    while stack:
        for other in near.get(stack.pop(), ()):
            if other not in seen:
                seen.add(other)
                stack.append(other)
    return sorted(seen)
