"""How long rates take, beside the program over all paths that the models' authors built.

Run as `python -m benchmarks.throughput.scale`; `--large` adds networks that take minutes.
Times are of the processor, one thread. The direct program has a variable for every minimal
and every non-minimal path (model No. 0), listed one by one, and is solved by the same
solver, for `--seconds` at most; where it has too many paths, their number alone is told.

References
----------
Mollah et al., Modeling UGAL on the Dragonfly topology, section 3.2 (No. 0).
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Iterator
from time import process_time

from alphacut.arrangements.formats.spec import build, complete, read
from alphacut.solver.common.alpha import Alpha
from alphacut.solver.throughput.models import BY_NAME
from alphacut.solver.throughput.problem_instance import Machine
from alphacut.solver.throughput.program import Clock, Program
from alphacut.solver.throughput.question import Question
from alphacut.solver.throughput.run import answer_model
from alphacut.solver.throughput.variables import Route, Variable, Variables
from alphacut.solver.traffic.reading import read_traffic

SMALL = "dragonfly:a=4,h=2,p=2,arrangement=relative"
MIDDLE = "dragonfly:a=6,h=3,p=3,arrangement=relative"
LARGER = "dragonfly:a=8,h=4,p=4,arrangement=relative"
LARGEST = "dragonfly:a=10,h=5,p=5,arrangement=relative"
CASCADE = "preset:name=edison-6"
FOLDED = "dragonfly:a=16,h=8,p=8,arrangement=relative"
PERMUTATION = "permutation:seed=1"
QUICK = (
    *((SMALL, PERMUTATION, name) for name in BY_NAME),
    (MIDDLE, PERMUTATION, "0"),
    (MIDDLE, PERMUTATION, "3"),
    (MIDDLE, PERMUTATION, "5"),
    (LARGER, "shift:32", "3"),
)
LARGE = (
    (FOLDED, "shift:128", "3"),
    (LARGER, PERMUTATION, "3"),
    (LARGER, PERMUTATION, "0"),
    (LARGEST, PERMUTATION, "3"),
    (CASCADE, PERMUTATION, "5"),
    (CASCADE, PERMUTATION, "4"),
    (CASCADE, PERMUTATION, "3"),
)
DIRECT = (SMALL, MIDDLE, LARGER, LARGEST, CASCADE)  # where all paths are listed, or counted
MOST_LISTED = 300_000  # paths of the direct program


def machine_of(spec: str, traffic: str, name: str) -> tuple[Question, Machine]:
    """Read a question."""
    parsed = read(spec)
    network = build(parsed)
    question = Question(
        topology=complete(parsed),
        network=network,
        traffic=read_traffic(traffic, network),
        alpha=Alpha.of(1),
        models=(BY_NAME[name],),
    )
    return question, Machine(question)


def number_of_paths(machine: Machine) -> int:
    """Count all minimal and non-minimal paths of all flows."""
    local, across = machine.paths.local, machine.paths.counts.sum(axis=0).astype(float)
    ends = machine.demands.sources, machine.demands.destinations
    inside = local.group[ends[0]] == local.group[ends[1]]
    near = local.paths[local.pair(ends[0][inside], ends[1][inside])]
    return int(near.sum() + (across + across @ across)[ends].sum())


def direct(machine: Machine, seconds: float) -> tuple[float | None, int]:
    """Solve the program over all paths; return its rate, if there is time, and their number."""
    found = []
    ends = zip(machine.demands.sources.tolist(), machine.demands.destinations.tolist(), strict=True)
    for flow, (source, destination) in enumerate(ends):
        for route, valiant in _paths(machine, source, destination):
            found.append(Variable.of_route(flow, route, valiant=valiant))
    program = Program(Variables.of(found), machine.demands, len(machine.links))
    program.set_capacities(machine.capacities / machine.ratio.denominator)
    solution = program.run(seconds)
    rate = solution.rate / float(machine.demands.busiest) if solution.optimal else None
    return rate, len(found)


def _paths(machine: Machine, source: int, destination: int) -> Iterator[tuple[Route, bool]]:
    group, listing = machine.paths.local.group, machine.listing
    yield from ((route, False) for route in listing.routes(source, destination))
    for middle in range(machine.network.switches):
        if group[middle] not in (group[source], group[destination]):
            for one in listing.routes(source, middle):
                for other in listing.routes(middle, destination):
                    yield (*one, *other), True


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--seconds", type=float, default=300.0, help="of a direct program")
    chosen = parser.parse_args()
    print("| network | traffic | model | rate from | to | variables | solver | s | peak GB |")  # noqa: T201
    print("|---|---|---|---|---|---|---|---|---|")  # noqa: T201
    listed = set()
    for spec, traffic, name in (*QUICK, *LARGE) if chosen.large else QUICK:
        begun = process_time()
        question, machine = machine_of(spec, traffic, name)
        found = answer_model(machine, question.models[0], Clock(None))
        _row(
            spec, traffic, found.model.title, float(found.bracket.lower),
            float(found.bracket.upper), len(found.variables), found.solver, begun,
        )  # fmt: skip
        if spec in DIRECT and traffic == PERMUTATION and spec not in listed:
            listed.add(spec)
            _direct_row(spec, traffic, chosen.seconds)


def _direct_row(spec: str, traffic: str, seconds: float) -> None:
    """Solve the program over all paths, if it can be built."""
    begun = process_time()
    machine = machine_of(spec, traffic, "0")[1]
    count = number_of_paths(machine)
    found, solver = None, "not built"
    if count <= MOST_LISTED:
        found, solver = direct(machine, seconds)[0], "simplex"
        solver += "" if found is not None else ", interrupted"
    _row(spec, traffic, "No. 0, all paths listed", found, None, count, solver, begun)


def _row(
    spec: str, traffic: str, title: str, lower: float | None, upper: float | None, count: int,
    solver: str, begun: float,
) -> None:  # fmt: skip
    seconds = process_time() - begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    below = "none" if lower is None else f"{lower:.9f}"
    above = "not proven" if upper is None else f"{upper:.9f}"
    name = spec.partition(":")[2].replace(",arrangement=", ", ")
    print(  # noqa: T201
        f"| {name} | {traffic} | {title} | {below} | {above} | {count:,} | {solver} | "
        f"{seconds:.1f} | {peak:.2f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
