"""The tables of documents, written anew from the results of the benchmarks.

Run as `python -m benchmarks.readme_table` after `make bench`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.service_table import service_table

PAGE = Path(__file__).parents[1] / "docs" / "results.md"
RESULTS = Path(__file__).parent / "results" / "published_curves.json"
SERVICE_PAGE = Path(__file__).parents[1] / "docs" / "cluster.md"
SERVICE_RESULTS = Path(__file__).parent / "results" / "service.json"


def filled(text: str, results: Mapping[str, Any]) -> str:
    """Return the page's text with what stands between its markers replaced."""
    for name, lines in (("curves", curve_table(results)), ("comparison", point_table(results))):
        text = between(text, name, "\n".join(lines))
    return text


def between(text: str, name: str, content: str) -> str:
    """Return a text with what stands between two markers replaced.

    Raises
    ------
    ValueError
        If the markers are not there.
    """
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    before, found, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"the document has no markers {begin} and {end}")
    return f"{before}{begin}\n{content}\n{end}{after}"


# ---- the curves --------------------------------------------------------------


def curve_table(results: Mapping[str, Any]) -> Iterator[str]:
    """Write one row for each curve, and what all of them took."""
    yield "| network | switches | arrangement | B(α), with the α where its segments meet | proof |"
    yield "|---|---:|---|---|---|"
    network = ""
    for record in results["curves"]["records"]:
        new = record["network"] != network
        network = record["network"]
        size = (network, str(record["switches"])) if new else ("", "")
        yield _row(*size, record["arrangement"], formula(record["segments"]), _proof(record))
    yield ""
    yield _took(results)


def formula(segments: Sequence[Mapping[str, Any]]) -> str:
    """Write a curve as its lines, with the breakpoints between them."""
    parts = []
    for segment in segments:
        parts.append(line(segment["intercept"], segment["slope"]))
        if segment["to"] is not None:
            parts.append(f"<sub>{segment['to']}</sub>")
    return " ".join(parts)


def line(intercept: int, slope: int) -> str:
    """Write intercept + slope·α without what is zero or one."""
    if not slope:
        return str(intercept)
    term = "α" if slope == 1 else f"{slope}α"
    return f"{intercept} + {term}" if intercept else term


def _proof(record: Mapping[str, Any]) -> str:
    if record["status"] == record["verdict"]:
        return f"{record['status']}, {record['certificate_bytes'] / 1000:.0f} kB"
    return f"{record['status']}, not accepted"


def _took(results: Mapping[str, Any]) -> str:
    records, origin = results["curves"]["records"], results["provenance"]
    exact = sum(r["status"] == r["verdict"] == "exact" for r in records)
    verifying = sum(record["verify_seconds"] for record in records)
    return (
        f"{exact} of {len(records)} curves are exact and accepted by the verifier; together they "
        f"took {results['curves']['seconds']:.0f} s on {origin['cores']} cores "
        f"({origin['processor']}), and {verifying:.1f} s of processor time to verify again."
    )


# ---- one point by several solvers --------------------------------------------


def point_table(results: Mapping[str, Any]) -> Iterator[str]:
    """Write one row for each solver, or say that none was compared."""
    records = results["comparison"]["records"]
    if not records:
        yield "(Not measured yet: `make bench` fills this in.)"
        return
    arrangements = list(dict.fromkeys(record["arrangement"] for record in records))
    yield _row("B(1) of (p,4,2)", *arrangements)
    yield "|---|" + "---:|" * len(arrangements)
    for solver in dict.fromkeys(record["solver"] for record in records):
        of_solver = {r["arrangement"]: r for r in records if r["solver"] == solver}
        yield _row(solver, *(_time(of_solver[name]) for name in arrangements))


def _time(record: Mapping[str, Any]) -> str:
    ratio = "" if record["ratio"] is None else f" (×{record['ratio']:.1f})"
    if record["proof"]:
        return f"{record['seconds']:.1f} s{ratio}"
    value = "?" if record["value"] is None else f"{record['value']:g}"
    return f"open after {record['seconds']:.0f} s: {record['bound']:.3g} to {value}"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


@click.command
def main() -> None:
    """Write the tables of documents from the results."""
    results = json.loads(RESULTS.read_text("utf-8"))
    PAGE.write_text(filled(PAGE.read_text("utf-8"), results), "utf-8")
    found = json.loads(SERVICE_RESULTS.read_text("utf-8")) if SERVICE_RESULTS.exists() else None
    table = "\n".join(service_table(found))
    SERVICE_PAGE.write_text(between(SERVICE_PAGE.read_text("utf-8"), "service", table), "utf-8")


if __name__ == "__main__":
    main()
