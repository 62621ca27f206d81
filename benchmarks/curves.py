"""Tracing one curve to the end, and verifying the document that comes of it."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats.spec import complete, parse
from alphacut.jobs.provenance import provenance
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.document import Document, curve_document
from alphacut.solver.bisection.solver import Solver
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import DocumentError, Refused
from benchmarks.networks import size_name
from benchmarks.proofs import proof_bytes


@dataclass(frozen=True, kw_only=True)
class CurveRecord:
    """One curve, with what it took."""

    network: str  # "(p,4,2)"
    arrangement: str
    switches: int
    segments: tuple[Mapping[str, Any], ...]  # "from", "to", "intercept", "slope"
    status: str  # as the document says
    verdict: str  # what the verifier finds: a status, or why it refuses
    solve_seconds: float  # search and proofs, each verified as it is found
    verify_seconds: float  # of the whole document, once more
    certificate_bytes: int  # all certificates of the document, as JSON

    @property
    def accepted(self) -> bool:
        """Whether the curve is exact, and the verifier agrees."""
        return self.status == self.verdict == "exact"


def solve_curve(dragonfly: Dragonfly, limit: float | None = None) -> CurveRecord:
    """Trace the curve of a dragonfly in this process, within a limit in seconds, if any."""
    began = time.monotonic()
    document = _traced(dragonfly, limit)
    solved = time.monotonic()
    verdict = _verdict(json.dumps(document))
    verified = time.monotonic()
    keys = ("from", "to", "intercept", "slope")
    return CurveRecord(
        network=size_name(dragonfly),
        arrangement=dragonfly.arrangement,
        switches=document["switches"],
        segments=tuple({key: segment[key] for key in keys} for segment in document["segments"]),
        status=document["status"],
        verdict=verdict,
        solve_seconds=round(solved - began, 2),
        verify_seconds=round(verified - solved, 2),
        certificate_bytes=proof_bytes(document),
    )


def _traced(dragonfly: Dragonfly, limit: float | None) -> Document:
    started, began = datetime.now(UTC), time.monotonic()
    spec = parse(
        {
            "family": "dragonfly",
            "a": dragonfly.a,
            "h": dragonfly.h,
            "arrangement": dragonfly.arrangement,
        }
    )
    network = spec.build()
    problem = CurveProblem(network=network, balance=Balance.of(network))
    envelope = trace(problem, Solver().answer, limits=Limits(seconds=limit))
    return curve_document(
        envelope,
        topology=complete(spec),
        network=network,
        balance=problem.balance,
        provenance=provenance(envelope, started=started, seconds=time.monotonic() - began),
    )


def _verdict(written: str) -> str:
    """Verify a document from its text alone."""
    try:
        return verify_document(json.loads(written)).status
    except (Refused, DocumentError) as refusal:
        return f"refused: {refusal}"
