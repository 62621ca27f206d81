"""Which switch of a network each switch of a file with names of hosts is."""

from __future__ import annotations

import pytest

from alphacut.arrangements.formats.spec import build, read
from alphacut.arrangements.network import Network
from alphacut.solver.common.errors import QuestionError
from alphacut.solver.placement.named_hosts import hosts_by_switch

NAMED = Network(switches=3, links=(), hosts=(1, 0, 2), names=("a", "spine", "b"))


def test_names_decide() -> None:
    found, remark = hosts_by_switch([("b", ["n2", "n3"]), ("a", ["n1"])], NAMED, "hosts")
    assert found == [["n1"], [], ["n2", "n3"]]
    assert remark == ""


def test_a_switch_that_is_not_there_is_refused() -> None:
    with pytest.raises(QuestionError, match='the network has no switch "c"'):
        hosts_by_switch([("c", ["n1"])], NAMED, "hosts")


def test_numbers_of_switches_are_names() -> None:
    network = Network(switches=3, links=())
    found, remark = hosts_by_switch([("2", ["x"]), ("0", ["y"]), ("1", ["z"])], network, "hosts")
    assert found == [["y"], ["z"], ["x"]]
    assert remark == ""


def test_without_names_the_order_of_the_file_counts_and_is_said() -> None:
    network = build(read("fat_tree:k=2"))
    edge = [switch for switch, count in enumerate(network.hosts) if count]
    listed = [(f"leaf{number}", [f"n{number}"]) for number in range(len(edge))]
    found, remark = hosts_by_switch(listed, network, "hosts")
    assert [found[switch] for switch in edge] == [hosts for _, hosts in listed]
    assert "taken in its order" in remark
    with pytest.raises(QuestionError, match="switches with hosts; the network has"):
        hosts_by_switch([*listed, ("leaf9", ["n9"])], network, "hosts")


def test_another_order_than_that_of_the_numbers_is_refused() -> None:
    network = Network(switches=2, links=())
    with pytest.raises(QuestionError, match=r"s10. stands before .s9"):
        hosts_by_switch([("s10", ["a"]), ("s9", ["b"])], network, "hosts")
    found, _ = hosts_by_switch([("left", ["a"]), ("a1", ["b"])], network, "hosts")
    assert found == [["a"], ["b"]]
