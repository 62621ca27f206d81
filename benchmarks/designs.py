"""Designed arrangements: curves of all classes, and designs beside published ones.

Run as `python -m benchmarks.designs`; it takes an hour of one core. It writes
benchmarks/results/designs.json; `python -m benchmarks.designs_page` makes docs/designs.md of it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.formats.spec import LIMITS, read
from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.catalogue import BY_NAME
from alphacut.service.cli.files import document_text, write_file
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.common.completing import completed
from alphacut.solver.synthesis import question
from alphacut.solver.synthesis.classes import classes
from alphacut.solver.synthesis.document import lift_topology, short_spec
from alphacut.solver.synthesis.kind import SYNTHESIS
from alphacut.solver.synthesis.request import SynthesisRequest
from alphacut.solver.synthesis.verify.document import verify_synthesis
from benchmarks.families import solved
from benchmarks.provenance import provenance

RESULTS = Path(__file__).parent / "results" / "designs.json"
PUBLISHED = ("absolute", "relative", "circulant", "nautilus", "helix")
CLASSES = ((4, 2),)  # whose classes all have their curves proven
ALPHAS = ("1/2", "1", "3/2", "2", "3", "5", "10")
SHAPES = ((2, 2), (2, 3), (3, 2), (4, 2), (3, 3), (2, 8), (3, 4), (5, 2))
SECONDS = 120.0  # for each curve and each design
Json = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Row:
    """What is designed, and how."""

    a: int
    h: int
    alpha: str
    seconds: float = SECONDS
    symmetry: str = "rotation"
    gap: str = "0"  # that ends the proof


LARGE = (
    Row(a=6, h=3, alpha="3", seconds=600.0, symmetry="multiplier", gap="1/20"),
    Row(a=6, h=3, alpha="8", seconds=2400.0, symmetry="multiplier", gap="1/21"),
    *(Row(a=8, h=4, alpha=alpha, seconds=200.0) for alpha in ("3", "5", "10")),
    *(Row(a=10, h=5, alpha=alpha, seconds=260.0) for alpha in ("3", "5", "7", "10")),
)


def curves(a: int, h: int) -> Iterator[dict[str, Any]]:
    """Prove the curve of every class of a shape, and of every published arrangement."""
    from alphacut.solver.bisection.verify.document import verify_document

    dragonfly = {"family": "dragonfly", "a": a, "h": h, "p": 1, "trunking": 1, "groups": a * h + 1}
    listed = [short_spec(lift_topology(dragonfly, each)) for each in classes(Shape(
        a=a, h=h, groups=a * h + 1))]  # fmt: skip
    for spec in (*listed, *published(a, h)):
        document = json.loads(json.dumps(solved(spec, "switches", SECONDS)))
        yield {
            "a": a,
            "h": h,
            "spec": spec,
            "status": verify_document(document).status,
            "lines": [[each["intercept"], each["slope"]] for each in document["segments"]],
        }


def published(a: int, h: int) -> list[str]:
    """Return the specs of the published arrangements that exist."""
    names = [name for name in PUBLISHED if BY_NAME[name].refusal(a, h) is None]
    return [f"dragonfly:a={a},h={h},arrangement={name}" for name in names]


def design(row: Row) -> dict[str, Any]:
    """Design an arrangement, and have the verifier check what is proven of it."""
    a, h, alpha = row.a, row.h, row.alpha
    topology = {"family": "dragonfly", "a": a, "h": h, "arrangement": "random"}
    sent = {"kind": "synthesis", "topology": topology, "alpha": alpha, "symmetry": row.symmetry,
            "limits": {"seconds": row.seconds, "gap": row.gap}}  # fmt: skip
    request = completed(SynthesisRequest, sent)
    SYNTHESIS.check(request, LIMITS)
    began, found = time.monotonic(), list[Any]()
    for step in range(question.steps(request)):
        found.append(json.loads(json.dumps(question.work(request, step, found))))
    document = json.loads(json.dumps(question.document(request, found, {})))
    return {
        "a": a,
        "h": h,
        "alpha": alpha,
        "symmetry": row.symmetry,
        "gap": row.gap,
        "spec": document["design"]["spec"],
        "status": verify_synthesis(document).status,
        "value": document["bisection"]["value"],
        "lower": document["bisection"]["lower"],
        "upper": document["upper"][0]["value"],
        "reason": document["upper"][0]["reason"],
        "best": document["best"],
        "published": {name: str(value) for name, value in best_published(a, h, alpha).items()},
        "classes": document["search"]["classes"],
        "searched": document["search"]["searched"],
        "seconds": round(time.monotonic() - began, 1),
    }


def best_published(a: int, h: int, alpha: str) -> dict[str, Fraction]:
    """Return the least cut that a search finds for each published arrangement: none is better."""
    from alphacut.solver.bisection.balance import Balance
    from alphacut.solver.bisection.heuristics.search import search_at

    found = {}
    for spec in published(a, h):
        network = read(spec).build()
        cut = search_at(network, Balance.of(network), Alpha.parse(alpha))
        found[spec.rpartition("=")[2]] = cut.line.at(Fraction(alpha))
    return found


@click.command
@click.option("--missing", is_flag=True, help="Compute only what there is no result of.")
def main(missing: bool) -> None:
    """Compute everything, and keep what is done after each part."""
    begun = provenance(["python", "-m", "benchmarks.designs"])
    old = stored() if missing else {"curves": [], "designs": []}
    kept = {"provenance": begun, "curves": old["curves"], "designs": old["designs"]}
    for a, h in CLASSES:
        if not any((each["a"], each["h"]) == (a, h) for each in kept["curves"]):
            kept["curves"] += curves(a, h)
    known = {(each["a"], each["h"], each["alpha"]) for each in kept["designs"]}
    for row in (*rows_of_shapes(), *LARGE):
        if (row.a, row.h, row.alpha) not in known:
            kept["designs"].append(design(row))
            click.echo(kept["designs"][-1])
            write_file(RESULTS, document_text(kept))


def rows_of_shapes() -> Iterator[Row]:
    """Yield every shape with every α."""
    for (a, h), alpha in product(SHAPES, ALPHAS):
        yield Row(a=a, h=h, alpha=alpha)


def stored() -> dict[str, Any]:
    """Return the last results."""
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


if __name__ == "__main__":
    main()
