"""Degraded networks: what is left after links or switches have failed."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arrangements.errors import SpecError
from arrangements.network import Link, Network
from arrangements.words import known_names

if TYPE_CHECKING:
    from collections.abc import Iterator


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
        drawn = _draw(left, self.random_switches, f"switches {self.seed}")
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
            link for link in self._links_left(network) if {link.first, link.second} <= set(number)
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
        )

    def _links_left(self, network: Network) -> Iterator[Link]:
        """Yield the links that the list leaves."""
        left = {link[:3]: link.multiplicity for link in network.links}
        for position, failed in enumerate(self.links):
            place = f"failed.links.{position}"
            for end in (failed.first, failed.second):
                _check_switch(end, network, place)
            self._fail(failed, left, place)
        return (Link(*key, count) for key, count in left.items() if count)

    @staticmethod
    def _fail(failed: FailedLinks, left: dict[tuple[int, int, str], int], place: str) -> None:
        ends = (min(failed.first, failed.second), max(failed.first, failed.second))
        keys = [
            key for key in left if key[:2] == ends and failed.link_class in (None, key[2])
        ]  # fmt: skip
        there = sum(left[key] for key in keys)
        wanted = there if failed.count is None else failed.count
        if not there or wanted > there:
            raise SpecError(
                place,
                f"there are {there} such links left between switches {ends[0]} and {ends[1]}, "
                f"so {max(wanted, 1)} cannot fail",
            )
        for key in keys:
            gone = min(wanted, left[key])
            left[key] -= gone
            wanted -= gone

    def _without_random(self, links: list[Link], network: Network) -> Iterator[Link]:
        if self.random_class is not None and self.random_class not in network.class_by_name:
            known = known_names(self.random_class, network.class_by_name)
            raise SpecError(
                "failed.random_class", f"unknown link class {self.random_class!r}; {known}"
            )
        cables = [
            link
            for link in links
            for _ in range(link.multiplicity)
            if self.random_class in (None, link.link_class)
        ]
        if self.random_links > len(cables):
            raise SpecError(
                "failed.random_links",
                f"must be at most {len(cables)}, the links there are, got {self.random_links}",
            )
        places = _draw(list(range(len(cables))), self.random_links, f"links {self.seed}")
        gone = Counter(cables[place] for place in places)
        return (
            link._replace(multiplicity=link.multiplicity - gone[link])
            for link in links
            if link.multiplicity > gone[link]
        )


def _draw(candidates: list[int], count: int, seed: str) -> set[int]:
    """Draw some uniformly; the sequence of `random()` is the same in every version of Python."""
    generator = random.Random(seed)
    return set(sorted(candidates, key=lambda _: generator.random())[:count])


def _check_switch(switch: int, network: Network, place: str) -> None:
    if not 0 <= switch < network.switches:
        raise SpecError(
            place,
            f"switch {switch} does not exist; switches are numbered 0 to {network.switches - 1}",
        )
