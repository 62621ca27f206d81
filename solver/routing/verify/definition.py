"""What the named mechanisms are, by the order of classes of links in the paper.

References
----------
Camarero et al., Topological characterization of Hamming and Dragonfly networks, sections 6 and 7.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from alphacut.solver.common.errors import DocumentError, Refused
from alphacut.solver.common.fields import integer_in, only_fields, text_in
from alphacut.solver.routing.verify.fabric import Fabric

FOUR = ("0A", "1A", "0B", "1B")
Direction = bool | None  # True: to groups that come later in the order; None: either way
Pattern = tuple[frozenset[str], frozenset[str], frozenset[str], Direction]
FIELDS = ("name", "vcs", "valiant", "colouring", "order")


def _pattern(before: str, links: str, after: str, ahead: Direction = None) -> Pattern:
    return frozenset(before.split()), frozenset(links.split()), frozenset(after.split()), ahead


FIRST_HALF = _pattern("+0AA +0BA", "0A 1A", "+1AA +0AB")
SECOND_HALF = _pattern("+1AB +1BB", "0B 1B", "+1BA +0BB")
TWO = (
    _pattern("+0", "0 1", "+1"),
    _pattern("+0", "0 1", "+0", ahead=True),
    _pattern("+1", "0 1", "+1", ahead=False),
)
ANY = (_pattern("+0", "0", "+0"),)


def change(one: str, other: str) -> str:
    """Return the class of a local link between switches of two colours, such as +1AB.

    >>> change("0A", "1B"), change("1", "1")
    ('+1AB', '+0')
    """
    return f"+{(int(other[0]) - int(one[0])) % 2}{one[1:]}{other[1:]}"


@dataclass(frozen=True, kw_only=True)
class Leg:
    """A local hop, a global one and a local one, the local ones only where they lead somewhere."""

    patterns: tuple[Pattern, ...]
    vcs: tuple[int, int, int]
    whole: bool = True  # False: without the last hop


@dataclass(frozen=True, kw_only=True)
class Defined:
    """A named mechanism on a network of groups."""

    fabric: Fabric
    colour: list[str]  # of each switch
    later: Callable[[int, int], bool]  # whether one group comes before another
    legs: tuple[Leg, ...]
    tables: dict[tuple[int, int, int], NDArray[np.bool_]] = field(default_factory=dict)
    rules: dict[tuple[int, bool], NDArray[np.bool_]] = field(default_factory=dict)

    def usable(self, leg: Leg, one: int, other: int) -> NDArray[np.bool_]:
        """Tell which links a packet may take: (switches of one, of the other, links between)."""
        key = (self.legs.index(leg), one, other)
        if key not in self.tables:
            self.tables[key] = self._usable(leg, one, other)
        return self.tables[key]

    def _usable(self, leg: Leg, one: int, other: int) -> NDArray[np.bool_]:
        fabric = self.fabric
        xs, ys = fabric.members[one], fabric.members[other]
        links = fabric.trunks.get((one, other), [])
        tails = fabric.ends[0, links]
        follows = self._followed(leg, self.later(one, other))
        right = follows[
            self._number[xs][:, None, None],
            self._number[tails][None, None, :],
            self._number[ys][None, :, None],
        ]
        own = (tails[None, :] == np.array(xs)[:, None])[:, None, :]
        has_own = (right & own).any(axis=2, keepdims=True)
        return np.asarray(right & (own | ~has_own))

    @cached_property
    def _names(self) -> list[str]:
        return sorted(set(self.colour))

    @cached_property
    def _number(self) -> NDArray[np.int64]:
        """Return the colour of each switch as a number."""
        return np.array([self._names.index(each) for each in self.colour])

    def _followed(self, leg: Leg, ahead: bool) -> NDArray[np.bool_]:
        """Tell which colours may follow: of the source, of the link, of the target."""
        key = (self.legs.index(leg), ahead)
        if key not in self.rules:
            every = [
                any(_follows(pattern, source, link, target, ahead) for pattern in leg.patterns)
                for source, link, target in product(self._names, repeat=3)
            ]
            self.rules[key] = np.array(every).reshape((len(self._names),) * 3)
        return self.rules[key]


def _follows(pattern: Pattern, source: str, link: str, target: str, ahead: bool) -> bool:
    before, links, after, direction = pattern
    return (
        change(source, link) in before
        and link in links
        and change(link, target) in after
        and direction in (None, ahead)
    )


def define(written: Mapping[str, Any], fabric: Fabric) -> Defined:
    """Read a named mechanism from a document.

    Raises
    ------
    DocumentError
        If it is not written as it should be.
    Refused
        If the network is not one that it is made for, or its colours do not fit.
    """
    only_fields(written, FIELDS, "mechanism")
    _check_groups(fabric)
    name = text_in(written, "name")
    local, between = fabric.vcs
    rise = [min(at, local - 1) for at in range(4)], [min(at, between - 1) for at in range(2)]
    legs = _legs(name, written, *rise)
    colours = {"2-colour": ("0", "1"), "4-colour": FOUR, "4-colour-nonminimal": FOUR}.get(name)
    return Defined(
        fabric=fabric,
        colour=_colours(written, colours, fabric),
        later=_later(written, name, len(fabric.members)),
        legs=legs,
    )


def _legs(
    name: str, written: Mapping[str, Any], local: Sequence[int], between: Sequence[int]
) -> tuple[Leg, ...]:
    if name == "minimal":
        return (Leg(patterns=ANY, vcs=(local[0], between[0], local[1])),)
    if name == "2-colour":
        return (Leg(patterns=TWO, vcs=(0, 0, 0)),)
    if name == "4-colour":
        return (Leg(patterns=(FIRST_HALF, SECOND_HALF), vcs=(0, 0, 0)),)
    if name == "4-colour-nonminimal":
        halves = FIRST_HALF, SECOND_HALF
        return tuple(Leg(patterns=(half,), vcs=(0, 0, 0)) for half in halves)
    if name != "valiant":
        raise DocumentError(f"mechanism.name {name[:40]!r} is not known")
    through = text_in(written, "valiant")
    if through == "group":
        return (
            Leg(patterns=ANY, vcs=(local[0], between[0], local[0]), whole=False),
            Leg(patterns=ANY, vcs=(local[1], between[1], local[2])),
        )
    if through != "switch":
        raise DocumentError("mechanism.valiant is neither switch nor group")
    return (
        Leg(patterns=ANY, vcs=(local[0], between[0], local[1])),
        Leg(patterns=ANY, vcs=(local[2], between[1], local[3])),
    )


def _check_groups(fabric: Fabric) -> None:
    sizes = {len(members) for members in fabric.members}
    if len(sizes) != 1 or len(fabric.members) < 2:
        raise Refused("the mechanism needs at least two groups of equally many switches")
    for members in fabric.members:
        for one in members:
            if any(one != other and (one, other) not in fabric.joining for other in members):
                raise Refused("the mechanism needs groups whose switches are all linked")
    if any(pair not in fabric.trunks for pair in fabric.pairs()):
        raise Refused("the mechanism needs a link between every two groups")


def _colours(
    written: Mapping[str, Any], colours: tuple[str, ...] | None, fabric: Fabric
) -> list[str]:
    if colours is None:
        if "colouring" in written:
            raise DocumentError("mechanism.colouring is given, but it has no colours")
        return ["0"] * len(fabric.group)
    by_place = text_in(written, "colouring").split(",")
    if len(by_place) != len(fabric.members[0]) or not set(by_place) <= set(colours):
        raise DocumentError("mechanism.colouring does not give each position one of its colours")
    found = [by_place[place] for place in fabric.place]
    for (one, other), links in fabric.trunks.items():
        if any(found[fabric.tails[i]] != found[fabric.heads[i]] for i in links):
            raise Refused(f"a link between groups {one} and {other} joins different colours")
        if {found[fabric.tails[i]] for i in links} != set(colours):
            raise Refused(f"groups {one} and {other} are not joined by links of every colour")
    return found


def _later(written: Mapping[str, Any], name: str, groups: int) -> Callable[[int, int], bool]:
    if name != "2-colour":
        if "order" in written:
            raise DocumentError("mechanism.order is given, but it follows no order")
        return lambda one, other: one < other
    order = written.get("order")
    if not isinstance(order, list) or sorted(
        integer_in({"order": each}, "order") for each in order
    ) != list(range(groups)):
        raise DocumentError("mechanism.order does not name each group once")
    at = {group: place for place, group in enumerate(order)}
    return lambda one, other: at[one] < at[other]
