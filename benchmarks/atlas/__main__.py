"""Making the atlas: solving what has no record yet, then drawing and writing its pages.

Run as `python -m benchmarks.atlas`, or `make atlas`. Every curve runs in a process
of its own, the smallest network first; one whose record is there is skipped, so
that a run that was stopped goes on.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import click

from alphacut.arrangements.dragonfly import Dragonfly
from benchmarks.atlas.by_groups import by_groups
from benchmarks.atlas.networks import LARGEST, name_of, smallest_first
from benchmarks.atlas.page import PAGE, by_size, load_all, page
from benchmarks.atlas.pictures import draw
from benchmarks.atlas.record import Record, better, closed, load, measured, save, sha256

FOLDER = Path(__file__).parents[2] / "docs" / "atlas"


@click.command
@click.option("--only", metavar="NAME", help="Only networks whose name (4-2-relative) holds this.")
@click.option("--again-open", is_flag=True, help="Solve those again that are not exact.")
@click.option(
    "--limit",
    type=click.FloatRange(min=1),
    default=120.0,
    show_default=True,
    metavar="S",
    help="Seconds for each network.",
)
@click.option(
    "--largest",
    type=click.IntRange(min=6),
    default=LARGEST,
    show_default=True,
    metavar="N",
    help="Leave out networks of more switches.",
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=FOLDER,
    metavar="FOLDER",
    help="Where the atlas is.  [default: docs/atlas]",
)
@click.option(
    "--answers",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Keep what is proven of each network here, and go on from it.",
)
@click.option(
    "--by-groups",
    "groupwise",
    is_flag=True,
    help="Of what is open, bound again what groups alone prove, and nothing else.",
)
@click.option("--pages-only", is_flag=True, help="Solve nothing; draw and write from the records.")
@click.option(
    "--hash", "hashed", type=click.Path(path_type=Path, exists=True), metavar="FILE",
    help="Print the hash of a curve document, as records tell it, and do nothing else.",
)  # fmt: skip
def main(
    only: str | None, again_open: bool, limit: float, largest: int, folder: Path,
    answers: Path | None, groupwise: bool, pages_only: bool, hashed: Path | None,
) -> int:  # fmt: skip
    """Solve, verify, record, draw; fail unless the verifier accepts every record."""
    if hashed is not None:
        click.echo(sha256(json.loads(hashed.read_text("utf-8"))))
        return 0
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    networks = smallest_first(largest)
    if groupwise:
        for each in networks:
            path = folder / "records" / f"{name_of(each)}.json"
            if path.exists() and not closed(record := load(path)):
                save({**record, "by_groups": by_groups(each, record)}, path)
    elif not pages_only:
        wanted = [each for each in networks if only is None or only in name_of(each)]
        _solve_all(wanted, folder / "records", limit, answers, again_open=again_open)
    records = load_all(folder)
    for of_size in by_size(records, largest).values():
        draw(of_size, folder)
    (folder / PAGE).write_text(page(records, largest), "utf-8")
    return 0 if all(each["verdict"] == each["status"] for each in records.values()) else 1


def _solve_all(
    networks: list[Dragonfly],
    records: Path,
    limit: float,
    answers: Path | None,
    *,
    again_open: bool,
) -> None:
    """Solve what is missing; an older record gives way only to one that says more.

    The bisections of the older one are taken over.

    Parameters
    ----------
    limit
        Seconds for each.
    answers
        Folder with what earlier runs have proven, to go on from; None: each begins anew.
    """
    records.mkdir(parents=True, exist_ok=True)
    for dragonfly in networks:
        path = records / f"{name_of(dragonfly)}.json"
        old = load(path) if path.exists() else None
        if old is not None and (closed(old) or not again_open):
            continue
        kept = None if answers is None else answers / f"{name_of(dragonfly)}.jsonl"
        sides = [] if old is None else [each["side"] for each in old["segments"]]
        record = measured(dragonfly, limit, kept, sides)
        if old is None or better(record, old):
            save(record, path)
        click.echo(_line(name_of(dragonfly), record))


def _line(name: str, record: Record) -> str:
    state = record["status"] if record["verdict"] == record["status"] else record["verdict"]
    return (
        f"{name:18} {record['switches']:3} switches, {len(record['segments']):2} segments, "
        f"{state:8} {record['seconds']:7.1f} s, {record['certificate_bytes'] / 1000:6.0f} kB, "
        f"gap {record['gap']}"
    )


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
