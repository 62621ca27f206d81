"""The record that everything else reads: switches, groups, hosts and links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from alphacut.arrangements.errors import NetworkError
from alphacut.arrangements.words import LONGEST, known_names, shown

FORMULA = ("=", "+", "-", "@")  # what a spreadsheet takes for the beginning of one


def class_name_problem(name: str) -> str | None:
    """Say what is wrong with the name of a link class: "must …"; None if it will do.

    Names stand in tables, pictures, logs and on terminals. One that a spreadsheet
    would compute, or a terminal obey, is refused at the door.
    """
    if not name or not name.isprintable():
        return "must be text that can be printed, without control characters"
    if name.startswith(FORMULA):
        return f"must not begin with {', '.join(FORMULA[:-1])} or {FORMULA[-1]}"
    return None


NAME = 200  # characters of the name of a switch


def switch_names_problem(names: Sequence[str], switches: int) -> str | None:
    """Say what is wrong with the names of all switches; None if each has one of its own."""
    if len(names) != switches:
        return f"needs one name for each of {switches} switches, got {len(names)}"
    for name in names:
        if not 0 < len(name) <= NAME:
            return f"a name has 1 to {NAME} characters, got {shown(name)}"
    if len(set(names)) < switches:
        twice = Counter(names).most_common(1)[0][0]
        return f"two switches have the name {shown(twice)}"
    return None


class Line(NamedTuple):
    """The capacity of a cut as a function of α: intercept + slope·α."""

    intercept: int  # capacity that does not depend on α
    slope: int  # capacity for each unit of α

    def at(self, alpha: Fraction) -> Fraction:
        """Return the capacity at one α."""
        return self.intercept + self.slope * alpha


class Link(NamedTuple):
    """An undirected link between two switches, first < second."""

    first: int
    second: int
    link_class: str  # name of its LinkClass
    multiplicity: int = 1  # parallel links of this class


@dataclass(frozen=True, kw_only=True)
class LinkClass:
    """Links of one kind: each has the capacity base + slope·α."""

    name: str
    base: int  # capacity at α = 0, not negative
    slope: int  # capacity for each unit of α, not negative

    def __post_init__(self) -> None:
        if problem := class_name_problem(self.name):
            raise NetworkError(f"the name of a link class {problem}, got {shown(self.name)}")
        if self.base < 0 or self.slope < 0:
            raise NetworkError(
                f"link class {self.name!r}: base and slope must not be negative, "
                f"got {self.base} and {self.slope}"
            )


LOCAL = LinkClass(name="local", base=1, slope=0)
GLOBAL = LinkClass(name="global", base=0, slope=1)


@dataclass(frozen=True, kw_only=True)
class Network:
    """Switches 0..n-1 with groups, hosts and links of several classes.

    Links are kept in a canonical form: ends in order, parallel links of a
    class merged into one with their multiplicities added, sorted. Two networks
    with the same switches and links are therefore equal.

    Raises
    ------
    NetworkError
        If an end is out of range, a link joins a switch to itself, a class is
        unknown, or a count does not fit the number of switches.
    """

    switches: int  # n, at least 1
    links: tuple[Link, ...]
    classes: tuple[LinkClass, ...] = (LOCAL, GLOBAL)
    groups: tuple[int, ...] = ()  # group of each switch; default: one group
    hosts: tuple[int, ...] = ()  # hosts of each switch; default: 1 each
    names: tuple[str, ...] = field(default=(), compare=False)  # what its owner calls each switch

    def __post_init__(self) -> None:
        if self.switches < 1:
            raise NetworkError(f"a network needs at least 1 switch, got {self.switches}")
        object.__setattr__(self, "groups", self._per_switch(self.groups, 0, "groups"))
        object.__setattr__(self, "hosts", self._per_switch(self.hosts, 1, "hosts"))
        if min(self.hosts) < 0:
            raise NetworkError("the hosts of a switch must not be negative")
        names = Counter(link_class.name for link_class in self.classes)
        if len(names) < len(self.classes):
            twice = names.most_common(1)[0][0]
            raise NetworkError(f"link classes must have different names, got {shown(twice)} twice")
        object.__setattr__(self, "links", self._merged(self.links, set(names)))
        if self.names and (problem := switch_names_problem(self.names, self.switches)):
            raise NetworkError(f"names: {problem}")

    @property
    def free(self) -> frozenset[str]:
        """The classes of links of which only the groups that they join are known: here none."""
        return frozenset()

    def name_of(self, switch: int) -> str:
        """Return what a switch is called: its name, or else its number."""
        return self.names[switch] if self.names else str(switch)

    def _per_switch(self, values: tuple[int, ...], default: int, what: str) -> tuple[int, ...]:
        if not values:
            return (default,) * self.switches
        if len(values) != self.switches:
            raise NetworkError(
                f"{what}: needs one number for each of {self.switches} switches, got {len(values)}"
            )
        return tuple(values)

    def _merged(self, links: Iterable[Link], known: set[str]) -> tuple[Link, ...]:
        ordered = [self._in_order(position, link, known) for position, link in enumerate(links)]
        ordered.sort()
        return tuple(_parallel_merged(ordered))

    def _in_order(self, position: int, link: Link, known: set[str]) -> Link:
        """Check a link, and return it with its ends in order."""
        first, second, name, multiplicity = link
        if second < first:
            first, second = second, first
            link = Link(first, second, name, multiplicity)
        if not (0 <= first < second < self.switches and name in known and multiplicity >= 1):
            raise NetworkError(f"links.{position}: {self._problem(link, known)}")
        return link

    def _problem(self, link: Link, known: set[str]) -> str:
        """Say what is wrong with a link."""
        for end in link[:2]:
            if not 0 <= end < self.switches:
                return (
                    f"switch {shown(end)} does not exist; "
                    f"switches are numbered 0 to {self.switches - 1}"
                )
        if link.first == link.second:
            return f"joins switch {link.first} to itself"
        if link.link_class not in known:
            known_ones = known_names(link.link_class, sorted(known))
            return f"unknown class {link.link_class[:LONGEST]!r}; {known_ones}"
        return f"multiplicity must be at least 1, got {shown(link.multiplicity)}"

    @cached_property
    def class_by_name(self) -> dict[str, LinkClass]:
        """The link classes by their names."""
        return {link_class.name: link_class for link_class in self.classes}

    @cached_property
    def total(self) -> Line:
        """The capacity of all links together."""
        return self._capacity(self.count_by_class())

    @property
    def depends_on_alpha(self) -> bool:
        """Whether the capacity of any link does."""
        counts = self.count_by_class()
        return any(each.slope and counts[each.name] for each in self.classes)

    def links_of(self, name: str) -> tuple[Link, ...]:
        """Return the links of one class."""
        return self._by_class.get(name, ())

    @cached_property
    def _by_class(self) -> dict[str, tuple[Link, ...]]:
        found: dict[str, list[Link]] = {}
        for link in self.links:
            found.setdefault(link.link_class, []).append(link)
        return {name: tuple(links) for name, links in found.items()}

    def count_by_class(self, links: Iterable[Link] | None = None) -> dict[str, int]:
        """Count links (all by default) by class, with multiplicities."""
        counts = {link_class.name: 0 for link_class in self.classes}
        for link in self.links if links is None else links:
            counts[link.link_class] += link.multiplicity
        return counts

    def degrees(self, name: str) -> list[int]:
        """Return each switch's number of links of one class, with multiplicities."""
        degrees = [0] * self.switches
        for link in self.links_of(name):
            degrees[link.first] += link.multiplicity
            degrees[link.second] += link.multiplicity
        return degrees

    def crossing(self, side: Collection[int]) -> tuple[Link, ...]:
        """Return the links that a cut severs.

        Parameters
        ----------
        side
            The switches of one side, either one.
        """
        inside = set(side)
        for switch in inside:
            if not 0 <= switch < self.switches:
                raise NetworkError(
                    f"side: switch {switch} does not exist; "
                    f"switches are numbered 0 to {self.switches - 1}"
                )
        return tuple(
            link for link in self.links if (link.first in inside) != (link.second in inside)
        )

    def severed(self, side: Collection[int]) -> dict[str, int]:
        """Count the links of each class, with multiplicities, that join a side to the rest."""
        return self.count_by_class(self.crossing(side))

    def cut(self, side: Collection[int]) -> Line:
        """Return the capacity of a cut, given one of its sides, as a line in α."""
        return self._capacity(self.severed(side))

    def _capacity(self, counts: dict[str, int]) -> Line:
        return Line(
            sum(link_class.base * counts[link_class.name] for link_class in self.classes),
            sum(link_class.slope * counts[link_class.name] for link_class in self.classes),
        )


def _parallel_merged(ordered: Iterable[Link]) -> Iterator[Link]:
    """Add the multiplicities of neighbours that differ in nothing else."""
    last: Link | None = None
    for link in ordered:
        if last is None:
            last = link
        elif last[:3] == link[:3]:
            last = last._replace(multiplicity=last.multiplicity + link.multiplicity)
        else:
            yield last
            last = link
    if last is not None:
        yield last
