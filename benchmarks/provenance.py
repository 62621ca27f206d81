"""On what, and with what, a benchmark was run; no name of a person or machine is told."""

from __future__ import annotations

import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

PACKAGES = (
    "alphacut", "highspy", "igraph", "kahip", "mtkahypar", "numpy", "ortools", "PuLP", "pymetis",
    "pyscipopt",
)  # fmt: skip


def provenance(command: Sequence[str]) -> dict[str, Any]:
    """Describe a run that begins now."""
    return {
        "started": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(command),
        "commit": _commit(),
        "versions": {name: _version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),  # of the machine before it began
    }


def this_command(name: str) -> list[str]:
    """Return how this run of a benchmark was asked for, whatever the path of its script.

    Parameters
    ----------
    name
        Of its module, in this folder.
    """
    return ["python", "-m", f"benchmarks.{name}", *sys.argv[1:]]


def _commit() -> str | None:
    """Return the commit that is checked out, with "-dirty" after changes; None: it is unknown."""
    asked = "git", "describe", "--always", "--dirty", "--abbrev=12"
    here = Path(__file__).parent
    try:
        told = subprocess.run(asked, cwd=here, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return told.stdout.strip()


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _processor() -> str | None:
    """Return the processor's model, where Linux tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - not a file of ours
            lines = [line for line in file if line.startswith("model name")]
    except OSError:
        return None
    return lines[0].partition(":")[2].strip() if lines else None
