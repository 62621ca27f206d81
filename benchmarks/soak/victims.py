"""The processes of a service that are killed at random, and started again."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil

# Each ends with the soak, however that ends, and even while it is paused.
PROGRAM = (
    "import sys; from alphacut.jobs.execution.parent_death import die_with_parent; "
    "from alphacut.service.serve import {name}; from alphacut.service.settings import Settings; "
    "die_with_parent(int(sys.argv[1])); {name}(Settings())"
)
API = PROGRAM.format(name="serve")
WORKER = PROGRAM.format(name="run_worker")
SOLVER = "alphacut.jobs.execution.child"  # in the command line of a solver process
WEIGHTS = (1, 3, 3, 3)  # how often the API, a worker, a solver is killed, a worker is paused
LEAVE = 60.0  # seconds that each process has to end at last
CHECK = 0.2  # seconds between two looks at whether something has to be started again


class Victims:
    """An API server and workers, each started again whenever it has died.

    Parameters
    ----------
    every
        Seconds between two kills, on average.
    """

    def __init__(
        self, folder: Path, url: str, *, port: int, workers: int, every: float, seed: int
    ) -> None:
        self.killed = {"api": 0, "worker": 0, "solver": 0, "paused worker": 0}
        self._log = folder / "soak.log"
        self._environment = {
            **os.environ,
            "ALPHACUT_DATABASE_URL": url,
            "ALPHACUT_PORT": str(port),
            "ALPHACUT_WORKERS": "0",
            "ALPHACUT_LEASE_SECONDS": "2",
            "ALPHACUT_MAX_LOSSES": "1000",  # here workers die for other reasons than their jobs
        }
        self._programs = [API, *[WORKER] * workers]
        self._processes = [self._start(program) for program in self._programs]
        self._every = every
        self._random = random.Random(seed)
        self._over = threading.Event()
        self._killing = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def kill(self) -> None:
        """Begin to kill."""
        self._killing.set()

    def spare(self) -> None:
        """Kill no more, but go on starting what has died."""
        self._killing.clear()

    def close(self) -> None:
        """End everything."""
        self._over.set()
        self._thread.join()
        for process in self._processes:
            process.send_signal(signal.SIGCONT)
            process.terminate()
        for process in self._processes:
            try:
                process.wait(LEAVE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def complaints(self) -> list[str]:
        """Return the lines of the log in which an error of the software itself shows."""
        pattern = re.compile(r"Traceback|AssertionError|IntegrityError|deadlock", re.IGNORECASE)
        return [line for line in self._log.read_text().splitlines() if pattern.search(line)]

    def _start(self, program: str) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as sink:
            return subprocess.Popen(
                [sys.executable, "-c", program, str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stderr=sink,
                env=self._environment,
            )

    def _watch(self) -> None:
        strike = time.monotonic()
        while not self._over.wait(CHECK):
            for position, process in enumerate(self._processes):
                if process.poll() is not None:
                    self._processes[position] = self._start(self._programs[position])
            if self._killing.is_set() and time.monotonic() > strike:
                self._strike()
                strike = time.monotonic() + self._random.expovariate(1 / self._every)

    def _strike(self) -> None:
        """Kill something, or pause a worker until its lease has expired."""
        (name,) = self._random.choices(list(self.killed), weights=WEIGHTS)
        process = self._processes[0] if name == "api" else self._random.choice(self._processes[1:])
        if name == "solver":
            solvers = _solvers(process.pid)
            if not solvers:
                return
            self._random.choice(solvers).kill()
        elif name == "paused worker":
            process.send_signal(signal.SIGSTOP)
            threading.Timer(3.5, process.send_signal, [signal.SIGCONT]).start()
        else:
            process.kill()
        self.killed[name] += 1


def _solvers(worker: int) -> list[psutil.Process]:
    try:
        children = psutil.Process(worker).children(recursive=True)
        return [each for each in children if SOLVER in each.cmdline()]
    except psutil.Error:  # it has just ended
        return []
