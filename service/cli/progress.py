"""How work that goes on is shown on a terminal; elsewhere nothing is shown."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from shutil import get_terminal_size
from typing import Any, Protocol, Self, cast

from alphacut.arrangements.missing import installed
from alphacut.arrangements.numbers import read_rational, read_tolerance
from alphacut.arrangements.words import printable
from alphacut.jobs.progress import Phase
from alphacut.service.text.results import percent

_LONG = 9  # characters of an exact number, before it is shown rounded
_DIGITS = 40  # of a number that a service tells, at most


class ProgressLine:
    """One line on standard error: points solved, bounds, time.

    Parameters
    ----------
    name
        What is being worked on.
    quiet
        Show nothing even on a terminal.
    """

    def __init__(self, name: str, *, quiet: bool = False) -> None:
        shown = not quiet and sys.stderr.isatty()
        made = _bar if installed("rich") else _PlainBar
        self._progress: Bar | None = made() if shown else None
        if self._progress is not None:
            self._task = self._progress.add_task(name, total=None, words="")

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """Show where the work stands, as `jobs.progress` or a service writes it."""
        if self._progress is None:
            return
        points = snapshot["points"]
        self._update(points["solved"], points["solved"] + points["open"], snapshot_words(snapshot))

    def show_sums(self, sums: Mapping[str, Any]) -> None:
        """Show where a batch stands, as a service adds its progress up."""
        jobs = sums["jobs"]
        total = sum(jobs.values())
        self._update(total - jobs["queued"] - jobs["running"], total, sums_words(sums))

    def _update(self, completed: int, total: int, words: str) -> None:
        if self._progress is not None:
            self._progress.update(self._task, completed=completed, total=total or None, words=words)

    def __enter__(self) -> Self:
        if self._progress is not None:
            self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._progress is not None:
            self._progress.stop()


class Bar(Protocol):
    """A line on a terminal that is written again and again, and is gone in the end."""

    def add_task(self, description: str, *, total: int | None, words: str) -> Any: ...
    def update(self, task: Any, *, completed: int, total: int | None, words: str) -> None: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...


class _PlainBar:
    """The same in words alone, without a package that draws (rich)."""

    def __init__(self) -> None:
        self._name, self._written = "", 0

    def add_task(self, description: str, *, total: int | None, words: str) -> None:  # noqa: ARG002
        self._name = printable(description)

    def update(self, task: None, *, completed: int, total: int | None, words: str) -> None:  # noqa: ARG002
        self._write(f"{self._name}: {printable(words)}"[: get_terminal_size().columns - 1])

    def start(self) -> None:
        self._write(self._name)

    def stop(self) -> None:
        self._write("")

    def _write(self, line: str) -> None:
        rubbed = " " * max(0, self._written - len(line))
        sys.stderr.write(f"\r{line}{rubbed}" + ("" if line else "\r"))
        sys.stderr.flush()
        self._written = len(line)


def _bar() -> Bar:
    """Return a line that goes again at its end."""
    from rich.console import Console  # here, for most runs show none
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    bar: Any = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=8),
        TextColumn("{task.fields[words]}", markup=False),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    return cast("Bar", bar)


def snapshot_words(snapshot: Mapping[str, Any]) -> str:
    """Say where the work stands, in some words."""
    points = snapshot["points"]
    if snapshot["phase"] == Phase.WORKING.value:
        return f"{points['solved']} of {points['solved'] + points['open']} steps done"
    if snapshot["alpha"] is None or snapshot["incumbent"] is None:
        return str(snapshot["phase"])
    where = f"α={snapshot['alpha']}:"
    bounds = f"{_short(snapshot['bound'])} ≤ B ≤ {_short(snapshot['incumbent'])}"
    proven = f"{points['solved']}/{points['solved'] + points['open']} proven"
    return f"{where} {bounds}, {proven}, gap {percent(read_tolerance(snapshot['gap']))}"


def sums_words(sums: Mapping[str, Any]) -> str:
    """Say where a batch stands, in some words."""
    counts = [f"{count} {state}" for state, count in sums["jobs"].items() if count]
    points = sums["points"]
    proven = f"{points['solved']}/{points['solved'] + points['open']} points proven"
    return ", ".join([*counts, proven])


def _short(written: str | None) -> str:
    if written is None:
        return "?"
    return (
        written if len(written) <= _LONG else f"{float(read_rational(written, digits=_DIGITS)):.4g}"
    )
