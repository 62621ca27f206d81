"""What has failed of a network from a file, by the names that the file has for its switches."""

from __future__ import annotations

from pathlib import Path

import pytest

from alphacut.arrangements.errors import SpecError
from alphacut.arrangements.formats.spec import build, parse, read
from alphacut.arrangements.network import Link

RING = "a b\nb c\nc d\nd a\n"


@pytest.fixture
def ring(tmp_path: Path) -> str:
    path = tmp_path / "ring.edges"
    path.write_text(RING)
    return f"file:path={path}"


@pytest.mark.parametrize(
    ("failed", "links"),
    [
        ("failed.links=a-b", ((0, 3), (1, 2), (2, 3))),
        ("failed.links=a-bxc-d", ((0, 3), (1, 2))),
        ("failed.links=0-1", ((0, 3), (1, 2), (2, 3))),
        ("failed.switches=b", ((0, 2), (1, 2))),
        ("failed.switches=bxd", ()),
        ("failed.switches=1", ((0, 2), (1, 2))),
    ],
)
def test_a_file_may_have_failures(ring: str, failed: str, links: tuple[tuple[int, int]]) -> None:
    network = build(read(f"{ring},{failed}"))
    assert tuple(link[:2] for link in network.links) == links


def test_failures_at_random_too(ring: str) -> None:
    network = build(read(f"{ring},failed.random_links=2,failed.seed=1"))
    assert sum(link.multiplicity for link in network.links) == 2


@pytest.mark.parametrize(
    ("failed", "words"),
    [
        ("failed.links=a-e", "failed.links: must be two names of switches, as in a-b"),
        ("failed.switches=e", 'failed.switches.0: unknown switch "e"; known are a, b, c, d'),
        ("failed.links=a-c", "between switches a and c, so 1 cannot fail; a is linked to b, d$"),
        ("failed.links=" + "a-bx" * 400 + "a-b", "has more than 1,000 characters"),
        ("failed.random_links=many", "must be an integer"),
    ],
)
def test_what_is_not_there_cannot_fail(ring: str, failed: str, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        build(read(f"{ring},{failed}"))


def spec(names: list[str], links: object) -> dict[str, object]:
    return {"family": "graph", "switches": len(names), "links": [[0, 1], [1, 2]], "names": names,
            "failed": {"links": links}}  # fmt: skip


def test_names_with_marks_in_them() -> None:
    names = ["leaf-1", "spine-x", "x"]
    for links in ("leaf-1-spine-x", [["leaf-1", "spine-x"]], [[0, 1]]):
        assert build(parse(spec(names, links))).links == (Link(1, 2, "local"),)


def test_a_text_with_two_meanings_is_refused() -> None:
    with pytest.raises(SpecError, match="can be read in two ways"):
        parse(spec(["a", "b-a", "a-b"], "a-b-a"))


def test_where_names_are_numbers_they_are_what_counts(tmp_path: Path) -> None:
    path = tmp_path / "from_1.edges"
    path.write_text("1 2\n2 3\n3 1\n1 4\n")
    network = build(read(f"file:path={path},failed.links=1-2"))
    assert network.name_of(0) == "1"
    assert [link[:2] for link in network.links] == [(0, 2), (0, 3), (1, 2)]
    with pytest.raises(SpecError, match="must be two names"):
        read(f"file:path={path},failed.links=0-1")


def test_names_of_hosts_are_those_of_the_switches_that_are_left(tmp_path: Path) -> None:
    path = tmp_path / "topology.conf"
    path.write_text(
        "SwitchName=s1 Nodes=a[1-2]\nSwitchName=s2 Nodes=b1\nSwitchName=t Switches=s[1-2]"
    )
    assert read(f"file:path={path},failed.switches=s1").host_names == (("b1",), ())
