"""Whether a server lives while something is done to it, by processor time and not by the clock."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from tests.acceptance.conftest import soon

MOST = 1.0  # seconds of the server's processor time from a question of /healthz to its answer
PACE = 0.15  # seconds of processor time that `pace` took where such limits were set


def pace() -> float:
    """Return how many times as long a fixed piece of work takes here and now, at least once.

    A processor that is slower, or shared with what else the tests do, takes longer for the server
    as well; limits of processor time are multiplied by it.
    """
    began = time.process_time()
    for _ in range(20):
        json.loads(json.dumps([{"name": str(i), "value": i} for i in range(5000)]))
    return max(1.0, (time.process_time() - began) / PACE)


class Pulse:
    """Asks /healthz all the time, in a process of its own, while it is entered.

    A loaded machine makes every answer late, but not one of them cost more.
    """

    def __init__(self, process: subprocess.Popen[bytes], address: str, folder: Path) -> None:
        where = urlsplit(address)
        self._server = process
        self._command = [
            sys.executable, str(Path(__file__).with_name("watch_health.py")),
            str(where.hostname), str(where.port), str(process.pid),
        ]  # fmt: skip
        self._written = folder / f"pulse-{process.pid}"

    def __enter__(self) -> Self:
        with self._written.open("wb") as sink:
            self._watcher = subprocess.Popen(self._command, stdout=sink)
        soon(self.answers, 30)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self.check()
        finally:
            self._watcher.kill()
            self._watcher.wait()

    def answers(self) -> list[float]:
        """Return what each answer so far has cost, in seconds of processor time."""
        lines = self._written.read_text().split("\n")[:-1]
        return [float(line.split()[2]) for line in lines]

    def check(self) -> None:
        """Hold the server to what it promises, after one more question that was answered."""
        before = len(self.answers())
        soon(lambda: len(self.answers()) > before + 1, 60)
        assert max(self.answers()) < MOST * pace()
