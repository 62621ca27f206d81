"""The verifier is a distribution of its own, of Python's standard library alone."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[2] / "verifier"
FILES = sorted((ROOT / "alphacut_verify").rglob("*.py"))


def modules(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(str(node.module).partition(".")[0])
    return found


def test_it_imports_itself_and_the_standard_library() -> None:
    imported = set[str]().union(*map(modules, FILES))
    assert "alphacut_verify" in imported
    assert imported - {"alphacut_verify"} <= sys.stdlib_module_names


def test_it_computes_without_floating_point() -> None:
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            assert not (isinstance(node, ast.Constant) and type(node.value) is float), file.name
            assert not (isinstance(node, ast.Name) and node.id == "float"), file.name


def test_the_wheel_holds_every_file_and_needs_nothing(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns("__pycache__", "build"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    flags = ["--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(tmp_path)]
    subprocess.run([*pip, *flags, str(source)], check=True)
    (wheel,) = tmp_path.glob("alphacut_verify-*.whl")
    with ZipFile(wheel) as opened:
        names = opened.namelist()
        (metadata,) = [name for name in names if name.endswith("METADATA")]
        assert "Requires-Dist" not in opened.read(metadata).decode()
    assert {str(file.relative_to(ROOT)) for file in FILES} <= set(names)
    assert "alphacut_verify/py.typed" in names


def test_the_command_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["dependencies"] == []
    assert project["scripts"] == {"alphacut-verify": "alphacut_verify.cli:main"}
