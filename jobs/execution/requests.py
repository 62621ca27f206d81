"""What a warm process is asked, and answers; see `fork_server`."""

from __future__ import annotations

FORK = b"fork"  # comes with two descriptors for the child; answered by a process id
REAP = b"reap"  # with the process id of a child that has ended; answered by its exit code
FAILED = b"failed"  # the answer where that could not be done
LONGEST = 64  # bytes of a message
