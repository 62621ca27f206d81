"""The atlas as a data set: one table of curves, one of their segments, both CSV.

Run as `python -m benchmarks.atlas.data`, or `make atlas-data`. With `--proofs FOLDER` it also
solves every curve again whose proof is not in that folder, and leaves the whole documents there,
each with the verifier's word; docs/atlas/datasheet.md describes the columns.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import click

from alphacut.service.cli.workers import workers
from benchmarks.atlas.__main__ import FOLDER
from benchmarks.atlas.networks import LARGEST, name_of, smallest_first
from benchmarks.atlas.page import load_all
from benchmarks.atlas.record import Record, verified_document

CURVES, SEGMENTS = "curves.csv", "segments.csv"
CURVE_COLUMNS = (
    "name", "a", "h", "groups", "arrangement", "switches", "local_links", "global_links", "status",
    "verdict", "gap", "b1_lower", "b1_upper", "segments", "seconds", "verify_seconds",
    "certificate_bytes", "sha256", "record", "command",
)  # fmt: skip
SEGMENT_COLUMNS = (
    "name",
    "bound",
    "number",
    "alpha_from",
    "alpha_to",
    "intercept",
    "slope",
    "side",
)


def tables(records: Mapping[str, Record]) -> dict[str, str]:
    """Return the text of each file of the data set, by its name."""
    names = [name_of(each) for each in smallest_first(LARGEST)]
    there = [(name, records[name]) for name in names if name in records]
    return {
        CURVES: _written(CURVE_COLUMNS, (_curve(name, each) for name, each in there)),
        SEGMENTS: _written(
            SEGMENT_COLUMNS, (row for name, each in there for row in _segments(name, each))
        ),
    }


def _written(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()


def _curve(name: str, record: Record) -> list[object]:
    topology = record["topology"]
    return [
        name, topology["a"], topology["h"], topology["groups"], topology["arrangement"],
        record["switches"], record["links"]["local"], record["links"]["global"],
        record["status"], record["verdict"], record["gap"],
        _at_one(record["lower"], best=max) if "lower" in record else _upper(record),
        _upper(record), len(record["segments"]), record["seconds"], record["verify_seconds"],
        record["certificate_bytes"], record["sha256"], f"records/{name}.json", record["command"],
    ]  # fmt: skip


def _upper(record: Record) -> Fraction:
    return _at_one(record["segments"], best=min)


def _at_one(
    segments: Iterable[Mapping[str, object]], *, best: Callable[[list[Fraction]], Fraction]
) -> Fraction:
    """Return what segments are at α = 1; a lower bound may have none there but those that end."""
    values = [
        Fraction(str(each["intercept"])) + Fraction(str(each["slope"]))
        for each in segments
        if Fraction(str(each["from"])) <= 1
        and (each["to"] is None or Fraction(str(each["to"])) >= 1)
    ]
    return best(values)


def _segments(name: str, record: Record) -> Iterator[list[object]]:
    for bound, segments in (("upper", record["segments"]), ("lower", record.get("lower", ()))):
        for number, each in enumerate(segments):
            side = " ".join(map(str, each.get("side", ())))
            end = "" if each["to"] is None else each["to"]
            yield [name, bound, number, each["from"], end, each["intercept"], each["slope"], side]


def prove(folder: Path, only: str | None, seconds: float) -> Iterator[str]:
    """Solve what is not in a folder yet; yield a line for each network."""
    folder.mkdir(parents=True, exist_ok=True)
    for dragonfly in smallest_first(LARGEST):
        name = name_of(dragonfly)
        path = folder / f"{name}.json"
        if path.exists() or (only is not None and only not in name):
            continue
        with workers(1) as pool:  # a process of its own, whose memory is given back
            document, verdict = pool.submit(verified_document, dragonfly, seconds).result()
        path.write_text(json.dumps(document) + "\n", "utf-8")
        yield f"{name}: {verdict}"


@click.command
@click.option("--proofs", type=click.Path(path_type=Path), help="Leave whole documents here.")
@click.option("--only", metavar="NAME", help="Of these, only those whose name holds this.")
@click.option("--limit", type=float, default=120.0, show_default=True, help="Seconds for each.")
@click.option("--out", type=click.Path(path_type=Path), default=FOLDER / "data", show_default=False)
def main(proofs: Path | None, only: str | None, limit: float, out: Path) -> None:
    """Write the tables, and with --proofs the documents."""
    out.mkdir(parents=True, exist_ok=True)
    for name, text in tables(load_all(FOLDER)).items():
        (out / name).write_text(text, "utf-8")
    for line in prove(proofs, only, limit) if proofs is not None else ():
        click.echo(line)


if __name__ == "__main__":
    sys.exit(main())
