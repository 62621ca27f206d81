"""`alphacut` as a child that ends with its parent, however that one ends.

Run as `python -m alphacut.service.cli.attended PID ARGUMENTS...`: when the thread of the parent
that started it has ended (on Linux), the command is told to stop, as by SIGTERM.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from alphacut.jobs.execution.parent_death import die_with_parent
from alphacut.service.cli.main import run


def attended(arguments: Sequence[str]) -> int:
    """Run the command line until it ends, or the parent does; return its exit code."""
    parent, *command = arguments
    die_with_parent(int(parent), signal.SIGTERM)
    return run(command)


if __name__ == "__main__":
    sys.exit(attended(sys.argv[1:]))
