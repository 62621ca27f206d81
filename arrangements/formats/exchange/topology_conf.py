"""Slurm's topology.conf: a tree of switches, and the hosts of those at its leaves.

References
----------
Slurm, manual page topology.conf.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._host_list import MOST, expanded
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import filled_lines_of
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

ONCE = "the file says which switches are joined and not by how many links; each pair counts once"


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches by name, one link from each to those below it, and numbers of hosts."""
    links = Links(reading)
    below: list[tuple[str, str, str]] = []  # the place, a switch, one below it
    named = 0
    for number, text in filled_lines_of(files[0]):
        place = f"line {number}"
        pairs = dict(_pair(word, place) for word in text.split("#")[0].split())
        if not pairs:
            continue
        name = pairs.pop("switchname", "")
        if not name:
            raise SpecError("", f"{place}: must begin with SwitchName=")
        if links.knows(name):
            raise SpecError("", f"{place}: two switches have the name {shown(name)}")
        hosts = _expanded(pairs.pop("nodes", ""), place, MOST - named)
        named += len(hosts)
        links.hosts[links.switch(name)] = len(hosts)
        children = _expanded(pairs.pop("switches", ""), place, MOST - len(below))
        below += [(place, name, child) for child in children]
        for key in pairs:
            links.lost[f"{shown(key)} of switches"] = None
    for place, name, child in below:
        if not links.knows(child):
            raise SpecError("", f"{place}: there is no line of the switch {shown(child)}")
        links.add(place, (name, child))
    links.remarks.append(ONCE)
    return links.imported()


def _pair(word: str, place: str) -> tuple[str, str]:
    key, equals, value = word.partition("=")
    if not equals:
        raise SpecError("", f"{place}: must be pairs such as Nodes=n[0-15], got {shown(word)}")
    return key.lower(), value


def _expanded(written: str, place: str, most: int) -> list[str]:
    try:
        return expanded(written, most)
    except SpecError as error:
        raise SpecError("", f"{place}: {error.problem}") from error


def write(network: Network) -> Files:
    """Refuse: the file holds trees, and no number of links."""
    raise NetworkError(f"{network.switches:,} switches: topology.conf is read and not written")


TOPOLOGY_CONF = ExchangeFormat(
    name="topology.conf",
    description="Slurm's topology.conf: a tree of switches with their hosts",
    media_type="text/plain",
    extensions=(".conf",),
    read=read,
    write=write,
    written=False,
)
