"""Machines that run or ran, at α = 1: what is proven of their bisection, and in what time.

Run as `python -m benchmarks.machines`; with `--write` the table goes to docs/machines.md. Cuts that
are known and the search for others count as time, which is that of the processor; α* is the largest
multiple of 1/20 up to which majorities prove the first segment of the curve, at most 3.
`--majorities` prints another table: dragonflies with many switches in a group, proven with bounds
by majorities and without.
"""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

import click

from alphacut.arrangements.any_wiring import AnyWiring
from alphacut.arrangements.formats import spec
from alphacut.solver.bisection.answer import answer
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.spreading.spread import closing_side
from alphacut.solver.bisection.engines.catalogue import engine, only
from alphacut.solver.bisection.engines.structured import Majority, Uneven
from alphacut.solver.bisection.heuristics.search import BRIEF, search_at
from alphacut.solver.bisection.outcome import Outcome
from alphacut.solver.bisection.parameters import USUAL
from alphacut.solver.bisection.problem import Cut, PointProblem
from alphacut.solver.bisection.verify.certificate import check_certificate
from alphacut.solver.common.alpha import Alpha
from benchmarks.machines_page import PAGE, put_between

WITHOUT = replace(
    USUAL,
    majority=replace(USUAL.majority, fewest_groups=10**9),
    group_kinds=replace(USUAL.group_kinds, fewest_groups=10**9),
)
ALPHA = Alpha(1, 1)


NETWORKS = (
    "dragonfly:a=6,h=2,arrangement=nautilus",
    "dragonfly:a=8,h=2,arrangement=absolute",
    "dragonfly:a=6,h=3,arrangement=nautilus",
    "slingshot:groups=24,switches=32,links=14",
    "slingshot:groups=74,switches=32,links=4",
    "slingshot:groups=166,switches=32,links=2",
)


def verified(problem: PointProblem, outcome: Outcome) -> float:
    """Check the proof of an outcome, and return the seconds of processor time that this took."""
    began = time.process_time()
    check_certificate(
        outcome.certificate,
        network=problem.network,
        balance=problem.balance,
        alpha=problem.alpha,
        target=outcome.certified_bound,
        established=lambda _: 0,
    )
    return time.process_time() - began


MACHINES = (
    "frontier", "frontier-compute", "aurora", "aurora-compute", "lumi", "lumi-g", "theta", "edison",
    "niagara", "leonardo-booster", "slim-fly-deployed", "tpu-v4", "tpu-v5p", "fugaku",
)  # fmt: skip
BY_HOSTS = ("niagara", "leonardo-booster")  # some of whose switches have none
README = PAGE.parents[1] / "README.md"
LEFT_OUT = ("| `niagara", "| `slim", "| `tpu-v5p", "| `fugaku")  # of the README, for shortness
BEGIN, END = "<!--machines-->", "<!--/machines-->"
STEPS, LAST = 20, 60  # α* is a multiple of 1/20, at most 3
SMALL = 200  # switches up to which other methods are asked as well
MAJORITY = only(Majority(USUAL.majority, USUAL.group_kinds))
PLANES = only(Uneven(USUAL.uneven))


@click.command
@click.option("--seconds", default=60.0, show_default=True, help="For each network at most.")
@click.option("--with-only", is_flag=True, help="Leave out the runs without majorities.")
@click.option("--majorities", is_flag=True, help="Print bounds with majorities and without.")
@click.option("--write", is_flag=True, help="Write the table of machines to docs/machines.md.")
def main(seconds: float, with_only: bool, majorities: bool, write: bool) -> None:
    """Print a table of machines: what is proven at α = 1, and in what time."""
    if majorities:
        _with_and_without(seconds, with_only)
        return
    lines = [
        "| machine | switches | hosts | B(1) | gap | α* | seconds | to verify |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for line in lines:
        click.echo(line)
    spent = {}
    for name in MACHINES:
        began = time.process_time()
        lines.append(_machine(name, seconds))
        spent[lines[-1]] = time.process_time() - began
        click.echo(lines[-1])
    ten = sum(took for line, took in spent.items() if not line.startswith(LEFT_OUT))
    click.echo(
        f"with networks, α* and checks {sum(spent.values()):.0f} s in all, {ten:.0f} s for those "
        "of the README"
    )
    if write:
        put_between(PAGE, BEGIN, END, "\n".join(lines))
        short = [_short(line) for line in lines if not line.startswith(LEFT_OUT)]
        put_between(README, BEGIN, END, "\n".join(short))


def _short(line: str) -> str:
    """Write a line of the table without spaces, as the README counts its words."""
    for long, short in (("to verify", "verify"), (" to ", "..")):
        line = line.replace(long, short)
    return line.replace(" ", "")


def _machine(name: str, seconds: float) -> str:
    parsed = spec.read(name)
    network = spec.build_any(parsed)
    balance = Balance.of(network, "hosts" if name in BY_HOSTS else "switches")
    size = f"| `{name}` | {network.switches:,} | {sum(network.hosts):,} |"
    began = time.process_time()
    problem = PointProblem(network=network, balance=balance, alpha=ALPHA, seconds=seconds)
    if not isinstance(network, AnyWiring):
        side = closing_side(network, balance, ALPHA, USUAL.spreading)
        cut = (
            search_at(network, balance, ALPHA, params=BRIEF)
            if side is None
            else Cut.of(network, side)
        )
        problem = replace(problem, cuts=(cut,))
    found = answer(problem)
    took = time.process_time() - began
    best = min(problem.scaled(cut) for cut in found.cuts)
    gap = Fraction(best - found.certified_bound, best)
    value = f"{best:,}" if not gap else f"{found.certified_bound:,} to {best:,}"
    shown = "exact" if not gap else f"{float(100 * gap):.1f} %"
    until = _first_segment(problem, found) if network.depends_on_alpha else "all"
    checked = verified(problem, found) if found.certificate is not None else 0.0
    return f"{size} {value} | {shown} | {until} | {took:.1f} | {checked:.2f} |"


def _first_segment(problem: PointProblem, at_one: Outcome) -> str:
    """Return the largest multiple of 1/20 at which the line of the best cut at 1/20 is proven.

    Where it is proven at 0 as well, it is the curve between, which is concave.
    """
    large = MAJORITY if all(problem.balance.weights) else PLANES
    chosen = engine("auto") if problem.network.switches <= SMALL else large

    def answered(alpha: Alpha) -> Outcome:
        return answer(replace(problem, alpha=alpha), engine_of=lambda _: chosen)

    alpha = Alpha(1, STEPS)
    cuts = (*problem.cuts, *at_one.cuts)
    first = min(cuts, key=lambda cut: (alpha.scaled(cut.line), cut.line.slope))
    exact = at_one.certified_bound >= ALPHA.scaled(first.line)

    def proven(steps: int) -> bool:
        alpha = Alpha(steps, STEPS)
        return answered(alpha).certified_bound >= alpha.scaled(first.line)

    if (first.line.intercept and not proven(0)) or not (exact or proven(1)):
        return "-"
    if proven(LAST):
        return f"{LAST / STEPS:g}"
    low, high = STEPS if exact else 1, LAST
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if proven(middle) else (low, middle)
    return f"{low / STEPS:g}"


def _with_and_without(seconds: float, with_only: bool) -> None:
    """Print bounds, seconds, seconds to verify, and what is left without majorities."""
    click.echo("| network | switches | bounds | seconds | to verify | without majorities |")
    click.echo("|---|---:|---:|---:|---:|---|")
    for name in NETWORKS:
        network = spec.build(spec.read(name))
        balance = Balance.of(network)
        cut = search_at(network, balance, ALPHA)
        problem = PointProblem(network=network, balance=balance, alpha=ALPHA, cuts=(cut,))
        began = time.process_time()
        found = answer(replace(problem, seconds=seconds))
        took = time.process_time() - began
        checked = verified(problem, found)
        other = "" if with_only else _without(problem, seconds)
        click.echo(
            f"| {name} | {network.switches:,} | {_bounds(problem, found)} | {took:.2f} "
            f"| {checked:.2f} | {other} |"
        )


def _without(problem: PointProblem, seconds: float) -> str:
    began = time.process_time()
    found = answer(replace(problem, seconds=seconds), engine_of=lambda name: engine(name, WITHOUT))
    return f"{_bounds(problem, found)} in {time.process_time() - began:.1f} s"


def _bounds(problem: PointProblem, outcome: Outcome) -> str:
    best = min(problem.scaled(cut) for cut in outcome.cuts)
    return f"{best:,}" if outcome.certified_bound == best else f"{outcome.certified_bound}..{best}"


if __name__ == "__main__":
    main()
