"""The page docs/designs.md and its pictures, made of the results of `benchmarks.designs`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click

from alphacut.service.cli.draw import draw
from alphacut.service.cli.files import write_file
from benchmarks.designs import LARGE, rows_of_shapes, stored

PAGE = Path(__file__).parents[1] / "docs" / "designs.md"
PICTURES = PAGE.parent / "figures" / "designs"
Json = Mapping[str, Any]
Lines = Sequence[Sequence[int]]
HEAD = """# Designed arrangements

Made by `python -m benchmarks.designs` and `python -m benchmarks.designs_page`;
[synthesis.md](synthesis.md) tells how designs are found and what is proven. Values of designs that
stand alone, not as a range, were accepted by the verifier as exact, and so was the lower end of
each range as a bound.
"""
PROOFS = """The offsets of a design lead to its picture. Its spec is
`dragonfly:a=A,h=H,arrangement=lift,offsets=OFFSETS`, which all commands take, `cables` among them.
Proofs are not kept here; they are made again, and checked, by

```sh
alphacut point dragonfly:a=A,h=H,arrangement=lift,offsets=OFFSETS --alpha α --out proof.json
alphacut verify proof.json
```

That of (p,6,3) at 8 is [kept](../benchmarks/results/p63-lift-at-8.json), for the same design with
its positions named otherwise: 331 rest on bounds on sequences of sides, which no run looks for
[any more](decisions/0180-sequences-are-not-looked-for.md), and so may the 194 of (p,6,3) at 3.

Rows with a range had so much time and such a gap to end with (`--time-limit`, `--gap`): {limits}.
"""


class Piece(NamedTuple):
    """A range of α, with the best line and the networks that have it."""

    start: Fraction
    end: Fraction | None
    line: tuple[int, int]
    specs: tuple[str, ...]


def at(lines: Lines, alpha: Fraction) -> Fraction:
    """Return the value of a curve."""
    return min(low + slope * alpha for low, slope in lines)


def envelope(curves: Mapping[str, Lines]) -> list[Piece]:
    """Return the largest of several curves for every α above 0, with those that have it."""
    lines = sorted({(low, slope) for each in curves.values() for low, slope in each})
    turns = {Fraction(0)}
    for (low, slope), (other_low, other_slope) in combinations(lines, 2):
        if slope != other_slope:
            turns.add(max(Fraction(0), Fraction(other_low - low, slope - other_slope)))
    ordered = sorted(turns)
    found: list[Piece] = []
    for place, start in enumerate(ordered):
        end = ordered[place + 1] if place + 1 < len(ordered) else None
        middle = start + 1 if end is None else (start + end) / 2
        best = max(at(each, middle) for each in curves.values())
        line = next((low, slope) for low, slope in lines if low + slope * middle == best)
        specs = tuple(name for name, each in curves.items() if at(each, middle) == best)
        if found and found[-1].line == line and found[-1].specs == specs:
            start = found.pop().start
        found.append(Piece(start, end, line, specs))
    return found


def written(lines: Lines) -> str:
    """Write a curve in one line, with the α where segments meet."""
    parts = [_line(*lines[0])]
    for (low, slope), (next_low, next_slope) in pairwise(lines):
        parts += [f"<sub>{Fraction(next_low - low, slope - next_slope)}</sub>"]
        parts += [_line(next_low, next_slope)]
    return " ".join(parts)


def _line(low: int, slope: int) -> str:
    if not low or not slope:
        return f"{slope}α" if slope else str(low)
    return f"{low} + {slope}α"


def page(results: Json) -> str:
    """Write the page."""
    parts = [HEAD, *_designs(results["designs"])]
    shapes = sorted({(each["a"], each["h"]) for each in results["curves"]})
    for a, h in shapes:
        parts += _classes(a, h, [c for c in results["curves"] if (c["a"], c["h"]) == (a, h)])
    return "\n".join(parts).rstrip() + "\n"


def _size(each: Json) -> tuple[int, int, Fraction]:
    return each["a"] * (each["a"] * each["h"] + 1), each["a"], Fraction(each["alpha"])


def _designs(designs: Sequence[Json]) -> list[str]:
    rows = [
        "## Designs beside published arrangements\n",
        "B of the best published arrangement (absolute, relative, circulant, nautilus, helix: the\n"
        "least cut that a search found, so no more than this), of the design, and what no\n"
        "arrangement surpasses. **All**: proven to be the best of all arrangements; rotation: of\n"
        "all that the rotation of groups keeps.\n",
        PROOFS.format(limits="; ".join(_limits(designs))),
        "| (p,a,h) | α | published | design | no more than | best of | offsets |",
        "|---|---:|---:|---:|---:|---|---|",
    ]
    for each in sorted(designs, key=_size):
        most = max(map(Fraction, each["published"].values()))
        names = [name for name, value in each["published"].items() if Fraction(value) == most]
        own = each["value"] if each["status"] == "exact" else f"{each['lower']} to {each['value']}"
        best = {"all": "**all**", "rotation": "rotation", None: ""}[each["best"]]
        offsets = _offsets(each)
        shape = f"(p,{each['a']},{each['h']})"
        cells = (shape, each["alpha"], f"{most} {', '.join(names)}", own, each["upper"], best)
        picture = f"figures/designs/{picture_name(each)}"
        rows.append(f"| {' | '.join(cells)} | [`{offsets}`]({picture}) |")
    return [*rows, ""]


def _limits(designs: Sequence[Json]) -> Iterator[str]:
    """Tell the time that each proof that stayed open had, shape by shape."""
    seconds = {(row.a, row.h, row.alpha): row for row in (*rows_of_shapes(), *LARGE)}
    told: dict[str, list[str]] = {}
    for each in sorted(designs, key=_size):
        if each["status"] != "exact":
            row = seconds[each["a"], each["h"], each["alpha"]]
            gap = f" and a gap of {row.gap}" if row.gap != "0" else ""
            about = f"{row.seconds:.0f} s{gap} for"
            told.setdefault(about, []).append(f"(p,{each['a']},{each['h']}) at {each['alpha']}")
    yield from (f"{about} {', '.join(rows)}" for about, rows in told.items())


def _offsets(design: Json) -> str:
    return str(design["spec"].partition("offsets=")[2])


def picture_name(design: Json) -> str:
    """Name the picture of a design after its shape and its offsets."""
    return f"{design['a']}-{design['h']}-{_offsets(design)}.svg"


def write_pictures(designs: Sequence[Json], folder: Path = PICTURES) -> None:
    """Draw the groups of every design on a circle, as `alphacut draw` does, and nothing else."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.svg"):
        old.unlink()
    for name, spec in {picture_name(each): each["spec"] for each in designs}.items():
        draw.main([spec, "--out", str(folder / name)], standalone_mode=False)


def _classes(a: int, h: int, records: Sequence[Json]) -> list[str]:
    lifts = {each["spec"]: each["lines"] for each in records if "=lift" in each["spec"]}
    others = [each for each in records if "=lift" not in each["spec"]]
    exact = all(each["status"] == "exact" for each in records)
    head = [
        f"## All classes of (p,{a},{h})\n",
        "The largest B(α) of any arrangement that the rotation of groups keeps, of which there\n"
        f"are {len(lifts)} classes, {'all' if exact else 'not all'} curves proven:\n",
        "| α | B | beside it, the best published | offsets |",
        "|---|---|---|---|",
    ]
    rows = []
    for piece in envelope(lifts):
        middle = piece.start + 1 if piece.end is None else (piece.start + piece.end) / 2
        most = max(at(each["lines"], middle) for each in others)
        names = [
            each["spec"].rpartition("=")[2] for each in others if at(each["lines"], middle) == most
        ]
        own = _line(*piece.line)
        beside = "the same: " if most == at(lifts[piece.specs[0]], middle) else "less: "
        end = "" if piece.end is None else f" to {piece.end}"
        shown = ", ".join(f"`{spec.partition('offsets=')[2]}`" for spec in piece.specs[:3])
        more = f" and {len(piece.specs) - 3} more" if len(piece.specs) > 3 else ""
        start = f"from {piece.start}" if piece.end is None else str(piece.start)
        rows.append(f"| {start}{end} | {own} | {beside}{', '.join(names)} | {shown}{more} |")
    table = ["", "| offsets | B(α), with the α where segments meet |", "|---|---|"]
    table += [
        f"| `{spec.partition('offsets=')[2]}` | {written(each)} |" for spec, each in lifts.items()
    ]
    table += [
        f"| {each['spec'].rpartition('=')[2]} | {written(each['lines'])} |" for each in others
    ]
    return [*head, *rows, *table, ""]


@click.command
def main() -> None:
    """Write the page and its pictures from the last results."""
    results = stored()
    write_file(PAGE, page(results))
    write_pictures(results["designs"])


if __name__ == "__main__":
    main()
