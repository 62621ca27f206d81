"""The records as lines of text, and as the table of larger networks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks.exact.entries import LARGER, POINTS

PAGE = Path(__file__).parents[2] / "docs" / "results.md"

HEAD = (
    "network", "switches", "arrangement", "proven", "gap", "time", "verified in", "proof", "memory",
)  # fmt: skip

Record = Mapping[str, Any]


def line(name: str, record: Record) -> str:
    """Write a record for somebody who watches."""
    return (
        f"{name:20} {_found(record)}, {record['status']}, gap {float(_gap(record)):.4f}, verifier: "
        f"{record['verdict']}, {record['solve_seconds']:.1f} s, verified in "
        f"{record['verify_seconds']:.1f} s, proof {record['certificate_bytes'] / 1e6:.2f} MB, "
        f"{record['peak_megabytes']} MB of memory"
    )


def table(records: Mapping[str, Record]) -> Iterator[str]:
    """Write a row for each larger network that has a record."""
    yield f"| {' | '.join(HEAD)} |"
    yield f"|---|---:|---|---|{'---:|' * (len(HEAD) - 4)}"
    for entry in (*LARGER, *POINTS):
        if entry.name in records:
            yield _row(records[entry.name])


def _row(record: Record) -> str:
    cells = (
        record["network"],
        f"{record['switches']:,}",
        record["arrangement"],
        _found(record),
        _shown_gap(record),
        _time(record["solve_seconds"]),
        _time(record["verify_seconds"]),
        f"{record['certificate_bytes'] / 1e6:.2f} MB",
        f"{record['peak_megabytes']:,} MB",
    )
    return f"| {' | '.join(cells)} |"


def _found(record: Record) -> str:
    if "segments" in record:
        return f"whole curve, {len(record['segments'])} segments"
    if record["value"] == record["bound"]:
        return f"B({record['alpha']}) = {record['value']}"
    return f"{record['bound']} ≤ B({record['alpha']}) ≤ {record['value']}"


def _gap(record: Record) -> Fraction:
    return Fraction(record["gap"])


def _shown_gap(record: Record) -> str:
    if record["verdict"] != record["status"]:
        return "not accepted"
    return f"{float(_gap(record)):.2%}" if _gap(record) else "exact"


def _time(seconds: float) -> str:
    return f"{seconds / 60:.0f} min" if seconds >= 600 else f"{seconds:.1f} s"
