"""Ten thousand forgeries, tried and counted.

Run as `python -m benchmarks.mutations`, or `make mutate`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from benchmarks.mutations.campaign import Trial, run
from benchmarks.mutations.originals import ORIGINALS, make
from benchmarks.provenance import provenance, this_command

RESULTS = Path(__file__).parents[1] / "results" / "mutations.json"
FORMAT = "alphacut-benchmark/1"


@click.command
@click.option("--count", type=click.IntRange(min=1), default=10_000, show_default=True, metavar="N")
@click.option("--first", type=click.IntRange(min=0), default=0, help="Number of the first forgery.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--only", metavar="NAME", help="Only originals whose name holds this.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE",
    help=f"Where the counts are written; a whole run writes {RESULTS.name} by default.",
)  # fmt: skip
def main(count: int, first: int, seed: int, only: str | None, out: Path | None) -> int:
    """Forge documents, and fail if the verifier accepts a false one, raises, hangs or dies."""
    origin = provenance(this_command("mutations"))
    originals = {}
    for name in ORIGINALS:
        if only is None or only in name:
            originals[name] = make(name)
            click.echo(f"solved: {name}")
    trials = []
    for found in run(originals, seed, range(first, first + count)):
        trials.append(found)
        if not found.harmless:
            click.echo(_line(found))
        if len(trials) % 500 == 0:
            click.echo(f"{len(trials)} of {count}: {dict(Counter(t.outcome for t in trials))}")
    summary = summed(trials)
    click.echo(json.dumps(summary["outcomes"]))
    target = out or (None if only or first or count < 10_000 else RESULTS)
    if target is not None:
        results = {"format": FORMAT, "seed": seed, "provenance": origin, **summary}
        target.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", "utf-8")
        click.echo(f"written to {target}")
    return 0 if all(found.harmless for found in trials) else 1


def summed(trials: list[Trial]) -> dict[str, Any]:
    """Count what became of forgeries, by original; keep those that show a fault."""
    by_original: dict[str, Counter[str]] = {}
    for found in trials:
        by_original.setdefault(found.original, Counter())[found.outcome] += 1
    return {
        "outcomes": dict(Counter(found.outcome for found in trials)),
        "by_original": {name: dict(counts) for name, counts in by_original.items()},
        "longest_seconds": max(found.seconds for found in trials),
        "faults": [asdict(found) for found in trials if not found.harmless],
    }


def _line(found: Trial) -> str:
    return (
        f"{found.outcome}: number {found.number} of {found.original!r} ({found.changes}), "
        f"{found.seconds} s: {found.remark}"
    )


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
