"""The tutorials run as they are written, and print what they say."""

from __future__ import annotations

import os
import re
import shlex
import socket
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import pytest

from alphacut.service.cli.design import design

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"


def blocks(name: str, language: str) -> list[str]:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, flags=re.DOTALL)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def run(name: str, folder: Path, **replaced: str) -> subprocess.CompletedProcess[str]:
    """Run the shell's blocks of a tutorial, one after the other, in a folder of their own."""
    script = "\n".join(["set -e", *blocks(name, "sh")])
    for old, new in replaced.items():
        script = script.replace(old.removeprefix("_"), new)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env={**os.environ, "PATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def told(name: str) -> list[str]:
    """The lines that a tutorial says are written, without what stands for more of them."""
    lines = "".join(blocks(name, "text")).splitlines()
    return [" ".join(line.split()) for line in lines if "…" not in line]


def test_what_is_said_of_the_machine_that_fits(capsys: pytest.CaptureFixture[str]) -> None:
    """Its row has the words and numbers of the text, at α = 1 and at the other α named there."""
    page = " ".join((FOLDER / "choose-an-arrangement.md").read_text(encoding="utf-8").split())
    asked = shlex.split(blocks("choose-an-arrangement", "sh")[0])[2:]
    shape = re.search(r"We take (\S+): (\d+) switches, (\d+) hosts", page)
    at_one = re.search(r"Its row says \*(\w+)\*, (0\.\d+):", page)
    at_other = re.search(r"\(`(--alpha \S+)`\) it says \*(\w+)\*, (0\.\d+ to 0\.\d+):", page)
    assert shape
    assert at_one
    assert at_other
    name, switches, hosts = shape.groups()
    for alpha, status, capacity in (("", *at_one.groups()), at_other.groups()):
        design.main([*asked, *alpha.split()], standalone_mode=False)
        lines = capsys.readouterr().out.splitlines()
        [row] = [line for line in lines if line.split()[:2] == ["dragonfly", name]]
        assert row.split()[2:4] == [hosts, switches]
        assert f" {capacity} {status} " in " ".join(row.split())


@pytest.mark.slow
def test_choose_an_arrangement(tmp_path: Path) -> None:
    done = run("choose-an-arrangement", tmp_path)
    assert done.returncode == 0, done.stderr
    written = [" ".join(line.split()) for line in (done.stdout + done.stderr).splitlines()]
    expected = [
        line for line in told("choose-an-arrangement") if not line.startswith(("alphacut", "--"))
    ]
    assert len(expected) > 8
    assert [line for line in expected if not any(each.startswith(line) for each in written)] == []
    assert (tmp_path / "cut.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "cables.csv").exists()


def test_my_own_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mpl.use("agg")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks("my-own-graph", "python"):
        exec(block, names)
    expected = re.findall(r"print\(.*\)  # (.*)", "".join(blocks("my-own-graph", "python")))
    printed = capsys.readouterr().out.splitlines()
    assert len(expected) > 8
    assert [line for line in expected if line not in printed] == []


@pytest.mark.slow
def test_run_it_for_a_team(tmp_path: Path) -> None:
    done = run("run-it-for-a-team", tmp_path, _8000=str(free_port()))
    assert done.returncode == 0, done.stderr + (tmp_path / "alphacut.log").read_text()
    assert "alice" in done.stdout
    assert "exact" in done.stdout
    assert (tmp_path / "copy.sqlite3").stat().st_size > 0


@pytest.mark.slow
def test_from_hosts_to_racks(tmp_path: Path) -> None:
    done = run("from-hosts-to-racks", tmp_path)
    assert done.returncode == 0, done.stderr
    written = [" ".join(line.split()) for line in (done.stdout + done.stderr).splitlines()]
    expected = [line for line in told("from-hosts-to-racks") if not line.startswith("alphacut")]
    assert len(expected) > 12
    assert [line for line in expected if not any(each.startswith(line) for each in written)] == []
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Which network for 70 hosts" in page
    assert (tmp_path / "netbox-cables.csv").exists()
