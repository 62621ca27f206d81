"""The rate over α in five arrangements, beside what their bisections allow, in one picture.

Run as `python -m benchmarks.throughput.curves`; it writes docs/figures/throughput-curves.svg and
prints how many breakpoints each curve has. The bisections are those of the atlas.
"""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from pathlib import Path
from time import process_time
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from alphacut.arrangements.formats.spec import build, complete, parse
from alphacut.service.render.looks import looks
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.throughput.curve import RateCurve, trace_rate
from alphacut.solver.throughput.cut_bound import cut_lines, least_at
from alphacut.solver.throughput.models import read_models
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import Question
from alphacut.solver.traffic.reading import read_traffic

ROOT = Path(__file__).parents[2]
ARRANGEMENTS = ("absolute", "relative", "circulant", "nautilus", "helix")
RIGHT = Fraction(5, 2)  # where the picture ends
STEPS = 150


def traced(
    arrangement: str, traffic: str, model: str, seconds: float | None
) -> tuple[RateCurve, list[Any]]:
    """Trace one curve, for so many seconds at most; return it with the lines of B's segments."""
    spec = parse({"family": "dragonfly", "a": 4, "h": 2, "p": 2, "arrangement": arrangement})
    network = build(spec)
    question = Question(
        topology=complete(spec),
        network=network,
        traffic=read_traffic(traffic, network),
        alpha=Alpha.of(1),
        models=read_models(model),
    )
    record = ROOT / "docs" / "atlas" / "records" / f"4-2-{arrangement}.json"
    bisection = json.loads(record.read_text(encoding="utf-8"))
    machine = Machine(question)
    curve = trace_rate(machine, question.models[0], Clock(seconds))
    return curve, cut_lines({"switches": network.switches, **bisection}, machine.demands)


def main() -> None:
    """Trace, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--traffic", default="permutation:seed=1")
    parser.add_argument("--model", default="5")
    parser.add_argument("--seconds", type=float, help="for each curve; both sides hold then too")
    parser.add_argument(
        "--out", type=Path, default=ROOT / "docs" / "figures" / "throughput-curves.svg"
    )
    chosen = parser.parse_args()
    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    xs = [RIGHT * step / STEPS for step in range(STEPS + 1)]
    for arrangement, look in zip(ARRANGEMENTS, looks(len(ARRANGEMENTS)), strict=True):
        begun = process_time()
        curve, lines = traced(arrangement, chosen.traffic, chosen.model, chosen.seconds)
        seconds = process_time() - begun
        last = curve.stretches[-1]
        print(  # noqa: T201
            f"{arrangement}: {curve.status}, gap at most {float(curve.gap):.1e}, "
            f"{len(curve.stretches) - 1} breakpoints, "
            f"{float(last.bound.at(last.start)):.6f} from α = {float(last.start):.6f} on, "
            f"{seconds:.1f} s of processor time",
            flush=True,
        )
        corners = [(float(s.start), float(s.bound.at(s.start))) for s in curve.stretches]
        corners.append((float(RIGHT), float(last.bound.at(RIGHT))))
        style: Any = {"color": look.colour, "linestyle": look.line_style}
        axes.plot(*zip(*corners, strict=True), label=arrangement, **style)
        spots = [(float(x), float(least_at(lines, x))) for x in xs]
        axes.plot(*zip(*spots, strict=True), color=look.colour, linewidth=0.9, linestyle=":")
    axes.plot([], [], color="0.4", linewidth=0.9, linestyle=":", label="at most, by bisections")
    axes.set(
        xlabel="α, the capacity of a global link in local links",
        ylabel="rate, as a share of what a host can send",
        xlim=(0, float(RIGHT)), ylim=(0, 1.2),
    )  # fmt: skip
    axes.set_title(f"(2,4,2) dragonflies, {chosen.traffic}, No. {chosen.model}", fontsize=11)
    axes.grid(visible=True, alpha=0.3)
    axes.legend(frameon=False, loc="lower right")
    with matplotlib.rc_context({"svg.hashsalt": "alphacut", "svg.fonttype": "none"}):
        figure.savefig(chosen.out, format="svg", metadata={"Date": None, "Creator": "alphacut"})


if __name__ == "__main__":
    main()
