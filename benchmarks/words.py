"""Results as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.comparison import OURS, PointRecord
from benchmarks.curves import CurveRecord

CURVE_HEAD = (
    f"{'network':<8} {'arrangement':<12} {'segments':>8} {'status':<8} "
    f"{'solve s':>8} {'verify s':>8} {'proof kB':>8}"
)


def curve_line(record: CurveRecord) -> str:
    """Write one curve as a line of the table."""
    status = record.status if record.accepted else f"{record.status}, verifier: {record.verdict}"
    return (
        f"{record.network:<8} {record.arrangement:<12} {len(record.segments):>8} {status:<8} "
        f"{record.solve_seconds:>8.1f} {record.verify_seconds:>8.1f} "
        f"{record.certificate_bytes / 1000:>8.0f}"
    )


POINT_HEAD = (
    f"{'network':<8} {'arrangement':<12} {'solver':<26} {'seconds':>8} {'proof':<12} "
    f"{'bounds':>14} {'gap':>6} {'ratio':>8}"
)


def point_line(record: PointRecord, records: Sequence[PointRecord]) -> str:
    """Write one contender as a line of the table; the ratio is to our engine's time."""
    value = "?" if record.value is None else f"{record.value:g}"
    bounds = f"[{record.bound:.4g}, {value}]"
    times = ratio(record, records)
    at_least = "" if record.proof or times is None else ">"
    shown = "" if times is None else f"{at_least}{times:.1f}"
    return (
        f"{record.network:<8} {record.arrangement:<12} {record.solver:<26} "
        f"{record.seconds:>8.2f} {record.proof or 'none':<12} {bounds:>14} "
        f"{record.gap:>6.1%} {shown:>8}"
    )


def ratio(record: PointRecord, records: Sequence[PointRecord]) -> float | None:
    """Return how many times as long as our engine's a contender's solve took."""
    for ours in records:
        same = ours.arrangement == record.arrangement and ours.network == record.network
        if same and ours.solver == f"alphacut {OURS}" and ours.seconds:
            return record.seconds / ours.seconds
    return None
