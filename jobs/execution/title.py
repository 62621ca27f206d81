"""What lists of processes show of one that was forked (Linux)."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

ARGUMENTS = slice(45, 47)  # of the fields of /proc/self/stat behind the name: where they lie


def retitle(title: str) -> None:
    """Show a title in place of the command that this process was forked from.

    It lies where the arguments were, and what does not fit there is left out.
    """
    if sys.platform != "linux":
        return
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    begin, end = map(int, fields[ARGUMENTS])
    if begin < end:
        ctypes.memmove(begin, title.encode().ljust(end - begin, b"\0"), end - begin)
