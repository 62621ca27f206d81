"""Fabrics with faults: networks with links taken away and cables exchanged, as files."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from alphacut.arrangements.network import Link, Network

Joint = tuple[int, int, str]


@dataclass(frozen=True, kw_only=True)
class Faulty:
    """A network as it was designed, and what became of it."""

    designed: Network
    network: Network
    missing: Counter[Joint]
    swapped: frozenset[frozenset[Joint]]  # the two links that were designed


def faulty(designed: Network, *, missing: int, swapped: int, seed: int) -> Faulty:
    """Take links away, and exchange the ends of pairs of cables between groups.

    No two faults share a switch's links, so that there is one explanation.
    """
    rng = random.Random(seed)
    counts = Counter({link[:3]: link.multiplicity for link in designed.links})
    gone, pairs = Counter[Joint](), set[frozenset[Joint]]()
    cables = [joint for joint in sorted(counts) if joint[2] == "global"] or sorted(counts)
    used = set[int]()
    while len(pairs) < swapped:
        one, other = rng.sample(cables, 2)
        ends = {*one[:2], *other[:2]}
        came = [_joint(one[0], other[1], one[2]), _joint(other[0], one[1], one[2])]
        if len(ends) < 4 or ends & used or any(joint in counts for joint in came):
            continue
        if len({designed.groups[end] for end in ends}) < 4 and one[2] == "global":
            continue
        used |= ends
        counts.subtract([one, other])
        counts.update(came)
        pairs.add(frozenset({one, other}))
    left = [joint for joint in sorted(counts) for _ in range(counts[joint])]
    rng.shuffle(left)
    while sum(gone.values()) < missing:
        joint = left.pop()
        if not used & set(joint[:2]):
            counts[joint] -= 1
            gone[joint] += 1
    links = tuple(Link(*joint, number) for joint, number in sorted(counts.items()) if number)
    return Faulty(
        designed=designed,
        network=replace(designed, links=links),
        missing=gone,
        swapped=frozenset(pairs),
    )


def _joint(one: int, other: int, name: str) -> Joint:
    return min(one, other), max(one, other), name


def grouped_names(network: Network, form: str = "x{group}c{chassis}r{slot}") -> list[str]:
    """Name switches as Slingshot does: a cabinet for each group, four slots in a chassis."""
    places = Counter[int]()
    names = []
    for group in network.groups:
        place = places[group]
        places[group] += 1
        names.append(form.format(group=1000 + group, chassis=place // 4, slot=place % 4))
    return names


def ibnetdiscover(
    network: Network,
    names: Sequence[str],
    seed: int = 0,
    speed_of: Callable[[Link], str] = lambda _: "4xHDR",
) -> str:
    """Write a network as ibnetdiscover prints it, from both ends, in no order of switches."""
    rng = random.Random(seed)
    order = list(range(network.switches))
    rng.shuffle(order)
    ports: list[list[str]] = [[] for _ in order]
    for switch, hosts in enumerate(network.hosts):
        for host in range(hosts):
            port = len(ports[switch]) + 1
            guid = f"{0xA000000 + switch * 1000 + host:016x}"
            ports[switch].append(
                f'[{port}]\t"H-{guid}"[1](1)\t\t# "n{switch}-{host} HCA-1" lid 1 4xHDR'
            )
    for link in network.links:
        first, second, _, multiplicity = link
        speed = speed_of(link)
        for _ in range(multiplicity):
            one, other = len(ports[first]) + 1, len(ports[second]) + 1
            there, back = f'"S-{second:016x}"[{other}]', f'"S-{first:016x}"[{one}]'
            ports[first].append(f'[{one}]\t{there}\t\t# "{names[second]}" {speed}')
            ports[second].append(f'[{other}]\t{back}\t\t# "{names[first]}" {speed}')
    lines = ["# Topology file: generated", ""]
    for switch in order:
        lines += [
            "vendid=0x2c9",
            "devid=0xd2f0",
            f"sysimgguid=0x{switch:x}",
            f"switchguid=0x{switch:x}({switch:x})",
            f'Switch\t{len(ports[switch])} "S-{switch:016x}"\t\t# "{names[switch]}" enhanced',
            *ports[switch],
            "",
        ]
    return "\n".join(lines)
