"""Nets for ibsim, the simulator of InfiniBand fabrics: switches and adapters by name.

References
----------
ibsim, README and net-examples.
"""

from __future__ import annotations

import re

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange._base import (
    ANYTHING,
    ExchangeFormat,
    Files,
    Imported,
    Reading,
    only_read,
)
from alphacut.arrangements.formats.exchange._infiniband import Cabling, End, short_lines_of
from alphacut.arrangements.formats.exchange._text import head_of
from alphacut.arrangements.words import shown

NODE = re.compile(r"(Switch|Hca|Rt)\s+\d{1,3}\s+\"([^\"]+)\".*", re.IGNORECASE)
PORT = re.compile(r"\[(\d{1,3})\]\s*\"([^\"]+)\"\s*\[(\d{1,3})\].*")
NOT_IBSIM = re.compile(r".*\"[SHR]-[0-9a-f]{1,16}\"\s*#")  # ibnetdiscover's nodes


def read(files: Files, reading: Reading = ANYTHING) -> Imported:
    """Read switches, the cables between them, and the hosts that they have."""
    cabling = Cabling()
    current = ""
    for number, line in short_lines_of(files[0]):
        if node := NODE.match(line):
            kind, current = node[1].lower(), node[2]
            if current in cabling.switches or current in cabling.adapters:
                raise SpecError("", f"line {number}: two nodes have the name {shown(current)}")
            cabling.add(current, current, is_switch=kind == "switch")
            if kind == "rt":
                cabling.strangers.add(current)
        elif (port := PORT.match(line)) and current:
            here, there = End(current, int(port[1])), End(port[2], int(port[3]))
            cabling.join(f"line {number}", here, there, None)
        cabling.check_size(reading)
    return cabling.imported(reading)


def looks_like(content: bytes) -> bool:
    """Whether the first node is written as ibsim has it."""
    nodes = (line for line in head_of(content).splitlines() if NODE.match(line))
    first = next(nodes, None)
    return first is not None and NOT_IBSIM.match(first) is None


IBSIM_NET = ExchangeFormat(
    name="ibsim",
    description="a net for ibsim: an InfiniBand fabric's switches, cables and hosts",
    media_type="text/plain",
    extensions=(".net",),
    read=read,
    write=only_read("nets for ibsim are", "alphacut route --tables makes up a fabric"),
    looks_like=looks_like,
    written=False,
)
