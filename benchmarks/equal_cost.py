"""Networks of equal cost beside each other: the tables of docs/comparison.md.

Run as `python -m benchmarks.equal_cost`; it takes up to an hour. With `--write` the
page is made anew from the last results, and nothing is solved.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from arrangements.formats.spec import complete, read
from arrangements.structure.description import describe
from benchmarks.equal_cost_page import PAGE, write_page
from benchmarks.families import solved
from benchmarks.provenance import provenance
from service.cli.files import document_text, write_file
from solver.bisection.alpha import Alpha
from solver.bisection.verify.document import verify_document
from solver.comparison.document import comparison

RESULTS = Path(__file__).parent / "results" / "equal_cost.json"
ALPHA = Alpha.parse(1)  # where all links are equally fast
SECONDS = 300.0  # for each network

Json = Mapping[str, Any]
Known = Mapping[str, tuple[Json, Json]]  # by spec: a run, and its document

_TEN = "dragonfly:a=4,h=4,p=3,trunking=2,arrangement="
_SEVEN = "dragonfly:a=4,h=2,p=2,arrangement="
SETS: Mapping[str, Sequence[str]] = {
    "ten ports": (
        *(_TEN + name for name in ("relative", "circulant", "hamming", "helix")),
        *(_TEN + name for name in ("nautilus", "absolute", "random,seed=1")),
        "hyperx:sides=4x3x3,p=3",
        "dragonfly3:a=6,m=1,h=1,t2=6,t3=6,medium=hamming,p=3",
        "dragonfly3:a=2,m=5,h=1,t2=2,t3=6,medium=hamming,p=3",
        "dragonfly3:a=2,m=1,h=5,t2=1,t3=6,p=3",
        "dragonfly3:a=6,m=1,h=1,t2=3,t3=18,p=3",
        "jellyfish:switches=36,degree=7,seed=1,p=3",
    ),
    "seven ports": (
        *(_SEVEN + name for name in ("relative", "circulant", "helix", "nautilus", "absolute")),
        _SEVEN + "random,seed=1",
        "dragonfly:a=9,h=1,p=2,trunking=3,arrangement=relative,local.sides=3x3",
        "dragonfly3:a=3,m=2,h=1,t2=3,t3=3,medium=hamming,p=2",
        "dragonfly3:a=3,m=1,h=2,t2=1,t3=12,p=2",
        "jellyfish:switches=36,degree=5,seed=1,p=2",
    ),
}


def compared(
    specs: Sequence[str], seconds: float = SECONDS, known: Known | None = None
) -> dict[str, Any]:
    """Solve networks, verify what was proven, and set them beside each other.

    Parameters
    ----------
    known
        Runs and documents of an earlier time, which are taken where they are exact.
    """
    curves, structures, runs = [], [], []
    for spec in specs:
        run, document = (known or {}).get(spec) or _answer(spec, seconds)
        click.echo(f"{spec}: {run['verdict']}, {run['seconds']} s")
        parsed = read(spec)
        curves.append(document)
        structures.append(describe(parsed.build(), complete(parsed)))
        runs.append(run)
    told = comparison(curves, structures, alpha=ALPHA, injection=Fraction(1))
    return {"comparison": told, "runs": runs}


def _answer(spec: str, seconds: float) -> tuple[Json, Json]:
    """Solve and verify one network; return what is kept of the run, and the document."""
    began = time.monotonic()
    document = solved(spec, "switches", seconds)
    took = round(time.monotonic() - began, 1)
    verdict = verify_document(json.loads(json.dumps(document))).status
    kept = {name: document[name] for name in ("segments", "lower") if name in document}
    return {"spec": spec, "verdict": verdict, "seconds": took, **kept}, document


def exact_ones(found: Json) -> Known:
    """Return the runs of an earlier comparison that are exact, with documents to compare."""
    told = found["comparison"]
    pairs = zip(told["networks"], found["runs"], strict=True)
    return {
        run["spec"]: (run, {**run, "topology": row["topology"], "status": row["status"],
                            "balance": told["balance"]})
        for row, run in pairs
        if run["verdict"] == row["status"] == "exact"
    }  # fmt: skip


def stored() -> dict[str, Any]:
    """Return the last results."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


@click.command
@click.option("--write", is_flag=True, help="Solve nothing; make the page anew.")
@click.option("--missing", is_flag=True, help="Solve only what there is no exact result of.")
@click.option("--limit", default=SECONDS, show_default=True, help="Seconds for each network.")
def main(write: bool, missing: bool, limit: float) -> None:
    """Solve, verify and compare; write results and page."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    if not write:
        begun = provenance(["python", "-m", "benchmarks.equal_cost"])
        earlier = stored()["sets"] if missing else {}
        known = {name: exact_ones(found) for name, found in earlier.items()}
        sets = {name: compared(specs, limit, known.get(name)) for name, specs in SETS.items()}
        results = {
            "format": "alphacut-equal-cost/1", "provenance": begun, "limit": limit, "sets": sets,
        }  # fmt: skip
        write_file(RESULTS, document_text(results))
    write_page(PAGE, stored())


if __name__ == "__main__":
    main()
