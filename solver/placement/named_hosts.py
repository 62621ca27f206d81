"""Names of hosts by switch: which switch of a network each switch of a file is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from alphacut.arrangements.words import known_names, shown
from alphacut.solver.common.errors import QuestionError

if TYPE_CHECKING:
    from alphacut.arrangements.network import Network

Listed = Sequence[tuple[str, Sequence[str]]]  # switches by name, each with its hosts
ENDING = re.compile(r"(.*?)(\d{1,9})")


def hosts_by_switch(listed: Listed, network: Network, field: str) -> tuple[list[list[str]], str]:
    """Return the hosts of each switch of a network, and a remark where its names do not decide.

    Where the network's switches have names, those of the file are the same. Otherwise they are
    its switches with hosts, in the order of the file.

    Raises
    ------
    QuestionError
        If the network has no such switch, or the order of the file is not that of its numbers.
    """
    place = {network.name_of(switch): switch for switch in range(network.switches)}
    found: list[list[str]] = [[] for _ in range(network.switches)]
    if not network.names and any(name not in place for name, _ in listed):
        return _in_order(listed, network, found, field)
    for name, hosts in listed:
        if name not in place:
            raise QuestionError(
                field, f"the network has no switch {shown(name)}; {known_names(name, place)}"
            )
        found[place[name]] = list(hosts)
    return found, ""


def _in_order(
    listed: Listed, network: Network, found: list[list[str]], field: str
) -> tuple[list[list[str]], str]:
    switches = [switch for switch, count in enumerate(network.hosts) if count]
    if len(listed) > len(switches):
        raise QuestionError(
            field,
            f"has {len(listed)} switches with hosts; the network has {len(switches)}",
        )
    _check_order([name for name, _ in listed], field)
    for switch, (_, hosts) in zip(switches, listed, strict=False):
        found[switch] = list(hosts)
    first = f"{shown(listed[0][0])} is switch {switches[0]}"
    return found, (
        f"{field}: the network's switches have no names; those of the file are taken in its "
        f"order: {first}"
    )


def _check_order(names: Sequence[str], field: str) -> None:
    """Refuse names such as s2, s1 whose numbers say another order than the file."""
    parts = [ENDING.fullmatch(name) for name in names]
    if len({part and part[1] for part in parts}) > 1:
        return
    for one, other in pairwise(parts):
        if one and other and int(one[2]) > int(other[2]):
            raise QuestionError(
                field,
                f"{shown(one[0])} stands before {shown(other[0])}, and the network's switches have "
                "no names that decide which is which; put the lines in the order of its switches",
            )
