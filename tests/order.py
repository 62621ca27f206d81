"""In which order the files of tests run, so that no core is idle at the end.

Workers take one file after another. What takes long comes first, or one of them would
still be at it when all others have ended; and files that mostly wait for processes take turns
with files that compute.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

LONG = (
    "acceptance",
    "solver/bisection/bounds",
    "page",
    "conformance",
    "benchmarks",
    "cli",
    "service",
    "solver/bisection",
    "jobs",
)


def longest_first(items: list[pytest.Item], root: Path) -> None:
    """Put the files of long folders first, in proportion to how many each has, in place."""
    files: defaultdict[str, dict[Path, None]] = defaultdict(dict)
    for item in items:
        files[_folder(item.path, root)][item.path] = None
    place = {
        file: (folder == "", (number + 0.5) / len(found))
        for folder, found in files.items()
        for number, file in enumerate(found)
    }
    items.sort(key=lambda item: place[item.path])  # and within a file as before


def _folder(file: Path, root: Path) -> str:
    """Return the long folder that a file is in, or ""."""
    within = file.relative_to(root).as_posix()
    return next((folder for folder in LONG if within.startswith(f"{folder}/")), "")
