"""What small questions cost: on the command line, in Python and through the service, beside SCIP.

Run as `python -m benchmarks.small_questions --before REVISION`: the same is measured with the code
of a git revision, in turn with the present one, so that both meet the same load. The start of a
process is part of a command and of SCIP, and not of what a process asks after its first question.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import click
import networkx

from benchmarks.provenance import provenance, this_command

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "small_questions.json"
PACKAGES = ("arrangements", "jobs", "service", "solver")
SIZES = (40, 50, 60)  # switches of random graphs, each linked with three others
UNCOMPILED = "PYTHONDONTWRITEBYTECODE"  # with it each start would compile what it loads
COMMAND = "from alphacut.service.cli.main import main; main()"
IN_PYTHON = """
import json, sys, time
import alphacut
specs = json.loads(sys.argv[1])
alphacut.bisection(specs[0])
began = time.monotonic()
values = [str(alphacut.bisection(spec).value) for spec in specs]
print(json.dumps({"values": values, "seconds": (time.monotonic() - began) / len(specs)}))
"""
THROUGH_SERVICE = """
import json, sys, tempfile, time
from pathlib import Path
from alphacut.service.cli.demo import running_service
from alphacut.service.client import Client
specs = json.loads(sys.argv[1])
requests = [{"kind": "bisection-point", "topology": each, "alpha": 1} for each in specs]
with tempfile.TemporaryDirectory() as folder, running_service(Path(folder), workers=1) as server:
    with Client(server) as client:
        client.follow_batch(client.submit_batch(requests[:1])["id"])
        began = time.monotonic()
        batch = client.submit_batch(requests[1:])
        client.follow_batch(batch["id"])
        seconds = time.monotonic() - began
        found = client.batch_result(batch["id"])["jobs"]
values = [each["document"]["point"]["value"] for each in found]
print(json.dumps({"values": values, "seconds": seconds / len(found)}))
"""


def spec_of(graph: networkx.Graph) -> dict[str, Any]:
    """Write a graph as a spec whose links all have capacity 1 at α = 1."""
    links = [list(edge) for edge in graph.edges]
    return {"family": "graph", "switches": graph.number_of_nodes(), "links": links}


def graphs() -> dict[str, dict[str, Any]]:
    """Return the specs of all questions, by their names."""
    found = {"cycle of 4": spec_of(networkx.cycle_graph(4))}
    for size in SIZES:
        found[f"random cubic, {size}"] = spec_of(networkx.random_regular_graph(3, size, seed=size))
    return found


def command_of(spec: Mapping[str, Any], environment: Mapping[str, str]) -> dict[str, Any]:
    """Ask on the command line, in a process of its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(spec, file)
        file.flush()
        words = [sys.executable, "-c", COMMAND, "point", file.name, "--alpha", "1", "--quiet"]
        told, cost = _run(words, environment)
    return {"value": json.loads(told)["point"]["value"], **cost}


def scip_of(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Have SCIP prove the same, in a process of its own."""
    edges = [(u, v, 1) for u, v in spec["links"]]
    model = {"switches": spec["switches"], "edges": edges, "unit": 1}
    words = [sys.executable, "-m", "benchmarks.plain_models", "SCIP", "600"]
    told, cost = _run(words, os.environ, json.dumps(model))
    found = json.loads(told)
    if not found["proven"]:
        raise RuntimeError(f"SCIP does not prove {spec}")
    return {"value": str(round(found["value"])), **cost}


def _run(
    words: Sequence[str], environment: Mapping[str, str], given: str = ""
) -> tuple[str, dict[str, float]]:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    ran = subprocess.run(
        words, input=given, capture_output=True, text=True, env=environment, cwd=ROOT
    )
    seconds, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ran.returncode:
        raise RuntimeError(f"{words[:3]} exits {ran.returncode}: {ran.stderr}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return ran.stdout, {"seconds": seconds, "processor": used}


def program_of(program: str, specs: object, environment: Mapping[str, str]) -> dict[str, Any]:
    """Run a program about all graphs, which tells values and seconds for each question."""
    told, cost = _run([sys.executable, "-c", program, json.dumps(specs)], environment)
    return {**json.loads(told), "processor": cost["processor"]}


def installed() -> dict[str, str]:
    """Return an environment in which code is compiled once, as where it has been installed."""
    return {name: value for name, value in os.environ.items() if name != UNCOMPILED}


@contextmanager
def code_of(revision: str) -> Iterator[dict[str, str]]:
    """Give an environment in which `alphacut` is that of a revision."""
    with tempfile.TemporaryDirectory() as folder:
        tree, links = Path(folder) / "tree", Path(folder) / "links" / "alphacut"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--detach", tree, revision], check=True, capture_output=True)
        links.mkdir(parents=True)
        (links / "__init__.py").symlink_to(tree / "service" / "top" / "__init__.py")
        for name in PACKAGES:
            (links / name).symlink_to(tree / name)
        try:
            yield {**installed(), "PYTHONPATH": str(links.parent)}
        finally:
            subprocess.run([*git, "remove", "--force", tree], check=True, capture_output=True)


def measured(codes: Mapping[str, Mapping[str, str]], rounds: int) -> dict[str, Any]:
    """Measure every code in every way, all of them once in each round."""
    found: dict[str, Any] = {}
    specs = graphs()
    for environment in codes.values():  # once for the caches that Python and compilers keep
        command_of(specs["cycle of 4"], environment)
    for _ in range(rounds):
        for name, spec in specs.items():
            for code, environment in codes.items():
                _note(found, "command", name, code, command_of(spec, environment))
            _note(found, "command", name, "SCIP", scip_of(spec))
    each = [spec for _ in range(5) for spec in specs.values()]
    posted = [relabelled(spec, turn) for turn in range(5) for spec in specs.values()]
    for _ in range(rounds):
        for way, program, asked in (
            ("in Python", IN_PYTHON, each),
            ("service", THROUGH_SERVICE, posted),
        ):
            for code, environment in codes.items():
                what = program_of(program, asked, environment)
                _note(found, way, "all of them", code, what)
    return found


def relabelled(spec: Mapping[str, Any], turn: int) -> dict[str, Any]:
    """Number the switches anew, for a service would not solve the same twice."""
    size = spec["switches"]
    links = [[(turn + u) % size, (turn + v) % size] for u, v in spec["links"]]
    return {**spec, "links": links}


def _note(found: dict[str, Any], way: str, name: str, code: str, what: Mapping[str, Any]) -> None:
    found.setdefault(way, {}).setdefault(name, {}).setdefault(code, []).append(what)


def table(results: Mapping[str, Any]) -> Iterator[str]:
    """Write the medians as a table."""
    yield "| question | code | seconds each | processor seconds, start included | jobs a second |"
    yield "|---|---|---:|---:|---:|"
    for way in ("command", "in Python", "service"):
        for name, codes in results[way].items():
            for code, runs in codes.items():
                seconds = median(each["seconds"] for each in runs)
                used = median(each["processor"] for each in runs)
                times = f"{seconds:.3f} | {used:.2f} | {1 / seconds:.1f}"
                yield f"| {way}, {name} | {code} | {times} |"


@click.command
@click.option("--before", metavar="REVISION", help="Measure the code of this revision as well.")
@click.option("--rounds", default=3, show_default=True, help="Of commands, each in turn.")
@click.option("--out", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
def main(before: str | None, rounds: int, out: Path) -> None:
    """Measure, check that all agree on every value, and print a table."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    about = provenance(this_command("small_questions"))
    with code_of(before or "HEAD") as older:
        codes = {"before": older} if before else {}
        found = measured({**codes, "now": installed()}, rounds)
    for name, each in found["command"].items():
        values = {run["value"] for runs in each.values() for run in runs}
        if len(values) > 1:
            raise RuntimeError(f"{name}: {values}")
    out.write_text(json.dumps({"about": about, **found}, indent=1) + "\n", "utf-8")
    click.echo("\n".join(table(found)))


if __name__ == "__main__":
    main()
