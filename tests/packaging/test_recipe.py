"""The conda recipe says what pyproject.toml says, and its script and its tests work.

conda and its channels are not asked: the script runs in an environment that holds what the recipe
requires, and nothing else, as conda-build would run it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, StrictUndefined
from packaging.requirements import Requirement
from ruamel.yaml import YAML

from tests.packaging.test_small_installs import with_all_it_needs
from tests.packaging.test_wheel import files

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "conda" / "meta.yaml"
CALLED = {  # by the names of distributions: those of conda-forge, where they differ
    "igraph": "python-igraph",
    "matplotlib": "matplotlib-base",
    "ortools": "ortools-python",
}


def recipe(python: str = "python") -> dict[str, Any]:
    """Read the recipe as conda-build does: as a template, then as YAML."""
    template = Environment(undefined=StrictUndefined, autoescape=False)
    text = template.from_string(RECIPE.read_text("utf-8")).render(PYTHON=python)
    read: dict[str, Any] = YAML(typ="safe").load(text)
    return read


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    read: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return read


def conda(text: str) -> str:
    """Write a requirement of pip as conda has it."""
    required = Requirement(text)
    bounds = ",".join(sorted(map(str, required.specifier), reverse=True))
    return f"{CALLED.get(required.name, required.name)} {bounds}"


def test_it_describes_what_is_built(project: dict[str, Any]) -> None:
    told, about = recipe(), project["project"]
    assert told["package"] == {"name": about["name"], "version": about["version"]}
    assert told["source"]["path"] == f"../dist/{about['name']}-{about['version']}.tar.gz"
    assert told["build"]["noarch"] == "python"
    scripts = [f"{name} = {place}" for name, place in about["scripts"].items()]
    assert told["build"]["entry_points"] == scripts
    assert told["about"]["summary"] == about["description"]
    assert told["about"]["license"] == about["license"]
    assert [told["about"]["license_file"]] == about["license-files"]


def test_it_requires_what_pip_requires(project: dict[str, Any]) -> None:
    told, about = recipe()["requirements"], project["project"]
    python = f"python {about['requires-python']}"
    assert told["run"] == [python, *sorted(map(conda, about["dependencies"]))]
    assert told["host"] == [python, "pip", *map(conda, project["build-system"]["requires"])]


def test_it_constrains_extras_as_pip_does(project: dict[str, Any]) -> None:
    extras = project["project"]["optional-dependencies"]
    known = {conda(each) for name, own in extras.items() if name != "dev" for each in own}
    told = recipe()["requirements"]["run_constrained"]
    assert set(told) <= known
    assert told == sorted(told)


def unpacked(folder: Path) -> Path:
    """Build the source archive, as the recipe reads it, and unpack it."""
    tree = folder / "source"
    for file in [*files(), Path("pyproject.toml"), Path("README.md"), Path("LICENSE")]:
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    build = "from setuptools.build_meta import build_sdist; build_sdist('..')"
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True)
    (archive,) = folder.glob("alphacut-*.tar.gz")
    shutil.unpack_archive(archive, folder / "unpacked")
    (found,) = (folder / "unpacked").iterdir()
    return found


def environment(home: Path, names: set[str]) -> None:
    """Make an environment that holds some of the packages that are installed here."""
    venv.create(home, with_pip=False, symlinks=True)
    (site,) = home.glob("lib/python*/site-packages")
    here = Path(sysconfig.get_path("purelib"))
    for name in names:
        tops = {file.parts[0] for file in metadata.files(name) or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            (site / top).symlink_to(here / top)


@pytest.mark.slow
def test_its_script_installs_what_its_tests_need(tmp_path: Path, project: dict[str, Any]) -> None:
    home = tmp_path / "environment"
    needed = [Requirement(each).name for each in project["project"]["dependencies"]]
    environment(home, {*set.union(*map(with_all_it_needs, needed)), "pip", "setuptools"})
    variables = {"PATH": f"{home / 'bin'}:/usr/bin:/bin", "HOME": str(tmp_path)}

    def run(command: str, at: Path) -> str:
        asked = subprocess.run(
            command, shell=True, cwd=at, env=variables, capture_output=True, text=True, check=False
        )
        assert asked.returncode == 0, asked.stderr
        return asked.stdout

    told = recipe(str(home / "bin" / "python"))
    run(told["build"]["script"], unpacked(tmp_path))
    for name in told["test"]["imports"]:
        assert str(home) in run(f"python -c 'import {name}; print({name}.__file__)'", tmp_path)
    for command in told["test"]["commands"]:
        run(command, tmp_path)
    assert json.loads((tmp_path / "point.json").read_text("utf-8"))["status"] == "exact"
