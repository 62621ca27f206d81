"""How much memory a child process holds, and a limit that the system keeps.

The parent weighs a child several times a second and ends one that holds too much, whatever
it does. One that takes memory faster than that is refused more by the system, at a limit
that is somewhat higher: it counts what is reserved, and not only what is held.
"""

from __future__ import annotations

import contextlib
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path

MEGABYTE = 1 << 20
RESERVED = 256 * MEGABYTE  # what a process may reserve and not hold
RESERVED_FOR_THREADS = 16 * MEGABYTE  # for each core: stacks and buffers of numeric libraries
_GIVEN = resource.getrlimit(resource.RLIMIT_DATA)  # as this process was started


def limit_data(memory: int | None) -> None:
    """Have the system refuse this process more memory than it may use (Linux); None: no limit."""
    if sys.platform != "linux":
        return
    given, most = _GIVEN
    if memory is not None:
        wanted = memory + RESERVED + (os.cpu_count() or 1) * RESERVED_FOR_THREADS
        given = wanted if given == resource.RLIM_INFINITY else min(wanted, given)
    resource.setrlimit(resource.RLIMIT_DATA, (given, most))


def limit_address_space(more: int) -> None:
    """Have the system refuse this process so many bytes more than it has reserved now (Linux).

    What it starts from now on is refused as much.
    """
    if sys.platform != "linux":
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + more
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def held(pid: int) -> int:
    """Return the bytes of memory that a process and its descendants hold; 0 if it has ended."""
    return sum(map(_resident, _family(pid)))


def _resident(pid: int) -> int:
    import psutil  # here, for who only verifies does without

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:  # it has just ended
        return 0


def _family(pid: int) -> Iterator[int]:
    waiting = [pid]
    while waiting:
        each = waiting.pop()
        waiting += _children(each)
        yield each


def _children(pid: int) -> list[int]:
    """Return the children of a process; Linux tells without a look at all processes."""
    if not Path(f"/proc/{pid}/task/{pid}/children").exists():
        import psutil  # here, for who only verifies does without

        with contextlib.suppress(psutil.Error):
            return [child.pid for child in psutil.Process(pid).children()]
        return []
    found: list[int] = []
    with contextlib.suppress(OSError):  # it has just ended
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (thread / "children").read_text().split())
    return found
