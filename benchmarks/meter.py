"""What a piece of work takes, the processes that it starts included."""

from __future__ import annotations

import contextlib
import resource
import time
from dataclasses import dataclass

import psutil

WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)


@dataclass(frozen=True, kw_only=True)
class Spent:
    """What was taken so far."""

    wall: float = 0.0  # seconds
    processor: float = 0.0  # seconds, of all processes together
    megabytes: int = 0  # memory of the largest process

    def plus(self, more: Spent) -> Spent:
        """Return what two pieces of work, one after the other, took."""
        return Spent(
            wall=self.wall + more.wall,
            processor=self.processor + more.processor,
            megabytes=max(self.megabytes, more.megabytes),
        )


class Meter:
    """Measures from its making on, in this process and all that descend from it."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._before = _processor()

    def read(self) -> Spent:
        """Tell what was taken since the beginning."""
        return Spent(
            wall=time.monotonic() - self._began,
            processor=_processor() - self._before,
            megabytes=_megabytes(),
        )


def _family() -> list[psutil.Process]:
    this = psutil.Process()
    return [this, *this.children(recursive=True)]


def _processor() -> float:
    """Add up the processor time of all living processes, and of the dead that these waited for."""
    total = 0.0
    for process in _family():
        with contextlib.suppress(psutil.NoSuchProcess):
            used = process.cpu_times()
            total += used.user + used.system + used.children_user + used.children_system
    return total


def _megabytes() -> int:
    peaks = [resource.getrusage(who).ru_maxrss * 1024 for who in WHO]  # kilobytes, on Linux
    for process in _family()[1:]:
        with contextlib.suppress(psutil.NoSuchProcess):
            peaks.append(process.memory_info().rss)
    return int(max(peaks)) >> 20
