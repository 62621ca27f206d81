"""The search for arrangements: evaluations a second, and the time to a good design.

Run as `python -m benchmarks.design_search`; it takes some minutes of one core and writes
benchmarks/results/design_search.json. Each candidate is judged in two ways: by the pool of cuts
that were found for others, as the search does, and by a fresh search for its least cut, as many
walks as are paid for before an arrangement is believed to be good.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

from alphacut.arrangements.links._base import Shape
from alphacut.arrangements.links.lift import Offsets
from alphacut.service.cli.files import document_text, write_file
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.synthesis.aim import Aim
from alphacut.solver.synthesis.classes import offsets_from, slots
from alphacut.solver.synthesis.search import USUAL, Judge, local_search, until
from benchmarks.provenance import provenance

RESULTS = Path(__file__).parent / "results" / "design_search.json"
SHAPES = ((4, 2), (6, 3), (8, 4))
ALPHA = Alpha(3, 1)
SECONDS = 20.0  # of the search that fills a pool
TARGET = 200  # at (p,6,3) and α = 3
SEEDS = range(5)
LONGEST = 120.0  # seconds until a search for the target is given up


def rates(a: int, h: int, seconds: float = SECONDS, fresh: int = 20) -> dict[str, Any]:
    """Measure how many arrangements a second are judged, and how many swaps of two ends."""
    shape = Shape(a=a, h=h, groups=a * h + 1)
    judge = Judge(shape, Aim.at(ALPHA), 0, USUAL, until(seconds))
    began = time.monotonic()
    found = local_search(judge, lambda *_: None)
    spent = time.monotonic() - began
    drawn = [_at_random(shape, judge.rng) for _ in range(500)]
    alone = Judge(shape, Aim.at(ALPHA), 0, USUAL, lambda: False)
    return {
        "a": a,
        "h": h,
        "value": found.value,
        "cuts": found.tally.cuts,
        "search": round(found.tally.judged / spent, 1),
        "pool": round(_rate(judge.by_pool, drawn), 1),
        "fresh": round(_rate(lambda each: _searched(alone, each), drawn[:fresh]), 3),
    }


def _searched(judge: Judge, offsets: Offsets) -> None:
    judge.search(offsets, None, thorough=True)


def _rate(evaluate: Callable[[Offsets], object], listed: Sequence[Offsets]) -> float:
    """Return evaluations a second; the first is not counted, for it may compile."""
    evaluate(listed[0])
    began = time.monotonic()
    for each in listed:
        evaluate(each)
    return len(listed) / (time.monotonic() - began)


def _at_random(shape: Shape, rng: np.random.Generator) -> Offsets:
    ends = rng.permutation(np.repeat(np.arange(shape.a), shape.h))[: slots(shape.groups)]
    return offsets_from(tuple(map(int, ends)), shape.groups)


class _Reached(Exception):
    """The search has met what it was to reach."""


def until_target(seed: int, target: int = TARGET, longest: float = LONGEST) -> dict[str, Any]:
    """Measure when a search at (p,6,3) and α = 3 first has a least cut of at least a target."""
    judge = Judge(Shape(a=6, h=3, groups=19), Aim.at(ALPHA), seed, USUAL, until(longest))
    began = time.monotonic()
    best = [0]

    def tell(_: Offsets, value: int) -> None:
        best[0] = value
        if value >= target:
            raise _Reached

    reached = False
    try:
        local_search(judge, tell)
    except _Reached:
        reached = True
    return {
        "seed": seed,
        "target": target,
        "reached": reached,
        "best": best[0],
        "seconds": round(time.monotonic() - began, 2),
        "judged": judge.judged,
        "searched": judge.searched,
    }


@click.command
def main() -> None:
    """Measure everything."""
    measured: dict[str, Any] = {
        "provenance": provenance(["python", "-m", "benchmarks.design_search"]),
        "rates": [rates(a, h) for a, h in SHAPES],
        "target": [until_target(seed) for seed in SEEDS],
    }
    write_file(RESULTS, document_text(measured))
    for each in (*measured["rates"], *measured["target"]):
        click.echo(each)


if __name__ == "__main__":
    main()
