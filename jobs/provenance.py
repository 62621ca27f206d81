"""Where and how a document was computed, for people."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping
from datetime import datetime
from importlib import metadata
from typing import Any

from alphacut.arrangements.missing import absent
from alphacut.solver.bisection.envelope import Envelope
from alphacut.solver.bisection.ledger import RefusedProof


def provenance(
    *envelopes: Envelope,
    started: datetime,
    seconds: float,
    stopped: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Describe a computation; no name of a person, a machine or a folder is told.

    Parameters
    ----------
    envelopes
        What was found; of each network, where there are several.
    started
        When it was begun.
    seconds
        Wall time that it took, over all runs that it was spread over.
    stopped
        Why it ended although something is open, if it did; see `jobs.stopping`.

    Returns
    -------
    dict
        "refused" is there only if the verifier refused proofs, which then prove nothing in
        the document: a fault of this software, with the α, the engine and the reason of each.
        "missing" is there only if packages that are not installed would have been used, and says
        what each would have been for and how it is installed.
    """
    refused = [_refused(each) for envelope in envelopes for each in envelope.ledger.refused]
    missing = sorted({name for envelope in envelopes for name in envelope.ledger.missing})
    about = {
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
    without = [absent(name) for name in missing]
    beside = {"refused": refused, "missing": without, "stopped": stopped and dict(stopped)}
    return {**about, **{name: each for name, each in beside.items() if each}}


def with_reused(document: Mapping[str, Any], reused: Mapping[str, Any]) -> dict[str, Any]:
    """Add to a document what was not computed for it, if it tells of its computation at all."""
    if "provenance" not in document:
        return dict(document)
    return {**document, "provenance": {**document["provenance"], "reused": dict(reused)}}


def version() -> str:
    """Return the version of this software, or "not installed" for a mere folder of sources."""
    try:
        return metadata.version("alphacut")
    except metadata.PackageNotFoundError:
        return "not installed"


def _refused(proof: RefusedProof) -> dict[str, str]:
    return {"alpha": str(proof.alpha), "engine": proof.engine, "reason": proof.reason}


def _engines(names: Iterable[str]) -> list[str]:
    return sorted({name for name in names if name})
