"""What an earlier revision and this one make of the same questions, one after the other.

Run as `python -m benchmarks.regressions --before REVISION`. The revision is checked out beside this
one and run by the same Python. Both are asked on the command line, as a user would ask: for the
published curves, and for α = 1 of large dragonflies. It fails where a value is worse or less is
proven than before.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import click

from benchmarks.measurements import Measurements
from benchmarks.networks import published, short_name
from benchmarks.one_core import run
from benchmarks.provenance import provenance, this_command

ROOT = Path(__file__).parents[1]
RESULTS = Path(__file__).parent / "results" / "regressions.json"
FORMAT = "alphacut-benchmark-regressions/1"
POINTS = ((8, 4, "relative"), (8, 4, "helix"), (10, 5, "relative"), (10, 5, "helix"), (16, 8, "relative"))  # fmt: skip  # noqa: E501
LARGE = (  # curves that take up to an hour, with the gap that is enough
    (6, 3, "relative", "0"), (6, 3, "helix", "0"), (6, 3, "absolute", "0.01"),
    (6, 3, "nautilus", "0.01"), (8, 4, "relative", "0.02"), (8, 4, "helix", "0.02"),
    (8, 4, "circulant", "0.03"),
)  # fmt: skip
PACKAGES = ("arrangements", "jobs", "service", "solver")
RUN = "import sys; from alphacut.service.cli.main import main; sys.exit(main())"
RANKS = ("bounded", "formula", "closed", "exact")


@dataclass(frozen=True, kw_only=True)
class Command:
    """One question, as the command line takes it."""

    name: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Told:
    """What came of a question."""

    status: str  # of the document, or "failed"
    value: str  # of a point; of a curve, the lines of its segments
    lower: str | None  # what is proven of a point
    seconds: float  # wall time of the command
    processor: float  # seconds of the command and the processes that it started

    def worse_than(self, before: Told) -> bool:
        """Tell whether a value is worse, or less is proven."""
        if self.status == "failed" or before.status == "failed":
            return self.status == "failed"
        if self.lower is not None and before.lower is not None:
            here, there = Fraction(self.lower), Fraction(before.lower)
            return Fraction(self.value) > Fraction(before.value) or here < there
        return RANKS.index(self.status) < RANKS.index(before.status)


def questions(*, large: bool = False) -> Iterator[Command]:
    """Yield the curves in the paper's order, then the points, and the large curves if wanted."""
    for each in published():
        spec = f"dragonfly:a={each.a},h={each.h},arrangement={each.arrangement}"
        yield Command(name=f"curve {short_name(each)}", arguments=("curve", spec))
    for a, h, arrangement in POINTS:
        spec = f"dragonfly:a={a},h={h},arrangement={arrangement}"
        name = f"point p{a}{h}-{arrangement}"
        yield Command(name=name, arguments=("point", spec, "--alpha", "1"))
    for a, h, arrangement, gap in LARGE if large else ():
        spec = f"dragonfly:a={a},h={h},arrangement={arrangement}"
        name = f"large curve p{a}{h}-{arrangement}, gap {gap}"
        yield Command(name=name, arguments=("curve", spec, "--gap", gap))


@contextmanager
def checked_out(revision: str) -> Iterator[Path]:
    """Give a folder with the files of a revision, as long as they are needed."""
    with tempfile.TemporaryDirectory() as beside:
        tree = Path(beside) / "tree"
        git = ("git", "-C", str(ROOT), "worktree")
        subprocess.run([*git, "add", "--quiet", "--detach", str(tree), revision], check=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)


@contextmanager
def importable(tree: Path) -> Iterator[Path]:
    """Give a folder from which the packages of a tree are imported under their one name."""
    with tempfile.TemporaryDirectory() as path:
        package = Path(path) / "alphacut"
        package.mkdir()
        (package / "__init__.py").symlink_to(tree / "service" / "top" / "__init__.py")
        for name in PACKAGES:
            (package / name).symlink_to(tree / name)
        yield Path(path)


def ask(question: Command, path: Path, seconds: float) -> dict[str, Any]:
    """Ask a question of the packages in a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "out.json"
        limit = ("--time-limit", f"{seconds:g}", "--quiet", "--out", str(out))
        command = [sys.executable, "-c", RUN, *question.arguments, *limit]
        spent = run(command, path=path)
        document = json.loads(out.read_text("utf-8")) if out.exists() else {}
    return {**_told(document), **spent}


def _told(document: dict[str, Any]) -> dict[str, Any]:
    if not document:
        return {"status": "failed", "value": "", "lower": None}
    if "segments" in document:
        lines = [f"{each['intercept']}+{each['slope']}α" for each in document["segments"]]
        return {"status": document["status"], "value": " ".join(lines), "lower": None}
    point = document["point"]
    return {"status": document["status"], "value": point["value"], "lower": point["lower"]}


@click.command
@click.option("--before", required=True, metavar="REVISION", help="What this one is set beside.")
@click.option("--only", default="", metavar="TEXT", help="Questions with this in their names.")
@click.option(
    "--seconds", type=click.FloatRange(min=1), default=300.0, show_default=True, metavar="S",
    help="Wall time for each question.",
)  # fmt: skip
@click.option("--large", is_flag=True, help="Ask for (p,6,3) and (p,8,4) as well: takes hours.")
@click.option("--out", type=click.Path(path_type=Path), default=RESULTS, help="File of results.")
def main(before: str, only: str, seconds: float, large: bool, out: Path) -> int:
    """Ask both revisions, and print a table of value, status, wall time and processor time."""
    about = {**provenance(this_command("regressions"))}
    done = Measurements(out, format=FORMAT, about={**about, "before": before, "limit": seconds})
    lost = []
    with checked_out(before) as old, importable(old) as earlier, importable(ROOT) as now:
        for each in questions(large=large):
            if only not in each.name:
                continue
            pair = [
                Told(**done.once(part, each.name, partial(ask, each, path, seconds)))
                for part, path in (("before", earlier), ("after", now))
            ]
            click.echo(row(each.name, *pair))
            lost += [each.name] if pair[1].worse_than(pair[0]) else []
    if not only:
        done.finish()
    click.echo("lost: " + (", ".join(lost) or "none"))
    return 1 if lost else 0


def row(name: str, before: Told, after: Told) -> str:
    """Write a line of the table."""
    same = "the same" if before.value == after.value else f"{before.value} → {after.value}"
    value = same if after.lower is None else f"{_range(before)} → {_range(after)}"
    times = " | ".join(f"{each.seconds} s ({each.processor} s)" for each in (before, after))
    return f"| {name} | {value} | {before.status} → {after.status} | {times} |"


def _range(told: Told) -> str:
    return told.value if told.status == "exact" else f"{told.lower}..{told.value}"


if __name__ == "__main__":
    sys.exit(main(standalone_mode=False))
