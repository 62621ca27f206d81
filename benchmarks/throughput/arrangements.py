"""Which arrangement carries which traffic: a table of rates of model No. 3.

Run as `python -m benchmarks.throughput.arrangements`; it prints the table of
docs/throughput.md. Every rate is proven to 1e-6; permutations are means of six seeds, with
their standard deviation.
"""

from __future__ import annotations

import argparse
from statistics import mean, stdev
from time import process_time

from alphacut.arrangements.formats.spec import build, complete, parse
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.throughput.models import read_models
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.run import answer_model
from alphacut.solver.traffic.reading import read_traffic

ARRANGEMENTS = ("absolute", "relative", "circulant", "nautilus", "helix")
TRAFFIC = ("uniform", "adversarial:1", "shift:8", "shift:18", "permutation")
ALPHAS = ("1/2", "1", "2", "3")
SEEDS = range(1, 7)


def rate(arrangement: str, traffic: str, alpha: str, model: str) -> float:
    """Return one rate, proven to 1e-6."""
    spec = parse({"family": "dragonfly", "a": 4, "h": 2, "p": 2, "arrangement": arrangement})
    network = build(spec)
    question = Question(
        topology=complete(spec),
        network=network,
        traffic=read_traffic(traffic, network),
        alpha=Alpha.parse(alpha),
        models=read_models(model),
    )
    bracket = answer_model(Machine(question), question.models[0], Clock(None)).bracket
    assert bracket.status != "bounded"
    return float(bracket.lower)


def cell(arrangement: str, traffic: str, alpha: str, model: str) -> str:
    """Return a rate, or the mean of those of several seeds and their spread."""
    if traffic != "permutation":
        return f"{rate(arrangement, traffic, alpha, model):.4f}"
    found = [rate(arrangement, f"permutation:seed={seed}", alpha, model) for seed in SEEDS]
    return f"{mean(found):.4f} ± {stdev(found):.4f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="3")
    model = parser.parse_args().model
    begun = process_time()
    print("| traffic | α | " + " | ".join(ARRANGEMENTS) + " |")  # noqa: T201
    print("|---|---|" + "---|" * len(ARRANGEMENTS))  # noqa: T201
    for traffic in TRAFFIC:
        for alpha in ALPHAS:
            cells = [cell(each, traffic, alpha, model) for each in ARRANGEMENTS]
            print(f"| {traffic} | {alpha} | " + " | ".join(cells) + " |", flush=True)  # noqa: T201
    print(f"\n{process_time() - begun:.0f} s of processor time")  # noqa: T201


if __name__ == "__main__":
    main()
