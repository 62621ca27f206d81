"""Small inputs as people have them, and what is right: a row for each, run as a command.

The files are in tests/data/cases. Values come from enumeration of all cuts, from dependency graphs
drawn by hand, or from another solver. To add a case, put its file there and a row in a table.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "data" / "cases"
POINTS = (  # file, options, B(1) in the units that people are told
    ("sharp.ibnetdiscover", "--balance hosts", "2"),
    ("sharp_without_an.ibnetdiscover", "--balance hosts", "2"),
    ("mixed_speeds.ibnetdiscover", "", "405"),
    ("strict.dot", "", "1"),
    ("nested_attributes.json", "", "6"),
    ("twice_below.conf", "", "1"),
    ("continued.conf", "", "1"),
    ("grouped.txt", "", "2"),
    ("parallel_opposite.gml", "", "2"),
    ("ring_lmc1.lst", "", "2"),
    ("ring_lmc1.ibnetdiscover", "", "2"),
    ("ring_dualport.lst", "", "2"),
    ("ring_dualport.ibnetdiscover", "", "2"),
    ("ring_subnet.lst", "", "2"),
    ("named.edges", "", "2"),
)
HOSTS = (  # file, hosts of each switch
    ("sharp.ibnetdiscover", [4, 4, 0, 0]),
    ("continued.conf", [4, 4, 0]),
    ("ring_dualport.ibnetdiscover", [1, 1, 1, 1]),
    ("ring_dualport.lst", [1, 1, 1, 1]),
    ("ring_lmc1.lst", [1, 1, 1, 1]),
    ("ring_subnet.lst", [2, 2, 2, 2, 2]),
    ("place_net.conf", [2, 2, 2, 2, 0, 0, 0]),
)
TWO_PORTS = (
    "hosts are the 8 cabled ports here, of 4 adapters: routes lead to each port; commands that "
    "read the file as a network count adapters"
)
COMMANDS = (  # a command, its exit code, what stands at which places of its document
    (
        "throughput sharp.ibnetdiscover --traffic uniform --alpha 1",
        0,
        {"models.0.rate.lower": "7/8"},
    ),
    (
        "throughput sharp_without_an.ibnetdiscover --traffic uniform --alpha 1",
        0,
        {"models.0.rate.lower": "7/8"},
    ),
    ("route sharp.ibnetdiscover --mechanism up-down", 0, {"routes": 2}),
    pytest.param(
        "route sharp_without_an.ibnetdiscover --mechanism up-down",
        0,
        {"routes": 2},
        marks=pytest.mark.slow,
    ),
    (
        "route ring_dualport.ibnetdiscover --mechanism ring_dualport.lft",
        1,
        {"mechanism.remarks.0": TWO_PORTS},
    ),
    (
        "route ring_dualport.lst --mechanism ring_dualport.lft",
        1,
        {"mechanism.remarks.0": TWO_PORTS},
    ),
    (
        "throughput mixed_speeds.ibnetdiscover --traffic uniform --injection 200",
        0,
        {"injection": "80", "models.0.rate.lower": "567/640"},
    ),
    ("throughput ring_lmc1.lst --traffic uniform --alpha 1", 0, {"hosts": 4}),
)
LISTS = (  # options of a placement on place_net.conf, whose hosts are n1 and n2 at L1, and so on
    "--hosts place_hosts.conf",
    pytest.param("", marks=pytest.mark.slow),
)
REFUSED = (  # file, what the refusal says, what it does not
    ("weighted.hgr", "hMETIS", ""),
    ("petersen_neighbours.txt", "neighbours", ""),
    ("htsim.topo", "in no format that is read", "(ibnetdiscover)"),
)


@pytest.fixture
def at_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with the files."""
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def document_of(alphacut: Callable[..., Any], line: str, code: int = 0) -> dict[str, Any]:
    """Run a command, and return the document that it prints."""
    run = alphacut(*line.split())
    assert run.returncode == code, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def at_place(document: Any, place: str) -> Any:
    """Return what stands at a place such as models.0.rate."""
    for name in place.split("."):
        document = document[int(name) if isinstance(document, list) else name]
    return document


@pytest.mark.usefixtures("at_cases")
@pytest.mark.parametrize(("file", "options", "value"), POINTS)
def test_bisections(alphacut: Any, file: str, options: str, value: str) -> None:
    found = document_of(alphacut, f"point {file} --alpha 1 {options}")
    unit = Fraction(found["topology"].get("unit", 1))
    assert unit * Fraction(found["point"]["value"]) == Fraction(value)


@pytest.mark.usefixtures("at_cases")
@pytest.mark.parametrize(("file", "hosts"), HOSTS)
def test_hosts(alphacut: Any, file: str, hosts: list[int]) -> None:
    assert document_of(alphacut, f"convert {file} --to json")["hosts"] == hosts


@pytest.mark.usefixtures("at_cases")
@pytest.mark.parametrize(("line", "code", "expected"), COMMANDS)
def test_documents(alphacut: Any, line: str, code: int, expected: dict[str, Any]) -> None:
    document = document_of(alphacut, line, code)
    assert {place: at_place(document, place) for place in expected} == expected


@pytest.mark.usefixtures("at_cases")
@pytest.mark.parametrize(("file", "said", "unsaid"), REFUSED)
def test_refusals(alphacut: Any, file: str, said: str, unsaid: str) -> None:
    run = alphacut("point", file, "--alpha", "1")
    assert run.returncode == 2
    assert said in run.stderr
    assert not unsaid or unsaid not in run.stderr
    assert file in run.stderr


@pytest.mark.usefixtures("at_cases")
@pytest.mark.parametrize("options", LISTS)
def test_a_launch_file_has_the_hops_that_are_told(alphacut: Any, options: str) -> None:
    asked = f"place place_net.conf --stencil 2x4 --objective hops --write slurm=list {options}"
    told = document_of(alphacut, asked, 3)
    hosts = Path("list").read_text().split()
    assert sorted(hosts) == [f"n{number}" for number in range(1, 9)]
    leaf = [(int(name[1:]) - 1) // 2 for name in hosts]
    steps = [(row * 4 + at, row * 4 + at + 1) for row in range(2) for at in range(3)]
    steps += [(at, at + 4) for at in range(4)]
    assert told["hops"] == 16
    assert sum(_hops(leaf[one], leaf[other]) for one, other in steps) == told["hops"]


def _hops(one: int, other: int) -> int:
    """Return the links between two of the leaves L1 to L4, of which two and two share a switch."""
    if one == other:
        return 0
    return 2 if one // 2 == other // 2 else 4


@pytest.mark.usefixtures("at_cases")
def test_names_of_hosts_that_nobody_gave_are_said(alphacut: Any) -> None:
    run = alphacut("place", "line3.json", "--stencil", "1x3", "--write", "slurm=list", "--quiet")
    assert Path("list").read_text().split() == ["n0", "n1", "n2"]
    assert "no file names the hosts of the network; they are called n0 to n2" in run.stderr


WRITTEN = ("opensm-subnet.lst", "ibsim.net")  # by route --tables
TAKEN = (  # commands that take a network, and their exit codes
    ("point {} --alpha 1", 0),
    ("curve {}", 0),
    ("describe {}", 0),
    ("cables {}", 0),
    ("links {} --format json", 0),
    ("convert {} --to gml", 0),
    ("throughput {} --traffic uniform --alpha 1", 0),
    ("route {} --mechanism up-down", 0),
    ("compare {} ring.json --alpha 1", 0),
    ("place {} --stencil 1x3", 0),
)


@pytest.mark.usefixtures("at_cases")
def test_what_is_written_is_read_by_every_command(alphacut: Any) -> None:
    ring = {"family": "graph", "switches": 3, "links": [[0, 1], [1, 2], [0, 2]]}
    Path("ring.json").write_text(json.dumps(ring))
    document_of(alphacut, "route ring.json --mechanism shortest --tables written")
    for file in WRITTEN:
        for line, code in TAKEN:
            run = alphacut(*line.format(f"written/{file}").split())
            assert run.returncode == code, (line, run.stderr)
    tables = "written/opensm-lfts.dump"
    document_of(alphacut, f"route written/opensm-subnet.lst --mechanism {tables}")


@pytest.mark.parametrize(
    "file", ["two_ports.net", "two_ports.iblinkinfo", "two_ports.ibnetdiscover-p"]
)
def test_tables_need_the_lids_of_the_fabric(alphacut: Any, file: str) -> None:
    fabric = DATA.parent / "infiniband" / file
    run = alphacut("route", fabric, "--mechanism", DATA / "ring_lmc1.lft")
    assert run.returncode == 2
    assert "forwarding tables speak of LIDs, which this file has not" in run.stderr
