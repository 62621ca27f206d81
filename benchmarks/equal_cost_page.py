"""The page of networks of equal cost, from the results alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from alphacut.arrangements.formats.spec import parse
from alphacut.service.text.counting import listed
from benchmarks.readme_table import formula

PAGE = Path(__file__).parents[1] / "docs" / "comparison.md"
CLASSES = ("local", "medium", "global")
HEAD = (
    "spec", "B(1)", "B(1)/host", "of full", "B(α), with the α where segments meet", "proof",
    "diameter", "hops", *(f"{name} cables" for name in CLASSES), "GCCs",
)  # fmt: skip
Json = Mapping[str, Any]


def write_page(page: Path, told: Mapping[str, Json], runs: Mapping[str, Sequence[Json]]) -> None:
    """Write the tables into the page."""
    page.write_text(filled(page.read_text(encoding="utf-8"), told, runs), encoding="utf-8")


def filled(text: str, told: Mapping[str, Json], runs: Mapping[str, Sequence[Json]]) -> str:
    """Return the page with what stands between the markers of each set replaced.

    Parameters
    ----------
    told, runs
        For each set its comparison document, and the results that it is of.
    """
    for name, comparison in told.items():
        begin, end = (f"<!-- {name}:{mark} -->" for mark in ("begin", "end"))
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        lines = table(comparison["networks"], runs[name])
        text = "\n".join([f"{before}{begin}", *lines, f"{end}{after}"])
    return text


def table(rows: Sequence[Json], runs: Sequence[Json]) -> Iterator[str]:
    """Write one set: what all of it costs, and a row for each network, the best at α = 1 first."""
    yield _cost(rows)
    yield ""
    yield "| " + " | ".join(HEAD) + " |"
    yield "|---|" + "---:|" * 3 + "---|---|" + "---:|" * 6
    pairs = list(zip(rows, runs, strict=True))
    for row, run in sorted(pairs, key=lambda pair: (-_value(pair[0]), pair[0]["average_distance"])):
        yield "| " + " | ".join(_cells(row, run)) + " |"


def _cost(rows: Sequence[Json]) -> str:
    told = {
        (row["switches"], row["hosts"], row["radix"], sum(row["links"].values())) for row in rows
    }
    sentences = [
        f"{switches} switches of {radix} ports, {hosts} hosts, {cables} cables between switches"
        for switches, hosts, radix, cables in sorted(told)
    ]
    return f"Each of these networks has {listed(sentences)}."


def _cells(row: Json, run: Json) -> Iterator[str]:
    yield f"`{run['spec']}`"
    low, high = row["lower"], row["bisection"]
    yield high if low == high else f"{float(Fraction(low)):.2f} to {high}"
    yield f"{float(Fraction(row['bisection_per_host'])):.3f}"
    yield f"{100 * float(Fraction(row['share_of_full_bisection'])):.0f} %"
    yield ("≤ " if run["verdict"] == "bounded" else "") + formula(run["segments"])
    yield run["verdict"] + _theorem(row)
    yield str(row["diameter"])
    yield f"{row['average_distance']:.3f}"
    for name in CLASSES:
        yield str(row["links"].get(name, 0))
    yield "-" if row["gccs"] is None else str(row["gccs"])


def _theorem(row: Json) -> str:
    known = parse(row["topology"]).known_bisection()
    return f"; theorem: {known.value}" if known else ""


def _value(row: Json) -> Fraction:
    return Fraction(row["bisection"])
