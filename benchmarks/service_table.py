"""The figures of the service as a table of the documents, from the results of the benchmark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from statistics import geometric_mean
from typing import Any


def service_table(results: Mapping[str, Any] | None) -> Iterator[str]:
    """Write one row for each figure, or say that nothing was measured."""
    if results is None or not results["finished"]:
        yield "(Not measured yet: `make bench-service` fills this in.)"
        return
    yield "| what | figure | ratio, within one run |"
    yield "|---|---:|---:|"
    yield from _polling(results["polling"]["rounds"])
    ratios = [each["ratio"] for each in results["overhead"].values()]
    yield (
        f"| time of a curve through the service, to that of the bare command, {len(ratios)} curves "
        f"| from ×{min(ratios):.2f} to ×{max(ratios):.2f} "
        f"| ×{geometric_mean(ratios):.2f} on average |"
    )
    sweep = results["sweep"]["workers"]
    yield (
        f"| a sweep of {sweep['curves']} curves, one worker and two "
        f"| {sweep['one']:.1f} s, {sweep['two']:.1f} s | ×{sweep['speed_up']:.2f} as fast |"
    )
    yield ""
    about = results["runs"][0]
    yield f"Measured on {about['cores']} cores ({about['processor']}), {about['started'][:10]}."


def _polling(rounds: list[Mapping[str, Any]]) -> Iterator[str]:
    alone = rounds[0]
    for each in rounds:
        who = "1 client" if each["clients"] == 1 else f"{each['clients']} clients at the same time"
        what = "all of the job" if each["status"] == 200 else "304, as nothing has changed"
        yield (
            f"| polling, {who}: {what} | {each['rate']:,.0f} requests/s, "
            f"p99 {each['p99_ms']:,.0f} ms | ×{each['rate'] / alone['rate']:.2f} |"
        )
