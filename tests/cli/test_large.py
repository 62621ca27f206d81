"""Large networks on the command line: what is said before and beside a proof costs next to nothing.

Memory is that of the process and of all that it starts, as the system counts it.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

MEGABYTES = 500
WATCHED = """
import re, resource, sys
from alphacut.service.cli.main import run
code = run(sys.argv[1:])
# not that of getrusage, in which the process that started this one counts
own = int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1])
others = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(max(own, others) >> 10, file=sys.stderr)
sys.exit(code)
"""


def star(leaves: int) -> str:
    rows = [" ".join(str(leaf) for leaf in range(2, leaves + 2)), *["1"] * leaves]
    return "\n".join([f"{leaves + 1} {leaves}", *rows]) + "\n"


def path(switches: int) -> str:
    """Return a path in random order."""
    order = list(range(1, switches + 1))
    random.Random(1).shuffle(order)
    near: dict[int, list[int]] = {u: [] for u in order}
    for one, other in pairwise(order):
        near[one].append(other)
        near[other].append(one)
    rows = [" ".join(map(str, near[u])) for u in sorted(near)]
    return "\n".join([f"{switches} {switches - 1}", *rows]) + "\n"


NETWORKS = {"star": star(3_999), "path": path(4_000)}


def watched(*arguments: object) -> tuple[subprocess.CompletedProcess[str], int]:
    """Run the command line; return how it ended, and the megabytes of its largest process."""
    run = subprocess.run(
        [sys.executable, "-c", WATCHED, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    return run, int(run.stderr.splitlines()[-1])


@pytest.fixture
def network(name: str, tmp_path: Path) -> Path:
    file = tmp_path / f"{name}.graph"
    file.write_text(NETWORKS[name], "ascii")
    return file


@pytest.mark.parametrize(("name", "more"), [("star", ()), ("path", ("--time-limit", "300"))])
def test_descriptions_end_and_take_little_memory(network: Path, more: tuple[str, ...]) -> None:
    run, megabytes = watched("describe", network, "--json", *more)
    assert run.returncode == 0, run.stderr
    document: dict[str, Any] = json.loads(run.stdout)
    assert document["distances"]["diameter"] == (2 if network.stem == "star" else 3_999)
    assert document["distances"]["sampled"] is None
    assert set(document["left_out"]) == {"spectrum"}
    assert megabytes < MEGABYTES


@pytest.mark.parametrize("name", ["star"])
def test_points_take_little_memory(network: Path, tmp_path: Path) -> None:
    out = tmp_path / "point.json"
    run, megabytes = watched("point", network, "--alpha", 1, "--time-limit", 8, "--out", out)
    assert run.returncode in (0, 3), run.stderr
    document = json.loads(out.read_text("utf-8"))
    assert document["point"]["value"] == "2000"
    assert megabytes < MEGABYTES
