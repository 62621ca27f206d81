"""Documents that alphacut wrote, now and before, are accepted for what they say they are."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import networkx
import pytest

import alphacut
from alphacut.arrangements.formats import spec as specs
from alphacut.solver.bisection.balance import Balance
from alphacut.solver.bisection.bounds.semidefinite.params import OneMatrixParams
from alphacut.solver.bisection.curve import CurveProblem, trace
from alphacut.solver.bisection.document import curve_document, point_document
from alphacut.solver.bisection.engines.semidefinite import Semidefinite
from alphacut.solver.bisection.engines.sweep import Sweep
from alphacut.solver.bisection.outcome import Budget, ignore
from alphacut.solver.bisection.problem import PointProblem
from alphacut.solver.bisection.solver import Solver
from alphacut.solver.common.alpha import Alpha
from alphacut_verify import Limits, Refused, TooLarge, Unreadable, parse, verify
from benchmarks.mutations.originals import ORIGINALS

ROOT = Path(__file__).parents[2]
RELEASES = sorted((ROOT / "tests" / "data" / "releases").glob("*/bisection-*.json"))
GOLDEN = json.loads((ROOT / "tests" / "golden" / "proven_curves.json").read_text("utf-8"))
# what no compiled loop helps takes minutes there
LONG = ("classes",)
CI = [name for name in ORIGINALS if name not in LONG]
SMALL = [each for each in GOLDEN["curves"] if not each["slow"] and each["a"] * each["h"] <= 8]
Document = dict[str, Any]
Exact = Callable[[str], Document]


def without_theorem(document: Document) -> Document:
    """Leave out what the verifier does not look at."""
    return {name: value for name, value in document.items() if name != "theorem"}


@pytest.mark.parametrize(
    "name", [*CI, *(pytest.param(name, marks=pytest.mark.slow) for name in LONG)]
)
def test_every_kind_of_proof_is_accepted(exact: Exact, name: str) -> None:
    document = exact(name)
    found = verify(document)
    assert found.status == document["status"]
    points = document.get("points") or [document["point"]]
    proven = sum(point["proof"] == "certificate" for point in points)
    assert sum(found.proofs.values()) == proven + len(document.get("levels", []))


@pytest.mark.parametrize(
    ("graph", "params", "shown"),
    [
        (
            networkx.gnp_random_graph(26, 0.5, seed=1),
            OneMatrixParams(fewest=2, settled=2.0, first_larger=0, new_sums=0),
            "cliques",
        ),
        (networkx.hoffman_singleton_graph(), OneMatrixParams(), "sums"),
        (
            networkx.gnp_random_graph(16, 0.4, seed=1),
            OneMatrixParams(fewest=2, most_looks=2, new_triangles=5, new_sums=0),
            "count",
        ),
    ],
    ids=["cliques", "odd sums", "decided pairs"],
)
def test_one_matrix_over_pairs_is_accepted(
    graph: networkx.Graph, params: OneMatrixParams, shown: str
) -> None:
    switches = len(graph)
    links = [list(edge) for edge in graph.edges]
    spec = specs.parse({"family": "graph", "switches": switches, "links": links})
    network, alpha = specs.build(spec), Alpha.parse(1)
    balance = Balance.of(network)
    problem = PointProblem(network=network, balance=balance, alpha=alpha)
    found = Semidefinite(params, 100).bound(problem, Budget(), ignore)
    envelope = CurveProblem(network=network, balance=balance, low=alpha, high=alpha).start()
    document = point_document(
        envelope.absorb(replace(found, alpha=alpha)),
        topology=specs.complete(spec), network=network, balance=balance, provenance={},
    )  # fmt: skip
    written = json.dumps(document)
    assert f'"{shown}"' in written
    assert verify(json.loads(written)).status == document["status"] == "exact"
    forged = json.loads(written)
    tree = forged["point"]["certificate"]["tree"]
    if "split" in tree:
        tree["low"], tree["high"] = tree["high"], tree["low"]
    else:
        del tree["semidefinite"][shown]
    with pytest.raises(Refused):
        verify(forged)


def test_sweep_over_heavy_weights_is_accepted() -> None:
    spec = specs.parse(
        {
            "family": "graph",
            "switches": 7,
            "links": [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [6, 0], [0, 3]],
            "hosts": [999_983, 500_009, 700_001, 12, 800_011, 300_007, 450_001],
        }
    )
    network, alpha = specs.build(spec), Alpha.parse(1)
    balance = Balance.of(network, "hosts")
    problem = PointProblem(network=network, balance=balance, alpha=alpha)
    found = Sweep().bound(problem, Budget(), ignore)
    envelope = CurveProblem(network=network, balance=balance, low=alpha, high=alpha).start()
    document = point_document(
        envelope.absorb(replace(found, alpha=alpha)),
        topology=specs.complete(spec), network=network, balance=balance, provenance={},
    )  # fmt: skip
    written = json.loads(json.dumps(document))
    assert written["point"]["certificate"]["kind"] == "sweep"
    assert verify(written).status == written["status"] == "exact"


@pytest.mark.parametrize(
    "asked",
    [
        {"sizes": (3, 9)},
        {"imbalance": "20%"},
        {"imbalance": "90%"},
        {"sizes": (5, 18), "hosts": [2, 1, 3, 2, 2, 1, 4, 1, 2, 3, 1, 1]},
        {"imbalance": "10%", "hosts": [20, 1, 30, 2, 20, 1, 40, 1, 2, 30, 1, 10]},
    ],
)
def test_cuts_of_other_sizes_are_accepted(asked: Document) -> None:
    """It could not read such points at all."""
    document = alphacut.bisection("torus:sides=3x4", **asked).document
    assert verify(document).status == document["status"] == "exact"
    sizes = document["sizes"]
    least, most = sizes["least"], sizes["most"]
    off = {"least": least - 1, "most": least - 1 if most == least else most}
    for forged in (
        {name: value for name, value in document.items() if name != "sizes"},
        {**document, "sizes": {"least": least, "most": most + 1}},
        {**document, "sizes": {"least": 1, "most": 1}},
        {**document, "sizes": off, "side": document["side"][1:]},
        {**document, "point": {**document["point"], "value": "2", "lower": "2"}},
    ):
        with pytest.raises(Refused):
            verify(forged)


def test_a_partition_is_measured() -> None:
    parts = [0] * 5 + [1] * 7
    document = alphacut.bound("torus:sides=3x4", parts, imbalance="20%").document
    assert verify(document).status == "exact"
    told = document["partition"]
    for forged in (
        {**told, "intercept": told["intercept"] + 1},
        {**told, "side": [0]},
        {**document["partition"], "side": told["side"][::-1]},
    ):
        with pytest.raises(Refused):
            verify({**document, "partition": forged})


@pytest.mark.parametrize("file", RELEASES, ids=lambda file: f"{file.parent.name} {file.stem}")
def test_documents_of_earlier_releases_are_accepted(file: Path) -> None:
    document = json.loads(file.read_text("utf-8"))["document"]
    assert verify(document).status == document["status"] == "exact"


@pytest.mark.parametrize(
    "golden", SMALL, ids=lambda each: f"{each['a']} {each['h']} {each['arrangement']}"
)
@pytest.mark.slow
def test_golden_curves_are_accepted(golden: Document) -> None:
    topology = {name: golden[name] for name in ("a", "h", "arrangement", "options")}
    spec = specs.parse({"family": "dragonfly", **topology})
    network = specs.build(spec)
    balance = Balance.of(network, "switches")
    solver = Solver()
    envelope = trace(CurveProblem(network=network, balance=balance), solver.answer)
    document = curve_document(
        envelope, topology=specs.complete(spec), network=network, balance=balance, provenance={}
    )
    found = verify(json.loads(json.dumps(document)))
    assert found.status == "exact"
    lines = [[each["intercept"], each["slope"]] for each in document["segments"]]
    assert lines == golden["lines"]


def test_a_certificate_may_stand_in_a_file_with_its_hash(exact: Exact, tmp_path: Path) -> None:
    document = exact("swept")
    content = json.dumps(document["points"][0]["certificate"]).encode()
    (tmp_path / "proof.json").write_bytes(content)
    named = {"file": "proof.json", "sha256": hashlib.sha256(content).hexdigest()}
    document["points"][0]["certificate"] = named
    assert verify(document, tmp_path).status == "exact"
    document["points"][0]["certificate"] = {**named, "sha256": "0" * 64}
    with pytest.raises(Refused, match="sha256"):
        verify(document, tmp_path)
    document["points"][0]["certificate"] = {**named, "file": "../proof.json"}
    with pytest.raises(Refused, match="plain name"):
        verify(document, tmp_path)


# ---- the command, with nothing installed but Python ---------------------------------------------


def command(file: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run the command without site-packages."""
    return subprocess.run(
        [sys.executable, "-S", "-m", "alphacut_verify", str(file), *options],
        env={"PYTHONPATH": str(ROOT / "verifier"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("name", "code"), [("point", 0), ("closed", 4), ("bounded", 3)])
def test_the_exit_code_tells_the_status(exact: Exact, tmp_path: Path, name: str, code: int) -> None:
    file = tmp_path / "document.json"
    file.write_text(json.dumps(exact(name)), "utf-8")
    ended = command(file)
    assert (ended.returncode, ended.stderr) == (code, "")
    assert ended.stdout.startswith("accepted: ")


def test_what_is_false_is_refused_with_its_place(exact: Exact, tmp_path: Path) -> None:
    document = exact("point")
    document["point"]["lower"] = document["point"]["value"] = "1"
    file = tmp_path / "document.json"
    file.write_text(json.dumps(document), "utf-8")
    ended = command(file)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("REFUSED: point.value: ")


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"format": "other/1"}', "\ud800", "[" * 600])
def test_what_is_no_document_is_unreadable(tmp_path: Path, content: str) -> None:
    file = tmp_path / "document.json"
    file.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert command(file).returncode == 2


def test_a_document_of_another_kind_is_for_the_other_verifier(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    file.write_text('{"format": "alphacut-fabric/1"}', "utf-8")
    ended = command(file)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "`alphacut verify` checks others" in ended.stderr


# ---- limits -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"[" * 501 + b"]" * 501, TooLarge),
        (b'["' + b"[" * 501 + b'"]', None),
        (b"9" * 4002, TooLarge),
        (b'{"a": 1, "a": 2}', Unreadable),
        (b"NaN", Unreadable),
    ],
    ids=["deep", "brackets in a string", "long", "twice", "nan"],
)
def test_json_is_read_within_limits(content: bytes, error: type[Exception] | None) -> None:
    if error is None:
        parse(content, Limits())
    else:
        with pytest.raises(error):
            parse(content, Limits())


def test_a_file_is_measured_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    with file.open("wb") as opened:
        opened.truncate(3 << 20)
    ended = command(file, "--megabytes", "2")
    assert ended.returncode == 2
    assert "larger than 2 megabytes" in ended.stderr


def test_long_work_ends_without_a_verdict(exact: Exact) -> None:
    with pytest.raises(TooLarge):
        verify(exact("swept"), limits=Limits(work=100))
