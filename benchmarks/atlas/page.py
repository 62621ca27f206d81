"""The page of the atlas: every curve as a formula, and a table of those that are open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from benchmarks.atlas.networks import (
    LARGER,
    WHOLE,
    name_of,
    of_size,
    sizes,
    smallest_first,
    switches,
)
from benchmarks.atlas.pictures import picture_name
from benchmarks.atlas.record import Record, closed, load
from benchmarks.readme_table import formula

PAGE = "README.md"
OPEN = """At α = 1, and from 0 up to the α of the fourth column,
[majorities of groups](../certificate.md) prove some of these in a moment, for every
arrangement alike (`python -m benchmarks.atlas --by-groups`). Beyond, the curve is open: the largest
gap is at some larger α.
"""
Size = tuple[int, int]

HEAD = """# Atlas

The bisection bandwidth B(α) of every dragonfly with at most {whole} switches{more}, for all
arrangements that exist there: one global link between each two groups, α the capacity of a global
link in local ones. Groups of one switch are left out, because such a dragonfly is a complete graph
whatever its arrangement: ⌊n²/4⌋·α.

`exact` means that the proof closes for all α > 0, and that the verifier accepted it. The curves are
written as their lines, with the α at which they meet. Proofs are not kept here; a record (the link
in the last column) has the witness cuts, what is proven at which α, the machine, and

- `command`, which makes document and proof again; `alphacut verify` checks them;
- `sha256`, the hash of the document that was verified, without what is said for people only
  (`provenance`, `engine`, `seconds`): `python -m benchmarks.atlas --hash FILE` prints it for any
  document. A proof is one of many, so another machine or version may find one with another hash.

Each arrangement is the address of its row. The same [as a data set](datasheet.md), in CSV.

`make atlas` goes on where the atlas was left, and writes this page and the pictures anew;
`make atlas ATLAS="--again-open --limit 3600"` gives those that are open more time;
with `--answers FOLDER` what is proven stays there, and the next run goes on from it.
"""


def load_all(folder: Path) -> dict[str, Record]:
    """Read the records that there are, by their names."""
    return {path.stem: load(path) for path in sorted((folder / "records").glob("*.json"))}


def by_size(records: Mapping[str, Record], largest: int) -> dict[Size, list[Record]]:
    """Gather the records of each size, in the order of their arrangements."""
    found = {
        size: [records[name] for each in of_size(*size) if (name := name_of(each)) in records]
        for size in sizes(largest)
    }
    return {size: of for size, of in found.items() if of}


def page(records: Mapping[str, Record], largest: int) -> str:
    """Write the page."""
    larger = ", ".join(f"(p,{a},{h})" for a, h in LARGER if switches(a, h) <= largest)
    more = f", and of {larger}" if larger else ""
    lines = [HEAD.format(whole=min(WHOLE, largest), more=more), _count(records, largest), ""]
    lines += ["## What is open", "", *_open(records, largest), ""]
    lines += ["## The curves", "", *_curves(by_size(records, largest))]
    return "\n".join(lines) + "\n"


def _count(records: Mapping[str, Record], largest: int) -> str:
    names = [name_of(each) for each in smallest_first(largest)]
    exact = sum(closed(records[name]) for name in names if name in records)
    seconds = sum(records[name]["seconds"] for name in names if name in records)
    return (
        f"**{exact} of {len(names)} curves are exact and accepted by the verifier**; "
        f"solving took {_duration(seconds)} on one core that was shared with other work."
    )


def _duration(seconds: float) -> str:
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} s"


# ---- what is open ----------------------------------------------------------------


def _open(records: Mapping[str, Record], largest: int) -> Iterator[str]:
    names = [name_of(each) for each in smallest_first(largest)]
    waiting = [name for name in names if name in records and not closed(records[name])]
    missing = [name for name in names if name not in records]
    if waiting:
        yield OPEN
        yield "| network | switches | B(1) | exact to α | largest gap | proven | time | record |"
        yield "|---|---:|---|---:|---:|---:|---:|---|"
        yield from (_open_row(name, records[name]) for name in waiting)
    else:
        yield "Nothing that was tried."
    if missing:
        yield ""
        yield f"Not tried yet: {', '.join(missing)}."


def _open_row(name: str, record: Record) -> str:
    proven = sum(point["value"] == point["lower"] for point in record["points"])
    needed = len(record["segments"]) + 1
    return _row(
        _called(record),
        str(record["switches"]),
        _bounds(record),
        record.get("by_groups", {}).get("first_segment_to", ""),
        f"{float(Fraction(record['gap'])):.1%}",
        f"{min(proven, needed)} of {needed}",
        _duration(record["seconds"]),
        f"[{name}](records/{name}.json)",
    )


def _bounds(record: Record) -> str:
    upper = min(each["intercept"] + each["slope"] for each in record["segments"])
    if "lower" not in record:
        return str(upper)
    lower = max(
        Fraction(each["intercept"]) + Fraction(each["slope"])
        for each in record["lower"]
        if Fraction(each["from"]) <= 1 and (each["to"] is None or Fraction(each["to"]) >= 1)
    )
    lower = max(lower, Fraction(record.get("by_groups", {}).get("at_one", 0)))
    return str(upper) if lower == upper else f"{float(lower):.4g} to {upper}"


def _called(record: Record) -> str:
    topology = record["topology"]
    return f"(p,{topology['a']},{topology['h']}) {topology['arrangement']}"


# ---- the curves ------------------------------------------------------------------


def _curves(found: Mapping[Size, Sequence[Record]]) -> Iterator[str]:
    curve = "B(α), with the α where its segments meet"
    yield f"| network | switches | arrangement | {curve} | proof | command |"
    yield "|---|---:|---|---|---|---|"
    for (a, h), records in sorted(found.items()):
        first = f"[(p,{a},{h})]({picture_name(a, h)})", str(switches(a, h))
        for place, record in enumerate(records):
            arrangement = record["topology"]["arrangement"]
            link = f"[{_proof(record)}](records/{a}-{h}-{arrangement}.json)"
            size = first if place == 0 else ("", "")
            row = f"{a}-{h}-{arrangement}"
            here = f'<a id="{row}"></a>[{arrangement}](#{row})'  # an address of its own
            yield _row(*size, here, formula(record["segments"]), link, _command(record))


def _command(record: Record) -> str:
    return f"`{record['command'].partition(' --out')[0]}`"


def _proof(record: Record) -> str:
    if closed(record):
        return f"exact, {record['certificate_bytes'] / 1000:.0f} kB"
    state = record["status"] if record["status"] == record["verdict"] else "not accepted"
    return f"{state}, gap {float(Fraction(record['gap'])):.1%}; the curve is the upper bound"


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
