"""Lists of hosts as Slurm writes them: `n[0-15,20],login1`, and its topology.conf.

References
----------
Slurm, manual pages scontrol (show hostnames) and topology.conf.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from alphacut.arrangements.words import shown
from alphacut.solver.errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_HOSTS = 1_000_000
_NAME = re.compile(r"[A-Za-z0-9._-]{1,255}")
_PART = re.compile(r"([^\[\],]*)(?:\[([^\[\]]*)\])?([^\[\],]*)(?:,|$)")
_SPAN = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


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
    found: list[str] = []
    at = 0
    while at < len(written):
        part = _PART.match(written, at)
        if part is None or part.end() == at:
            raise QuestionError(field, f"{shown(written)} is no host list such as n[0-15,20]")
        at = part.end()
        for name in _names(part, field):
            if not _NAME.fullmatch(name):
                raise QuestionError(field, f"{shown(name)} is no name of a host, such as n17")
            found.append(name)
            if len(found) > most:
                raise QuestionError(field, f"names more than {MOST_HOSTS:,} hosts")
    return found


def _names(part: re.Match[str], field: str) -> Iterator[str]:
    before, inside, after = part[1], part[2], part[3]
    if inside is None:
        yield before
        return
    for each in inside.split(","):
        span = _SPAN.fullmatch(each.strip())
        if span is None:
            raise QuestionError(field, f"{shown(each)} is no range of hosts such as 0-15")
        first, last = int(span[1]), int(span[2] or span[1])
        if last < first or last - first > MOST_HOSTS:
            raise QuestionError(field, f"{shown(each)} must rise, by at most {MOST_HOSTS:,}")
        for number in range(first, last + 1):
            yield f"{before}{number:0{len(span[1])}d}{after}"


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
