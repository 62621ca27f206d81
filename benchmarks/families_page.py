"""The page of families: a row and a picture for each example, from the results alone."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from alphacut.arrangements.formats.spec import parse
from alphacut.service.cli.draw import draw
from benchmarks.readme_table import formula

PAGE = Path(__file__).parents[1] / "docs" / "families.md"
PICTURES = PAGE.parent / "figures" / "families"
BEGIN, END = "<!-- families:begin -->", "<!-- families:end -->"
HEAD = (
    "| picture | example | switches | links | B(α), with the α where segments meet | proof "
    "| theorem |"
)
Record = Mapping[str, Any]


def rows(records: Sequence[Record]) -> Iterator[str]:
    """Write the table, in lines."""
    yield HEAD
    yield "|---|---|---:|---|---|---|---|"
    for record in records:
        balance = "" if record["balance"] == "switches" else ", by hosts"
        cells = (
            _picture(record),
            f"`{record['spec']}`{balance}",
            record["switches"],
            ", ".join(f"{n} {name}" for name, n in record["links"].items() if n),
            formula(record["segments"]),
            record["verdict"] if record["verdict"] == record["status"] else "not accepted",
        )
        yield f"| {' | '.join(map(str, cells))} | {_theorem(record)} |"


def filled(text: str, records: Sequence[Record]) -> str:
    """Return the page with what stands between its markers replaced."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    table = "\n".join(rows(records))
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def write_page(page: Path, records: Sequence[Record]) -> None:
    """Write the table into the page."""
    page.write_text(filled(page.read_text(encoding="utf-8"), records), encoding="utf-8")


def write_pictures(records: Sequence[Record], folder: Path = PICTURES) -> None:
    """Draw every example with its cut at α = 1, as `alphacut draw` does, and nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    with tempfile.TemporaryDirectory() as place:
        curve = Path(place) / "curve.json"
        for record in records:
            curve.write_text(json.dumps(record), encoding="utf-8")
            out = folder / picture_name(record)
            given = [record["spec"], "--out", str(out), "--curve", str(curve)]
            draw.main(given, standalone_mode=False)


def picture_name(record: Record) -> str:
    """Name the picture of an example after its spec, or after its family if that is JSON."""
    spec = record["spec"]
    told = record["topology"]["family"] if spec.startswith("{") else spec
    return "-".join(re.findall(r"[A-Za-z0-9]+", told)) + ".svg"


def _picture(record: Record) -> str:
    path = f"figures/families/{picture_name(record)}"
    words = f"{record['topology']['family']} with its least cut"
    return f'[<img src="{path}" alt="{words}" width="150">]({path})'


def _theorem(record: Record) -> str:
    known = parse(record["topology"]).known_bisection()
    return str(known.value) if known and record["balance"] in known.balances else ""
