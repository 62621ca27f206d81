"""The output of ibnetdiscover: switches and adapters of an InfiniBand fabric, port by port.

References
----------
infiniband-diags, manual page ibnetdiscover.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import NetworkError, SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
)
from alphacut.arrangements.formats.exchange._links import Links
from alphacut.arrangements.formats.exchange._text import filled_lines_of
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

NODE = re.compile(r"(Switch|Ca|Rt)\s+(\d{1,3})\s+\"([SHR])-([0-9a-f]{1,16})\"\s*# ?\"(.*)\"(.*)")
PORT = re.compile(
    r"\[(\d{1,3})\](?:\([0-9a-f]+\))?(?:\[ext \d+\])?\s+\"([SHR])-([0-9a-f]{1,16})\"\[(\d{1,3})\]"
    r"(?:\(([0-9a-f]{1,16})\))?"
)
Port = tuple[str, int]  # the GUID of a switch, and a number


@dataclass
class _Fabric:
    """What the lines have told so far."""

    descriptions: dict[str, str] = field(default_factory=dict)  # of switches, by GUID
    adapters: Counter[str] = field(default_factory=Counter)  # of each switch
    cables: dict[tuple[Port, Port], str] = field(default_factory=dict)  # with their places
    current: str = ""  # the node whose ports follow
    is_switch: bool = False

    def line(self, place: str, line: str) -> None:
        """Read a line: a node, one of its ports, or something else."""
        if node := NODE.match(line):
            kind, _, _, self.current, description, _ = node.groups()
            self.is_switch = kind == "Switch"
            if self.is_switch:
                self.descriptions.setdefault(self.current, description)
        elif (port := PORT.match(line)) and self.is_switch:
            here, other, guid, there, _ = port.groups()
            if other != "S":
                self.adapters[self.current] += 1
                return
            one, end = sorted(((self.current, int(here)), (guid, int(there))))
            self.cables.setdefault((one, end), place)


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches, the cables between them, and how many ports lead to adapters of hosts.

    A switch is called as it describes itself, where all descriptions differ.
    """
    fabric, links = _Fabric(), Links(reading)
    for number, line in filled_lines_of(files[0]):
        fabric.line(f"line {number}", line)
        reading.check_size(len(fabric.descriptions), len(fabric.cables))
    if not fabric.descriptions:
        raise SpecError("", "names no switch; give the whole output of ibnetdiscover")
    for guid, description in fabric.descriptions.items():
        switch = links.switch(f"S-{guid}")
        links.hosts[switch] = fabric.adapters[guid]
        if description.strip():
            links.labels[switch] = description.strip()
    for (one, other), place in fabric.cables.items():
        for guid, _ in (one, other):
            if guid not in fabric.descriptions:
                raise SpecError("", f"{place}: a cable leads to the unknown switch {shown(guid)}")
        links.add(place, (f"S-{one[0]}", f"S-{other[0]}"))
    return links.imported()


def write(network: Network) -> Files:
    """Refuse: a network has no ports and GUIDs."""
    raise NetworkError(
        f"{network.switches:,} switches: ibnetdiscover's output is read and not written; "
        "alphacut route makes up a fabric"
    )


IBNETDISCOVER = ExchangeFormat(
    name="ibnetdiscover",
    description="the output of ibnetdiscover: an InfiniBand fabric's switches, cables and hosts",
    media_type="text/plain",
    extensions=(".ibnetdiscover", ".topo"),
    read=read,
    write=write,
    written=False,
)
