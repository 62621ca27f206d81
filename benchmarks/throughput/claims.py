"""The rates on which the claims of Mollah et al. rest, with random permutations and shifts.

Run as `python -m benchmarks.throughput.claims`; it prints the table of docs/throughput.md.

References
----------
Mollah et al., Modeling UGAL on the Dragonfly topology, section 4.
"""

from __future__ import annotations

from statistics import mean
from time import process_time

from alphacut.arrangements.formats.spec import build, complete, read
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.throughput.models import BY_NAME
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.run import answer_model
from alphacut.solver.traffic.reading import read_traffic

PERMUTATIONS = tuple(f"permutation:seed={seed}" for seed in range(1, 6))
SHIFTS = ("shift:5", "shift:18", "shift:31", "shift:44", "shift:57")
FARTHER = ("shift:7", "shift:60", "shift:113", "shift:166", "shift:219")
CASES = (  # network, traffic, models
    ("dragonfly:a=4,h=2,p=2,arrangement=absolute", PERMUTATIONS, "0 1 2 3 4 5"),
    ("dragonfly:a=4,h=2,p=2,arrangement=absolute", SHIFTS, "0 1 2 3 4 5"),
    ("dragonfly:a=6,h=3,p=3,arrangement=absolute", PERMUTATIONS[:2], "3 5"),
    ("dragonfly:a=4,h=2,p=2,trunking=4,groups=3,arrangement=palmtree", PERMUTATIONS, "0 1 2 3 4 5"),
    ("cascade:groups=4,trunking=6,rows=2,columns=4,p=4", PERMUTATIONS[:2], "1 2 3 4 5"),
    ("dragonfly:a=10,h=5,p=5,trunking=10,arrangement=relative", PERMUTATIONS[:1], "1 2 3 4 5"),
    ("dragonfly:a=10,h=5,p=5,trunking=10,arrangement=relative", FARTHER, "0 1 2 3 4 5"),
    ("dragonfly:a=10,h=5,p=5,trunking=5,arrangement=relative", FARTHER, "0 1 2 3 4 5"),
    ("preset:name=edison-6", ("shift:100",), "3 4 5"),
    ("preset:name=edison-6", ("shift:384",), "3 5"),
)


def main() -> None:
    """Print a row for each network and traffic."""
    names = [str(number) for number in range(6)]
    print("| network | traffic | " + " | ".join(f"No. {each}" for each in names) + " | s |")  # noqa: T201
    print("|---|---|" + "---|" * 7)  # noqa: T201
    for spec, patterns, models in CASES:
        begun = process_time()
        rates = {name: f"{_mean(spec, patterns, name):.4f}" for name in models.split()}
        told = patterns[0] if len(patterns) == 1 else f"{len(patterns)} × {patterns[0]} …"
        cells = " | ".join(rates.get(name, "") for name in names)
        print(  # noqa: T201
            f"| {spec} | {told} | {cells} | {process_time() - begun:.0f} |", flush=True
        )


def _mean(spec: str, patterns: tuple[str, ...], name: str) -> float:
    parsed = read(spec)
    network = build(parsed)
    found = []
    for pattern in patterns:
        question = Question(
            topology=complete(parsed),
            network=network,
            traffic=read_traffic(pattern, network),
            alpha=Alpha.of(1),
            models=(BY_NAME[name],),
        )
        bracket = answer_model(Machine(question), question.models[0], Clock(None)).bracket
        assert bracket.status != "bounded"
        found.append(float(bracket.lower))
    return mean(found)


if __name__ == "__main__":
    main()
