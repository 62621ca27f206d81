"""A placement in words and as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from alphacut.arrangements.words import printable
from alphacut.service.text.counting import count
from alphacut.service.text.names import network_name

Json = Mapping[str, Any]
ROWS = 10
HEADS = ("tasks", "block", "routing", "groups", "hosts", "remote", "local", "binding", "ms",
         "ms, remote only")  # fmt: skip


def of_placement(document: Json, units: object) -> list[str]:  # noqa: ARG001
    """Describe a placement."""
    return placement_words(document)


def placement_words(document: Json) -> list[str]:
    """Describe a placement, in lines."""
    if document["question"]["grid"] is not None:
        return _grid_words(document)
    if document["question"]["regular"] is not None:
        return _regular_words(document)
    return _mapping_words(document)


def _grid_words(document: Json) -> list[str]:
    choices: Sequence[Json] = document["choices"]
    head = (
        f"{network_name(document['topology'])}, grid "
        f"{by(document['question']['grid'])}: "
        f"{count(document['studied'], 'choice')} of tasks and block"
    )
    lines = [head, "", *choice_table(choices[:ROWS])] if choices else [head]
    if len(choices) > ROWS:
        lines.append(f"and {len(choices) - ROWS:,} more")
    if choices:
        lines += [
            "",
            f"Pareto front (time, groups, hosts): {count(len(document['front']), 'choice')}",
        ]
    if document.get("placed"):
        lines += _placed_words(document["placed"])
    else:
        lines.append("No layout on hosts is told.")
    if document.get("anywhere"):
        lines.append(_allocation_words(document))
    return lines


def choice_table(choices: Sequence[Json]) -> list[str]:
    """Write choices as a table, in lines; demands are in what one task sends."""
    rows = [HEADS, *map(_row, choices)]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(row, wide, strict=True)) for row in rows
    ]


def _row(choice: Json) -> tuple[str, ...]:
    return (
        by(choice["tasks"]), by(choice["block"]), choice["routing"], str(choice["groups"]),
        str(choice["hosts"]), _short(choice["remote_demand"]), _short(choice["local_demand"]),
        choice["binding"], milliseconds(choice["seconds"]),
        milliseconds(choice["seconds_remote_only"]),
    )  # fmt: skip


def _placed_words(placed: Json) -> list[str]:
    seconds, bound = Fraction(placed["seconds"]), Fraction(placed["bound"])
    at = " → ".join(map(str, placed["at"]))
    link = " → ".join(map(str, placed["at"][1:]))
    where = {
        "injection": f"host number {at}",
        "local": f"a local link of group {placed['at'][0]}, positions {link}",
        "remote": f"a global link of groups {at}",
    }[placed["binding"]]
    ratio = "" if not bound else f", {float(seconds / bound):.3g} times that"
    return [
        f"Laid out: {by(placed['tasks'])} {_division(placed['block'])}, "
        f"{placed['routing']} routing, on {count(len(set(placed['groups'])), 'group')}: "
        f"{milliseconds(placed['seconds'])} ms for one exchange; {where} binds.",
        f"No placement of these tasks takes less than {milliseconds(placed['bound'])} ms{ratio}.",
    ]


def _division(block: Sequence[int] | None) -> str:
    return "in runs, as each group has room" if block is None else f"in blocks of {by(block)}"


def _allocation_words(document: Json) -> str:
    best = document["anywhere"]
    if not document["choices"]:
        cost = "No division into equal blocks fits the allocation"
    else:
        here, anywhere = (Fraction(each["seconds"]) for each in (document["choices"][0], best))
        more = float(here / anywhere) if anywhere else 1.0
        cost = f"The allocation costs a factor of {more:.3g} by the model"
    return (
        f"{cost}: on the whole machine "
        f"{by(best['tasks'])} in blocks of {by(best['block'])} would take "
        f"{milliseconds(best['seconds'])} ms."
    )


def _regular_words(document: Json) -> list[str]:
    asked = document["question"]
    name = network_name(document["topology"])
    what = f"{by(asked['stencil'])} {'torus' if asked['torus'] else 'mesh'} on {name}"
    if document["answer"] == "yes":
        return [f"{what}: there is a mapping of the kind {asked['regular']}.", "",
                *mapping_lines(document)]  # fmt: skip
    if document["answer"] == "no":
        proven = document["proof"] == "search"
        why = "proven by trying everything" if proven else "by the word of the solver alone"
        return [f"{what}: there is no mapping of the kind {asked['regular']}, {why}."]
    return [f"{what}: not decided in the time allowed."]


def _mapping_words(document: Json) -> list[str]:
    asked = document["question"]
    kind = "torus" if asked["torus"] else "mesh"
    lines = [
        f"{by(asked['stencil'])} {kind} on {network_name(document['topology'])}: "
        f"largest load of a link {document['load']}, at least "
        f"{document['bounds']['load']['value']}; total hops {document['hops']}, at least "
        f"{document['bounds']['hops']['value']}.",
        *(f"  {name}: {each['reason']}" for name, each in document["bounds"].items()),
        "Other orders:",
        *(f"  {each['name']}: load {each['load']}, hops {each['hops']}"
          for each in document["compared"]),
    ]  # fmt: skip
    if len(asked["stencil"]) == 2 and max(asked["stencil"]) <= 32:
        lines += ["", *mapping_lines(document)]
    return [printable(line) for line in lines]


def mapping_lines(document: Json) -> list[str]:
    """Write a mapping of two dimensions as a table: group and position of each cell."""
    rows, columns = document["question"]["stencil"]
    a = document["topology"].get("a")
    cells = [f"{switch // a}.{switch % a}" if a else str(switch) for switch in document["mapping"]]
    wide = max(map(len, cells))
    return [
        "  ".join(cell.rjust(wide) for cell in cells[row * columns : (row + 1) * columns])
        for row in range(rows)
    ]


def by(sides: Sequence[int]) -> str:
    """Write sides: 8x8x4."""
    return "x".join(map(str, sides))


def milliseconds(seconds: str) -> str:
    """Write a time in milliseconds."""
    return f"{float(Fraction(seconds)) * 1000:.4g}"


def _short(demand: str) -> str:
    return f"{float(Fraction(demand)):.4g}"


def csv_bytes(document: Json) -> bytes:
    """Write the choices, or the mapping, as CSV."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    if document.get("choices"):
        rows.writerow(document["choices"][0])
        for choice in document["choices"]:
            rows.writerow(
                by(value) if isinstance(value, list) else value for value in choice.values()
            )
    else:
        rows.writerow(["cell", "switch"])
        placed = document.get("placed") or {}
        rows.writerows(enumerate(document.get("mapping") or placed.get("switches", ())))
    return written.getvalue().encode()
