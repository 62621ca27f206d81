"""The conda recipe says what pyproject.toml says, and builds a package that passes its tests.

rattler-build itself builds it, with a channel on disk of the packages that are installed here: what
the recipe asks for is solved, linked into environments, and the package is built and tested there.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from rattler_build import Package, PlatformConfig, RenderConfig, Stage0Recipe, ToolConfiguration
from ruamel.yaml import YAML

from tests.packaging.conda_channel import conda, write_channel
from tests.packaging.test_small_installs import with_all_it_needs
from tests.packaging.test_wheel import files

ROOT = Path(__file__).parents[2]
RECIPE = ROOT / "conda" / "recipe.yaml"
PLATFORMS = {  # as conda calls them
    ("Linux", "x86_64"): "linux-64", ("Linux", "aarch64"): "linux-aarch64",
    ("Darwin", "x86_64"): "osx-64", ("Darwin", "arm64"): "osx-arm64",
}  # fmt: skip


def recipe() -> dict[str, Any]:
    """Read the recipe, its version written out."""
    text = RECIPE.read_text("utf-8")
    version = YAML(typ="safe").load(text)["context"]["version"]
    read: dict[str, Any] = YAML(typ="safe").load(text.replace("${{ version }}", version))
    return read


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    read: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return read


def test_it_describes_what_is_built(project: dict[str, Any]) -> None:
    told, about = recipe(), project["project"]
    assert told["package"] == {"name": about["name"], "version": about["version"]}
    assert told["source"]["path"] == f"../dist/{about['name']}-{about['version']}.tar.gz"
    assert told["build"]["noarch"] == "python"
    scripts = [f"{name} = {place}" for name, place in about["scripts"].items()]
    assert told["build"]["python"]["entry_points"] == scripts
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
    told = recipe()["requirements"]["run_constraints"]
    assert set(told) <= known
    assert told == sorted(told)


def archived(folder: Path) -> None:
    """Build the source archive where the recipe looks for it."""
    tree = folder / "source"
    for file in [*files(), Path("pyproject.toml"), Path("README.md"), Path("LICENSE")]:
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    build = "from setuptools.build_meta import build_sdist; build_sdist('../dist')"
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True)


@pytest.mark.slow
def test_it_builds_a_package_that_passes_its_tests(
    tmp_path: Path, project: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    subdir = PLATFORMS.get((platform.system(), platform.machine()))
    if subdir is None:
        pytest.skip(f"conda is not made for {platform.system()} on {platform.machine()} here")
    monkeypatch.setenv("RATTLER_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    needed = [Requirement(each).name for each in project["project"]["dependencies"]]
    wanted = {*set.union(*map(with_all_it_needs, needed)), "pip", "setuptools"}
    channel = write_channel(tmp_path / "channel", wanted, subdir)
    (tmp_path / "dist").mkdir()
    archived(tmp_path)
    shutil.copytree(ROOT / "conda", tmp_path / "conda")

    rendered = Stage0Recipe.from_file(tmp_path / "conda" / "recipe.yaml").render(
        render_config=RenderConfig(platform=PlatformConfig(target_platform=subdir))
    )
    (variant,) = rendered
    result = variant.run_build(
        tool_config=ToolConfiguration(test_strategy="skip"), channels=[channel],
        output_dir=tmp_path / "built",
    )  # fmt: skip
    (made,) = result.packages
    package = Package.from_file(made)
    told = recipe()
    assert (package.name, package.version) == ("alphacut", project["project"]["version"])
    assert (package.noarch, package.depends) == ("python", told["requirements"]["run"])
    assert package.constrains == told["requirements"]["run_constraints"]
    assert "site-packages/alphacut/service/cli/main.py" in package.files
    tests = package.run_tests(channel=[channel])
    words = ["\n".join(each.output) for each in tests]
    if not all(each.success for each in tests):
        pytest.fail("\n".join(words[-1].splitlines()[-50:]))
    assert len(tests) == len(told["tests"])
    assert "No broken requirements found" in words[0]
    assert "point.json: exact" in words[1]
