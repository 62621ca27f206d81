"""Jobs of kind "structure": a network is described, in one step, by a child process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arrangements.formats.spec import UNLIMITED, Limits, build, complete, parse
from jobs.errors import ExecutionError
from jobs.execution.lifeline import die_with_parent
from jobs.execution.process import held_back, python_path
from jobs.job import Job
from jobs.progress import Phase, waiting
from jobs.states import State
from jobs.store import Ending
from jobs.supervisor import Supervisor

STRUCTURE = "structure"  # what requests call the kind
LISTEN = 0.2  # seconds between two looks at whether to stop

Json = Mapping[str, Any]


def check(request: Json, sizes: Limits) -> None:
    """Build the network of a request, so that what is wrong with it shows now.

    Raises
    ------
    SpecError
        If there is no such network, or it is too large.
    """
    build(parse(request["topology"], sizes), sizes)


def carry_out_structure(job: Job, supervisor: Supervisor) -> None:
    """Describe the network of a job, or give the job back when the worker leaves."""
    documents = described([job.request["topology"]], supervisor.should_stop)
    document = None if documents is None else documents[0]
    if document is None and supervisor.leaving:
        supervisor.release()
        return
    seconds = supervisor.seconds
    supervisor.finish(
        Ending(
            state=State.CANCELLED if supervisor.cancelled else State.SUCCEEDED,
            document=document,
            progress={**waiting(), "phase": Phase.FINISHED.value, "gap": 0.0, "seconds": seconds},
            seconds=seconds,
        )
    )


def described(topologies: Sequence[Json], should_stop: Callable[[], bool]) -> list[Json] | None:
    """Return the structure documents of networks, or None if it was stopped.

    The libraries hold the interpreter for seconds on large networks, so that a
    process of its own does the work while the lease on the job is kept.
    """
    with held_back(signal.SIGINT, signal.SIGTERM):
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "jobs.structure", str(os.getpid())],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            process_group=0, env={**os.environ, "PYTHONPATH": python_path()},
        )  # fmt: skip
    given: bytes | None = json.dumps(list(topologies)).encode()
    with child:
        while True:
            try:
                written, trouble = child.communicate(given, timeout=LISTEN)
                break
            except subprocess.TimeoutExpired:
                given = None  # it was handed over
            if should_stop():
                child.kill()
                return None
    if child.returncode:
        last = trouble.decode(errors="replace").strip().splitlines()[-1:]
        raise ExecutionError(f"describing a network failed: {''.join(last) or child.returncode}")
    found: list[Json] = json.loads(written)
    return found


def main() -> None:
    """Read topologies from standard input, and write their descriptions to standard output."""
    from arrangements.structure.description import describe  # loads igraph, which takes a while

    die_with_parent(int(sys.argv[1]))
    specs = [parse(topology, UNLIMITED) for topology in json.load(sys.stdin)]
    json.dump([describe(build(spec, UNLIMITED), complete(spec)) for spec in specs], sys.stdout)


if __name__ == "__main__":
    main()
