"""What is written down of an entry: its curve or value, how far it is proven, what that took."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut.arrangements.formats.spec import Limits as SizeLimits
from alphacut.solver.bisection.document import Document
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import DocumentError, Refused
from benchmarks.exact.entries import Entry
from benchmarks.exact.tracing import key_of, traced
from benchmarks.exact.unfinished import Unfinished
from benchmarks.meter import Meter
from benchmarks.networks import size_name
from benchmarks.proofs import proof_bytes

Record = dict[str, Any]
SEGMENT = ("from", "to", "intercept", "slope")


def solved(entry: Entry, folder: Path, processes: int) -> Record:
    """Solve and verify an entry, going on with what a folder keeps of it."""
    work = entry.kind.prepare(entry.request, SizeLimits())
    unfinished = Unfinished(folder, key_of(work))
    document, spent = traced(entry, work, unfinished, processes)
    meter = Meter()
    verdict = _verdict(json.dumps(document))
    verified = meter.read()
    return {
        **_about(entry, document),
        "status": document["status"],
        "verdict": verdict,
        "gap": str(gap_of(document)),
        "gap_wanted": str(entry.gap),
        "solve_seconds": round(spent.wall, 2),
        "processor_seconds": round(spent.processor, 2),
        "runs": unfinished.runs,
        "verify_seconds": round(verified.wall, 2),
        "certificate_bytes": proof_bytes(document),
        "peak_megabytes": max(spent.megabytes, verified.megabytes),
    }


def _about(entry: Entry, document: Document) -> Record:
    about = {
        "network": size_name(entry.dragonfly),
        "arrangement": entry.dragonfly.arrangement,
        "switches": document["switches"],
    }
    if entry.at is None:
        segments = [{key: each[key] for key in SEGMENT} for each in document["segments"]]
        return {**about, "segments": segments}
    point = document["point"]
    return {**about, "alpha": point["alpha"], "value": point["value"], "bound": point["lower"]}


def gap_of(document: Document) -> Fraction:
    """Return the largest (upper - lower)/upper of a document."""
    if "point" not in document:
        return Fraction(document.get("gap", 0))
    value, lower = (Fraction(document["point"][name]) for name in ("value", "lower"))
    return (value - lower) / value if value else Fraction(0)


def _verdict(written: str) -> str:
    """Verify a document from its text alone: a status, or why it is refused."""
    try:
        return verify_document(json.loads(written)).status
    except (Refused, DocumentError) as refusal:
        return f"refused: {refusal}"
