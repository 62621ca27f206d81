"""Tables against OpenSM and ibdmchk, on fabrics that ibsim simulates: nothing here is hardware."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.formats.spec import complete, to_spec
from alphacut.solver.routing.answer import deadlock
from alphacut.solver.routing.asked import Asked, Installed
from alphacut.solver.routing.infiniband.files import table_files
from alphacut.solver.routing.infiniband.topology import read_fabric

NEEDED = {
    "opensm": "opensm",
    "ibsim": "ibsim-utils",
    "ibdmchk": "ibutils",
    "ibnetdiscover": "infiniband-diags",
}
SPEC = "dragonfly:a=4,h=2,arrangement=palmtree,trunking=2"
PRELOADED = next(iter(sorted(Path("/usr/lib").glob("**/umad2sim/libumad2sim.so"))), None)
missing = sorted(package for program, package in NEEDED.items() if shutil.which(program) is None)
pytestmark = pytest.mark.skipif(
    bool(missing) or PRELOADED is None,
    reason=f"needs OpenSM and its simulator; on Debian: apt-get install {' '.join(missing)}",
)


@contextmanager
def simulated(net: Path) -> Iterator[dict[str, str]]:
    """Simulate a fabric, and give the environment in which programs see it."""
    name = f"alphacut-{secrets.token_hex(4)}"
    own = {**os.environ, "IBSIM_SOCKNAME": name, "SIM_HOST": "H0"}
    with subprocess.Popen(
        ["ibsim", "-s", "-n", str(net)], env=own, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as simulator:  # fmt: skip
        try:
            assert simulator.stdout is not None
            for line in simulator.stdout:  # until it listens
                if b"Network simulator ready" in line:
                    break
            yield {**own, "LD_PRELOAD": str(PRELOADED)}
        finally:
            simulator.kill()


def swept(net: Path, folder: Path, *options: str) -> Path:
    """Let OpenSM set the fabric up once, and return the folder of its dumps."""
    with simulated(net) as environment:
        subprocess.run(
            ["opensm", "-o", "-D", "0x43", "-f", str(folder / "osm.log"), "--dump_files_dir",
             str(folder), *options],
            env={**environment, "OSM_TMP_DIR": str(folder), "OSM_CACHE_DIR": str(folder)},
            capture_output=True, timeout=120, check=False,
        )  # fmt: skip
        found = subprocess.run(
            ["ibnetdiscover"], env=environment, capture_output=True, timeout=120, check=True
        )
    (folder / "ibnetdiscover.txt").write_bytes(found.stdout)
    return folder


def has_credit_loops(subnet: Path, fdbs: Path, multicast: Path) -> bool:
    """Ask ibdmchk, which prints its verdict and may crash afterwards."""
    found = subprocess.run(
        ["ibdmchk", "-s", str(subnet), "-f", str(fdbs), "-m", str(multicast)],
        capture_output=True, text=True, timeout=120, check=False,
    ).stdout  # fmt: skip
    verdict = re.search(r"-I- no credit loops found|-E- credit loops in routing", found)
    assert verdict, found
    return verdict[0].startswith("-E-")


@pytest.fixture
def written(route: Any, tmp_path: Path) -> Path:
    """The files of 2-colour on a fabric that is made up."""
    routed = route(SPEC, "2-colour")
    for name, text in table_files(routed.built.mechanism, routed.network, None).texts.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "none.mcfdbs").write_text("")
    return tmp_path


def verdict_of(folder: Path, tables: str, topology: str = "opensm-subnet.lst") -> str:
    fabric = read_fabric((folder / topology).read_bytes())
    network = fabric.network()
    installed = Installed(fabric=fabric, order=[node.guid for node in fabric.switches])
    asked = Asked(mechanism=str(folder / tables))
    spec = complete(to_spec(network))
    return deadlock(asked.build(spec, network, installed).mechanism).verdict


def test_two_colours_have_no_credit_loops(written: Path) -> None:
    files = (written / name for name in ("opensm-subnet.lst", "opensm.fdbs", "none.mcfdbs"))
    assert not has_credit_loops(*files)


def test_opensm_loads_the_tables_as_they_are(written: Path, tmp_path: Path) -> None:
    folder = tmp_path / "swept"
    folder.mkdir()
    shutil.copy(written / "guid2lid", folder / "guid2lid")
    swept(written / "ibsim.net", folder, "-R", "file", "-U", str(written / "opensm-lfts.dump"))
    assert "file tables configured on all switches" in (folder / "osm.log").read_text()

    def entries(path: Path) -> list[str]:
        return [line for line in path.read_text().splitlines() if line.startswith(("0x", "Uni"))]

    assert entries(folder / "opensm-lfts.dump") == entries(written / "opensm-lfts.dump")
    assert verdict_of(folder, "opensm-lfts.dump", "ibnetdiscover.txt") == "free"


@pytest.mark.parametrize("engine", ["minhop", "dor", "sssp", "nue"])
def test_verdicts_are_those_of_ibdmchk(engine: str, written: Path, tmp_path: Path) -> None:
    folder = tmp_path / engine
    folder.mkdir()
    swept(written / "ibsim.net", folder, "-R", engine)
    loops = has_credit_loops(
        folder / "opensm-subnet.lst", folder / "opensm.fdbs", folder / "opensm.mcfdbs"
    )
    assert loops == (engine != "nue")
    for tables in ("opensm-lfts.dump", "opensm.fdbs"):
        assert verdict_of(folder, tables) == ("possible" if loops else "free")
