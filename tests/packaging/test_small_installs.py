"""What is not installed is not needed: the verifier alone, the base without its extras."""

import json
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from alphacut.arrangements.missing import BASE, EXTRAS
from benchmarks.install_sizes import MEGABYTE, size_of

ROOT = Path(__file__).parents[2]
NAMES = {"flint": "python-flint"}  # of distributions that are called otherwise
VERIFIER = ("numpy", "networkx", "click", "pydantic")
SPEC = "dragonfly:a=2,h=1,arrangement=relative"
REFUSED = [
    (["serve"], "pydantic_settings", "server"),
    (["keys", "list"], "sqlalchemy", "server"),
    (["submit", SPEC], "httpx", "client"),
    (["curve", SPEC, "--plot", "curve.svg"], "matplotlib", "plot"),
]


def with_all_it_needs(name: str) -> set[str]:
    """A distribution, and those that it requires itself."""
    found, waiting = set[str](), [name]
    while waiting:
        each = waiting.pop().lower()
        if each not in found:
            found.add(each)
            required = [Requirement(text) for text in metadata.requires(each) or ()]
            waiting += [r.name for r in required if r.marker is None or r.marker.evaluate()]
    return found


def environment(home: Path, required: Sequence[str]) -> Path:
    """Make an environment that holds alphacut and some packages, and nothing else."""
    venv.create(home, with_pip=False, symlinks=True)
    (site,) = home.glob("lib/python*/site-packages")
    here = Path(sysconfig.get_path("purelib"))
    for name in set.union(*map(with_all_it_needs, required)):
        tops = {file.parts[0] for file in metadata.files(name) or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            (site / top).symlink_to(here / top)
    shutil.copytree(ROOT / "service" / "top", site / "alphacut")
    for folder in ("arrangements", "jobs", "service", "solver"):
        (site / "alphacut" / folder).symlink_to(ROOT / folder)
    return home / "bin" / "python"


@pytest.fixture(scope="module")
def verifier(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that holds alphacut and the four packages, and nothing else."""
    return environment(tmp_path_factory.mktemp("home") / "environment", VERIFIER)


def run(python: Path, *arguments: str, at: Path) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-c", "from alphacut.service.cli.main import main; main()", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=at)


def test_the_verifier_needs_four_packages(verifier: Path, tmp_path: Path) -> None:
    curve = tmp_path / "curve.json"
    made = run(Path(sys.executable), "curve", SPEC, "--quiet", "--out", str(curve), at=tmp_path)
    assert made.returncode == 0, made.stderr
    told = run(verifier, "verify", str(curve), at=tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines()[-1].endswith("exact")
    document = json.loads(curve.read_text("utf-8"))
    document["segments"][0]["intercept"] -= 1
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(document))
    assert run(verifier, "verify", str(forged), at=tmp_path).returncode == 1


@pytest.mark.parametrize(("arguments", "package", "extra"), REFUSED)
def test_a_command_whose_extra_is_missing_says_what_to_install(
    verifier: Path, tmp_path: Path, arguments: list[str], package: str, extra: str
) -> None:
    told = run(verifier, *arguments, at=tmp_path)
    assert told.returncode == 1
    hint = f"this needs {package}, which is not installed: pip install 'alphacut[{extra}]'"
    assert told.stderr == f"alphacut: {hint}\n"


LIBRARY = """
import sys
sys.modules["httpx"] = None  # as if it were not installed
import alphacut
print(alphacut.bisection("torus:sides=4").value)
try:
    alphacut.Service
except ModuleNotFoundError as error:
    print(error)
"""


def test_the_library_needs_no_client() -> None:
    told = subprocess.run(
        [sys.executable, "-c", LIBRARY], capture_output=True, text=True, check=True
    )
    value, hint = told.stdout.splitlines()
    assert value == "2"
    assert hint == "this needs httpx, which is not installed: pip install 'alphacut[client]'"


PICTURES = """
import sys
sys.modules["matplotlib"] = None  # as if it were not installed
import alphacut
curve = alphacut.curve("torus:sides=4")
found = alphacut.bisection("torus:sides=4")
assert found._repr_svg_().startswith("<svg")
for picture in (curve.plot, curve._repr_svg_, found.plot):
    try:
        picture()
    except ModuleNotFoundError as error:
        print(error)
for result in (curve, found):
    try:
        result.draw("picture.svg")
    except ModuleNotFoundError as error:
        print(error)
"""


def test_pictures_of_the_library_name_their_extra(tmp_path: Path) -> None:
    told = subprocess.run(
        [sys.executable, "-c", PICTURES], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    hint = "this needs matplotlib, which is not installed: pip install 'alphacut[plot]'"
    assert told.stdout.splitlines() == [hint] * 5


OPTIONAL = tuple(name for name in EXTRAS if name != "starlette")
BASE_ALONE = f"""
import sys
from importlib.abc import MetaPathFinder

class Absent(MetaPathFinder):  # as if none of these were installed
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {(*OPTIONAL, "llvmlite", "pandas")!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name.partition(".")[0])

sys.meta_path.insert(0, Absent())
from alphacut.service.cli.main import main
main()
"""


def run_base(*arguments: str, at: Path) -> subprocess.CompletedProcess[str]:
    """Run the command with the packages of the base alone."""
    command = [sys.executable, "-c", BASE_ALONE, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=at)


def test_the_base_solves_verifies_and_reads(tmp_path: Path) -> None:
    for arguments in (
        ("curve", "dragonfly:a=4,h=2,arrangement=relative", "--quiet", "--out", "curve.json"),
        ("point", "torus:sides=6x6", "--alpha", "1", "--quiet", "--out", "point.json"),
        ("verify", "curve.json"),
        ("verify", "point.json"),
        ("links", "torus:sides=4x4", "--format", "graphml"),
        ("point", "torus.graphml", "--alpha", "1", "--quiet", "--out", "read.json"),
        ("describe", SPEC),
    ):
        told = run_base(*arguments, at=tmp_path)
        assert told.returncode == 0, (arguments, told.stderr)
        if arguments[0] == "links":
            (tmp_path / "torus.graphml").write_text(told.stdout, "utf-8")
    found = {name: json.loads((tmp_path / name).read_text("utf-8")) for name in
             ("curve.json", "point.json", "read.json")}  # fmt: skip
    assert [found["point.json"]["point"]["value"], found["read.json"]["point"]["value"]] == [
        "12", "8"
    ]  # fmt: skip
    assert {each["status"] for each in found.values()} == {"exact"}


@pytest.mark.parametrize(
    ("arguments", "package", "extra"),
    [
        (["point", SPEC, "--alpha", "1", "--engine", "cpsat"], "ortools", "cpsat"),
        (["point", SPEC, "--alpha", "1", "--engine", "ilp"], "pulp", "ilp"),
        (["throughput", SPEC, "--traffic", "uniform", "--alpha", "1"], "flint", "throughput"),
        (["place", SPEC, "--grid", "2x3"], "numba", "placement"),
        (["route", SPEC, "--mechanism", "minimal"], "numba", "routing"),
        (["conjecture", "helix", "--h", "2", "--a-max", "4"], "numba", "compiled"),
    ],
)
def test_the_base_names_the_extra_that_is_missing(
    tmp_path: Path, arguments: list[str], package: str, extra: str
) -> None:
    told = run_base(*arguments, at=tmp_path)
    assert told.returncode != 0
    hint = f"this needs {package}, which is not installed: pip install 'alphacut[{extra}]'"
    assert told.stderr.splitlines()[-1].endswith(hint)


def base_requirements() -> list[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [Requirement(text).name for text in project["dependencies"]]


def test_the_base_is_small() -> None:
    names = set.union(*map(with_all_it_needs, base_requirements()))
    own = sum(
        file.stat().st_size
        for folder in ("arrangements", "jobs", "service", "solver")
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    )
    assert len(names) + 1 <= 15  # with alphacut
    assert sum(map(size_of, names)) + own <= 250 * MEGABYTE


@pytest.mark.slow
def test_an_environment_of_the_base_alone_solves_and_verifies(tmp_path: Path) -> None:
    python = environment(tmp_path / "environment", base_requirements())
    for arguments in (
        ("curve", "dragonfly:a=6,h=2,arrangement=helix", "--quiet", "--time-limit", "20",
         "--out", "curve.json"),
        ("point", "dragonfly:a=6,h=3,arrangement=helix", "--alpha", "1", "--quiet",
         "--out", "point.json"),
        ("verify", "curve.json"),
        ("verify", "point.json"),
    ):  # fmt: skip
        told = run(python, *arguments, at=tmp_path)
        bounded = "curve" in "".join(arguments)
        assert told.returncode in ((0, 3) if bounded else (0,)), (arguments, told.stderr)
    document = json.loads((tmp_path / "point.json").read_text("utf-8"))
    assert (document["status"], document["point"]["value"]) == ("exact", "90")


def test_what_the_base_does_without_is_told_where_it_matters(tmp_path: Path) -> None:
    quick = run_base("point", SPEC, "--alpha", "1", "--out", "quick.json", at=tmp_path)
    assert "pip install" not in quick.stderr
    passes = "jellyfish:switches=110,degree=3,seed=1"  # for which no loop is compiled
    passed = run_base("point", passes, "--alpha", "1", "--out", "quick.json", at=tmp_path)
    assert "loops were interpreted" not in passed.stderr, passed.stderr
    spec = "jellyfish:switches=152,degree=3,seed=1"  # more than passes are enough for
    large = run_base("point", spec, "--alpha", "1", "--out", "large.json", at=tmp_path)
    assert "loops were interpreted" in large.stderr, large.stderr
    document = json.loads((tmp_path / "large.json").read_text("utf-8"))
    (told,) = document["provenance"]["missing"]
    assert told.endswith("pip install 'alphacut[compiled]'")


def test_the_hints_are_those_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for module, extra in EXTRAS.items():
        if module != "starlette":  # which FastAPI brings
            listed = {Requirement(text).name for text in project["optional-dependencies"][extra]}
            assert NAMES.get(module, module).replace("_", "-") in listed
    base = {Requirement(text).name for text in project["dependencies"]}
    assert base >= BASE
