"""Slurm's trees of switches, which its topology.conf and its topology.yaml write in two ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._host_list import MOST, expanded
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

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
            return [ONCE]
        host, name = self._twice
        first = self._switch_of[host]
        return [ONCE, f"host {host} is named at {first} and at {name}, and counts at {first} alone"]


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
