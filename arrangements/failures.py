"""Degraded networks: what is left after links or switches have failed."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter, defaultdict
from dataclasses import dataclass
from heapq import nsmallest
from itertools import accumulate
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.network import Link, Network
from alphacut.arrangements.one_by_one import MOST
from alphacut.arrangements.words import known_names, printable, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Counts = dict[tuple[int, int], dict[str, int]]  # links by class, of two switches

NAMED = 8  # switches that a message lists


@dataclass(frozen=True, kw_only=True)
class FailedLinks:
    """Links between two switches that have failed."""

    first: int
    second: int
    link_class: str | None = None  # of this class only
    count: int | None = None  # so many of the parallel ones; default: all


@dataclass(frozen=True, kw_only=True)
class Failures:
    """What has failed: by list, and drawn at random from what the lists leave.

    Random switches are drawn before random links, each uniformly; parallel
    links count one by one. The same seed draws the same failures.
    """

    links: tuple[FailedLinks, ...] = ()
    switches: tuple[int, ...] = ()
    random_links: int = 0
    random_switches: int = 0
    random_class: str | None = None  # draw links of this class only
    seed: int = 0

    def survivors(self, network: Network) -> tuple[int, ...]:
        """Return the switches that are left, by their old numbers; each gets its place here.

        Raises
        ------
        SpecError
            If a switch does not exist, or none would be left.
        """
        for position, switch in enumerate(self.switches):
            _check_switch(switch, network, f"failed.switches.{position}")
        left = sorted(set(range(network.switches)) - set(self.switches))
        if len(left) <= self.random_switches:
            raise SpecError(
                "failed.random_switches" if self.random_switches else "failed.switches",
                f"no switch would be left of {network.switches}",
            )
        drawn = {left[i] for i in _draw(len(left), self.random_switches, f"switches {self.seed}")}
        return tuple(switch for switch in left if switch not in drawn)

    def apply(self, network: Network) -> Network:
        """Return what is left, switches renumbered in order.

        Raises
        ------
        SpecError
            If something that is to fail does not exist.
        """
        survivors = self.survivors(network)
        number = {switch: position for position, switch in enumerate(survivors)}
        left = [
            link for link in self._links_left(network) if {link.first, link.second} <= number.keys()
        ]
        return Network(
            switches=len(survivors),
            links=tuple(
                link._replace(first=number[link.first], second=number[link.second])
                for link in self._without_random(left, network)
            ),
            classes=network.classes,
            groups=tuple(network.groups[switch] for switch in survivors),
            hosts=tuple(network.hosts[switch] for switch in survivors),
            names=tuple(network.names[switch] for switch in survivors) if network.names else (),
        )

    def _links_left(self, network: Network) -> Iterator[Link]:
        """Yield the links that the list leaves."""
        left: Counts = defaultdict(dict)
        for link in network.links:
            left[link[:2]][link.link_class] = link.multiplicity
        for position, failed in enumerate(self.links):
            place = f"failed.links.{position}"
            for end in (failed.first, failed.second):
                _check_switch(end, network, place)
            self._fail(failed, left, place, network)
        return (
            Link(*ends, name, count)
            for ends, counts in left.items()
            for name, count in counts.items()
            if count
        )

    @staticmethod
    def _fail(failed: FailedLinks, left: Counts, place: str, network: Network) -> None:
        ends = (min(failed.first, failed.second), max(failed.first, failed.second))
        counts = left.get(ends, {})
        names = [name for name in counts if failed.link_class in (None, name)]
        there = sum(counts[name] for name in names)
        wanted = there if failed.count is None else failed.count
        if not there or wanted > there:
            one, other = (printable(network.name_of(end), 60) for end in ends)
            raise SpecError(
                place,
                f"there are {there} such links left between switches {one} and {other}, "
                f"so {shown(max(wanted, 1))} cannot fail{_neighbours(ends[0], left, network)}",
            )
        for name in names:
            gone = min(wanted, counts[name])
            counts[name] -= gone
            wanted -= gone

    def _without_random(self, links: list[Link], network: Network) -> Iterable[Link]:
        if self.random_class is not None and self.random_class not in network.class_by_name:
            known = known_names(self.random_class, network.class_by_name)
            raise SpecError(
                "failed.random_class", f"unknown link class {shown(self.random_class)}; {known}"
            )
        if not self.random_links:
            return links
        gone = self._drawn([x for x in links if self.random_class in (None, x.link_class)])
        return (
            link._replace(multiplicity=link.multiplicity - gone[link])
            for link in links
            if link.multiplicity > gone[link]
        )

    def _drawn(self, links: Sequence[Link]) -> Counter[Link]:
        """Draw cables from links: cable c belongs to the first link that ends behind it."""
        ends = list(accumulate(link.multiplicity for link in links))
        cables = ends[-1] if ends else 0
        if self.random_links > cables:
            raise SpecError(
                "failed.random_links",
                f"must be at most {cables}, the links there are, got {self.random_links}",
            )
        if cables > MOST:
            raise SpecError(
                "failed.random_links",
                f"links are drawn from at most {MOST:,} cables, and there are {cables:,} with "
                "parallel links counted one by one; list what failed in failed.links",
            )
        drawn = _draw(cables, self.random_links, f"links {self.seed}")
        return Counter(links[bisect_right(ends, cable)] for cable in drawn)


def _draw(candidates: int, count: int, seed: str) -> list[int]:
    """Draw some of 0, 1, …, candidates - 1 uniformly: those with the least random numbers.

    The sequence of `random()` is the same in every version of Python.
    """
    generator = random.Random(seed)
    return nsmallest(count, range(candidates), key=lambda _: generator.random())


def _neighbours(switch: int, left: Counts, network: Network) -> str:
    """Say to which switches links of one are left, for who has mistaken its number."""
    ends = [
        set(each) - {switch}
        for each, counts in left.items()
        if switch in each and any(counts.values())
    ]
    names = [printable(network.name_of(end), 60) for end in sorted(set().union(*ends))]
    if not names:
        return ""
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return (
        f"; {printable(network.name_of(switch), 60)} is linked to {', '.join(names[:NAMED])}{more}"
    )


def _check_switch(switch: int, network: Network, place: str) -> None:
    if not 0 <= switch < network.switches:
        raise SpecError(
            place,
            f"switch {shown(switch)} does not exist; switches are numbered 0 to "
            f"{network.switches - 1}",
        )
