"""Tables against OpenSM and ibdmchk, on fabrics that ibsim simulates: nothing here is hardware."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx
import pytest

from alphacut.arrangements.formats.spec import complete, to_spec
from alphacut.solver.routing.answer import deadlock
from alphacut.solver.routing.infiniband.files import table_files
from alphacut.solver.routing.infiniband.topology import read_fabric
from alphacut.solver.routing.mechanism_spec import Installed, MechanismSpec

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
    asked = MechanismSpec(mechanism=str(folder / tables))
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


FABRICS = {
    "lmc": ("-R", "minhop", "-l", "1"),
    "up and down": ("-R", "updn", "-l", "1"),
    "lanes": ("-R", "nue", "-l", "1"),
}


@pytest.mark.parametrize("name", sorted(FABRICS))
def test_verdicts_on_several_lids_are_those_of_networkx(name: str, tmp_path: Path) -> None:
    """A ring of five switches with adapters of two ports, each with two LIDs, as OpenSM has it."""
    net = tmp_path / "ring.net"
    lines = []
    for switch in range(5):
        after, before = (switch + 1) % 5, (switch - 1) % 5
        lines += [f"switchguid={0x200000 + switch:#x}", f'Switch 8 "S{switch}"',
                  f'[1] "H{switch}"[1]', f'[2] "S{after}"[3]', f'[3] "S{before}"[2]',
                  f'[4] "H{switch}"[2]', ""]  # fmt: skip
    for host in range(5):
        lines += [f"caguid={0x100000 + 4 * host:#x}", f'Hca 2 "H{host}"',
                  f'[1] "S{host}"[1]', f'[2] "S{host}"[4]', ""]  # fmt: skip
    net.write_text("\n".join(lines))
    swept(net, tmp_path, *FABRICS[name])
    fabric = read_fabric((tmp_path / "ibnetdiscover.txt").read_bytes())
    assert len(fabric.hosts) == 10
    assert {len(end.lids) for end in fabric.hosts} == {2}
    free = networkx.is_directed_acyclic_graph(dumped(tmp_path))
    verdict = verdict_of(tmp_path, "opensm-lfts.dump", "ibnetdiscover.txt")
    assert verdict == ("free" if free else "possible")
    assert verdict_of(tmp_path, "opensm-lfts.dump") == verdict


Place = tuple[str, int]


def dumped(folder: Path) -> networkx.DiGraph:
    """Return which cables packets between adapters hold, from the dumps alone, on one lane."""
    cables, homes = _cables(folder / "ibnetdiscover.txt")
    tables = _tables(folder / "opensm-lfts.dump")
    graph = networkx.DiGraph()
    for start in set(homes.values()):
        for lid in homes:
            here, way = cables[start], []
            while here[0].startswith("S"):
                way.append((here[0], tables[here[0]][lid]))
                here = cables[way[-1]]
            assert here == homes[lid]
            graph.add_edges_from(pairwise(way[:-1]))
    return graph


def _cables(file: Path) -> tuple[dict[Place, Place], dict[int, Place]]:
    """Read the cables, and the port of an adapter that has each LID."""
    cables: dict[Place, Place] = {}
    homes: dict[int, Place] = {}
    at = ""
    for line in file.read_text().splitlines():
        if heading := re.match(r'(?:Switch|Ca)\s+\d+ "([SH]-\w+)"', line):
            at = heading[1]
        elif row := re.match(r'\[(\d+)\](?:\(\w+\))?\s+"([SH]-\w+)"\[(\d+)\](.*)', line):
            cables[at, int(row[1])] = row[2], int(row[3])
            if at.startswith("H") and (own := re.search(r"# lid (\d+) lmc (\d+)", row[4])):
                first, many = int(own[1]), 2 ** int(own[2])
                homes |= dict.fromkeys(range(first, first + many), (at, int(row[1])))
    return cables, homes


def _tables(file: Path) -> dict[str, dict[int, int]]:
    tables: dict[str, dict[int, int]] = {}
    for line in file.read_text().splitlines():
        if heading := re.match(r"Uni.* guid 0x(\w+)", line):
            table = tables.setdefault(f"S-{heading[1]}", {})
        elif row := re.match(r"0x(\w+) (\d+)", line):
            table[int(row[1], 16)] = int(row[2])
    return tables


@pytest.mark.parametrize("mechanism", ["up-down", "shortest"])
def test_tables_of_a_fat_tree_are_loaded_and_free(
    mechanism: str, route: Any, tmp_path: Path
) -> None:
    routed = route("fat_tree:k=4", mechanism)
    files = table_files(routed.built.mechanism, routed.network, None, mechanism).texts
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "none").write_text("")
    assert not has_credit_loops(
        tmp_path / "opensm-subnet.lst", tmp_path / "opensm.fdbs", tmp_path / "none"
    )
    folder = tmp_path / "swept"
    folder.mkdir()
    shutil.copy(tmp_path / "guid2lid", folder / "guid2lid")
    swept(tmp_path / "ibsim.net", folder, "-R", "file", "-U", str(tmp_path / "opensm-lfts.dump"))
    assert "file tables configured on all switches" in (folder / "osm.log").read_text()
    assert verdict_of(folder, "opensm-lfts.dump", "ibnetdiscover.txt") == "free"
