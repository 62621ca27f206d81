"""The wheel holds every file under one name, and works beside packages that are called like ours.

A development install reads the work tree: it hides a file that the build leaves out, and
shows the folders at the top under the names that other packages have as well.
"""

import json
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("arrangements", "solver", "jobs", "service")
TOP = Path("service/top")  # what `import alphacut` gives
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
OFFLINE = ("--no-deps", "--no-index", "--quiet")


def files() -> Iterator[Path]:
    """Every file of our packages, from the top of the tree."""
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file.relative_to(ROOT)


def place(file: Path) -> Path:
    """Return where a file is installed."""
    return Path("alphacut") / (file.relative_to(TOP) if TOP in file.parents else file)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel, from a copy of what the build reads, for it writes beside that."""
    folder = tmp_path_factory.mktemp("build")
    tree = folder / "source"
    for file in [*files(), Path("pyproject.toml"), Path("README.md"), Path("LICENSE")]:
        (tree / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tree / file)
    build = (*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", folder, tree)
    subprocess.run(build, check=True)
    (built,) = folder.glob("alphacut-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel where packages that are called like our folders are as well."""
    home = tmp_path_factory.mktemp("home") / "environment"
    venv.create(home, with_pip=False, symlinks=True)
    (site,) = home.glob("lib/python*/site-packages")
    for package in PACKAGES:
        (site / package).mkdir()
        (site / package / "__init__.py").write_text(f"raise RuntimeError('{package} of another')\n")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    subprocess.run([*PIP, "--python", home, "install", *OFFLINE, wheel], check=True)
    return home / "bin"


def test_packages_are_those_of_the_folders() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]
    folders = {place(file).parent for file in files() if file.name == "__init__.py"}
    assert sorted(listed["packages"]) == sorted(".".join(folder.parts) for folder in folders)


def test_wheel_holds_every_file_under_one_name(wheel: Path) -> None:
    held = set(ZipFile(wheel).namelist())
    assert {str(place(file)) for file in files()} - held == set()
    assert {name.partition("/")[0].partition("-")[0] for name in held} == {"alphacut"}
    assert {f"alphacut/{package}/py.typed" for package in PACKAGES} <= held


def test_it_works_beside_packages_of_the_same_names(installed: Path, tmp_path: Path) -> None:
    curve = tmp_path / "curve.json"
    spec = "dragonfly:a=2,h=1,arrangement=relative"

    def run(*arguments: str | Path) -> str:
        command = [installed / "alphacut", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("curve", spec, "--out", curve, "--quiet")
    assert json.loads(curve.read_text("utf-8"))["status"] == "exact"
    assert run("verify", curve).splitlines()[-1].endswith("exact")
    where = subprocess.run(
        [installed / "python", "-c", "import alphacut.jobs; print(alphacut.jobs.__file__)"],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert str(installed.parent) in where.stdout


SCRIPT = """
from alphacut.arrangements.formats.spec import read
from alphacut.service.client import Client

with Client() as client:
    reveal_type(client.curve("torus:sides=4x4"))
    reveal_type(read("torus:sides=4x4").complete())
    client.curve(7)
"""


@pytest.mark.slow
def test_who_uses_it_has_its_types(installed: Path, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    mypy = (sys.executable, "-m", "mypy", "--strict", "--no-error-summary")
    seen = subprocess.run(
        [*mypy, f"--python-executable={installed / 'python'}", f"--cache-dir={tmp_path}", script],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    told = [line.partition(": ")[2] for line in seen.stdout.splitlines()]
    assert told[:2] == [
        'note: Revealed type is "dict[str, Any]"',
        'note: Revealed type is "dict[str, Any]"',
    ]
    [wrong] = told[2:]
    assert wrong.startswith('error: Argument 1 has incompatible type "int"')
