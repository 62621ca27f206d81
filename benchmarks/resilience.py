"""Monte Carlo of failures at (p,8,4): how long 50 samples from 0 to 5 % take, all certified.

Run as `python -m benchmarks.resilience`; it takes some minutes. Samples are divided among
processes here; `alphacut resilience` takes them one after the other in one process. It writes
benchmarks/results/resilience.json, of which docs/resilience.md tells.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.service.cli.files import document_text, write_file
from alphacut.service.threads import one_thread
from alphacut.solver.common.completing import completed
from alphacut.solver.resilience.kind import RESILIENCE
from alphacut.solver.resilience.request import ResilienceRequest
from alphacut.solver.resilience.verify.document import verify_resilience
from benchmarks.provenance import provenance, this_command

RESULTS = Path(__file__).parent / "results" / "resilience.json"
SPEC = "dragonfly:a=8,h=4,arrangement=relative"
Json = Mapping[str, Any]


def answered(seeds: range, fail: str) -> tuple[dict[str, Any], dict[str, float]]:
    """Answer for some samples, and have the verifier check the document."""
    sent = {"kind": "resilience", "topologies": [SPEC], "fail": fail, "samples": len(seeds),
            "seed": seeds.start}  # fmt: skip
    request = completed(ResilienceRequest, sent)
    question = RESILIENCE.read(request, LIMITS)
    RESILIENCE.load()
    began, cpu, found = time.monotonic(), time.process_time(), list[Any]()
    for step in range(RESILIENCE.steps(request)):
        found.append(json.loads(json.dumps(RESILIENCE.work(question, step, found))))
    document = json.loads(json.dumps(RESILIENCE.document(question, found, {})))
    solved = {"wall": time.monotonic() - began, "cpu": time.process_time() - cpu}
    cpu = time.process_time()
    verify_resilience(document)
    return document, {**solved, "verification_cpu": time.process_time() - cpu}


def gaps(document: Json) -> list[list[Fraction]]:
    """Return (upper - lower)/upper of every value, level by level."""
    [network] = document["networks"]
    return [
        [
            1 - Fraction(each["at"][place]["lower"]) / Fraction(each["at"][place]["upper"])
            for each in network["samples"]
        ]
        for place in range(len(network["levels"]))
    ]


def shares(samples: int, processes: int) -> list[range]:
    """Divide the seeds of samples among processes."""
    ends = [samples * place // processes for place in range(processes + 1)]
    return [range(a, b) for a, b in pairwise(ends) if a < b]


def summary(documents: Sequence[Json], fail: str) -> list[dict[str, Any]]:
    """Return what was found at each level, over the samples of all processes."""
    [first] = documents[0]["networks"]
    by_level = []
    for place, level in enumerate(first["levels"]):
        entries = [
            sample["at"][place]
            for document in documents
            for sample in document["networks"][0]["samples"]
        ]
        values = [gap for document in documents for gap in gaps(document)[place]]
        by = [entry["by"] for entry in entries]
        by_level.append(
            {
                "fail": fail,
                "share": level["share"],
                "failed": level["number"],
                "least": str(min(Fraction(each["upper"]) for each in entries)),
                "greatest": str(max(Fraction(each["upper"]) for each in entries)),
                "least_certified": str(min(Fraction(each["lower"]) for each in entries)),
                "largest_gap": round(float(max(values)), 4),
                "by": {name: by.count(name) for name in sorted(set(by))},
            }
        )
    return by_level


@click.command
@click.option("--samples", default=50, show_default=True)
@click.option("--processes", default=2, show_default=True)
@click.option("--fail", default="links=0:5%", show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=RESULTS, show_default=True)
def main(samples: int, processes: int, fail: str, out: Path) -> None:
    """Run the samples, and write what they took."""
    about = provenance(this_command("resilience"))
    one_thread()
    began = time.monotonic()
    parts = shares(samples, processes)
    work = partial(answered, fail=fail)
    if len(parts) == 1:
        found = [work(parts[0])]
    else:
        with ProcessPoolExecutor(len(parts)) as pool:
            found = list(pool.map(work, parts))
    result = {
        "spec": SPEC,
        "samples": samples,
        "processes": processes,
        "wall_seconds": round(time.monotonic() - began, 1),
        "cpu_seconds": round(sum(told["cpu"] for _, told in found), 1),
        "verification_cpu_seconds": round(sum(told["verification_cpu"] for _, told in found), 1),
        "levels": summary([document for document, _ in found], fail),
        "provenance": about,
    }
    write_file(out, document_text(result))
    click.echo(document_text(result))


if __name__ == "__main__":
    main()
