"""Lists of hosts as Slurm writes them: `n[0-15,20],login1`, and its topology.conf.

References
----------
Slurm, manual pages scontrol (show hostnames) and topology.conf.
"""

from __future__ import annotations

import re

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.exchange import _host_list
from alphacut.solver.common.errors import QuestionError

MOST_HOSTS = _host_list.MOST


def read_hosts(text: str, field: str) -> list[str]:
    """Read host lists, one or several to a line; what follows # is a remark.

    Raises
    ------
    QuestionError
        If something is no host, or there are too many.
    """
    found: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        for word in line.split("#")[0].split():
            found += expanded(word, f"{field}: line {number}", MOST_HOSTS - len(found))
    if not found:
        raise QuestionError(field, "names no host; give one to a line, or a list such as n[0-15]")
    return found


def expanded(written: str, field: str, most: int = MOST_HOSTS) -> list[str]:
    """Write a host list out: `n[08-10]` is n08, n09, n10.

    Raises
    ------
    QuestionError
        If it is none, or names more hosts than there may be.
    """
    try:
        return _host_list.expanded(written, most)
    except SpecError as error:
        raise QuestionError(field, error.problem) from error


def is_topology(text: str) -> bool:
    """Tell whether a text is a topology.conf."""
    return re.search(r"^\s*SwitchName\s*=", text, re.IGNORECASE | re.MULTILINE) is not None


def read_topology(text: str, field: str) -> list[tuple[str, list[str]]]:
    """Read the switches of a topology.conf that have hosts, in order, with these.

    Raises
    ------
    QuestionError
        If a line cannot be read, or no switch has hosts.
    """
    found: list[tuple[str, list[str]]] = []
    named = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        pairs = {key.lower(): value for key, _, value in (word.partition("=") for word in words)}
        if "switchname" not in pairs:
            raise QuestionError(f"{field}: line {number}", "must begin with SwitchName=")
        if pairs.get("nodes"):
            hosts = expanded(pairs["nodes"], f"{field}: line {number}", MOST_HOSTS - named)
            named += len(hosts)
            found.append((pairs["switchname"], hosts))
    if not found:
        raise QuestionError(field, "no switch in it has Nodes=; give hosts to the leaf switches")
    return found
