"""Slurm's trees of switches, and its blocks, as topology.conf and topology.yaml write them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._host_list import MOST, expanded
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import is_count
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from alphacut.arrangements.formats.exchange._base import Imported, Reading

ONCE = "the file says which switches are joined and not by how many links; each pair counts once"


@dataclass(frozen=True, kw_only=True)
class Switch:
    """A switch of a tree."""

    place: str  # where it stands, such as "line 3"
    name: str
    hosts: tuple[str, ...]  # each once
    children: tuple[str, ...]  # the switches below it, each once


class Tree:
    """The switches that a file has named so far, each once, and each host at one of them."""

    def __init__(self) -> None:
        self.switches: dict[str, Switch] = {}
        self._switch_of: dict[str, str] = {}  # of each host
        self._children = 0
        self._twice: tuple[str, str] | None = None  # a host at two switches, and the second one
        self.notes: tuple[str, ...] = (ONCE,)  # how the file is understood

    def add_above(self, place: str, name: str, children: Sequence[str]) -> None:
        """Add a switch without hosts above others."""
        if name in self.switches:
            raise SpecError("", f"{place}: two switches have the name {shown(name)}")
        self.switches[name] = Switch(place=place, name=name, hosts=(), children=tuple(children))

    def add(self, place: str, name: str, hosts: str, children: str) -> None:
        """Add a switch, its hosts and children given as host lists.

        Raises
        ------
        SpecError
            If a switch is there twice, or a list is none.
        """
        if name in self.switches:
            raise SpecError("", f"{place}: two switches have the name {shown(name)}")
        named = dict.fromkeys(_expanded(hosts, place, MOST - len(self._switch_of)))
        for host in named:
            if self._switch_of.setdefault(host, name) != name:
                self._twice = self._twice or (host, name)
        below = dict.fromkeys(_expanded(children, place, MOST - self._children))
        self._children += len(below)
        own = tuple(host for host in named if self._switch_of[host] == name)
        self.switches[name] = Switch(place=place, name=name, hosts=own, children=tuple(below))

    def remarks(self) -> list[str]:
        """Say what was made of the file."""
        if self._twice is None:
            return [*self.notes]
        host, name = self._twice
        first = self._switch_of[host]
        return [
            *self.notes,
            f"host {host} is named at {first} and at {name}, and counts at {first} alone",
        ]


BLOCKS = (
    "blocks are read as switches, each joined once to one that stands for the larger block around "
    "it; one more is above all"
)


class Blocks:
    """The blocks of topology/block, which are nested in larger ones: contiguous, powers of two."""

    def __init__(self) -> None:
        self._named: list[tuple[str, str, str]] = []  # place, name, and host list of each
        self._sizes: list[int] = []  # planned hosts of blocks, the smallest first

    def add(self, place: str, name: str, hosts: str) -> None:
        """Add a block and its hosts, given as a host list."""
        if not name:
            raise SpecError("", f"{place}: a block needs a name")
        self._named.append((place, name, hosts))

    def size(self, place: str, written: str) -> None:
        """Add a planned size, larger than those before.

        Raises
        ------
        SpecError
            If it is no number, or no power of two times the size before.
        """
        text = written.strip()
        if not is_count(text) or not int(text):
            raise SpecError("", f"{place}: a block size is a number of hosts, got {shown(text)}")
        size = int(text)
        if self._sizes:
            times, rest = divmod(size, self._sizes[-1])
            if rest or times < 2 or times & (times - 1):
                raise SpecError(
                    "",
                    f"{place}: each block size must be 2, 4, 8, … times that before, got "
                    f"{self._sizes[-1]:,} and {size:,}",
                )
        self._sizes.append(size)

    @property
    def none(self) -> bool:
        """Whether there are no blocks."""
        return not self._named

    def tree(self) -> Tree:
        """Return blocks as switches, below those of the larger blocks that they are in."""
        tree = Tree()
        tree.notes = (BLOCKS,)
        for place, name, hosts in self._named:
            tree.add(place, name, hosts, "")
        level = [(name, at, at) for at, (_, name, _) in enumerate(self._named)]
        for size in (*self._sizes[1:], None):  # at last all together
            many = len(level) if size is None else size // self._sizes[0]
            level = self._above(tree, level, many, last=size is None)
        return tree

    def _above(
        self, tree: Tree, level: list[tuple[str, int, int]], many: int, *, last: bool
    ) -> list[tuple[str, int, int]]:
        """Add the switches above some, each for so many blocks; return them with what they hold."""
        found: dict[int, list[tuple[str, int, int]]] = {}
        for each in level:
            found.setdefault(0 if last else each[1] // many, []).append(each)
        above = []
        for members in found.values():
            first, final = members[0][1], members[-1][2]
            if len(members) == 1:
                above.append(members[0])
                continue
            name = f"{self._named[first][1]}..{self._named[final][1]}"
            tree.add_above(self._named[first][0], name, [each[0] for each in members])
            above.append((name, first, final))
        return above


def _expanded(written: str, place: str, most: int) -> list[str]:
    try:
        return expanded(written, most)
    except SpecError as error:
        raise SpecError("", f"{place}: {error.problem}") from error


def imported(tree: Tree, lost: Iterable[str], reading: Reading) -> Imported:
    """Make the network: one link from each switch to those below it, and its hosts by name."""
    links = Links(reading)
    for switch in tree.switches.values():
        number = links.switch(switch.name)
        links.hosts[number] = len(switch.hosts)
        links.host_names[number] = switch.hosts
    for switch in tree.switches.values():
        for child in switch.children:
            if not links.knows(child):
                raise SpecError(
                    "", f"{switch.place}: there is no line of the switch {shown(child)}"
                )
            links.add(switch.place, (switch.name, child))
    links.lost.update(dict.fromkeys(lost))
    links.remarks += tree.remarks()
    return links.imported()
