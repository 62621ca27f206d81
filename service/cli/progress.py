"""How work that goes on is shown on a terminal; elsewhere nothing is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from alphacut.arrangements.numbers import read_rational, read_tolerance
from alphacut.service.words.results import percent

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
        console = Console(stderr=True)
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=8),
            TextColumn("{task.fields[words]}", markup=False),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=quiet or not console.is_terminal,
        )
        self._task = self._progress.add_task(name, total=None, words="")

    def show(self, snapshot: Mapping[str, Any]) -> None:
        """Show where the work stands, as `jobs.progress` or a service writes it."""
        points = snapshot["points"]
        total = points["solved"] + points["open"]
        self._progress.update(
            self._task,
            completed=points["solved"],
            total=total or None,
            words=snapshot_words(snapshot),
        )

    def show_sums(self, sums: Mapping[str, Any]) -> None:
        """Show where a batch stands, as a service adds its progress up."""
        jobs = sums["jobs"]
        total = sum(jobs.values())
        self._progress.update(
            self._task,
            completed=total - jobs["queued"] - jobs["running"],
            total=total or None,
            words=sums_words(sums),
        )

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._progress.stop()


def snapshot_words(snapshot: Mapping[str, Any]) -> str:
    """Say where the work stands, in some words."""
    if snapshot["alpha"] is None or snapshot["incumbent"] is None:
        return str(snapshot["phase"])
    points = snapshot["points"]
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
