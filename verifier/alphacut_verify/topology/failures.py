"""What is left of a network when links and switches have failed.

Listed links go first, then listed switches, then switches drawn at random, then links drawn at
random. To draw k of m things, each gets the next number of Python's `random.Random(text)`, in
order, and the k with the least numbers are drawn; `text` is "switches SEED" or "links SEED".
Cables are drawn from the links that are left, sorted by ends and class, parallel ones one by one.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from itertools import accumulate

from alphacut_verify.errors import Refused, TooLarge, Unreadable
from alphacut_verify.network import Network
from alphacut_verify.reading import a_list, a_string, an_integer
from alphacut_verify.topology.draft import LARGEST, Spec

Links = dict[tuple[int, int, str], int]
MOST_CABLES = 2_000_000


def fail(network: Network, spec: Spec) -> Network:
    """Return what is left, switches numbered anew in their order."""
    n = network.switches
    links = dict(network.links)
    for i, entry in enumerate(a_list(spec.rest("links", []), spec.at("links"))):
        _fail_links(links, n, a_list(entry, spec.at(f"links.{i}")), spec.at(f"links.{i}"))
    gone = set()
    for i, switch in enumerate(a_list(spec.rest("switches", []), spec.at("switches"))):
        gone.add(an_integer(switch, spec.at(f"switches.{i}"), 0, n - 1))
    seed = spec.integer("seed", 0, 0)
    there = [switch for switch in range(n) if switch not in gone]
    number = spec.integer("random_switches", 0, 0)
    if number >= len(there):
        raise Refused(spec.at("random_switches"), "no switch is left")
    gone |= {there[i] for i in _drawn(len(there), number, f"switches {seed}")}
    left = {key: count for key, count in links.items() if not {key[0], key[1]} & gone and count}
    number, name = spec.integer("random_links", 0, 0), spec.rest("random_class")
    if name is not None and a_string(name, spec.at("random_class")) not in network.classes:
        raise Refused(spec.at("random_class"), "is no class of links of this network")
    if number:
        _fail_at_random(left, number, name, seed, spec)
    spec.close()
    kept = [switch for switch in range(n) if switch not in gone]
    new = {switch: i for i, switch in enumerate(kept)}
    return Network(
        hosts=tuple(network.hosts[switch] for switch in kept),
        groups=tuple(network.groups[switch] for switch in kept),
        classes=network.classes,
        links={(new[i], new[j], c): count for (i, j, c), count in left.items() if count},
    )


def _fail_links(links: Links, n: int, entry: list[object], place: str) -> None:
    if not 2 <= len(entry) <= 4:
        raise Unreadable(place, "must be two switches, and a class and a number if not all")
    ends = sorted(an_integer(entry[i], f"{place}.{i}", 0, n - 1) for i in (0, 1))
    name = entry[2] if len(entry) > 2 else None
    keys = [k for k in sorted(links) if [k[0], k[1]] == ends and name in (None, k[2])]
    there = sum(links[key] for key in keys)
    count = entry[3] if len(entry) > 3 else None
    left = there if count is None else an_integer(count, f"{place}.3", 1, LARGEST)
    if not there or left > there:
        raise Refused(place, f"there are only {there} such links")
    for key in keys:
        taken = min(left, links[key])
        links[key] -= taken
        left -= taken


def _fail_at_random(links: Links, number: int, name: str | None, seed: int, spec: Spec) -> None:
    keys = [key for key in sorted(links) if name in (None, key[2])]
    ends = list(accumulate(links[key] for key in keys))
    cables = ends[-1] if ends else 0
    if number > cables:
        raise Refused(spec.at("random_links"), f"there are only {cables} links")
    if cables > MOST_CABLES:
        raise TooLarge(spec.at("random_links"), f"more than {MOST_CABLES} cables to draw from")
    for cable in _drawn(cables, number, f"links {seed}"):
        links[keys[bisect_right(ends, cable)]] -= 1


def _drawn(candidates: int, count: int, text: str) -> list[int]:
    generator = random.Random(text)
    numbers = [generator.random() for _ in range(candidates if count else 0)]
    return sorted(range(len(numbers)), key=numbers.__getitem__)[:count]
