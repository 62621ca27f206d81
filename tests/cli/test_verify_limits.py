"""`alphacut verify` on documents that want too much: it ends, in time, and says of what."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from alphacut.service.cli.documents import Files
from alphacut.solver.common.errors import BeyondLimit, Refused
from alphacut.solver.common.limits import Limits
from tests.cli.conftest import COMMAND

Document = dict[str, Any]


def point_of(certificate: Document, topology: Document, *, side: list[int], value: int) -> Document:
    """Return an exact point at α = 1 of a network of local links."""
    links = topology["links"]
    return {
        "format": "alphacut-point/1",
        "topology": {"family": "graph", **topology},
        "switches": topology["switches"],
        "links": {"local": len(links), "global": 0},
        "balance": "switches",
        "status": "exact",
        "point": {"alpha": "1", "value": f"{value}", "lower": f"{value}", "proof": "certificate",
                  "certificate": {"format": "alphacut-certificate/1", **certificate}},
        "intercept": value,
        "slope": 0,
        "side": side,
    }  # fmt: skip


def slow(wide: int = 16) -> Document:
    """Return a true proof of a mesh, with tens of millions of partial cuts to be counted."""
    across = [[i, i + 1] for i in range(wide * wide) if (i + 1) % wide]
    down = [[i, i + wide] for i in range(wide * wide - wide)]
    sweep = {"kind": "sweep", "known": [], "order": [*range(wide * wide)], "reach": 10**9}
    mesh = {"switches": wide * wide, "links": [*across, *down]}
    return point_of(sweep, mesh, side=[*range(wide * wide // 2)], value=wide)


def with_tree(node: Document) -> Document:
    """Return a document of a path of four switches, with this for the tree of its proof."""
    tree = {"kind": "tree", "denominator": 1, "tree": node}
    path = {"switches": 4, "links": [[0, 1], [1, 2], [2, 3]]}
    return point_of(tree, path, side=[0, 1], value=1)


@pytest.fixture
def verify(alphacut: Any, tmp_path: Path) -> Callable[..., Any]:
    """Verify a document, or any text, from a file."""

    def run(document: Document | str, *options: str) -> Any:
        file = tmp_path / "curve.json"
        file.write_text(document if isinstance(document, str) else json.dumps(document))
        return alphacut("verify", file, *options)

    return run


def ended(run: Any, limit: str) -> None:
    """Check that a limit ended it, which is told with the option, and that nothing is refused."""
    assert run.returncode == 2, run.stderr
    assert f"--limit {limit}=N" in run.stderr
    assert "refused" not in run.stderr
    assert "Error" not in run.stderr
    assert run.stdout == ""
    assert len(run.stderr.splitlines()) == 1


def test_a_check_is_ended_after_its_time(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "slow.json"
    file.write_text(json.dumps(slow()))
    ended(command("verify", file, "--limit", "time=2"), "time")


def test_memory_that_nobody_foresaw_is_refused_by_the_system(command: Any, tmp_path: Path) -> None:
    file = tmp_path / "many.json"
    file.write_text('{"format": [' + "[],{}," * 2_000_000 + "0]}")
    ended(command("verify", file, "--limit", "memory=50"), "memory")


def test_what_is_foreseen_is_told_with_its_place(verify: Any) -> None:
    tables = dict.fromkeys(("diagonal", "halves", "box", "triangles"), "")
    leaf = {"semidefinite": {"objective": 1, **tables}}
    run = verify(with_tree(leaf), "--limit", "matrix=3")
    ended(run, "matrix")
    assert "α = 1" in run.stderr


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("[" * 100_000, "depth"),
        ('{"a":' * 600, "depth"),
        ('{"format": ' + "9" * 5_000 + "}", "digits"),
        ('{"format": "' + "x" * 2_000_000 + '"}', "size"),
        ('{"format": "alphacut-curve/1", "topology": {"family": "complete", "switches": 1500}}',
         "links"),
        ('{"format": "alphacut-curve/1", "topology": '
         '{"family": "graph", "switches": 999999999, "links": []}}', "switches"),
    ],
)  # fmt: skip
def test_text_that_is_too_much(verify: Any, text: str, limit: str) -> None:
    ended(verify(text, "--limit", "size=1"), limit)


def test_strings_hold_anything(verify: Any, exact: Document) -> None:
    exact["provenance"] = {"machine": "[" * 10_000 + '\\"' + "9" * 10_000}
    assert verify(exact).returncode == 0


def test_a_limit_is_raised_by_its_name(verify: Any, exact: Document) -> None:
    ended(verify(exact, "--limit", "switches=3"), "switches")
    assert verify(exact, "--limit", "switches=3", "--limit", "switches=4").returncode == 0


@pytest.mark.parametrize("written", ["time", "time=", "time=0", "time=1e9", "speed=3", "=3"])
def test_a_limit_that_is_none_is_bad_input(verify: Any, exact: Document, written: str) -> None:
    run = verify(exact, "--limit", written)
    assert run.returncode == 2
    assert "limit" in run.stderr


# ---- processes -------------------------------------------------------------------


@pytest.fixture
def checking(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Give a command that is in the middle of a long check."""
    file = tmp_path / "slow.json"
    file.write_text(json.dumps(slow()))
    command = [*COMMAND, "verify", str(file)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        while not psutil.Process(process.pid).children():
            assert process.poll() is None
            time.sleep(0.05)
        yield process
        process.kill()


def test_a_check_that_the_system_ends_is_no_refusal(checking: Any) -> None:
    [child] = psutil.Process(checking.pid).children()
    child.kill()
    _, told = checking.communicate()
    assert checking.returncode == 2
    assert "--limit memory=N" in told


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_check_ends_with_its_command(checking: Any, number: signal.Signals) -> None:
    [child] = psutil.Process(checking.pid).children()
    checking.send_signal(number)
    checking.wait()
    psutil.wait_procs([child], timeout=60)
    assert not child.is_running()


# ---- files beside a document -----------------------------------------------------


@pytest.fixture
def beside(verify: Any, exact: Document, tmp_path: Path) -> Callable[[Any], Any]:
    """Verify a document whose proof is in a file of a name."""
    proof = json.dumps(exact["points"][1]["certificate"]).encode()
    (tmp_path / "proof.json").write_bytes(proof)
    digest = hashlib.sha256(proof).hexdigest()

    def run(name: Any) -> Any:
        exact["points"][1]["certificate"] = {"file": name, "sha256": digest}
        return verify(exact)

    return run


def fifo(folder: Path) -> str:
    os.mkfifo(folder / "pipe")
    return "pipe"


def folder(folder: Path) -> str:
    (folder / "folder").mkdir()
    return "folder"


def link_out(folder: Path) -> str:
    other = folder / "elsewhere"
    other.mkdir()
    (other / "proof.json").write_bytes((folder / "proof.json").read_bytes())
    (folder / "link").symlink_to(other / "proof.json")
    return "link"


def link_to_device(folder: Path) -> str:
    (folder / "zero").symlink_to("/dev/zero")
    return "zero"


def circle(folder: Path) -> str:
    (folder / "circle").symlink_to("circle")
    return "circle"


def not_json(folder: Path) -> str:
    (folder / "text").write_text("no JSON")
    return "text"


@pytest.mark.parametrize("make", [fifo, folder, link_out, link_to_device, circle, not_json])
def test_what_is_no_certificate_file_is_refused(
    beside: Any, tmp_path: Path, make: Callable[[Path], str]
) -> None:
    run = beside(make(tmp_path))
    assert run.returncode == 1, run.stderr
    assert "refused: α = 4/3: certificate file" in run.stderr


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../proof.json", "/dev/stdin", "a\0b", "\ud800", "x" * 300, "\x1b[31m", None, 7,
     [], {"a": "b"}],
)  # fmt: skip
def test_what_is_no_name_of_a_file_is_refused(beside: Any, name: Any) -> None:
    run = beside(name)
    assert run.returncode == 1, run.stderr
    assert "certificate file" in run.stderr
    assert run.stderr.strip().isprintable()
    assert len(run.stderr) < 1_000


def test_a_link_within_the_folder_is_followed(beside: Any, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("proof.json")
    assert beside("link").returncode == 0


def test_a_file_is_read_once_however_often_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "proof.json"
    file.write_text("[1]")
    named = {"file": "proof.json", "sha256": hashlib.sha256(b"[1]").hexdigest()}
    files = Files(tmp_path / "curve.json")
    found = files.certificate(named)
    file.unlink()
    assert files.certificate(named) is found
    with pytest.raises(Refused, match="SHA-256"):
        files.certificate({**named, "sha256": "0" * 64})


def test_files_count_together(tmp_path: Path) -> None:
    content = b'"' + b"x" * 600_000 + b'"'
    for name in ("one", "two"):
        (tmp_path / name).write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    files = Files(tmp_path / "curve.json", Limits(size=1))
    files.certificate({"file": "one", "sha256": digest})
    with pytest.raises(BeyondLimit, match='certificate file "two"'):
        files.certificate({"file": "two", "sha256": digest})
