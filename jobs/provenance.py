"""Where and how a document was computed, for people."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from datetime import datetime
from importlib import metadata
from typing import Any

from solver.bisection.envelope import Envelope


def provenance(*envelopes: Envelope, started: datetime, seconds: float) -> dict[str, Any]:
    """Describe a computation; no name of a person, a machine or a folder is told.

    Parameters
    ----------
    envelopes
        What was found; of each network, where there are several.
    started
        When it was begun.
    seconds
        Wall time that it took, over all runs that it was spread over.
    """
    return {
        "version": version(),
        "engines": _engines(each.engine for envelope in envelopes for each in envelope.points),
        "seconds": round(seconds, 3),
        "started": started.isoformat(timespec="seconds"),
        "machine": {
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
        },
    }


def version() -> str:
    """Return the version of this software, or "not installed" for a mere folder of sources."""
    try:
        return metadata.version("alphacut")
    except metadata.PackageNotFoundError:
        return "not installed"


def _engines(names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name})
