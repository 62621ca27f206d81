"""A check as the command sees it: a process that answers in time, or is ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Self

from alphacut.service.cli.exits import BAD_INPUT
from alphacut.solver.common.errors import BeyondLimit, DocumentError
from alphacut.solver.common.limits import Limits


@dataclass(frozen=True, kw_only=True)
class Request:
    """A document that is to be checked."""

    path: Path
    limits: Limits
    plain: bool = False  # whether all bisections are counted again; see `verify.plain`

    def written(self) -> str:
        """Write it for the command line."""
        return json.dumps({**asdict(self), "path": os.fspath(self.path)})

    @classmethod
    def read(cls, written: str) -> Self:
        """Read what `written` wrote."""
        found = json.loads(written)
        limits = Limits(**found["limits"])
        return cls(path=Path(found["path"]), limits=limits, plain=found["plain"])


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came of a check."""

    code: int  # of `alphacut verify`
    words: Sequence[str]  # what was checked and then its status, or what is wrong

    @classmethod
    def beyond(cls, error: BeyondLimit) -> Self:
        """Return that of a check that would take more than is allowed."""
        return cls(code=BAD_INPUT, words=(f"{error}; --limit {error.limit}=N allows more",))

    @classmethod
    def out_of_memory(cls, limits: Limits) -> Self:
        """Return that of one that took more, though nobody had foreseen it."""
        problem = f"the check takes more than the {limits.memory:,} MB of memory allowed"
        return cls.beyond(BeyondLimit("memory", problem))


def opened(path: Path) -> IO[bytes]:
    """Open a document, which may be a pipe.

    Raises
    ------
    DocumentError
        If it cannot be opened.
    """
    try:
        return path.open("rb")
    except (OSError, ValueError) as error:  # a name with a NUL is no name
        why = error.strerror if isinstance(error, OSError) else "this is not the name of a file"
        raise DocumentError(f"{path}: cannot be read: {why}") from error


def checked(request: Request, file: IO[bytes]) -> Outcome:
    """Have a document checked by a process of its own, which is ended after its time."""
    with subprocess.Popen(
        [
            sys.executable,
            "-P",
            "-m",
            "alphacut.service.cli.checker",
            str(os.getpid()),
            request.written(),
        ],
        stdin=file,
        stdout=subprocess.PIPE,
    ) as child:
        try:
            answer, _ = child.communicate(timeout=request.limits.time)
        except subprocess.TimeoutExpired:
            problem = f"the check takes more than the {request.limits.time:,} seconds allowed"
            return Outcome.beyond(BeyondLimit("time", problem))
        finally:
            child.kill()
    if not answer:  # the system ends who takes too much, and so do libraries in need of memory
        return Outcome.out_of_memory(request.limits)
    return Outcome(**json.loads(answer))
