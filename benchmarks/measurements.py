"""Measurements that are written as they are made, so that a run that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


class Measurements:
    """What has been measured so far, in a file if there is one.

    A file whose run had come to its end is begun anew.

    Parameters
    ----------
    about
        What the file says of this run: its format and where it runs. Of a run that
        goes on, the beginnings of all its parts are kept.
    """

    def __init__(self, file: Path | None, *, format: str, about: Mapping[str, Any]) -> None:  # noqa: A002
        self._file = file
        found = json.loads(file.read_text("utf-8")) if file and file.exists() else {}
        resumed = found.get("format") == format and not found.get("finished")
        self.results: dict[str, Any] = found if resumed else {"format": format, "runs": []}
        self.results["runs"].append(dict(about))
        self.results["finished"] = False

    def once(self, part: str, name: str, measure: Callable[[], Any]) -> Any:
        """Return a measurement, which is made unless it was; it is a JSON value."""
        made: dict[str, Any] = self.results.setdefault(part, {})
        if name not in made:
            made[name] = measure()
            self._write()
        return made[name]

    def finish(self) -> None:
        """Say that nothing is missing."""
        self.results["finished"] = True
        self._write()

    def _write(self) -> None:
        if self._file is not None:
            text = json.dumps(self.results, ensure_ascii=False, indent=1) + "\n"
            beside = self._file.with_suffix(".tmp")
            beside.write_text(text, "utf-8")
            beside.replace(self._file)
