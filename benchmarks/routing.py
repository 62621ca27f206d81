"""Routing at the size of Camarero et al.: proofs, loads, their check, and simulations.

Run as `python -m benchmarks.routing proofs`, `… cycles` and `… curves`, each of which adds its
part to benchmarks/results/routing.json. `proofs` takes some minutes on one core; `cycles` is
one simulation of 24,648 hosts; `curves` draws latency and accepted load against offered load, as
figures 9 and 10 of the paper do, on a smaller network of the same kind. Points of these figures
at full size, each some minutes, are added one by one by `… curves --part paper --spec SPEC --loads
0.4 --traffic adversarial:1 --only "4-colour, 3 VC"`. docs/routing.md tells what comes of it.
"""

from __future__ import annotations

import json
import time
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
from matplotlib.figure import Figure

from alphacut.arrangements.formats import spec as specs
from alphacut.solver.routing.answer import answer
from alphacut.solver.routing.catalogue import Built
from alphacut.solver.routing.demand import Demand
from alphacut.solver.routing.document import routing_document
from alphacut.solver.routing.mechanism_spec import MechanismSpec
from alphacut.solver.routing.verify.document import verify_routing
from alphacut.solver.simulation.params import OBLIVIOUS, PIGGYBACK, UGAL, Params
from alphacut.solver.simulation.run import simulate
from alphacut.solver.traffic.reading import read_traffic

PAPER = "dragonfly:a=24,h=13,p=13,arrangement=palmtree,trunking=4"
SMALLER = "dragonfly:a=8,h=4,p=4,arrangement=palmtree,trunking=4"
MECHANISMS = ("minimal", "2-colour", "4-colour", "4-colour-nonminimal")
RESULTS = Path(__file__).parent / "results" / "routing.json"
CURVES = [  # name, mechanism, virtual channels that routers choose among, how packets choose
    *((f"4-colour, {vcs} VC", "4-colour", vcs, OBLIVIOUS) for vcs in (1, 2, 3)),
    ("4-colour non-minimal, 3 VC", "4-colour-nonminimal", 3, OBLIVIOUS),
    ("2-colour, 3 VC", "2-colour", 3, OBLIVIOUS),
    *((f"{choice}, {vcs} VC", "4-colour", vcs, choice)
      for choice in (UGAL, PIGGYBACK) for vcs in (1, 3)),
]  # fmt: skip


def built(written: str, mechanism: str) -> tuple[Any, Any, Built]:
    """Return a mechanism with its network and the complete spec."""
    spec = specs.read(written)
    network, topology = specs.build(spec), specs.complete(spec)
    return network, topology, MechanismSpec(mechanism=mechanism).build(topology, network)


def record(part: str, found: Any) -> None:
    """Add a part to the results."""
    held = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    RESULTS.write_text(json.dumps({**held, part: found}, indent=1) + "\n")


@click.group
def main() -> None:
    """Measure routing."""


@main.command
@click.option("--spec", default=PAPER)
def proofs(spec: str) -> None:
    """Prove each mechanism free from deadlock, compute its loads, and check the document."""
    rows = []
    for name in MECHANISMS:
        marks = [(time.perf_counter(), time.process_time())]
        network, topology, made = built(spec, name)
        demand = Demand.of(read_traffic("uniform", network), network)
        found = answer(made.mechanism, demand)
        document = routing_document(found, made, topology=topology, network=network, provenance={})
        marks.append((time.perf_counter(), time.process_time()))
        status = verify_routing(json.loads(json.dumps(document))).status
        marks.append((time.perf_counter(), time.process_time()))
        elapsed = [[round(b - a, 1) for a, b in zip(*pair, strict=True)] for pair in
                   pairwise(marks)]  # fmt: skip
        rows.append({
            "mechanism": name, "dependencies": document["deadlock"]["dependencies"],
            "verdict": document["deadlock"]["verdict"], "routes": document["routes"],
            "saturation": document["load"]["saturation"], "verified": status,
            "answer_seconds": elapsed[0], "verify_seconds": elapsed[1],
        })  # fmt: skip
        click.echo(json.dumps(rows[-1]))
        record("proofs", {"spec": spec, "seconds": "elapsed, processor", "rows": rows})


@main.command
@click.option("--spec", default=PAPER)
@click.option("--cycles", default=6_000, show_default=True)
def cycles(spec: str, cycles: int) -> None:
    """Simulate uniform traffic at load 0.9, 4-colour routes on three virtual channels."""
    began = time.perf_counter(), time.process_time()
    network, _, made = built(spec, "4-colour")
    params = Params(cycles=cycles, warm_up=cycles // 3, seed=1)
    sent = read_traffic("uniform", network)
    run = simulate(made.mechanism, network, sent, Fraction(9, 10), params, any_vc=True)
    elapsed = [round(time.perf_counter() - began[0], 1), round(time.process_time() - began[1], 1)]
    found = {
        "spec": spec, "hosts": sum(network.hosts), "cycles": cycles, "accepted": run.accepted,
        "latency": run.latency, "delivered": run.delivered, "seconds": elapsed,
    }  # fmt: skip
    click.echo(json.dumps(found))
    record("cycles", found)


@main.command
@click.option("--spec", default=SMALLER)
@click.option("--loads", default="0.1,0.3,0.5,0.7,0.9,1")
@click.option("--cycles", default=6_000, show_default=True)
@click.option("--traffic", "traffics", multiple=True, default=("uniform", "adversarial:1"))
@click.option("--only", multiple=True, help="The name of a curve; all by default.")
@click.option("--part", default="curves", help="The part of the results that is added to.")
@click.option("--plot", type=click.Path(path_type=Path), default=None)
def curves(
    spec: str, loads: str, cycles: int, traffics: tuple[str, ...], only: tuple[str, ...],
    part: str, plot: Path | None,
) -> None:  # fmt: skip
    """Simulate mechanisms at several loads, under uniform and adversarial traffic."""
    found = simulated_before(part, spec, cycles)
    offered = [Fraction(load) for load in loads.split(",")]
    for traffic in traffics:
        for name, mechanism, vcs, choice in CURVES:
            if only and name not in only:
                continue
            network, _, made = built(spec, mechanism)
            other = None
            if choice != OBLIVIOUS:
                other = built(spec, "4-colour-nonminimal")[2].mechanism
            params = Params(cycles=cycles, warm_up=cycles // 3, vcs=vcs, choice=choice, seed=1)
            sent = read_traffic(traffic, network)
            runs = [simulate(made.mechanism, network, sent, load, params, nonminimal=other,
                             any_vc=True) for load in offered]  # fmt: skip
            assert all(run.stopped is None for run in runs)
            points = {each["offered"]: each for each in found.get(traffic, {}).get(name, [])}
            points |= {
                float(run.offered): {
                    "offered": float(run.offered), "accepted": round(run.accepted, 4),
                    "latency": round(run.latency or 0, 1),
                } for run in runs
            }  # fmt: skip
            found.setdefault(traffic, {})[name] = [points[load] for load in sorted(points)]
            click.echo(f"{traffic}, {name}: {[row['accepted'] for row in found[traffic][name]]}")
            record(part, {"spec": spec, "cycles": cycles, "seed": 1, "by_traffic": found})
    if plot is not None:
        draw(found).savefig(plot, metadata={"Date": None, "Creator": "alphacut"})


def simulated_before(
    part: str, spec: str, cycles: int
) -> dict[str, dict[str, list[dict[str, float]]]]:
    """Return the runs of a part that were made on the same network for as long."""
    held = json.loads(RESULTS.read_text()).get(part, {}) if RESULTS.exists() else {}
    if (held.get("spec"), held.get("cycles")) != (spec, cycles):
        return {}
    before: dict[str, dict[str, list[dict[str, float]]]] = held["by_traffic"]
    return before


def draw(found: dict[str, dict[str, list[dict[str, float]]]]) -> Figure:
    """Draw accepted load above, and latency below, a column for each traffic."""
    figure = Figure(figsize=(10, 7.5), layout="constrained")
    axes = figure.subplots(2, len(found), squeeze=False)
    for column, (traffic, by_name) in enumerate(found.items()):
        for row, measure in enumerate(("accepted", "latency")):
            here = axes[row, column]
            for name, runs in by_name.items():
                here.plot([run["offered"] for run in runs], [run[measure] for run in runs],
                          "o-", markersize=3, linewidth=1, label=name)  # fmt: skip
            here.set_xlabel("offered load (phits for each host and cycle)")
            here.set_ylabel({"accepted": "accepted load", "latency": "latency (cycles)"}[measure])
            here.set_ylim(bottom=0)
            here.set_title(traffic if row == 0 else "", fontsize=10)
            here.spines[["top", "right"]].set_visible(False)
    axes[0, 0].legend(fontsize=7)
    return figure


if __name__ == "__main__":
    main()
