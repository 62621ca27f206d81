"""Lists of names as Slurm writes them: `n[0-15,20],login1`.

References
----------
Slurm, manual pages scontrol (show hostnames) and topology.conf.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.words import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 1_000_000  # names
NAME = re.compile(r"[A-Za-z0-9._-]{1,255}")
PART = re.compile(r"([^\[\],]*)(?:\[([^\[\]]*)\])?([^\[\],]*)(?:,|$)")
SPAN = re.compile(r"([0-9]{1,9})(?:-([0-9]{1,9}))?")


def expanded(written: str, most: int = MOST) -> list[str]:
    """Write a list out: `n[08-10]` is n08, n09, n10.

    Raises
    ------
    SpecError
        If it is none, or names more than there may be.
    """
    found: list[str] = []
    at = 0
    while at < len(written):
        part = PART.match(written, at)
        if part is None or part.end() == at:
            raise SpecError("", f"{shown(written)} is no host list such as n[0-15,20]")
        at = part.end()
        for name in _names(part):
            if not NAME.fullmatch(name):
                raise SpecError("", f"{shown(name)} is no name of a host, such as n17")
            found.append(name)
            if len(found) > most:
                raise SpecError("", f"names more than {MOST:,} hosts")
    return found


def _names(part: re.Match[str]) -> Iterator[str]:
    before, inside, after = part[1], part[2], part[3]
    if inside is None:
        yield before
        return
    for each in inside.split(","):
        span = SPAN.fullmatch(each.strip())
        if span is None:
            raise SpecError("", f"{shown(each)} is no range of hosts such as 0-15")
        first, last = int(span[1]), int(span[2] or span[1])
        if last < first or last - first > MOST:
            raise SpecError("", f"{shown(each)} must rise, by at most {MOST:,}")
        for number in range(first, last + 1):
            yield f"{before}{number:0{len(span[1])}d}{after}"
