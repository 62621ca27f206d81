"""What a check of a conjecture has found so far: shown, saved, and gone on from."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import click

from alphacut.arrangements.structure.conjecture.lanes import Lane
from alphacut.jobs.provenance import version
from alphacut.service.cli.exits import BAD_INPUT, Failure
from alphacut.service.cli.files import document_text, write_file
from alphacut.service.cli.stopping import Stop

FORMAT = "alphacut-conjecture/1"
SAVE = 5.0  # seconds between two savings of the file


class Keeper:
    """Shows how far the work is, and saves it; hears Ctrl-C."""

    def __init__(
        self,
        arrangement: str,
        stored: Mapping[Any, Lane],
        out: Path | None,
        started: str,
        quiet: bool,
    ) -> None:
        self.stop = Stop()
        self._arrangement = arrangement
        self._stored = stored
        self._out = out
        self._started = started
        self._shown = not quiet and sys.stderr.isatty()
        self._saved = time.monotonic()

    def __call__(self, state: Sequence[Lane]) -> bool:
        if self._shown:
            far = ", ".join(f"h={lane.h}{lane.sign[:1]}: {lane.last}" for lane in state)
            click.echo(f"\r\x1b[K{self._arrangement} up to a of {far}"[:200], err=True, nl=False)
        if self._out is not None and time.monotonic() > self._saved + SAVE:
            write_file(self._out, document_text(self.document(state)))
            self._saved = time.monotonic()
        return not self.stop.asked

    def document(self, state: Sequence[Lane]) -> dict[str, Any]:
        """Write down all that is known, of earlier runs as well."""
        if self._shown:
            click.echo("\r\x1b[K", err=True, nl=False)
        known = {**self._stored, **{lane.key: lane for lane in state}}
        return {
            "format": FORMAT,
            "arrangement": self._arrangement,
            "claim": "a single globally connected component",
            "lanes": [known[key].as_json() for key in sorted(known)],
            "provenance": {"version": version(), "started": self._started, **_machine()},
        }


def _machine() -> dict[str, Any]:
    return {
        "machine": {
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
        },
        "numba": metadata.version("numba"),
    }


def read_earlier(path: Path | None, arrangement: str) -> tuple[dict[Any, Lane], str]:
    """Read what an earlier run found, and when the first one began."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    if path is None or not path.exists():
        return {}, now
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
        if (written["format"], written["arrangement"]) != (FORMAT, arrangement):
            raise ValueError(f"holds {written['format']} for {written['arrangement']}")
        found = [Lane.from_json(arrangement, lane) for lane in written["lanes"]]
        return {lane.key: lane for lane in found}, written["provenance"]["started"]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Failure(
            f"--out: {path} exists, but is not a result for {arrangement} that can be "
            f"continued ({error}); choose another file",
            BAD_INPUT,
        ) from error
