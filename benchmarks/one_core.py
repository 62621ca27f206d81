"""Running a command on one core, and what it took."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, TypedDict

ONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class Spent(TypedDict):
    """Seconds of a command and of the processes that it started."""

    seconds: float  # that passed
    processor: float


def run(
    command: Sequence[str],
    *,
    given: IO[str] | None = None,
    told: IO[str] | None = None,
    path: Path | None = None,
    at: Path | None = None,
) -> Spent:
    """Run a command to its end, whatever that is.

    Parameters
    ----------
    given, told
        Files that it reads and writes as its standard input and output; None: ours.
    path
        A folder from which Python imports first.
    at
        The folder in which it runs.
    """
    began = time.monotonic()
    process = subprocess.Popen(
        command,
        cwd=at,
        env={**os.environ, **ONE, **({} if path is None else {"PYTHONPATH": str(path)})},
        stdin=given,
        stdout=told,
        stderr=subprocess.DEVNULL,
    )
    _, _, used = os.wait4(process.pid, 0)
    return {
        "seconds": round(time.monotonic() - began, 2),
        "processor": round(used.ru_utime + used.ru_stime, 2),
    }
