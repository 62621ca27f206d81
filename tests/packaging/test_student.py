"""A student's day: pip install in an empty environment, the notebook, a typed script."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.docs.test_notebook import images, page, words
from tests.packaging.test_wheel import OFFLINE, PIP, ROOT, files

SCRIPT = ROOT / "tests" / "library" / "typed_script.py"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel, all that it asks pip for, and Jupyter's runner."""
    folder = tmp_path_factory.mktemp("student")
    tree = folder / "source"
    for file in [*files(), Path("pyproject.toml"), Path("README.md"), Path("LICENSE")]:
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    build = (*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", folder, tree)
    subprocess.run(build, check=True)
    (built,) = folder.glob("alphacut-*.whl")
    home = folder / "environment"
    venv.create(home, with_pip=True)
    wanted = (f"{built}[plot]", "nbclient", "ipykernel")
    subprocess.run([home / "bin/pip", "install", "--quiet", *wanted], check=True)
    return home


@pytest.mark.slow
def test_from_pip_install_to_the_figure(environment: Path, tmp_path: Path) -> None:
    notebook = tmp_path / "my-graph.ipynb"
    shutil.copy(ROOT / "docs" / "my-graph.ipynb", notebook)
    run: list[str | Path] = [environment / "bin/jupyter-execute", "--inplace", notebook]
    subprocess.run(run, check=True, cwd=tmp_path, timeout=900)
    done = page(notebook)
    stored = page(ROOT / "docs" / "my-graph.ipynb")
    assert [words(cell) for cell in done.cells] == [words(cell) for cell in stored.cells]
    assert sum(len(images(cell)) for cell in done.cells) == 3


@pytest.mark.slow
def test_a_typed_script_passes_mypy_strict(environment: Path, tmp_path: Path) -> None:
    """As its author would check it: against the installed package, with no settings of ours."""
    script = tmp_path / "script.py"
    shutil.copy(SCRIPT, script)
    mypy = (sys.executable, "-m", "mypy", "--strict", "--python-executable",
            environment / "bin/python", "--config-file", "", script)  # fmt: skip
    run = subprocess.run(mypy, capture_output=True, text=True, cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    script.write_text(script.read_text().replace("gap=", "gpa="))
    assert "gpa" in subprocess.run(mypy, capture_output=True, text=True, cwd=tmp_path).stdout
