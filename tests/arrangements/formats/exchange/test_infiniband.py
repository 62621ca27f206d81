"""InfiniBand fabrics as tools print them: one of ibsim's examples in all of their outputs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats import spec
from alphacut.arrangements.formats.exchange._base import Imported, Reading
from alphacut.arrangements.formats.exchange._infiniband import is_host
from alphacut.arrangements.formats.exchange._weights import common_unit
from alphacut.arrangements.formats.exchange.catalogue import recognise
from alphacut.arrangements.network import Link

DATA = Path(__file__).parents[3] / "data" / "infiniband"
OUTPUTS = (  # two switches, two cables between them, an adapter with two ports at each
    ("two_ports.net", "ibsim"),
    ("two_ports.lst", "opensm-subnet"),
    ("two_ports.ibnetdiscover", "ibnetdiscover"),
    ("two_ports.ibnetdiscover-g", "ibnetdiscover"),
    ("two_ports.ibnetdiscover-p", "ibnetdiscover"),
    ("two_ports.no-vendid", "ibnetdiscover"),
    ("two_ports.iblinkinfo", "iblinkinfo"),
    ("two_ports.iblinkinfo-l", "iblinkinfo"),
    ("two_ports.iblinkinfo-p", "iblinkinfo"),
)
NODE = 'Switch\t36 "S-{0:016x}"\t\t# "{1}" base port 0 lid {0} lmc 0\n'


def read(content: bytes, reading: Reading | None = None) -> Imported:
    found = recognise(Path("fabric"), content)
    assert found is not None
    return found.read((content,), reading or Reading())


def cable(port: int, other: int, there: int, rate: str) -> str:
    return f'[{port}]\t"S-{other:016x}"[{there}]\t\t# "x" lid {other} {rate}\n'


def adapter(port: int, guid: int, name: str, kind: str = "H", there: int = 1) -> str:
    return f'[{port}]\t"{kind}-{guid:016x}"[{there}]({guid:x}) \t\t# "{name}" lid 9 4xHDR\n'


@pytest.mark.parametrize(("file", "name"), OUTPUTS)
def test_every_output_gives_the_same_fabric(file: str, name: str) -> None:
    content = (DATA / file).read_bytes()
    found = recognise(Path("fabric"), content)
    assert found is not None
    assert found.name == name
    imported = found.read((content,))
    assert imported.network.links == (Link(0, 1, "local", 2),)
    assert imported.network.hosts == (1, 1)
    assert sorted(imported.network.names) == ["Switch1", "Switch2"]
    number = int(imported.network.names[0][-1])
    assert imported.host_names == ((f"Hca{number}",), (f"Hca{3 - number}",))


def test_without_the_sections_of_adapters_each_cable_counts_and_it_is_said() -> None:
    imported = read((DATA / "two_ports.iblinkinfo-switches-only").read_bytes())
    assert imported.network.hosts == (2, 2)
    assert any("only switches are listed" in remark for remark in imported.remarks)
    assert imported.host_names == ()


def test_a_port_that_leads_nowhere_is_refused_and_not_left_out() -> None:
    content = "".join([
        NODE.format(1, "a"), cable(1, 2, 1, "4xEDR").replace("S-", "S-ffff"),
        NODE.format(2, "b"), cable(1, 1, 1, "4xEDR"),
    ])  # fmt: skip
    with pytest.raises(SpecError, match="line 2: a port leads to what is no node"):
        read(content.encode())


def test_links_by_lids_that_several_nodes_have_are_refused() -> None:
    content = (DATA / "two_ports.iblinkinfo").read_text().replace("           2 ", "           3 ")
    with pytest.raises(SpecError, match=r"two nodes have the LID 3; give the output of iblinkinfo"):
        read(content.encode())


@pytest.mark.parametrize(
    ("description", "host"),
    [
        ("n001 HCA-1", True),
        ("gateway7 mlx5_0", True),
        ("Hca2", True),
        ("Mellanox Technologies Aggregation Node", False),
        ("Voltaire 4036E IO ib0gw-a2-001-m", False),
        ("MF0;gw-1:BX5020/BridgeX", False),
    ],
)
def test_what_is_a_host(description: str, host: bool) -> None:
    assert is_host(description) is host


def test_routers_and_gateways_are_no_hosts_and_are_counted() -> None:
    text = (
        NODE.format(1, "s1") + cable(1, 2, 1, "4xHDR") + adapter(2, 16, "n1 HCA-1")
        + adapter(3, 17, "r1", "R") + adapter(4, 18, "Voltaire gateway")
        + NODE.format(2, "s2") + cable(1, 1, 1, "4xHDR") + adapter(2, 19, "n2 HCA-1")
    )  # fmt: skip
    imported = read(text.encode())
    assert imported.network.hosts == (1, 1)
    assert imported.host_names == (("n1",), ("n2",))
    assert any("are no hosts: 2, the first one" in remark for remark in imported.remarks)


def test_an_adapter_at_two_switches_is_a_host_of_the_first_and_it_is_said() -> None:
    text = (
        NODE.format(1, "s1") + cable(1, 2, 1, "4xHDR") + adapter(2, 16, "n1 HCA-1", there=2)
        + NODE.format(2, "s2") + cable(1, 1, 1, "4xHDR") + adapter(2, 16, "n1 HCA-1")
    )  # fmt: skip
    imported = read(text.encode())
    assert imported.network.hosts == (0, 1)
    assert any("at several switches" in remark for remark in imported.remarks)


def fabric(first: str, second: str) -> bytes:
    return (
        NODE.format(1, "s1") + cable(1, 2, 1, first) + cable(2, 2, 2, second)
        + NODE.format(2, "s2")
    ).encode()  # fmt: skip


def test_one_speed_is_the_capacity_1() -> None:
    imported = read(fabric("4xNDR", "4xNDR"))
    assert imported.network.links == (Link(0, 1, "local", 2),)
    assert imported.unit is None


def test_several_speeds_are_capacities() -> None:
    imported = read(fabric("4xHDR", "4xEDR"))
    assert imported.network.total == (3, 0)
    assert imported.unit == "100"
    assert any("4xHDR 200 Gb/s, 4xEDR 100 Gb/s" in remark for remark in imported.remarks)


def test_speeds_that_are_not_told_or_differ_are_said() -> None:
    imported = read(fabric("4xHDR", "?"))
    assert imported.network.total == (2, 0)
    imported = read(
        fabric("4xHDR", "4xEDR").replace(b"4xEDR", b"4xHDR") + cable(1, 1, 1, "1xHDR").encode()
    )
    assert imported.network.total == (2, 0)
    assert any("two speeds of one cable" in remark for remark in imported.remarks)


def test_the_unit_of_speeds() -> None:
    assert common_unit([Fraction(200), Fraction(5, 2)]) == Fraction(5, 2)
    assert common_unit([Fraction(56), Fraction(100)]) == 4


def test_the_speed_of_fdr_in_iblinkinfo() -> None:
    lines = (DATA / "two_ports.iblinkinfo-l").read_text().splitlines()
    content = "\n".join(
        line.replace("2.5 Gbps", "14.0625 Gbps") if " 3[  ] ==" in line else line for line in lines
    )
    imported = read(content.encode())
    assert {each.name: each.base for each in imported.network.classes} == {"4xFDR": 28, "4xSDR": 5}
    assert imported.unit == "2"


@pytest.mark.parametrize("file", [file for file, _ in OUTPUTS])
def test_sizes_and_long_lines_are_refused_before_they_cost_much(file: str) -> None:
    content = (DATA / file).read_bytes()
    with pytest.raises(SpecError, match="switches, at most 1"):
        read(content, Reading(switches=1, links=10))
    for long in (b"[" * 100_000, b'"' * 100_000, b"{ CA Ports:{} LID:" * 10_000):
        with pytest.raises(SpecError):
            read(content + b"\n" + long)


def test_the_network_is_read_where_a_spec_is(tmp_path: Path) -> None:
    path = tmp_path / "opensm-subnet.lst"
    path.write_bytes((DATA / "two_ports.lst").read_bytes())
    found = spec.read(str(path))
    assert found.host_names == (("Hca1",), ("Hca2",))
    assert spec.build(found).switches == 2
