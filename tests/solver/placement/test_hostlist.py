"""Lists of hosts, and allocations made of them."""

from __future__ import annotations

from typing import Any

import pytest

from alphacut.arrangements.formats.spec import LIMITS
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.hostlist import expanded, is_topology, read_hosts, read_topology
from alphacut.solver.placement.kind import PLACEMENT
from tests.solver.placement.conftest import answer, complete

SMALL = {"family": "dragonfly", "a": 2, "h": 1, "p": 2, "arrangement": "relative"}


@pytest.mark.parametrize(
    ("written", "hosts"),
    [
        ("n1", ["n1"]),
        ("n[1-3]", ["n1", "n2", "n3"]),
        ("n[08-10],login1", ["n08", "n09", "n10", "login1"]),
        ("r[1,3]-x", ["r1-x", "r3-x"]),
        ("a1,b[2-3],c", ["a1", "b2", "b3", "c"]),
    ],
)
def test_host_lists_are_written_out(written: str, hosts: list[str]) -> None:
    assert expanded(written, "nodes") == hosts


@pytest.mark.parametrize(
    "written", ["n[3-1]", "n[1-", "n[a]", "n]1", "n[1-99999999]", "n[0-999999999]", "n 1;", "ü"]
)
def test_what_is_no_host_list_is_refused(written: str) -> None:
    with pytest.raises(QuestionError):
        read_hosts(written, "nodes")


def test_remarks_and_blank_lines_are_left_out() -> None:
    assert read_hosts("# mine\nn1 n2\n\nn[3-4] # and these\n", "nodes") == ["n1", "n2", "n3", "n4"]
    with pytest.raises(QuestionError, match="names no host"):
        read_hosts("\n", "nodes")


def test_a_topology_file_gives_leaf_switches() -> None:
    text = "SwitchName=leaf1 Nodes=n[1-2]\nSwitchName=leaf2 Nodes=n[3-4]\n" \
           "SwitchName=spine1 Switches=leaf[1-2]\n"  # fmt: skip
    assert is_topology(text)
    assert read_topology(text, "hosts") == [("leaf1", ["n1", "n2"]), ("leaf2", ["n3", "n4"])]
    with pytest.raises(QuestionError, match="line 1"):
        read_topology("RackName=b1 Nodes=n1\n", "hosts")


def test_a_job_stays_inside_its_allocation() -> None:
    names = [f"n{host}" for host in (0, 1, 2, 3, 4, 8, 9, 10, 11)]
    document = answer(SMALL, grid=[16, 16], count=8, nodes=names)
    assert set(document["placed"]["hosts"]) <= set(names)
    assert document["choices"][0]["groups"] == 2  # the third has one host left
    assert "anywhere" in document
    with pytest.raises(QuestionError, match="too small"):
        answer(SMALL, grid=[16, 16], count=8, nodes=["n0", "n1", "n2"])


def test_names_of_hosts_come_from_the_topology() -> None:
    hosts = [[f"x{switch}a", f"x{switch}b"] for switch in range(6)]
    document = answer(SMALL, grid=[8, 8], tasks=[2, 2], hosts=hosts)
    assert set(document["placed"]["hosts"]) <= {name for here in hosts for name in here}
    wrong_ones: list[list[list[str]]] = [[["a", "b", "c"]], [["a"], ["a"]], [["a"]] * 7, [[]]]
    for wrong in wrong_ones:
        with pytest.raises(QuestionError, match="hosts"):
            answer(SMALL, grid=[8, 8], tasks=[2, 2], hosts=wrong)


def test_hosts_that_are_not_the_whole_machine_are_an_allocation() -> None:
    """A topology.conf of some switches alone: the job must fit the hosts that are named there."""
    hosts = [["a0", "a1"], ["a2", "a3"]]
    small = answer(SMALL, grid=[8, 8], hosts=hosts)
    assert set(small["placed"]["hosts"]) <= {"a0", "a1", "a2", "a3"}
    assert "anywhere" in small
    with pytest.raises(QuestionError, match="nodes: the allocation is too small"):
        answer(SMALL, grid=[8, 8], count=16, hosts=hosts)


@pytest.mark.parametrize("options", [{}, {"any_tasks": True}])
def test_a_job_that_does_not_fit_its_allocation_is_refused_before_there_is_one(
    options: dict[str, Any],
) -> None:
    for nodes, problem in ((["n0", "n1"], "too small"), ([], "names no host")):
        request = complete(SMALL, grid=[8, 8], count=16, nodes=nodes, **options)
        with pytest.raises(QuestionError, match=f"nodes: .*{problem}"):
            PLACEMENT.check(request, LIMITS)


def test_an_unknown_host_is_named() -> None:
    with pytest.raises(QuestionError, match=r'unknown host "m3"'):
        answer(SMALL, grid=[8, 8], nodes=["n1", "m3"])
    with pytest.raises(QuestionError, match="2 times"):
        answer(SMALL, grid=[8, 8], nodes=["n1", "n1"])
