"""Files of Slingshot machines and of ibdiagnet: what they tell, and errors that say where."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.exchange._base import Imported, Reading
from alphacut.arrangements.formats.exchange.catalogue import format_named, recognise
from alphacut.arrangements.network import Link


def read(content: str, name: str, reading: Reading | None = None) -> Imported:
    found = recognise(Path("fabric"), content.encode())
    assert found is not None
    assert found.name == name
    return found.read((content.encode(),), reading or Reading())


# ---- the point-to-point file ------------------------------------------------

HEADER = (
    "cable_id,src_conn_a,src_conn_b,dst_conn_a,dst_conn_b,stage,src_egress_a,src_egress_b,"
    "dst_egress_a,dst_egress_b,link_type,src_group,dst_group,part_number,part_length,"
    "calculated_distance,route"
)


def cable(name: str, ends: str, kind: str, groups: str) -> str:
    return f"{name},{ends},1,none,none,none,none,{kind},{groups},102234302,1.15,0.9,[]"


CABLES = [
    "#run-time information,,,,",
    '"#\tdate run: \tTue",,,,',
    HEADER,
    cable("1000.1001.00.0001", "x1000c0r1j1,none,x1001c0r3j3,none", "global", "0,1"),
    cable("1000.1000.00.0002", "x1000c0r1j10,none,x1000.c0.r3.j12,none", "local", "0,0"),
    cable("1001.1001.00.0003", "x1001c0r1j10,x1001c0r1j11,x1001c0r3j12,none", "local", "1,1"),
    cable("1000.1000.00.0004", "x1000c0r1j14,none,x1000c0s1b0n0h0,x1000c0s1b0n1h0", "edge",
          "0,none"),
    cable("1000.1000.00.0005", "x1000c0r3j14,none,x1000c0s1b0n0h0,x1000c0s1b0n0h0", "edge",
          "0,n/a"),
]  # fmt: skip


def test_cables_are_two_links_and_groups_those_of_the_file() -> None:
    found = read("\n".join(CABLES), "slingshot-cables")
    network = found.network
    assert network.names == ("x1000c0r1", "x1001c0r3", "x1000c0r3", "x1001c0r1")
    assert network.links == (
        Link(0, 1, "global", 2),
        Link(0, 2, "local", 2),
        Link(1, 3, "local", 2),
    )
    assert network.groups == (0, 1, 0, 1)
    assert network.hosts == (2, 0, 0, 0)  # an adapter counts once, where it is named first
    assert found.host_names[0] == ("x1000c0s1b0n0h0", "x1000c0s1b0n1h0")
    assert [each.name for each in found.cables if each.link_class == "global"] == [
        "1000.1001.00.0001 x1000c0r1j1 - x1001c0r3j3"
    ] * 2
    assert any("counts as two links" in remark for remark in found.remarks)


@pytest.mark.parametrize(
    ("number", "change", "said"),
    [
        (2, lambda line: line.replace("dst_conn_a", "dst"), "line 3: .* needs the column dst_conn"),
        (3, lambda line: line + ",more", "line 4: has 18 cells, but the header 17"),
        (3, lambda line: line.replace("global", "wifi"), 'line 4: link_type must be .* got "wifi"'),
        (3, lambda line: line.replace("x1001c0r3j3", "none"), "line 4: dst_conn_a must be the end"),
        (3, lambda line: line.replace("x1001c0r3j3", "sw7"), 'line 4: "sw7" is no jack'),
        (3, lambda line: line.replace(",0,1,", ",0,z,"), 'line 4: dst_group must be a number'),
        (4, lambda line: line.replace(",0,0,", ",5,0,"), "line 5: src_group: .* in group 5"),
        (4, lambda line: line.replace("local", "edge"), "line 5: link_type is edge, but both"),
    ],
)  # fmt: skip
def test_bad_cables_are_refused_with_their_line(
    number: int, change: Callable[[str], str], said: str
) -> None:
    lines = list(CABLES)
    lines[number] = change(lines[number])
    with pytest.raises(SpecError, match=said):
        read("\n".join(lines), "slingshot-cables")


def test_too_many_cables_are_refused() -> None:
    with pytest.raises(SpecError, match="too large"):
        read("\n".join(CABLES), "slingshot-cables", Reading(switches=3, links=10))


# ---- the fabric template ----------------------------------------------------


def port(place: str, number: int, kind: int) -> dict[str, Any]:
    return {"id": f"{place}a{kind}l{number}", "meta": {"conn_port": f"{place}j{number}p{kind}"}}


def template() -> dict[str, Any]:
    places = [f"x{cabinet}c0r{slot}" for cabinet in (1000, 1001) for slot in (1, 3)]
    return {
        "numGroups": 2,
        "maxNumLocalSwitches": 2,
        "switches": [
            {
                "grpId": number // 2,
                "swcNum": number % 2,
                "IP": f"{place}b0",
                "fabricPorts": [port(place, each, 0) for each in range(1, 5)],
                "edgePorts": [port(place, 9, 0)] * (number == 0),
            }
            for number, place in enumerate(places)
        ],
        "links": [
            {"endpoint1": "x1000c0r1j1p0", "endpoint2": "x1000c0r3j1p0"},
            {"endpoint1": "x1001c0r1j1p0", "endpoint2": "x1001c0r3j1p0"},
            {"endpoint1": "x1000c0r1j2p0", "endpoint2": "x1001c0r1j2p0"},
            {"endpoint1": "x1000c0r1a0l3", "endpoint2": "x1001c0r1a0l3"},
            {"endpoint1": "x1000c0r1j9p0", "endpoint2": "x1000c0s1b0n0h0"},
        ],
    }


def test_a_template_tells_groups_ports_and_links() -> None:
    found = read(json.dumps(template()), "slingshot-template")
    network = found.network
    assert network.names == ("x1000c0r1", "x1000c0r3", "x1001c0r1", "x1001c0r3")
    assert network.groups == (0, 0, 1, 1)
    assert network.hosts == (1, 0, 0, 0)
    assert network.links == (
        Link(0, 1, "local", 1),
        Link(0, 2, "global", 2),
        Link(2, 3, "local", 1),
    )
    assert "x1000c0r1j2p0 - x1001c0r1j2p0" in [each.name for each in found.cables]


def test_a_template_in_small_letters_without_places_is_read() -> None:
    """As the makers of OpenPMIx write it: switches are called by group and number."""
    written = {
        "switches": [
            {"grpID": n, "swcNum": n, "fabricports": [{"id": f"0x{n}"}], "edgeports": []}
            for n in range(2)
        ],
        "links": [{"endpoint1": "0x0", "endpoint2": "0x1"}],
    }
    network = read(json.dumps(written), "slingshot-template").network
    assert network.names == ("g0s0", "g1s1")
    assert network.links == (Link(0, 1, "global", 1),)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: t["links"][2].update(endpoint2="x9"), r'links\.2\.endpoint2: "x9" is no port'),
        (lambda t: t["links"][2].pop("endpoint1"), r"links\.2\.endpoint1: must be a name"),
        (lambda t: t["switches"][1].update(grpId=-1), r"switches\.1\.grpId: must be an integer"),
        (lambda t: t["switches"][1].pop("swcNum"), r"switches\.1\.swcNum: must be an integer"),
        (lambda t: t["switches"][1].update(fabricPorts=3), r"switches\.1\.fabricPorts: must be a"),
        (lambda t: t["switches"][1]["fabricPorts"].append({}), r"fabricPorts\.4: needs an id"),
        (lambda t: t["switches"].append(t["switches"][0]), r"switches\.4: another switch is"),
        (lambda t: t.update(links={"endpoint1": 1}), "links: must be a list"),
        (lambda t: t["switches"].insert(0, 7), r"switches\.0: must be an object"),
    ],
)
def test_bad_templates_are_refused_with_their_place(
    change: Callable[[Any], object], said: str
) -> None:
    written = template()
    change(written)
    with pytest.raises(SpecError, match=said):
        read(json.dumps(written), "slingshot-template")


# ---- ibdiagnet --------------------------------------------------------------

SECTIONS = """# This database file was automatically generated
START_NODES
NodeDesc,NumPorts,NodeType,SystemImageGUID,NodeGUID,PortGUID
"leaf1, rack 2",36,2,0x1,0x0000000000000001,0x1
"spine1",36,2,0x2,0x0000000000000002,0x2
"n1 mlx5_0",1,1,0xa,0x000000000000000a,0xa
"Mellanox Technologies Aggregation Node",1,1,0xb,0x000000000000000b,0xb
END_NODES


START_PORTS
NodeGuid,PortGuid,PortNum,LinkWidthActv,LinkSpeedActv
0x0000000000000001,0x1,1,2,1028
0x0000000000000001,0x1,2,1,1028
0x0000000000000001,0x1,3,N/A,N/A
END_PORTS

START_LINKS
NodeGuid1,PortNum1,NodeGuid2,PortNum2
0x0000000000000001,1,0x0000000000000002,1
0x0000000000000002,2,0x0000000000000001,2
0x000000000000000a,1,0x0000000000000001,3
0x000000000000000b,1,0x0000000000000002,41
END_LINKS

START_PM_INFO
anything,,,
END_PM_INFO
"""


def test_ibdiagnet_tells_nodes_links_and_speeds() -> None:
    """A cable that runs with one lane of four has a quarter of the capacity."""
    found = read(SECTIONS, "ibdiagnet")
    network = found.network
    assert network.names == ("leaf1, rack 2", "spine1")
    assert network.hosts == (1, 0)
    assert found.host_names == (("n1",), ())
    assert {each.name: each.base for each in network.classes} == {"4xHDR": 4, "1xHDR": 1}
    assert [(link.link_class, link.multiplicity) for link in network.links] == [
        ("1xHDR", 1),
        ("4xHDR", 1),
    ]
    assert sorted(each.name for each in found.cables) == [
        "leaf1, rack 2[1] - spine1[1]",
        "leaf1, rack 2[2] - spine1[2]",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("NodeGuid2,", "Other,", "line 19: LINKS needs the column NodeGuid2"),
        (",1,0x0000000000000001,3", ",1,0x000000000000000c,3",
         "line 22: the node 0x000000000000000c is not among NODES"),
        (",1,0x0000000000000001,3", ",1,zero,3", "line 22: NodeGuid2 must be a number"),
        (",1,0x0000000000000001,3", ",1,0x0000000000000001,256", "line 22: PortNum2 must be a"),
        (",1,0x0000000000000001,3", ",1", "line 22: has 2 cells, but the header 4"),
        ('"spine1",36,2', '"spine1",36,9', "line 5: NodeType must be 1"),
        ("2,1028", "x,1028", "line 13: LinkWidthActv must be a number"),
    ],
)  # fmt: skip
def test_bad_sections_are_refused_with_their_line(old: str, new: str, said: str) -> None:
    with pytest.raises(SpecError, match=said):
        read(SECTIONS.replace(old, new), "ibdiagnet")


WRONG = (b"", b",", b"\n", b"\0", b"none", b"-1", b"9" * 5000, b'"', b"{", b"[", b"null", b"x1c0r1")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("slingshot-cables", "\n".join(CABLES)),
        ("slingshot-template", json.dumps(template())),
        ("ibdiagnet", SECTIONS),
    ],
)
def test_changed_files_give_a_network_or_an_error_that_says_why(name: str, content: str) -> None:
    """Pieces are cut out and others put in, anywhere; nothing but a SpecError comes out."""
    read_format, whole = format_named(name).read, content.encode()
    read_some = refused = 0
    for seed in range(400):
        rng = random.Random(seed)
        start = rng.randrange(len(whole))
        changed = whole[:start] + rng.choice(WRONG) + whole[start + rng.randrange(12) :]
        try:
            network = read_format((changed,), Reading(switches=100, links=1000)).network
        except SpecError:
            refused += 1
        else:
            assert network.switches >= 1
            read_some += 1
    assert refused > 30
    assert read_some > 30


def test_files_are_recognised_on_the_command_line(tmp_path: Path) -> None:
    for name, content in (
        ("a.csv", "\n".join(CABLES)),
        ("b.json", json.dumps(template())),
        ("c.db_csv", SECTIONS),
    ):
        (tmp_path / name).write_text(content, encoding="utf-8")
        assert spec.read(str(tmp_path / name)).build().switches in (2, 4)
