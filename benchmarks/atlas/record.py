"""One network of the atlas: solved, verified, and written down without its certificates.

What is kept can be checked in part without any proof: the witness cuts are there.
The proofs themselves are named by the hash of the document that held them, and
made again by the command that the record tells.
"""

from __future__ import annotations

import hashlib
import json
import resource
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut.arrangements.dragonfly import Dragonfly
from alphacut.arrangements.formats.spec import complete, read
from alphacut.jobs.provenance import provenance
from alphacut.service.cli.workers import workers
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.curve import CurveProblem, Limits, trace
from alphacut.solver.bisection.document import Document, curve_document
from alphacut.solver.bisection.outcome import Outcome, StopReason
from alphacut.solver.bisection.problem import Cut
from alphacut.solver.bisection.solver import Solver
from alphacut.solver.bisection.verify.document import verify_document
from alphacut.solver.common.errors import DocumentError, Refused
from benchmarks.atlas.answers import Answers
from benchmarks.atlas.networks import name_of, spec_of
from benchmarks.proofs import proof_bytes, without_proofs
from benchmarks.provenance import provenance as machine

FORMAT = "alphacut-atlas/1"
UNTESTED = ("provenance", "engine", "seconds")  # for people; they differ from run to run

Record = dict[str, Any]
Sides = Sequence[Sequence[int]]


def measured(
    dragonfly: Dragonfly, seconds: float, answers: Path | None = None, sides: Sides = ()
) -> Record:
    """Solve and record a curve in a process of its own, whose memory is measured.

    Parameters
    ----------
    sides
        Of bisections that an earlier record has.
    """
    with workers(1) as pool:
        return pool.submit(_with_memory, dragonfly, seconds, answers, sides).result()


def _with_memory(
    dragonfly: Dragonfly, seconds: float, answers: Path | None, sides: Sides
) -> Record:
    whole = not Answers(answers).read()  # of earlier runs the memory is not known
    record = solve(dragonfly, seconds, answers, sides)
    if not whole:
        return record
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # kilobytes, on Linux
    return {**record, "peak_megabytes": peak // 1024}


def solve(
    dragonfly: Dragonfly, seconds: float, answers: Path | None = None, sides: Sides = ()
) -> Record:
    """Trace and verify a curve in this process, within a time limit, and record it.

    Parameters
    ----------
    answers
        A file with those of earlier runs, to which new ones are added; their time counts.
    sides
        Of bisections that are known: what is found counts with these.
    """
    before = Answers(answers).seconds
    options = ["--only", name_of(dragonfly), *([] if answers is None else ["--answers", "FOLDER"])]
    origin = machine(["python", "-m", "benchmarks.atlas", *options])
    began = time.monotonic()
    document = _traced(dragonfly, seconds, Answers(answers), sides)
    solved = time.monotonic()
    verdict = _verdict(json.dumps(document))
    verified = time.monotonic()
    return {
        "format": FORMAT,
        **recorded(document),
        "verdict": verdict,
        "limit": seconds,
        "seconds": round(before + solved - began, 2),
        "verify_seconds": round(verified - solved, 2),
        "certificate_bytes": proof_bytes(document),
        "sha256": sha256(document),
        "command": f"alphacut curve {spec_of(dragonfly)} --out {name_of(dragonfly)}.json",
        "run": origin,
    }


def verified_document(dragonfly: Dragonfly, seconds: float) -> tuple[Document, str]:
    """Trace a curve in this process, and return its whole document and the verifier's verdict."""
    document = _traced(dragonfly, seconds, Answers(None))
    return document, _verdict(json.dumps(document))


def _traced(dragonfly: Dragonfly, seconds: float, answers: Answers, sides: Sides = ()) -> Document:
    spec = read(spec_of(dragonfly))
    network = spec.build()
    offered = tuple(Cut.of(network, side) for side in sides)
    problem = CurveProblem(network=network, balance=Balance.of(network), offered=offered)
    started, began = datetime.now(UTC), time.monotonic()
    known = answers.envelope(problem)
    if known.cuts:  # there is no search to which they could be offered
        known = known.absorb(Outcome(cuts=offered, stopped_because=StopReason.WORK_LIMIT))
    envelope = trace(
        problem,
        answers.keeping(Solver().answer),
        limits=Limits(seconds=seconds),
        envelope=known,
    )
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


def recorded(document: Mapping[str, Any]) -> Record:
    """Return what a record keeps of a document: everything but certificates and provenance."""
    said = without_proofs(document)
    kept = {name: value for name, value in said.items() if name not in ("format", *UNTESTED)}
    return {**kept, "gap": document.get("gap", "0")}


def sha256(document: Mapping[str, Any]) -> str:
    """Return the hash of a document without what the verifier ignores.

    Names are sorted, and nothing stands between the tokens, so that the same
    proofs have the same hash, whoever wrote them.
    """
    tested = _tested(document)
    text = json.dumps(tested, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _tested(document: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in document.items() if name not in UNTESTED}
    kept["points"] = [
        {name: value for name, value in point.items() if name not in UNTESTED}
        for point in document["points"]
    ]
    return kept


def better(new: Record, old: Record) -> bool:
    """Tell whether a record says more than an older one of the same network."""
    accepted = new["verdict"] == new["status"], old["verdict"] == old["status"]
    if accepted[0] != accepted[1]:
        return bool(accepted[0])
    return closed(new) > closed(old) or bool(Fraction(new["gap"]) < Fraction(old["gap"]))


def closed(record: Record) -> bool:
    """Tell whether a record's curve is exact, and the verifier agrees."""
    return bool(record["status"] == record["verdict"] == "exact")


def load(path: Path) -> Record:
    """Read a record."""
    record: Record = json.loads(path.read_text("utf-8"))
    return record


def save(record: Record, path: Path) -> None:
    """Write a record: one line for each member, so that changes are seen."""
    members = (
        f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}"
        for name, value in record.items()
    )
    path.write_text("{\n" + ",\n".join(members) + "\n}\n", "utf-8")
