"""What the service costs beside the bare command, and what a second worker brings."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from alphacut.service.cli.demo import ATTENDED, running_service
from alphacut.service.client import Client


@dataclass(frozen=True, kw_only=True)
class OverheadRecord:
    """One curve, computed both ways in turn."""

    spec: str
    command_seconds: float  # alphacut curve, from its start to its document
    service_seconds: float  # alphacut submit --wait, the same, of a service that is running

    @property
    def ratio(self) -> float:
        """How many times as long the service takes."""
        return self.service_seconds / self.command_seconds


def overhead(spec: str, server: str) -> OverheadRecord:
    """Time a curve here and through a service that runs already."""
    return OverheadRecord(
        spec=spec,
        command_seconds=_timed("curve", spec, "--quiet"),
        service_seconds=_timed("submit", spec, "--quiet", "--wait", "--server", server),
    )


def _timed(*arguments: str) -> float:
    began = time.monotonic()
    command = [*ATTENDED, str(os.getpid()), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode:
        raise RuntimeError(f"alphacut {' '.join(arguments)} exits {run.returncode}: {run.stderr}")
    return time.monotonic() - began


def sweep_seconds(folder: Path, specs: Sequence[str], workers: int) -> float:
    """Time one batch of curves with so many workers, all of them warm."""
    with running_service(folder, workers=workers) as server, Client(server) as client:
        warm = [_request("complete:switches=4")] * workers
        client.follow_batch(client.submit_batch(warm)["id"])
        began = time.monotonic()
        batch = client.submit_batch([_request(spec) for spec in specs])
        ended = client.follow_batch(batch["id"])
        seconds = time.monotonic() - began
    if ended["state"] != "succeeded":
        raise RuntimeError(f"the sweep has {ended['state']}")
    return seconds


def _request(spec: str) -> dict[str, object]:
    from alphacut.service.client.calls import question

    return question("bisection-curve", spec, {})
