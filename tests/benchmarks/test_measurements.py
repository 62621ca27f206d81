"""Measurements that are kept while a benchmark runs, and the processes that it starts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from benchmarks.measurements import Measurements


def measured(file: Path, *, finish: bool = True) -> list[str]:
    """Measure two things; return which of them were measured now."""
    now: list[str] = []

    def measure(name: str) -> int:
        now.append(name)
        if name == "second" and not finish:
            raise KeyboardInterrupt
        return len(name)

    done = Measurements(file, format="test/1", about={"cores": 2})
    for name in ("first", "second"):
        done.once("part", name, lambda name=name: measure(name))  # type: ignore[misc]
    done.finish()
    return now


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    with pytest.raises(KeyboardInterrupt):
        measured(file, finish=False)
    assert json.loads(file.read_text())["part"] == {"first": 5}
    assert measured(file) == ["second"]
    results = json.loads(file.read_text())
    assert results["part"] == {"first": 5, "second": 6}
    assert len(results["runs"]) == 2
    assert results["finished"]


def test_a_run_that_came_to_its_end_is_begun_anew(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    measured(file)
    assert measured(file) == ["first", "second"]
    assert len(json.loads(file.read_text())["runs"]) == 1


BENCHMARK = """
import sys, time
from pathlib import Path
from alphacut.service.cli.demo import running_service
with running_service(Path(sys.argv[1])) as server:
    print(server, flush=True)
    time.sleep(600)
"""


def test_a_benchmark_that_is_killed_leaves_no_service_behind(tmp_path: Path) -> None:
    benchmark = subprocess.Popen(
        [sys.executable, "-c", BENCHMARK, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert benchmark.stdout is not None
    assert benchmark.stdout.readline().startswith("http://")
    children = psutil.Process(benchmark.pid).children(recursive=True)
    assert len(children) > 1  # the service, and its worker
    os.kill(benchmark.pid, signal.SIGKILL)
    benchmark.wait()
    benchmark.stdout.close()
    give_up = time.monotonic() + 60
    while left := [each for each in children if each.is_running()]:
        assert time.monotonic() < give_up, left
        time.sleep(0.05)
