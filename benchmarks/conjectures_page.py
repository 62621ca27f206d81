"""What was checked of the conjectures: the table of docs/structure.md, from docs/conjectures.

Run as `python -m benchmarks.conjectures_page` after `alphacut conjecture … --out` went on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click

DOCS = Path(__file__).parents[1] / "docs"
PAGE, RESULTS = DOCS / "structure.md", DOCS / "conjectures"
BEGIN, END = "<!-- ranges:begin -->", "<!-- ranges:end -->"
RULES = {"text": ", rule of the text", "figures": ", `sign=figures`", "": ""}
Json = Mapping[str, Any]


def documents() -> list[dict[str, Any]]:
    """Return the results, nautilus first."""
    files = sorted(RESULTS.glob("*.json"), reverse=True)
    return [json.loads(file.read_text(encoding="utf-8")) for file in files]


def rows(found: Sequence[Json]) -> Iterator[str]:
    """Write a row for each arrangement, rule and method, its lanes together."""
    yield "| arrangement | method | range | networks | work | seconds of one core, shared |"
    yield "|---|---|---|---:|---:|---:|"
    for document in found:
        ordered = sorted(document["lanes"], key=_kind)
        for (method, sign), lanes in groupby(ordered, key=_kind):
            yield _row(document["arrangement"], method, sign, list(lanes))


def _kind(lane: Json) -> tuple[str, str]:
    return lane["method"], lane["sign"]


def _row(arrangement: str, method: str, sign: str, lanes: Sequence[Json]) -> str:
    [unit] = {name for lane in lanes for name in lane["work"]}
    cells = (
        arrangement + RULES[sign],
        method,
        _ranges(lanes),
        f"{sum(lane['cases'] for lane in lanes):,}",
        f"{sum(lane['work'][unit] for lane in lanes):,} {unit}",
        f"{sum(lane['seconds'] for lane in lanes):,.0f}",
    )
    return f"| {' | '.join(cells)} |"


def _ranges(lanes: Sequence[Json]) -> str:
    """Say up to which a each h was checked, neighbours together."""
    ordered = sorted((lane["h"], lane["a"][1]) for lane in lanes)
    parts = []
    for last, members in groupby(ordered, key=lambda pair: pair[1]):
        heights = [h for h, _ in members]
        span = f"{heights[0]}" if len(heights) == 1 else f"{heights[0]} to {heights[-1]}"
        parts.append(f"h = {span}: a ≤ {last:,}")
    return "; ".join(parts)


def filled(text: str, found: Sequence[Json]) -> str:
    """Return the page with what stands between its markers replaced."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([f"{before}{BEGIN}", *rows(found), f"{END}{after}"])


@click.command
def main() -> None:
    """Write the table into the page."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), documents()), encoding="utf-8")


if __name__ == "__main__":
    main()
