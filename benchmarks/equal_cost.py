"""Networks of equal cost beside each other: the tables of docs/comparison.md.

Run as `python -m benchmarks.equal_cost`; it takes up to an hour. With `--write` the
page is made anew from the last results, and nothing is solved.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.formats.spec import complete, read
from alphacut.arrangements.structure.description import describe
from alphacut.service.cli.files import document_text, write_file
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.comparison.document import comparison
from benchmarks.equal_cost_page import PAGE, write_page
from benchmarks.families import Example, records
from benchmarks.provenance import provenance

RESULTS = Path(__file__).parent / "results" / "equal_cost.json"
ALPHA = Alpha.parse(1)  # where all links are equally fast
SECONDS = 300.0  # for each network

Json = Mapping[str, Any]

_TEN = "dragonfly:a=4,h=4,p=3,trunking=2,arrangement="
_SIX = "dragonfly:a=4,h=2,arrangement="
SETS: Mapping[str, tuple[str, ...]] = {
    "six ports": (
        *(_SIX + name for name in ("relative", "circulant", "helix", "absolute", "nautilus")),
        "dragonfly:a=9,h=1,trunking=3,arrangement=relative,local.sides=3x3",
        "dragonfly3:a=3,m=2,h=1,t2=3,t3=3,medium=hamming",
        "dragonfly3:a=3,m=1,h=2,t2=1,t3=12",
    ),
    "ten ports": (
        *(_TEN + name for name in ("relative", "circulant", "hamming")),
        "dragonfly3:a=6,m=1,h=1,t2=6,t3=6,medium=hamming,p=3",
        "dragonfly3:a=2,m=5,h=1,t2=2,t3=6,medium=hamming,p=3",
        "dragonfly3:a=2,m=1,h=5,t2=1,t3=6,p=3",
        "dragonfly3:a=6,m=1,h=1,t2=3,t3=18,p=3",
        "hyperx:sides=4x3x3,p=3",
        *(_TEN + name for name in ("helix", "nautilus", "absolute", "random,seed=1")),
    ),
}


def run(spec: str, seconds: float = SECONDS) -> dict[str, Any]:
    """Solve one network and verify what was proven; certificates are left out of what is kept."""
    [record] = records([Example(spec)], seconds)
    return record


def compared(runs: Sequence[Json]) -> dict[str, Any]:
    """Set networks that were solved beside each other."""
    specs = [read(each["spec"]) for each in runs]
    structures = [describe(spec.build(), complete(spec)) for spec in specs]
    return comparison(runs, structures, alpha=ALPHA, injection=Fraction(1))


def stored() -> dict[str, Any]:
    """Return the last results."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


@click.command
@click.option("--write", is_flag=True, help="Solve nothing; make the page anew.")
@click.option("--missing", is_flag=True, help="Solve only what there is no exact result of.")
@click.option("--limit", default=SECONDS, show_default=True, help="Seconds for each network.")
def main(write: bool, missing: bool, limit: float) -> None:
    """Solve, verify and compare; write results, after each network, and the page."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    if not write:
        begun = provenance(["python", "-m", "benchmarks.equal_cost"])
        found = {each["spec"]: each for each in stored()["runs"]} if missing else {}
        for spec in sum(SETS.values(), ()):
            if spec not in found or found[spec]["verdict"] != "exact":
                found[spec] = run(spec, limit)
                click.echo(f"{spec}: {found[spec]['verdict']}, {found[spec]['seconds']} s")
                write_file(RESULTS, document_text(_results(begun, list(found.values()))))
    write_page(PAGE, {name: compared(runs) for name, runs in sets().items()}, sets())


def sets() -> dict[str, list[dict[str, Any]]]:
    """Return the last results of each set, as far as there are any."""
    found = {each["spec"]: each for each in stored()["runs"]}
    return {name: [found[spec] for spec in specs if spec in found] for name, specs in SETS.items()}


def _results(begun: Json, runs: Sequence[Json]) -> dict[str, Any]:
    return {"format": "alphacut-equal-cost/1", "provenance": begun, "runs": runs}


if __name__ == "__main__":
    main()
