"""The wheel holds every file of the packages, data files too.

A development install reads the work tree and hides a file that the build leaves out.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("arrangements", "solver", "jobs", "service")


@pytest.fixture
def source_tree(tmp_path: Path) -> Path:
    """A copy of what the build reads, for the build writes beside it."""
    tree = tmp_path / "source"
    ignored = shutil.ignore_patterns("__pycache__", ".*")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tree / package, ignore=ignored)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tree)
    return tree


def test_wheel_holds_every_file(source_tree: Path, tmp_path: Path) -> None:
    files = {
        str(file.relative_to(source_tree))
        for package in PACKAGES
        for file in (source_tree / package).rglob("*")
        if file.is_file()
    }
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *offline, "--wheel-dir", tmp_path, source_tree],
        check=True,
    )
    (wheel,) = tmp_path.glob("alphacut-*.whl")
    assert files - set(ZipFile(wheel).namelist()) == set()
