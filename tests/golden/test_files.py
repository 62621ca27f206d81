"""Small files of kinds that people have: the network that each stands for, or why it is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.solver.bisection.verify.document import verify_document

FILES = Path(__file__).parent / "files"


@dataclass(frozen=True, kw_only=True)
class Read:
    """What must come of a file that is read."""

    value: int  # the bisection bandwidth at α = 1
    switches: int
    said: tuple[str, ...] = ()  # words that remarks must have
    unsaid: tuple[str, ...] = ()  # words that they must not have
    balance: str = ""  # left out: as the file says
    names: tuple[str, ...] = ()  # of switches, where it is looked at
    options: str = ""  # beside the path


@dataclass(frozen=True, kw_only=True)
class Refused:
    """What must come of a file that is refused."""

    said: tuple[str, ...]  # words of the message


NUMBERS = ("numbered from 0, in the order of their numbers",)
LOST = ("not kept", "without links", "room")
K4 = Read(value=4, switches=4, said=NUMBERS, unsaid=LOST)
C4 = Read(value=2, switches=4, unsaid=("names of switches",), names=("a", "b", "c", "d"))
CAPACITY = ("counts as its capacity", "weights=no")

CASES: dict[str, list[Read | Refused]] = {
    "one_link_from1.edges": [Read(value=1, switches=2, said=NUMBERS, unsaid=LOST)],
    "k4_from1.edges": [K4],
    "k4_from1.csv": [K4],
    "k4_from11.edges": [K4],
    "k4_from11.csv": [K4],
    "k4_from1001.edges": [K4],
    "k4_from1001.csv": [K4],
    "k4_from1.nodelink.json": [K4],
    "k4_from1.graphml": [K4],
    "header_n_m.edges": [
        Refused(said=("line 1", "header=yes", "header=no")),
        Read(value=1, switches=5, said=("line 1 is a header",), options="header=yes"),
        Read(value=1, switches=6, unsaid=("header",), options="header=no"),
    ],
    "header_n_m_c4.edges": [
        Refused(said=("line 1", "header=yes", "header=no")),
        Read(value=3, switches=4, said=("line 1 is a header",), options="header=yes"),
    ],
    "header_n_m_r.txt": [
        Refused(said=("line 1", '"3 4 3"', "header=yes")),
        Read(value=2, switches=7, said=('"3 4 3", is left out',), options="header=yes"),
    ],
    "both_directions.txt": [
        Read(value=2, switches=4, said=("every link is listed from both ends", "both_ends=no")),
        Read(value=4, switches=4, unsaid=("both ends",), options="both_ends=no"),
    ],
    "lldp_both.csv": [
        Read(value=2, switches=4, said=("from both ends", "the column port", "remote_port")),
    ],
    "adjacency_rows.edges": [Refused(said=("line 1", "a switch and its neighbours"))],
    "percent_comments.edges": [Read(value=2, switches=4)],
    "float_weights.edges": [Refused(said=("line 1", "multiply all of them by 2", "becomes 5"))],
    "unit_weights.csv": [Refused(said=("line 2", "the column capacity", "100G", "unit"))],
    "negative_weight.edges": [Refused(said=("line 1", "-1", "negative"))],
    "weight_attribute.json": [
        Read(value=6, switches=4, said=CAPACITY),
        Read(value=2, switches=4, said=("not kept: the attribute weight",), options="weights=no"),
    ],
    "weight_column.edges": [
        Read(value=6, switches=4, said=CAPACITY),
        Read(value=2, switches=4, said=("not kept: the weights",), options="weights=no"),
    ],
    "weight_attribute.csv": [
        Read(value=6, switches=4, said=CAPACITY),
        Read(value=2, switches=4, said=("not kept: the column weight",), options="weights=no"),
    ],
    "merlin_intragroup.json": [Read(value=4, switches=6)],
    "merlin_failed.json": [Read(value=1, switches=6)],
    "networkx1.json": [Read(value=1, switches=2, said=("positions in the list of nodes",))],
    "nodes_as_strings.json": [Refused(said=("nodes.0", "must be an object"))],
    "two_link_keys.json": [Read(value=1, switches=2, said=("read from edges",))],
    "unlisted_node.json": [Refused(said=("links.0.target", "node 2 is not listed"))],
    "trailing_blank.graph": [Read(value=2, switches=4)],
    "one_sided_weight.graph": [
        Refused(said=("line 2 says 8 and line 3 says 10 for the edge 1-2",)),
    ],
    "big_weight.graph": [Read(value=2, switches=4)],
    "self_loop.edges": [
        Read(value=2, switches=4, said=("a switch to itself are left out", "line 2", '"1"')),
    ],
    "vertex_weights.graph": [
        Read(value=3, switches=4, said=("as METIS balances", "--balance switches")),
        Read(value=2, switches=4, balance="switches"),
    ],
    "names.dot": [C4],
    "net.gml": [C4],
    "pajek.net": [C4],
    "matrix.mtx": [Read(value=2, switches=4, said=NUMBERS)],
    "dimacs.gr": [Read(value=2, switches=4, said=NUMBERS)],
    "topology.conf": [
        Read(value=1, switches=3, said=("counts once",), names=("leaf1", "leaf2", "spine1"))
    ],
    "blocks.conf": [  # of 30 hosts, and larger ones of 120
        Read(
            value=2,
            switches=7,
            balance="hosts",
            said=("blocks are read as switches",),
            names=(*(f"block{i}" for i in range(1, 6)), "block1..block4", "block1..block5"),
        )
    ],
    "blocks.yaml": [
        Read(
            value=1,
            switches=7,
            balance="hosts",
            said=("blocks are read as switches",),
            names=("b1", "b2", "b3", "b4", "b1..b2", "b3..b4", "b1..b4"),
        )
    ],
    "topograph.json": [
        Read(
            value=1,
            switches=6,
            balance="hosts",
            said=('"type" of instances', "counts once"),
            names=("leaf-a", "spine-a", "core", "leaf-b", "leaf-c", "spine-b"),
        )
    ],
    "large_capacities.json": [Read(value=2_000_000_000, switches=4)],
    "coprime_capacities.json": [Read(value=3003, switches=6)],
    "utf16.edges": [Refused(said=("not UTF-8", "UTF-16", "iconv"))],
}
EACH = [(name, case) for name, cases in CASES.items() for case in cases]


def named(name: str, options: str = "") -> str:
    """Name a file, with options."""
    return f"file:path={FILES / name},{options}" if options else str(FILES / name)


@pytest.mark.parametrize(("name", "case"), EACH, ids=[name for name, _ in EACH])
def test_file(solve: Callable[..., Any], name: str, case: Read | Refused) -> None:
    """The network is solved for real, and its proof checked."""
    remarks: list[str] = []
    if isinstance(case, Refused):
        with pytest.raises(SpecError) as caught:
            spec.read(named(name), remark=remarks.append)
        message = str(caught.value)
        assert [word for word in case.said if word not in message] == []
        assert re.search(r"\w+(Error|Exception)\b|Expecting value", message) is None
        return
    read = spec.read(named(name, case.options), remark=remarks.append)
    said = "\n".join(remarks)
    assert spec.build(read).switches == case.switches
    assert [word for word in case.said if word not in said] == []
    assert [word for word in case.unsaid if word in said] == []
    assert spec.build(read).names == (case.names or spec.build(read).names)
    document = solve(spec.complete(read), balance=case.balance or read.balance)
    assert verify_document(document).status == "exact"
    assert at_one(document) == case.value


def at_one(document: dict[str, Any]) -> Fraction:
    """The value at α = 1 of a curve."""
    values: list[Fraction] = [
        Fraction(each["intercept"]) + each["slope"] for each in document["segments"]
    ]
    return min(values)


def test_every_file_is_in_the_table() -> None:
    assert {path.name for path in FILES.iterdir()} == set(CASES)


# larger graphs in the METIS format, whose numbers and lines must all be read
LARGE: dict[str, tuple[int, list[tuple[int, int]]]] = {
    "binary tree": (1023, [((v - 1) // 2, v) for v in range(1, 1023)]),
    "path in mixed order": (10_000, [(7 * v % 10_000, 7 * (v + 1) % 10_000) for v in range(9_999)]),
    "mesh": (
        4096,
        [(64 * y + x, 64 * y + x + 1) for x in range(63) for y in range(64)]
        + [(64 * y + x, 64 * y + x + 64) for x in range(64) for y in range(63)],
    ),
    "star": (1000, [(0, v) for v in range(1, 1000)]),
}


@pytest.mark.parametrize("name", LARGE)
def test_large_files_are_read(tmp_path: Path, name: str) -> None:
    switches, edges = LARGE[name]
    around: list[list[int]] = [[] for _ in range(switches)]
    for one, other in edges:
        around[one].append(other + 1)
        around[other].append(one + 1)
    rows = "".join(" ".join(map(str, row)) + "\n" for row in around)
    file = tmp_path / "network"
    file.write_text(f"{switches} {len(edges)}\n{rows}")
    network = spec.build(spec.read(str(file)))
    assert network.switches == switches
    assert {link[:2] for link in network.links} == {(min(ends), max(ends)) for ends in edges}
