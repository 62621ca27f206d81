"""`alphacut conjecture`: whether arrangements form a single GCC, network after network."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from alphacut.service.cli.exits import BAD_INPUT, BOUNDED, EXACT, Failure
from alphacut.service.cli.options import Run, run_options
from alphacut.solver.conjecture.kind import CONJECTURE

Json = Mapping[str, Any]

LARGEST = 10_000  # a
REFUTED = 1  # exit code


@click.command
@click.argument("arrangement", type=click.Choice(["nautilus", "helix"]))
@click.option(
    "--h",
    "h",
    metavar="H:H",
    required=True,
    help="The global links of each switch, such as 3:9.",
)
@click.option(
    "--a-max",
    type=click.IntRange(1, LARGEST),
    metavar="A",
    required=True,
    help="The largest number of switches in a group.",
)
@click.option(
    "--a-min",
    type=click.IntRange(1, LARGEST),
    metavar="A",
    help="The least one.  [default: h + 1 for nautilus, 1 for helix]",
)
@click.option(
    "--sign",
    type=click.Choice(["both", "text", "figures"]),
    default="both",
    show_default=True,
    help="The rule of nautilus.",
)
@click.option(
    "--method",
    type=click.Choice(["links", "intervals", "rotation", "both"]),
    default="links",
    show_default=True,
    help="Every link, intervals (nautilus) or rotation (helix); both: one against the other.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Threads to use.  [default: one for each core]",
)
@run_options("with what was checked")
def conjecture(workers: int | None, run: Run, **asked: Any) -> int:
    """Check that an arrangement forms a single globally connected component (GCC).

    Where the file of --out is there, its networks are gone on from.
    Every network is counted anew by the verifier, where these are not too many.
    Exit code 0: a single GCC in all networks of the range; 1: some have several, or contradict a
    lemma; 3: interrupted, or out of time, with what was checked kept.
    """
    from alphacut.service.cli.answering import (
        answered,
        exit_code,
        hand_out,
        of_options,
        request_of,
    )

    with of_options():
        request = request_of(CONJECTURE, asked, run.time_limit)
        known = _known(run.out, request["arrangement"])
        about = {"workers": workers or os.cpu_count() or 1, "known": known}
        driven = answered(CONJECTURE, {**request, **about}, run, ())
    hand_out(driven, run)
    lanes = [each["lane"] for each in driven.found]
    if any(map(_refuted, lanes)):
        return REFUTED
    short = any(lane["a"][1] < request["a_max"] for lane in lanes)
    return BOUNDED if short else exit_code(driven, [EXACT])


def _refuted(lane: Json) -> bool:
    """Tell whether a network has several components, or something else is not as it should be."""
    agree = lane.get("methods_agree", True)
    return bool(lane["failures"] or lane["lemmas_failed"]) or not agree


def _known(out: Path | None, arrangement: str) -> list[Json]:
    """Read what an earlier run has found; all of it is checked with what this run finds."""
    if out is None or not out.exists():
        return []
    from alphacut.arrangements.structure.conjecture.lanes import Lane
    from alphacut.service.cli.documents import read_document

    written = read_document(out)
    try:
        if not isinstance(written, dict):
            raise TypeError("it is no JSON object")
        if (written["format"], written["arrangement"]) != (CONJECTURE.format, arrangement):
            raise ValueError(f"it holds {written['format']} for {written['arrangement']}")
        return [Lane.from_json(arrangement, lane).as_json() for lane in written["lanes"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Failure(
            f"--out: {out} exists, but is not a result for {arrangement} that can be "
            f"continued ({error}); choose another file",
            BAD_INPUT,
        ) from error
