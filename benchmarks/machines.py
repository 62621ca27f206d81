"""Dragonflies with many switches in a group, proven with majorities and without, in one run.

Run as `python -m benchmarks.machines`. For each network at α = 1 it prints what `auto` proves with
the bound by majorities, and what is left of it after `--seconds` when majorities are left out.
"""

from __future__ import annotations

import time
from dataclasses import replace

import click

from alphacut.arrangements.formats import spec
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.engines.catalogue import engine
from alphacut.solver.bisection.heuristics.search import search_at
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.problem import Problem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import Alpha

WITHOUT = replace(USUAL, majority=replace(USUAL.majority, fewest_groups=10**9))
ALPHA = Alpha(1, 1)


NETWORKS = (
    "dragonfly:a=6,h=2,arrangement=nautilus",
    "dragonfly:a=8,h=2,arrangement=absolute",
    "dragonfly:a=6,h=3,arrangement=nautilus",
    "slingshot:groups=24,switches=32,links=14",
    "slingshot:groups=74,switches=32,links=4",
    "slingshot:groups=166,switches=32,links=2",
)


def verified(problem: Problem, outcome: Outcome) -> float:
    """Check the proof of an outcome, and return the seconds that this took."""
    began = time.monotonic()
    check_certificate(
        outcome.certificate,
        network=problem.network,
        balance=problem.balance,
        alpha=problem.alpha,
        target=outcome.certified_bound,
        established=lambda _: 0,
    )
    return time.monotonic() - began


@click.command
@click.option("--seconds", default=60.0, show_default=True, help="For each network without them.")
@click.option("--with-only", is_flag=True, help="Leave out the runs without majorities.")
def main(seconds: float, with_only: bool) -> None:
    """Print a table: bounds, seconds, seconds to verify, and what is left without majorities."""
    click.echo("| network | switches | bounds | seconds | to verify | without majorities |")
    click.echo("|---|---:|---:|---:|---:|---|")
    for name in NETWORKS:
        network = spec.build(spec.read(name))
        balance = Balance.of(network)
        cut = search_at(network, balance, ALPHA)
        problem = Problem(network=network, balance=balance, alpha=ALPHA, cuts=(cut,))
        began = time.monotonic()
        found = answer(replace(problem, seconds=seconds))
        took = time.monotonic() - began
        checked = verified(problem, found)
        other = "" if with_only else _without(problem, seconds)
        click.echo(
            f"| {name} | {network.switches:,} | {_bounds(problem, found)} | {took:.2f} "
            f"| {checked:.2f} | {other} |"
        )


def _without(problem: Problem, seconds: float) -> str:
    began = time.monotonic()
    found = answer(replace(problem, seconds=seconds), engine_of=lambda name: engine(name, WITHOUT))
    return f"{_bounds(problem, found)} in {time.monotonic() - began:.1f} s"


def _bounds(problem: Problem, outcome: Outcome) -> str:
    best = min(problem.scaled(cut) for cut in outcome.cuts)
    return f"{best:,}" if outcome.certified_bound == best else f"{outcome.certified_bound}..{best}"


if __name__ == "__main__":
    main()
